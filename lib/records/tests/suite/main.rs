//! Games in files and in memory.

mod dump;
mod files;
mod trees;
