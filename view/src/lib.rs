#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

mod board;
mod draw;
mod layout;
pub mod letters;
pub mod paint;
mod places;
mod plot;
mod pocket;
mod scene;
pub mod text;
mod theme;

pub use board::{Board, Ground, Labels};
pub use draw::{PieceSet, View};
pub use layout::{Layout, SMALLEST};
pub use places::{DialogPlan, Spot};
pub use plot::Plot;
pub use pocket::Pocket;
pub use scene::{
    Action, Body, Dialog, Lifted, Lines, Menu, Player, Record, Scene, Setting, Status, Thinking,
    Tray,
};
pub use theme::{Depth, Disc, Theme};
