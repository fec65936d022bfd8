//! Code for every board with a Cortex-M: measurement of the stack, fast copies, and the end of test
//! programs.
#![no_std]
#![allow(unsafe_code)]

mod copy;
pub mod semihosting;
pub mod stack;
