//! Plays a few moves on the handheld and logs them with defmt.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use chuhe_core::{Move, Square};
use chuhe_device::{
    Button, Frame, Handheld, HandheldEvent, Hardware, Settings, SmallWork, begin, step,
};
use chuhe_lm3s6965evb::semihosting::exit;
use core::panic::PanicInfo;
use cortex_m as _;
use cortex_m_semihosting::debug;
use defmt_semihosting as _;
use static_cell::{ConstStaticCell, StaticCell};

static WORK: ConstStaticCell<SmallWork> = ConstStaticCell::new(SmallWork::new());
static HANDHELD: StaticCell<Handheld> = StaticCell::new();

/// A board without display, on which a script presses the buttons.
struct Script(&'static [Button]);

impl Hardware for Script {
    fn show(&mut self, _: &Frame<'_>) {}

    fn pressed_button(&mut self) -> Option<Button> {
        let (&next, later) = self.0.split_first()?;
        self.0 = later;
        Some(next)
    }

    fn millis(&self) -> u64 {
        0
    }

    fn log_event(&mut self, event: &HandheldEvent) {
        match event {
            HandheldEvent::Refused(_) => defmt::error!("{}", event),
            _ => defmt::info!("{}", event),
        }
    }
}

#[cortex_m_rt::entry]
fn main() -> ! {
    let handheld = HANDHELD.init_with(|| Handheld::new(Settings::new()));
    let work = WORK.take();
    let mut board = Script(&[]);
    begin(&mut board, handheld);
    // The middle soldier moves forward by one point, and the computer answers.
    let pressed: &[Button] =
        &[Button::Up, Button::Up, Button::Up, Button::Select, Button::Up, Button::Select];
    for button in pressed {
        board.0 = core::slice::from_ref(button);
        step(&mut board, handheld, work);
    }
    step(&mut board, handheld, work);
    // There is no piece on e3 any more.
    let stray = Square::from_name("e3").zip(Square::from_name("e4"));
    if let Some((from, to)) = stray {
        board.log_event(&handheld.play(Move::new(from, to)));
    }
    exit(debug::EXIT_SUCCESS)
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    defmt::error!("{}", defmt::Display2Format(info));
    exit(debug::EXIT_FAILURE)
}
