#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod book;
pub mod fonts;
pub mod game_files;
pub mod home;
pub mod icon;
mod library_thread;
pub mod options;
pub mod program;
pub mod programs;
pub mod screenshot;
pub mod shared;
mod speaker;
mod system;
mod window;
