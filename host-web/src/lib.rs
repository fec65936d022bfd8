#![doc = include_str!("../README.md")]

mod effect;
mod gbk;
mod page;
mod parts;
mod picture;
mod rest;
mod shelf;
mod snapshot;

pub use page::Page;
pub use rest::need_rest;
