//! Searches the positions of `bench`, or counts the leaves of perft. Run this program under an
//! instruction counter, once with all games and once with xiangqi alone.
//!
//! ```sh
//! cargo build --release --package chuhe-core --example count --no-default-features
//! valgrind --tool=callgrind target/release/examples/count bench
//! ```
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "it is a program")]

use chuhe_core::rules::Xiangqi;
use chuhe_core::{HeapMemory, NoMonitor, bench, perft, table_of};

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("bench") => {
            let (table, mut memory) = (table_of(1), HeapMemory::new());
            let nodes = bench(8, &table, &mut memory, &mut NoMonitor);
            println!("{} positions", nodes.expect("no monitor stops it"));
        }
        Some("perft") => println!("{} leaves", perft(&Xiangqi::start(), 4)),
        _ => println!("count bench, or count perft"),
    }
}
