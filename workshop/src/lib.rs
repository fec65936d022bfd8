//! Tools for engine developers: contests between engines, and training of networks on self-play games.
#![forbid(unsafe_code)]

pub mod arena;
mod file_fault;
pub mod tune;
