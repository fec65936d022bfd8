//! Tests that need installed programs. If a program is missing, its tests are ignored, or fail with `CHUHE_ALL_TESTS`.

mod engines;
mod perft;
mod problems;
mod window;

use std::process::ExitCode;

/// The path of Debian's Stockfish, which shares no code with Chuhe.
const STOCKFISH: &str = "/usr/games/stockfish";

fn main() -> ExitCode {
    let tests = [engines::tests(), perft::tests(), problems::tests(), window::tests()];
    chuhe_tests::programs::run(tests.into_iter().flatten().collect())
}
