//! What every board with a Cortex-M has: a stack that can be watched, copies by several words, and
//! an end for programs that run for a test.
#![no_std]
#![allow(unsafe_code)]

mod copy;
pub mod semihosting;
pub mod stack;
