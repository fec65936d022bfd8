#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

mod board;
mod buttons;
mod event;
mod game;
mod hand;
mod handheld;
mod menu;
mod picture;
mod play;
mod settings;
mod ssd0323;

pub use board::Board;
pub use buttons::{Button, Buttons};
pub use event::Event;
pub use game::{RECORD, TheGame};
pub use handheld::Handheld;
pub use menu::Row;
pub use picture::{Picture, SIZE, draw};
pub use play::{SmallWork, Work, begin, run, step};
pub use settings::{Person, Settings};
pub use ssd0323::Ssd0323;
