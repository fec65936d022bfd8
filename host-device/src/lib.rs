#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

mod buttons;
mod event;
mod handheld;
mod hardware;
mod menu;
mod picture;
mod play;
mod saved;
mod selection;
mod settings;
mod ssd0323;

pub use buttons::{Button, Buttons};
pub use event::HandheldEvent;
pub use handheld::{Handheld, RECORD, TheGame};
pub use hardware::Hardware;
pub use menu::Row;
pub use picture::{Frame, Picture, SIZE};
pub use play::{LargeWork, SearchWork, SmallWork, Work, begin, run, step};
pub use saved::{SECTOR, Sectors, Store};
pub use settings::{CLOCKS, Person, Settings};
pub use ssd0323::Ssd0323;
