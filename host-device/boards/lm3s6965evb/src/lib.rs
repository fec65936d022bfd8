//! What Texas Instruments' LM3S6965 evaluation board has of what a handheld needs: a display, five
//! buttons, a clock, a serial line. QEMU simulates it as `lm3s6965evb`.
#![no_std]

mod clock;
mod hardware;
mod pins;
mod registers;
mod serial;
mod ssi;

pub use hardware::{EvaluationBoard, panicked};
pub use serial::Serial;
