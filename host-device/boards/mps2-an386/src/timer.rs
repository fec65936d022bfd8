//! A timer of the board, by which QEMU's `-icount shift=0` counts instructions.
#![allow(unsafe_code)]

use core::ptr;

const CONTROL: *mut u32 = 0x4000_0000 as *mut u32;
const VALUE: *mut u32 = 0x4000_0004 as *mut u32;
const RELOAD: *mut u32 = 0x4000_0008 as *mut u32;

/// One tick of the 25 MHz clock takes so many instructions of a nanosecond each.
const INSTRUCTIONS_PER_TICK: u32 = 40;

/// The instructions executed since the timer was started, from 171 thousand million on anew.
#[derive(Debug)]
pub(crate) struct Timer(());

impl Timer {
    /// Starts it.
    pub(crate) fn start() -> Self {
        // SAFETY: the board has the timer's registers there, and they touch no memory.
        unsafe {
            ptr::write_volatile(RELOAD, u32::MAX);
            ptr::write_volatile(VALUE, u32::MAX);
            ptr::write_volatile(CONTROL, 1);
        }
        Self(())
    }

    fn ticks(&self) -> u32 {
        // SAFETY: as above.
        u32::MAX - unsafe { ptr::read_volatile(VALUE) }
    }

    /// The instructions executed so far.
    pub(crate) fn instructions(&self) -> u64 {
        u64::from(self.ticks()) * u64::from(INSTRUCTIONS_PER_TICK)
    }

    /// The milliseconds that have passed at 50 million instructions a second.
    pub(crate) fn millis(&self) -> u64 {
        self.instructions() / 50_000
    }
}
