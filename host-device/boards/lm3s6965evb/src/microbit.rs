//! Runs the benchmark of the search in the 16 KiB of memory that a BBC micro:bit has.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use chuhe_core::{Cluster, NoMonitor, Workspace, bench};
use chuhe_lm3s6965evb::semihosting::{exit, panicked};
use chuhe_lm3s6965evb::stack;
use core::panic::PanicInfo;
use cortex_m_semihosting::{debug, hprintln};
use static_cell::ConstStaticCell;

static TABLE: [Cluster; 16] = [const { Cluster::new() }; 16];
static WORKSPACE: ConstStaticCell<Workspace<8, 0, 0, 8>> = ConstStaticCell::new(Workspace::new());

#[cortex_m_rt::entry]
fn main() -> ! {
    let nodes = bench(5, &TABLE, WORKSPACE.take(), &mut NoMonitor).expect("nobody stops it");
    hprintln!("bench,{}", nodes);
    hprintln!("stack,{},{}", stack::used(), stack::size());
    exit(debug::EXIT_SUCCESS)
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    panicked(info)
}
