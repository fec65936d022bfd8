//! The workshop, for those who make engines: contests, and networks trained on games of the engine.
#![forbid(unsafe_code)]

pub mod arena;
mod file_fault;
pub mod tune;
