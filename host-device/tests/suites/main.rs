//! Compares the firmware in emulators with the same handheld on this machine.
#![forbid(unsafe_code)]

mod bench;
mod buttons;
mod clock;
mod game;
mod memory;
mod pair;
mod pico;
mod picture;
mod qemu;
mod saved;
