//! Runs the handheld on the LM3S6965 evaluation board.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use chuhe_device::{Handheld, Picture, Settings, SmallWork, run};
use chuhe_lm3s6965evb::{Console, EvaluationBoard, panicked};
use core::panic::PanicInfo;
#[cfg(feature = "defmt")]
use defmt_semihosting as _;
use static_cell::{ConstStaticCell, StaticCell};

static WORK: ConstStaticCell<SmallWork> = ConstStaticCell::new(SmallWork::new());
static PICTURE: ConstStaticCell<Picture> = ConstStaticCell::new(Picture::new());
static HANDHELD: StaticCell<Handheld> = StaticCell::new();

#[cortex_m_rt::entry]
fn main() -> ! {
    let board = EvaluationBoard::start().expect("the board is started once");
    let handheld = HANDHELD.init_with(|| Handheld::new(Settings::default()));
    run(&mut Console { board, picture: PICTURE.take() }, handheld, WORK.take())
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    panicked(info)
}
