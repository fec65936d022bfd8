//! A game against the computer in a terminal. Moves are typed in any notation, and `quit` ends the program.
#![forbid(unsafe_code)]

use chuhe_core::notation::{Style, board, read_any, write};
use chuhe_core::{Game, HeapMemory, Limits, Stopwatch, rules::Xiangqi, search, table_of};
use std::error::Error;
use std::io::{self, BufRead, Write};

fn play(
    input: impl BufRead,
    mut output: impl Write,
    limits: &Limits,
) -> Result<(), Box<dyn Error>> {
    let mut game = Game::new(Xiangqi::start());
    let (table, mut memory) = (table_of(16), HeapMemory::new());
    writeln!(output, "{}", board(game.position()))?;
    for line in input.lines() {
        let line = line?;
        if line.trim() == "quit" {
            break;
        }
        let played = read_any(line.trim(), game.position()).map_err(|error| error.to_string());
        if let Err(error) = played.and_then(|mv| game.play(mv).map_err(|error| error.to_string())) {
            writeln!(output, "{error}")?;
            continue;
        }
        if game.ending().is_none() {
            let (root, past) = (game.position(), game.past());
            let found = search(root, past, limits, &table, &mut memory, &mut Stopwatch::new());
            let answer = found.best().ok_or("the computer has no move")?;
            writeln!(output, "{}", write(Style::Wxf, root, answer))?;
            game.play(answer)?;
        }
        writeln!(output, "{}", board(game.position()))?;
        if let Some(ending) = game.ending() {
            writeln!(output, "{}", ending.reason)?;
            break;
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    play(io::stdin().lock(), io::stdout().lock(), &Limits::time(1000))
}

#[test]
fn a_move_is_answered_and_a_wrong_one_is_told() {
    let mut shown = Vec::new();
    let limits = Limits { nodes: 1000, ..Limits::default() };
    play("C2=5\nC2=5\nquit\n".as_bytes(), &mut shown, &limits).unwrap();
    let shown = String::from_utf8(shown).unwrap();
    // Two boards of ten lines, a line for the computer's move, and a line for the error.
    assert_eq!(shown.lines().count(), 22);
    assert_eq!(shown.lines().last(), Some("the side to move has no such piece"));
}
