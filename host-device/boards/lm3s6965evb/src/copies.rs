//! Tests copies of every length up to 128 bytes: the bytes are copied, and no other byte changes.
#![no_std]
#![no_main]
#![allow(unsafe_code)]

use chuhe_lm3s6965evb::semihosting::{exit, panicked};
use core::array;
use core::panic::PanicInfo;
use cortex_m as _;
use cortex_m_semihosting::{debug, hprintln};

// SAFETY: the signature follows the ABI of Arm's run-time library.
unsafe extern "C" {
    fn __aeabi_memcpy8(to: *mut u32, from: *const u32, bytes: usize);
}

const BYTES: usize = 128;

fn is_right(bytes: usize) -> bool {
    let word = |at: usize| u32::from_le_bytes(array::from_fn(|i| (4 * at + i) as u8));
    let from: [u32; BYTES / 4] = array::from_fn(word);
    let mut to = [u32::MAX; BYTES / 4];
    // SAFETY: both arrays are aligned to words and have at least `bytes.min(BYTES)` bytes.
    unsafe { __aeabi_memcpy8(to.as_mut_ptr(), from.as_ptr(), bytes.min(BYTES)) };
    (0..BYTES).all(|at| {
        let expected = if at < bytes { at as u8 } else { u8::MAX };
        to[at / 4].to_le_bytes()[at % 4] == expected
    })
}

#[cortex_m_rt::entry]
fn main() -> ! {
    for bytes in 0..=BYTES {
        hprintln!("{},{}", bytes, is_right(bytes));
    }
    exit(debug::EXIT_SUCCESS)
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    panicked(info)
}
