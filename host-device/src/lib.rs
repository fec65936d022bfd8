#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

mod buttons;
mod handheld;
mod picture;
mod play;
mod saved;
mod selection;
mod settings;
mod ssd0323;

pub use buttons::{Button, Buttons};
pub use handheld::{Handheld, HandheldEvent, RECORD, TheGame};
pub use picture::{Frame, Picture, SIZE};
pub use play::{Hardware, LargeWork, SearchWork, SmallWork, Work, begin, run, step};
pub use saved::{SECTOR, Sectors, Store};
pub use settings::{CLOCKS, Person, Row, Settings};
pub use ssd0323::Ssd0323;
