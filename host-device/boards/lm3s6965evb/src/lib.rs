//! The hardware of Texas Instruments' LM3S6965 evaluation board: a display, five buttons, a clock
//! and a serial line. QEMU simulates the board as `lm3s6965evb`.
#![no_std]

pub mod clock;
mod copy;
mod hardware;
mod pins;
mod registers;
pub mod semihosting;
mod serial;
mod ssi;
pub mod stack;

pub use hardware::{Console, EvaluationBoard, panicked};
pub use serial::Serial;
