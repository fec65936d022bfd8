#![doc = include_str!("../README.md")]
#![cfg(target_family = "wasm")]

mod effect;
mod game_store;
mod charsets;
mod page;
mod parts;
mod picture;
mod snapshot;

pub use page::Page;
