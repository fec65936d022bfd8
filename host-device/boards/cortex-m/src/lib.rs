//! What every board with a Cortex-M has: a stack that can be watched.
#![no_std]
#![allow(unsafe_code)]

pub mod stack;
