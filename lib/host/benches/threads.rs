//! Measures the positions a second of several threads together, and of one alone.
//!
//! `cargo bench -p chuhe-host --bench threads [-- THREADS]`, ten seconds; two threads if nothing is
//! said. The machine must have a core for each of them that nothing else uses.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a benchmark speaks to whoever started it")]

use chuhe_core::rules::Rules;
use chuhe_core::{Limits, Stopwatch, Time};
use chuhe_host::Thinker;
use std::time::Instant;

/// Rounds of both in turns, of which the fastest counts: other programs slow a round, and hasten none.
const ROUNDS: usize = 5;
const MEBIBYTES: usize = 64;
const ROUND: Time = Time::per_move(1000);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let asked_for = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let threads = [1, asked_for.unwrap_or(2)];
    let mut fastest = [0.0_f64; 2];
    for _ in 0..ROUNDS {
        for (fastest, threads) in fastest.iter_mut().zip(threads) {
            *fastest = fastest.max(positions_a_second(threads)?);
        }
    }
    let [alone, together] = fastest;
    println!("1 thread: {:.2} million positions a second", alone / 1e6);
    println!(
        "{} threads: {:.2}, {:.2} times as many",
        threads[1],
        together / 1e6,
        together / alone
    );
    Ok(())
}

/// Thinks about the start of a game with nothing remembered.
fn positions_a_second(threads: usize) -> Result<f64, Box<dyn std::error::Error>> {
    let mut thinker = Thinker::new(MEBIBYTES, threads)?;
    let limits = Limits { time: Some(ROUND), ..Limits::default() };
    let begun = Instant::now();
    let found = thinker.think(&Rules::Xiangqi.start(), &[], &limits, &mut Stopwatch::new());
    Ok(found.nodes as f64 / begun.elapsed().as_secs_f64())
}
