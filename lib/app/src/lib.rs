#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod app;
pub mod app_error;
pub mod endgames;
pub mod game_model;
pub mod picture;
pub mod player;
pub mod report;
pub mod screen;
pub mod settings;
mod signs;
pub mod sound;
pub mod study;
mod thoughts;
pub mod words;

pub use app::*;
