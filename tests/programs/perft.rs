//! Compares leaf counts in random positions with those of Stockfish.

use crate::STOCKFISH;
use chuhe_core::notation::Fen;
use chuhe_core::perft;
use chuhe_core::rules::Chess;
use chuhe_tests::programs::{Trial, missing, test};
use chuhe_tests::random::{Random, walk};
use std::io::{Seek, Write};
use std::process::Command;

pub(crate) fn tests() -> Vec<Trial> {
    vec![test(missing(&[STOCKFISH]), stockfish_counts_the_same_in_random_games_of_chess960)]
}

fn stockfish_counts_the_same_in_random_games_of_chess960() {
    let mut random = Random::new(960);
    let (mut fens, mut counts) = (Vec::new(), Vec::new());
    for _ in 0..60 {
        let start = Chess::start_960(random.below(Chess::STARTS.into()) as u16).expect("a start");
        for position in walk(start, 40, &mut random).step_by(9) {
            counts.push(perft(&position, 3));
            let fen = Fen { position: chuhe_core::AnyPosition::Chess(position), move_number: 1 };
            // Every second FEN is written as Shredder-FEN, the others as X-FEN.
            fens.push(if fens.len() % 2 == 0 { format!("{fen:#}") } else { fen.to_string() });
        }
    }
    let commands = fens.iter().map(|fen| format!("position fen {fen}\ngo perft 3\n"));
    let commands: String = commands.collect();
    let mut input = tempfile::tempfile().expect("a file");
    write!(input, "setoption name UCI_Chess960 value true\n{commands}quit\n").expect("written");
    input.rewind().expect("a file");
    let output = Command::new(STOCKFISH).stdin(input).output().expect("Stockfish ends");
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
