//! The flash memory of the board: the loader of its first stage, and the sectors that keep the game.
#![allow(unsafe_code)]

use chuhe_device::{SECTOR, Sectors};
use rp2040_flash::flash::flash_range_erase_and_program;

/// Sets up the flash before the program begins.
// SAFETY: the linker script has a section of this name for the loader, at the begin of the flash.
#[unsafe(link_section = ".boot2")]
#[unsafe(no_mangle)]
#[used]
static BOOT2_FIRMWARE: [u8; 256] = rp2040_boot2::BOOT_LOADER_W25Q080;

/// The sectors are the last 64 KiB of 2 MiB. `memory.x` keeps the program out of them.
const COUNT: usize = 16;
const START: usize = 2 * 1024 * 1024 - COUNT * SECTOR;
const MAPPED: usize = 0x1000_0000;

#[derive(Debug)]
pub(crate) struct Flash(());

impl Flash {
    /// Returns the flash. A program calls this once.
    pub(crate) const fn new() -> Self {
        Self(())
    }
}

impl Sectors for Flash {
    fn count(&self) -> usize {
        COUNT
    }

    fn read(&self, index: usize) -> &[u8; SECTOR] {
        assert!(index < COUNT);
        let at = (MAPPED + START + index * SECTOR) as *const [u8; SECTOR];
        // SAFETY: these bytes are mapped flash outside the program. They change in `write` alone,
        // which has the value mutably.
        unsafe { &*at }
    }

    fn write(&mut self, index: usize, bytes: &[u8; SECTOR]) {
        assert!(index < COUNT);
        let at = (START + index * SECTOR) as u32;
        cortex_m::interrupt::free(|_| {
            // SAFETY: the address and the length are those of a sector outside the program. With
            // interrupts off and the second core asleep, nothing else reads flash meanwhile.
            unsafe { flash_range_erase_and_program(at, bytes, true) }
        });
    }
}
