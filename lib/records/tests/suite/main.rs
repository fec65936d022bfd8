//! Tests games in memory, in files of each format, and in the index.

#[path = "../../examples/annotate.rs"]
#[allow(dead_code, reason = "no test calls its `main`")]
mod annotate;
mod dump;
mod files;
mod forms;
#[cfg(feature = "index")]
mod index;
#[cfg(feature = "index")]
mod positions;
mod trees;
mod xqf;
