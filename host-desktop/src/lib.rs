#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod book;
pub mod clipboard;
pub mod density;
pub mod engine_tester;
pub mod file_writer;
pub mod fonts;
pub mod game_files;
pub mod home;
pub mod icon;
pub mod library_thread;
pub mod options;
pub mod program;
pub mod programs;
pub mod screenshot;
pub mod serve;
pub mod shared;
pub mod speaker;
mod system_dialog;
pub mod window;
