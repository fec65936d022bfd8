//! How much of the stack was ever used. `cortex-m-rt` paints it before `main`, where nothing but
//! the statics lies below it.

use core::ptr;

/// `cortex_m_rt`'s colour.
const PAINT: u32 = 0xcccc_cccc;

// SAFETY: the linker script of `cortex-m-rt` sets both, and only their addresses are taken.
unsafe extern "C" {
    static __sheap: u32;
    static _stack_start: u32;
}

/// The lowest word of the stack, and the end of its highest.
fn ends() -> (*const u32, *const u32) {
    (&raw const __sheap, &raw const _stack_start)
}

/// How many bytes the stack has.
#[must_use]
pub fn size() -> usize {
    let (lowest, end) = ends();
    end as usize - lowest as usize
}

/// How many of them were ever used: from the lowest word whose paint is gone on.
#[must_use]
pub fn used() -> usize {
    let (mut at, end) = ends();
    // SAFETY: the words between both ends are memory, aligned, and initialised by the paint.
    while at < end && unsafe { ptr::read_volatile(at) } == PAINT {
        at = at.wrapping_add(1);
    }
    end as usize - at as usize
}
