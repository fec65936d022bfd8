//! Plays a few moves on the handheld and logs them with defmt.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use chuhe_core::Move;
use chuhe_device::{
    Button, Frame, Handheld, HandheldEvent, Hardware, Settings, SmallWork, begin, step,
};
use chuhe_lm3s6965evb::log_by_defmt;
use chuhe_lm3s6965evb::semihosting::exit;
use core::panic::PanicInfo;
use cortex_m as _;
use cortex_m_semihosting::debug;
use defmt_semihosting as _;
use static_cell::{ConstStaticCell, StaticCell};

static WORK: ConstStaticCell<SmallWork> = ConstStaticCell::new(SmallWork::new());
static HANDHELD: StaticCell<Handheld> = StaticCell::new();

/// A board without display. A script presses its buttons.
struct Script(&'static [Button]);

impl Hardware for Script {
    fn show(&mut self, _: &Frame<'_>) {}

    fn pressed_button(&mut self) -> Option<Button> {
        self.0.split_off_first().copied()
    }

    fn millis(&self) -> u64 {
        0
    }

    fn log_event(&mut self, event: &HandheldEvent) {
        log_by_defmt(event);
    }
}

#[cortex_m_rt::entry]
fn main() -> ! {
    let handheld = HANDHELD.init_with(|| Handheld::new(Settings::default()));
    let work = WORK.take();
    // The middle soldier moves forward by one point, and the computer answers.
    let mut board =
        Script(&[Button::Up, Button::Up, Button::Up, Button::Select, Button::Up, Button::Select]);
    begin(&mut board, handheld);
    while handheld.game().moves().len() < 2 {
        step(&mut board, handheld, work);
    }
    // The soldier has left e3, so this move is not legal.
    if let Some(stray) = Move::from_name("e3e4") {
        board.log_event(&handheld.play(stray));
    }
    exit(debug::EXIT_SUCCESS)
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    defmt::error!("{}", defmt::Display2Format(info));
    exit(debug::EXIT_FAILURE)
}
