//! Finds the best move of a position in 50 milliseconds: `best_move 'FEN'`.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "it is a program")]

use chuhe_core::notation::{Fen, FenError, Style, write};
use chuhe_core::{HeapMemory, Limits, Stopwatch, rules::Xiangqi, search, table_of};

fn best_move(fen: &str, limits: &Limits) -> Result<String, FenError> {
    let root = fen.parse::<Fen<Xiangqi>>()?.position;
    let (table, mut memory) = (table_of(16), HeapMemory::new());
    let found = search(&root, &[], limits, &table, &mut memory, &mut Stopwatch::new());
    let best = found.best().map(|mv| write(Style::Wxf, &root, mv).to_string());
    Ok(best.unwrap_or_else(|| String::from("no move")))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let fen = std::env::args().nth(1);
    let fen = fen.as_deref().unwrap_or("3ak4/9/9/9/9/9/2R6/4B4/9/4K4 w");
    println!("{}", best_move(fen, &Limits::time(50))?);
    Ok(())
}

#[test]
fn a_mate_is_found() {
    let limits = Limits { depth: 4, ..Limits::default() };
    assert_eq!(best_move("4k4/R8/1R7/9/9/9/9/9/9/3K5", &limits).unwrap(), "R8+2");
}
