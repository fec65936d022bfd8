//! Writes and reads games as the text of a journal.

use super::error::{LineError, LineFault};
use chuhe_core::notation::{self, Fen, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game, Move, Numbers, Position, Side, map};

pub fn write(game: &Game<AnyPosition>) -> String {
    let mut text = first_line(game.start(), game.start_numbers());
    let mut position = game.start().clone();
    for &mv in game.moves() {
        text += &move_line(&position, mv);
        position = position.play(mv);
    }
    text
}

/// Reads the game from a journal, but ignores an incomplete last line.
pub fn read(bytes: &[u8]) -> Result<Game<AnyPosition>, LineError> {
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let lines = bytes[..end].split_inclusive(|&byte| byte == b'\n');
    let mut game: Option<Game<AnyPosition>> = None;
    for (line, bytes) in (1..).zip(lines) {
        let read = str::from_utf8(bytes).map_err(|_| LineFault::NotText).and_then(|text| {
            match &mut game {
                None => game = Some(parse_first_line(text)?),
                Some(game) => play_line(game, text)?,
            }
            Ok(())
        });
        read.map_err(|fault| LineError { line, fault })?;
    }
    game.ok_or(LineError { line: 1, fault: LineFault::Incomplete })
}

fn first_line(start: &AnyPosition, numbers: &Numbers) -> String {
    let (rules, side) = (start.rules(), start.side());
    let mut text = map::write(start, numbers).to_string();
    let read = map::read(&text, rules, side);
    if !read.is_ok_and(|(position, read)| (&position, &read) == (start, numbers)) {
        text = Fen { position: start.clone(), move_number: 1 }.to_string();
    }
    format!("chuhe-journal 1 {rules} {side} {text}\n")
}

fn parse_first_line(line: &str) -> Result<Game<AnyPosition>, LineFault> {
    let mut words = line.trim_end_matches('\n').splitn(5, ' ');
    let mut next = || words.next().ok_or(LineFault::Start);
    let (_name, _version) = (next()?, next()?);
    let rules: Rules = next()?.parse().map_err(|_| LineFault::Start)?;
    let side = next()?;
    let side = Side::ALL.into_iter().find(|known| known.to_string() == side);
    let (side, start) = (side.ok_or(LineFault::Start)?, next()?);
    // Only a FEN has slashes.
    let game = if start.contains('/') {
        Game::new(Fen::read(rules, start).map_err(LineFault::Fen)?.position)
    } else {
        let (start, numbers) = map::read(start, rules, side).map_err(LineFault::Map)?;
        Game::numbered(start, numbers)
    };
    if first_line(game.start(), game.start_numbers()) != line {
        return Err(LineFault::Start);
    }
    Ok(game)
}

fn move_line(position: &AnyPosition, mv: Move) -> String {
    format!("{}\n", notation::write(Style::Coordinates, position, mv))
}

fn play_line(game: &mut Game<AnyPosition>, line: &str) -> Result<(), LineFault> {
    let text = line.trim_end_matches('\n');
    let mv = notation::read(Style::Coordinates, text, game.position())?;
    if move_line(game.position(), mv) != line {
        return Err(LineFault::Spelling);
    }
    Ok(game.play(mv)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_was_never_written_is_named() {
        for row in include_str!("wrong_journals.txt").lines() {
            let (text, fault) = row.split_once(" | ").expect("two columns");
            // Each character stands for one byte.
            let text = text.replace("\\n", "\n").replace("\\r", "\r");
            let bytes: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
            let line = bytes.iter().filter(|&&byte| byte == b'\n').count().max(1);
            let error = read(&bytes).unwrap_err();
            assert_eq!(error.to_string(), format!("line {line}: {fault}"));
        }
    }

    #[test]
    fn a_start_that_is_no_map_is_kept_as_a_fen() {
        for row in include_str!("fen_journals.txt").lines() {
            let [begin, fen, moves] = row.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("{row}");
            };
            let moves = moves.replace(' ', "\n");
            let text = format!("chuhe-journal 1 {begin} {fen}\n{moves}\n");
            let game = read(text.as_bytes()).unwrap();
            assert_eq!(write(&game), text);
            assert_eq!(Fen { position: game.start().clone(), move_number: 1 }.to_string(), fen);
        }
    }
}
