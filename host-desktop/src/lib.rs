//! The window.
#![forbid(unsafe_code)]

pub mod app;
pub mod seat;
pub mod settings;
pub mod sound;
pub mod table;
