#![doc = include_str!("../README.md")]
#![cfg(target_family = "wasm")]

mod charsets;
mod effect;
mod game_store;
mod page;
mod parts;
mod picture;
mod snapshot;

pub use chuhe_web_sliders::sliding_moves;
pub use page::Page;
