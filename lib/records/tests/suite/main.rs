//! Games in memory, in files of each format, and in the index.

mod ccbridge;
mod dump;
mod files;
#[cfg(feature = "index")]
mod index;
mod support;
mod trees;
mod xqf;
