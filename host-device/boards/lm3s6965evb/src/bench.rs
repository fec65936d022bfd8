//! Counts the cycles of searches, and measures how exactly searches keep a limit of nodes or of time.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use chuhe_core::notation::Fen;
use chuhe_core::rules::Xiangqi;
use chuhe_core::{Cluster, Limits, Monitor, NoMonitor, Time, bench, search};
use chuhe_device::Work;
use chuhe_lm3s6965evb::{EvaluationBoard, clock, panicked, stack};
use core::fmt::Write;
use core::panic::PanicInfo;
use static_cell::ConstStaticCell;

static WORK: ConstStaticCell<Work<256, 24, 2>> = ConstStaticCell::new(Work::new());

/// (name, position, nodes): the positions to search, each with its limit of nodes.
const POSITIONS: [(&str, &str, u64); 5] = [
    ("start", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", 1_000),
    ("start", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", 50_000),
    (
        "middlegame",
        "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
        50_000,
    ),
    ("open middlegame", "2bakab2/9/2n1c1R1c/3r4p/4N4/r8/6P1P/6C1C/4A4/1RBAK1B2 w - - 0 1", 50_000),
    ("endgame", "4k1b2/4a4/5a3/6P1C/9/p4Nn2/2n6/9/4K4/5AB2 b - - 0 1", 50_000),
];

struct Clock(u64);

impl Monitor for Clock {
    fn millis(&self) -> u64 {
        clock::millis() - self.0
    }
}

#[cortex_m_rt::entry]
fn main() -> ! {
    let mut board = EvaluationBoard::start().expect("the board is started once");
    let Work { table, workspace } = WORK.take();
    for (name, text, nodes) in POSITIONS {
        let fen: Fen<Xiangqi> = text.parse().expect("the positions are valid");
        table.iter().for_each(Cluster::clear);
        workspace.clear();
        let limits = Limits { nodes, ..Limits::default() };
        let before = clock::cycles();
        let mut clock = Clock(clock::millis());
        let found = search(&fen.position, &[], &limits, table, workspace, &mut clock);
        let cycles = clock::cycles() - before;
        print(&mut board, format_args!("{name},{nodes},{},{},{cycles}", found.nodes, found.depth));
    }

    let start: Fen<Xiangqi> = POSITIONS[0].1.parse().expect("the positions are valid");
    for millis in [100, 500, 2_000] {
        let limits = Limits { time: Some(Time::per_move(millis)), ..Limits::default() };
        let mut clock = Clock(clock::millis());
        search(&start.position, &[], &limits, table, workspace, &mut clock);
        let spent = clock.millis();
        print(&mut board, format_args!("time,{millis},{spent}"));
    }

    let before = clock::cycles();
    let nodes = bench(8, table, workspace, &mut NoMonitor).expect("nobody stops it");
    let cycles = clock::cycles() - before;
    print(&mut board, format_args!("bench,{nodes},{cycles}"));
    print(&mut board, format_args!("stack,{},{}", stack::used(), stack::size()));
    loop {
        cortex_m::asm::wfi();
    }
}

fn print(board: &mut EvaluationBoard, line: core::fmt::Arguments<'_>) {
    writeln!(board.serial, "{line}").expect("the line takes all text");
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    panicked(info)
}
