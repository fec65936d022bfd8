//! What every board with a Cortex-M has: a stack that can be watched, and copies by several words.
#![no_std]
#![allow(unsafe_code)]

mod copy;
pub mod stack;
