#![doc = include_str!("../README.md")]
#![cfg(target_family = "wasm")]

mod effect;
mod gbk;
mod page;
mod parts;
mod picture;
mod shelf;
mod snapshot;

pub use page::Page;
