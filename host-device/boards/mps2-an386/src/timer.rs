//! A timer of the board. With `-icount shift=0` QEMU advances it by the instructions executed.
#![allow(unsafe_code)]

use core::ptr;

const CONTROL: *mut u32 = 0x4000_0000 as *mut u32;
const VALUE: *mut u32 = 0x4000_0004 as *mut u32;
const RELOAD: *mut u32 = 0x4000_0008 as *mut u32;

/// The number of instructions, of a nanosecond each, in a tick of the 25 MHz clock.
const INSTRUCTIONS_PER_TICK: u32 = 40;

/// The count of instructions since the start. It overflows after 171 billion.
#[derive(Debug)]
pub(crate) struct Timer(());

impl Timer {
    /// Starts the timer.
    pub(crate) fn start() -> Self {
        // SAFETY: these are the timer's registers, which do not affect memory.
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

    /// The instructions executed since the start.
    pub(crate) fn instructions(&self) -> u64 {
        u64::from(self.ticks()) * u64::from(INSTRUCTIONS_PER_TICK)
    }

    /// The milliseconds since the start, at 50 million instructions per second.
    pub(crate) fn millis(&self) -> u64 {
        self.instructions() / 50_000
    }
}
