//! Puts into the flash what the chip needs to start the program. Keeps the game in sectors of the flash.
#![allow(unsafe_code)]

use chuhe_device::{SECTOR, Sectors};

/// The loader that sets up the flash before the program begins.
// SAFETY: the linker script has a section of this name for the loader, at the beginning of the flash.
#[cfg(not(rp2350))]
#[unsafe(link_section = ".boot2")]
#[unsafe(no_mangle)]
#[used]
static BOOT2_FIRMWARE: [u8; 256] = rp2040_boot2::BOOT_LOADER_W25Q080;

/// The block that tells the chip that the flash begins with a program.
// SAFETY: the linker script has a section of this name for the block, in the first 4 KiB of the flash.
#[cfg(rp2350)]
#[unsafe(link_section = ".start_block")]
#[used]
static IMAGE_DEF: rp235x_hal::block::ImageDef = rp235x_hal::block::ImageDef::secure_exe();

/// The number of sectors for the game. They are the last 64 KiB of the first 2 MiB of the flash. In `memory.x` the
/// program ends before these sectors.
const COUNT: usize = 16;
const START: usize = 2 * 1024 * 1024 - COUNT * SECTOR;
const MAPPED: usize = 0x1000_0000;

pub(crate) struct Flash(());

impl Flash {
    /// Grants access to the flash. A program must call this function only once.
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
        // SAFETY: these bytes are mapped flash outside the program. Only `write` changes them, and
        // `write` borrows `self` mutably.
        unsafe { &*at }
    }

    fn write(&mut self, index: usize, bytes: &[u8; SECTOR]) {
        assert!(index < COUNT);
        let at = (START + index * SECTOR) as u32;
        cortex_m::interrupt::free(|_| {
            // SAFETY: the address and the length are those of a sector outside the program. With
            // interrupts off and the second core asleep, nothing else reads flash meanwhile.
            unsafe { erase_and_program(at, bytes) }
        });
    }
}

/// Erases and writes the sector at `at` bytes from the beginning of the flash. On an RP2350 the commands for this need
/// no preparation, and the flash can be read directly after each command.
///
/// # Safety
/// The sector must be outside the program. Nothing else may read flash meanwhile.
unsafe fn erase_and_program(at: u32, bytes: &[u8; SECTOR]) {
    // SAFETY: the caller keeps these conditions.
    #[cfg(not(rp2350))]
    unsafe {
        rp2040_flash::flash::flash_range_erase_and_program(at, bytes, true);
    }
    // SAFETY: the caller keeps these conditions, and the length is that of a sector.
    #[cfg(rp2350)]
    unsafe {
        use rp235x_hal::rom_data::{flash_flush_cache, flash_range_erase, flash_range_program};
        const ERASE_64_KIB: u8 = 0xd8;
        flash_range_erase(at, SECTOR, 1 << 16, ERASE_64_KIB);
        flash_range_program(at, bytes.as_ptr(), SECTOR);
        flash_flush_cache();
    }
}
