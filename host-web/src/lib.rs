#![doc = include_str!("../README.md")]

mod effect;
mod engine;
mod page;
mod parts;
mod picture;
mod snapshot;

pub use engine::Engine;
pub use page::Page;
