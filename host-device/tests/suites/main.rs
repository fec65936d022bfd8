//! The firmware in QEMU, compared with the same handheld on this machine.
#![forbid(unsafe_code)]

mod bench;
mod buttons;
mod clock;
mod firmware;
mod footprint;
mod game;
mod log;
mod memory;
mod pair;
mod pico;
mod picture;
mod pictures;
mod qemu;
mod saved;
mod uf2;
