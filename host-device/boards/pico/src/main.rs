//! The firmware of the handheld on a Raspberry Pi Pico with a display of 240 by 240 pixels.
#![no_std]
#![no_main]
#![deny(unsafe_code)]

mod flash;
mod hardware;

use chuhe_device::{Handheld, LargeWork, Settings, run};
use core::panic::PanicInfo;
use hardware::{Part, Pico};
use static_cell::{ConstStaticCell, StaticCell};

static WORK: ConstStaticCell<LargeWork> = ConstStaticCell::new(LargeWork::new());
static PART: ConstStaticCell<Part> = ConstStaticCell::new(Part::new());
static BUFFER: ConstStaticCell<[u8; 480]> = ConstStaticCell::new([0; 480]);
static HANDHELD: StaticCell<Handheld> = StaticCell::new();

#[rp2040_hal::entry]
fn main() -> ! {
    let started = Pico::start(PART.take(), BUFFER.take());
    let (mut pico, kept) = started.expect("the board is started once");
    let handheld = HANDHELD.init_with(|| kept.unwrap_or_else(|| Handheld::new(Settings::new())));
    run(&mut pico, handheld, WORK.take())
}

/// Stops. A debugger shows the place.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {
        cortex_m::asm::wfi();
    }
}
