#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod app;
pub mod app_error;
pub mod clipboard;
pub mod density;
pub mod file_writer;
pub mod game_model;
pub mod home;
pub mod icon;
pub mod options;
pub mod picture;
pub mod player;
pub mod program;
pub mod programs;
pub mod screen;
pub mod screenshot;
pub mod serve;
pub mod settings;
pub mod shared;
pub mod sound;
pub mod window;
pub mod words;
