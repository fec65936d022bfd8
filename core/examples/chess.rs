//! Plays moves of chess and shows the board: `chess e4 e5 Nf3`.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "it is a program")]

use chuhe_core::notation::{board, read_any};
use chuhe_core::{Game, rules::Chess};
use std::error::Error;

fn play(moves: impl Iterator<Item = String>) -> Result<Game<Chess>, Box<dyn Error>> {
    let mut game = Game::new(Chess::start());
    for text in moves {
        let mv = read_any(&text, game.position()).map_err(|error| format!("{text}: {error}"))?;
        game.play(mv)?;
    }
    Ok(game)
}

fn main() -> Result<(), Box<dyn Error>> {
    let game = play(std::env::args().skip(1))?;
    println!("{}", board(game.position()));
    if let Some(ending) = game.ending() {
        println!("{}", ending.reason);
    }
    Ok(())
}

#[test]
fn the_shortest_mate_ends_the_game() {
    let moves = ["f3", "e5", "g4", "Qh4#"].map(String::from);
    let game = play(moves.into_iter()).unwrap();
    assert_eq!(game.ending().unwrap().reason.to_string(), "checkmate");
    assert!(board(game.position()).to_string().ends_with("R N B Q K B N R"));
}
