#![doc = include_str!("../README.md")]

#[cfg(not(target_family = "wasm"))]
pub mod builder;
#[cfg(target_family = "wasm")]
mod page;
mod sliding_moves;

#[cfg(target_family = "wasm")]
pub use page::Page;
pub use sliding_moves::sliding_moves;
