//! Runs the firmware in emulators, and compares it with the handheld program built for this machine.
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
