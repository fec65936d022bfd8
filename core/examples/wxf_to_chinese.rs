//! Writes the moves of a game in Chinese: `wxf_to_chinese C2=5 H8+7 H2+3`.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "it is a program")]

use chuhe_core::notation::{Script, Style, read_any, write};
use chuhe_core::{Game, rules::Xiangqi};
use std::error::Error;

fn in_chinese(moves: impl Iterator<Item = String>) -> Result<Vec<String>, Box<dyn Error>> {
    let mut game = Game::new(Xiangqi::start());
    let mut texts = Vec::new();
    for text in moves {
        let mv = read_any(&text, game.position()).map_err(|error| format!("{text}: {error}"))?;
        texts.push(write(Style::Chinese(Script::Simplified), game.position(), mv).to_string());
        game.play(mv)?;
    }
    Ok(texts)
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", in_chinese(std::env::args().skip(1))?.join(" "));
    Ok(())
}

#[test]
fn both_sides_are_written() {
    let moves = ["C2=5", "H8+7", "H2+3"].map(String::from);
    assert_eq!(in_chinese(moves.into_iter()).unwrap(), ["炮二平五", "马８进７", "马二进三"]);
    assert!(in_chinese([String::from("C3=5")].into_iter()).is_err());
}
