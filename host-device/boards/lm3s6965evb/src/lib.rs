//! Drives the LM3S6965 evaluation board of Texas Instruments: a display, five buttons, a clock
//! and a serial line. QEMU simulates the board as `lm3s6965evb`.
#![no_std]

pub mod clock;
mod copy;
mod hardware;
mod pins;
mod registers;
pub mod semihosting;
mod ssi;
pub mod stack;

#[cfg(feature = "defmt")]
pub use hardware::log_by_defmt;
pub use hardware::{Console, EvaluationBoard, Serial, panicked};
