//! Runs the handheld on a Raspberry Pi Pico or Pico 2 with a display of 240 by 240 pixels.
#![no_std]
#![no_main]
#![deny(unsafe_code)]

mod flash;
mod hardware;

use chuhe_device::{Handheld, LargeWork, Settings, run};
use core::panic::PanicInfo;
#[cfg(feature = "defmt")]
use defmt_rtt as _;
use embedded_graphics::pixelcolor::{Rgb565, RgbColor};
use hardware::{Part, Pico};
#[cfg(rp2350)]
use rp235x_hal as hal;
#[cfg(not(rp2350))]
use rp2040_hal as hal;
use static_cell::{ConstStaticCell, StaticCell};

static WORK: ConstStaticCell<LargeWork> = ConstStaticCell::new(LargeWork::new());
static PART: ConstStaticCell<Part> = ConstStaticCell::new([Rgb565::BLACK; _]);
static BUFFER: ConstStaticCell<[u8; 480]> = ConstStaticCell::new([0; 480]);
static HANDHELD: StaticCell<Handheld> = StaticCell::new();

#[hal::entry]
fn main() -> ! {
    let started = Pico::start(PART.take(), BUFFER.take());
    let (mut pico, kept) = started.expect("the board is started once");
    let first = || Handheld::new(Settings::default());
    let handheld = HANDHELD.init_with(|| kept.unwrap_or_else(first));
    run(&mut pico, handheld, WORK.take())
}

/// Stops the program. A debugger shows the place of the panic.
#[panic_handler]
fn panic(_info: &PanicInfo<'_>) -> ! {
    #[cfg(feature = "defmt")]
    defmt::error!("{}", defmt::Display2Format(_info));
    loop {
        cortex_m::asm::wfi();
    }
}
