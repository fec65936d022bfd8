//! Drives the serial lines. All access to registers is in this file.
#![allow(unsafe_code)]

use core::fmt;
use core::ptr::{read_volatile, write_volatile};

pub(crate) struct Uart(usize);

/// The offsets of registers in bytes. The data sheet of Arm's CMSDK defines them.
const DATA: usize = 0;
const STATE: usize = 4;
const CONTROL: usize = 8;
const DIVISOR: usize = 16;

impl Uart {
    /// Starts the first two serial lines, at 115,200 bits a second. A program must call this function only once.
    pub(crate) fn start() -> [Self; 2] {
        let lines = [Self(0x4000_4000), Self(0x4000_5000)];
        for line in &lines {
            line.write(DIVISOR, 25_000_000 / 115_200);
            line.write(CONTROL, 0b11);
        }
        lines
    }

    fn read(&self, register: usize) -> u32 {
        // SAFETY: this is the address of a register, and reading it affects no memory.
        unsafe { read_volatile((self.0 + register) as *const u32) }
    }

    fn write(&self, register: usize, value: u32) {
        // SAFETY: this is the address of a register, and writing it affects no memory.
        unsafe { write_volatile((self.0 + register) as *mut u32, value) }
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) {
        const FULL: u32 = 1;
        for &byte in bytes {
            while self.read(STATE) & FULL != 0 {}
            self.write(DATA, byte.into());
        }
    }

    /// Returns a byte if one has arrived since the last call. Never waits for a byte.
    pub(crate) fn received(&mut self) -> Option<u8> {
        const RECEIVED: u32 = 2;
        (self.read(STATE) & RECEIVED != 0).then(|| self.read(DATA) as u8)
    }
}

impl fmt::Write for Uart {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.send(text.as_bytes());
        Ok(())
    }
}
