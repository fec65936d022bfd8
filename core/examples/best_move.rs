//! Finds the best move of a position in 50 milliseconds: `best_move xiangqi 'FEN'`. The first argument is the game.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "it is a program")]

use chuhe_core::notation::{Fen, Style, write};
use chuhe_core::{HeapMemory, Limits, Stopwatch, rules::Rules, search, table_of};
use std::error::Error;

fn best_move(rules: Rules, fen: &str, limits: &Limits) -> Result<String, Box<dyn Error>> {
    let root = Fen::read_lenient(rules, fen)?.position;
    let (table, mut memory) = (table_of(16), HeapMemory::new());
    let found = search(&root, &[], limits, &table, &mut memory, &mut Stopwatch::new());
    let best = found.best().map(|mv| write(Style::Wxf, &root, mv).to_string());
    Ok(best.unwrap_or_else(|| String::from("no move")))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let rules = arguments.next().map_or(Ok(Rules::Xiangqi), |name| name.parse())?;
    let fen = arguments.next().unwrap_or_else(|| "3ak4/9/9/9/9/9/2R6/4B4/9/4K4 w".into());
    println!("{}", best_move(rules, &fen, &Limits::time(50))?);
    Ok(())
}

#[test]
fn a_mate_is_found() {
    let limits = Limits { depth: 4, ..Limits::default() };
    let best = best_move(Rules::Xiangqi, "4k4/R8/1R7/9/9/9/9/9/9/3K5", &limits);
    assert_eq!(best.unwrap(), "R8+2");
}
