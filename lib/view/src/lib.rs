#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs, clippy::missing_panics_doc)]

mod board_design;
mod control;
mod draw;
mod form;
mod grid;
mod hit_test;
mod layout;
pub mod letters;
mod move_flow;
mod overlay;
pub mod paint;
mod scene;
mod small_layout;
pub mod text;
mod theme;

pub use board_design::{BoardDesign, Ground, Labels};
pub use control::{Control, Icon};
pub use draw::{BannerLayout, PieceSet, View};
pub use form::{
    BoardPicture, Card, CardList, Cards, Column, Field, Form, Page, Part, Slider, Spot, Table,
    TableRows, Widget,
};
pub use grid::Grid;
pub use hit_test::HitTarget;
pub use layout::{Layout, SMALLEST};
pub use overlay::DialogLayout;
pub use scene::{
    Analysis, AnalysisLine, Body, Chart, Dialog, GameRecord, Lifted, Menu, MoveItem, MovePlace,
    Player, Scene, StatusLine, TextLines, Thinking, Tip, Tray,
};
pub use small_layout::SmallLayout;
pub use theme::{Depth, Disc, Theme};
