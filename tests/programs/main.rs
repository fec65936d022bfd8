//! Tests that need programs of the system. Where one is missing its tests are ignored, and the result
//! says so.

mod engines;
mod perft;
mod problems;
mod window;

use std::process::ExitCode;

/// Stockfish of Debian, which shares no code with the search and the generator here.
const STOCKFISH: &str = "/usr/games/stockfish";

fn main() -> ExitCode {
    let tests = [engines::tests(), perft::tests(), problems::tests(), window::tests()];
    chuhe_tests::programs::run(tests.into_iter().flatten().collect())
}
