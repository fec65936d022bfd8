//! Runs the handheld on an MPS2. QEMU's board has neither display nor buttons. Each picture goes to the second
//! serial line. A letter from the first serial line presses a button.
#![no_std]
#![no_main]
#![deny(unsafe_code)]

mod uart;

use chuhe_device::{Button, Frame, Handheld, HandheldEvent, Hardware, Picture, Settings};
use chuhe_device::{SmallWork, run};
use core::fmt::Write;
use core::panic::PanicInfo;
use core::sync::atomic::{AtomicU32, Ordering};
use cortex_m::Peripherals;
use cortex_m::asm::wfi;
use cortex_m::peripheral::syst::SystClkSource;
use static_cell::{ConstStaticCell, StaticCell};
use uart::Uart;

static WORK: ConstStaticCell<SmallWork> = ConstStaticCell::new(SmallWork::new());
static PICTURE: ConstStaticCell<Picture> = ConstStaticCell::new(Picture::new());
static HANDHELD: StaticCell<Handheld> = StaticCell::new();
static MILLIS: AtomicU32 = AtomicU32::new(0);

struct Mps2 {
    text: Uart,
    pictures: Uart,
    picture: &'static mut Picture,
}

impl Hardware for Mps2 {
    fn show(&mut self, frame: &Frame<'_>) {
        frame.picture(self.picture);
        self.pictures.send(self.picture.data());
    }

    /// Reads a letter, and returns the button whose name begins with that letter.
    fn pressed_button(&mut self) -> Option<Button> {
        let letter = char::from(self.text.received()?);
        Button::ALL.into_iter().find(|button| button.name().starts_with(letter))
    }

    fn millis(&self) -> u64 {
        MILLIS.load(Ordering::Relaxed).into()
    }

    fn log_event(&mut self, event: &HandheldEvent) {
        // Writing to the serial line never fails.
        let _ = writeln!(self.text, "{event}");
    }

    fn idle(&mut self) {
        wfi();
    }
}

#[cortex_m_rt::entry]
fn main() -> ! {
    let mut clock = Peripherals::take().expect("the board is started once").SYST;
    clock.set_clock_source(SystClkSource::Core);
    // One interrupt each millisecond.
    clock.set_reload(25_000 - 1);
    clock.clear_current();
    clock.enable_interrupt();
    clock.enable_counter();
    let [text, pictures] = Uart::start();
    let mut board = Mps2 { text, pictures, picture: PICTURE.take() };
    let handheld = HANDHELD.init_with(|| Handheld::new(Settings::default()));
    run(&mut board, handheld, WORK.take())
}

#[cortex_m_rt::exception]
fn SysTick() {
    MILLIS.fetch_add(1, Ordering::Relaxed);
}

/// Stops the program. A debugger shows the place of the panic.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {
        wfi();
    }
}
