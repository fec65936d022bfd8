//! Leaf counts against independent programs. A debug build leaves the largest rows to the release
//! build, which CI runs.

use chuhe_core::notation::Fen;
use chuhe_core::perft;
use chuhe_core::rules::{Chess, Rules};
use chuhe_tests::random::Random;
use chuhe_tests::walk::walk;
use std::io::{Write, stderr};
use std::path::Path;
use std::process::{Command, Stdio};

/// The largest row that an unoptimised build counts.
const LARGEST: u64 = if cfg!(debug_assertions) { 5_000_000 } else { u64::MAX };

#[test]
fn xiangqi() {
    counts_agree(Rules::Xiangqi, "perft_xiangqi.csv", 101);
}

#[test]
fn zhonggong() {
    counts_agree(Rules::Zhonggong, "perft_zhonggong.csv", 34);
}

#[test]
fn chess() {
    counts_agree(Rules::Chess, "perft_chess.csv", 24);
}

/// Published counts for each of the 960 start positions, some moves later.
#[test]
fn chess960() {
    counts_agree(Rules::Chess, "perft_chess960.csv", 1080);
}

/// The rook that castles is not the outermost one.
#[test]
fn chess960_with_inner_rooks() {
    counts_agree(Rules::Chess, "perft_inner_rooks.csv", 20);
}

/// Stockfish of Debian, which shares no code with the generator here.
const STOCKFISH: &str = "/usr/games/stockfish";

#[test]
fn stockfish_counts_the_same_in_random_games_of_chess960() {
    if !Path::new(STOCKFISH).exists() {
        let required = std::env::var_os("CHUHE_ALL_TESTS").is_some();
        assert!(!required, "{STOCKFISH} is not installed");
        writeln!(stderr(), "SKIPPED: {STOCKFISH} is not installed").unwrap();
        return;
    }
    let mut random = Random::new(960);
    let (mut fens, mut counts) = (Vec::new(), Vec::new());
    for _ in 0..60 {
        let start = Chess::start_960(random.below(Chess::STARTS.into()) as u16).expect("a start");
        for position in walk(start, 40, &mut random).step_by(9) {
            counts.push(perft(&position, 3));
            let fen = Fen { position: chuhe_core::AnyPosition::Chess(position), move_number: 1 };
            // Both forms of castling rights.
            fens.push(if fens.len() % 2 == 0 { format!("{fen:#}") } else { fen.to_string() });
        }
    }
    let mut stockfish = Command::new(STOCKFISH);
    let mut stockfish =
        stockfish.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Stockfish starts");
    let mut input = stockfish.stdin.take().expect("a pipe");
    let commands = fens.iter().map(|fen| format!("position fen {fen}\ngo perft 3\n"));
    let commands: String = commands.collect();
    // It leaves after the last line, and says little enough for the pipe before.
    let writer = std::thread::spawn(move || {
        write!(input, "setoption name UCI_Chess960 value true\n{commands}quit\n")
    });
    let output = stockfish.wait_with_output().expect("Stockfish ends");
    writer.join().expect("a writer").expect("Stockfish reads");
    let output = String::from_utf8(output.stdout).expect("text");
    let told: Vec<u64> = output
        .lines()
        .filter_map(|line| line.strip_prefix("Nodes searched: "))
        .map(|count| count.parse().expect("a count"))
        .collect();
    assert_eq!(told.len(), fens.len());
    for ((fen, count), told) in fens.iter().zip(counts).zip(told) {
        assert_eq!(count, told, "{fen}");
    }
}

/// Counts the leaves of every row that is not too large, of which there must be some.
fn counts_agree(rules: Rules, table: &str, at_least: u32) {
    let mut counted = 0;
    for (line, row) in chuhe_tests::rows(table) {
        let at = format!("{table}:{line}: {}", row[0]);
        let fen = Fen::read(rules, &row[0]).unwrap_or_else(|error| panic!("{at}: {error}"));
        let nodes: u64 = row[2].parse().expect("a count");
        if nodes <= LARGEST {
            let depth = row[1].parse().expect("a depth");
            assert_eq!(perft(&fen.position, depth), nodes, "{at} depth {depth}");
            counted += 1;
        }
    }
    assert!(counted >= at_least, "only {counted} rows were counted");
}
