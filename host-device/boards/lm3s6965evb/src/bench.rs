//! Runs the search's bench with the handheld's memory.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use chuhe_core::{NoMonitor, bench};
use chuhe_cortex_m::stack;
use chuhe_device::Work;
use chuhe_lm3s6965evb::{EvaluationBoard, panicked};
use core::fmt::Write;
use core::panic::PanicInfo;
use static_cell::ConstStaticCell;

static WORK: ConstStaticCell<Work<256, 24, 2>> = ConstStaticCell::new(Work::new());

#[cortex_m_rt::entry]
fn main() -> ! {
    let mut hardware = EvaluationBoard::start().expect("the board is started once");
    let Work { table, workspace } = WORK.take();
    let nodes = bench(8, table, workspace, &mut NoMonitor).expect("nobody stops it");
    let (used, size) = (stack::used(), stack::size());
    writeln!(hardware.serial, "bench {nodes} positions, stack {used} of {size} bytes")
        .expect("the line takes all text");
    loop {
        cortex_m::asm::wfi();
    }
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    panicked(info)
}
