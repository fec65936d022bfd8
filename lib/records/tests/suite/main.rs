//! Games in memory, in files of each format, and in the index.

mod dump;
mod files;
mod forms;
#[cfg(feature = "index")]
mod index;
#[cfg(feature = "index")]
mod positions;
mod trees;
mod xqf;
