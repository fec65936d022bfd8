//! Counts the leaves below each move of a position: `perft 3`, or `perft 3 'FEN'`.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "it is a program")]

use chuhe_core::notation::{Fen, FenError, Style, write};
use chuhe_core::{Position, perft, rules::Xiangqi};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

fn divide(fen: &str, depth: u32) -> Result<Vec<(String, u64)>, FenError> {
    let root = fen.parse::<Fen<Xiangqi>>()?.position;
    let text = |mv| write(Style::Coordinates, &root, mv).to_string();
    let count = |mv| (text(mv), perft(&root.play(mv), depth.saturating_sub(1)));
    Ok(root.legal_moves().into_iter().map(count).collect())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let depth = words.next().map_or(Ok(3), |text| text.parse())?;
    let counts = divide(words.next().as_deref().unwrap_or(START), depth)?;
    counts.iter().for_each(|(mv, leaves)| println!("{mv}: {leaves}"));
    println!("{}", counts.iter().map(|(_, leaves)| leaves).sum::<u64>());
    Ok(())
}

#[test]
fn the_sum_is_the_published_count() {
    let counts = divide(START, 3).unwrap();
    assert_eq!((counts.len(), counts.iter().map(|it| it.1).sum()), (44, 79_666_u64));
}
