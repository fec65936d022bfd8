//! Measures the used part of the stack. `cortex-m-rt` fills the stack with a pattern before `main`.
#![allow(unsafe_code)]

use core::ptr;

const PAINT: u32 = 0xcccc_cccc;

// SAFETY: the linker script of `cortex-m-rt` defines both symbols. Only their addresses are used.
unsafe extern "C" {
    static __sheap: u32;
    static _stack_start: u32;
}

/// Returns the address of the lowest word of the stack, and the address after the highest word.
fn ends() -> (*const u32, *const u32) {
    (&raw const __sheap, &raw const _stack_start)
}

pub fn size() -> usize {
    let (lowest, end) = ends();
    end as usize - lowest as usize
}

/// Returns the number of bytes used so far. The used bytes begin at the lowest word that has lost the pattern.
pub fn used() -> usize {
    let (mut at, end) = ends();
    // SAFETY: the words between both ends are valid, aligned, and initialised with the pattern.
    while at < end && unsafe { ptr::read_volatile(at) } == PAINT {
        at = at.wrapping_add(1);
    }
    end as usize - at as usize
}
