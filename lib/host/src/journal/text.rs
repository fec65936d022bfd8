//! The content of a journal: games as text.

use super::error::{LineError, LineFault};
use chuhe_core::notation::{self, Fen, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game, Move, Numbers, Position, Side, map};

pub fn write(game: &Game<AnyPosition>) -> String {
    Content::of(game).1
}

/// Reads the game of a journal up to its last complete line.
pub fn read(bytes: &[u8]) -> Result<Game<AnyPosition>, LineError> {
    let lines = complete_lines(bytes).split_inclusive(|&byte| byte == b'\n');
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

/// The part of a journal up to its last complete line.
pub(super) fn complete_lines(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    &bytes[..end]
}

/// The game that a journal contains, and its length.
#[derive(Debug)]
pub(super) struct Content {
    start: AnyPosition,
    numbers: Numbers,
    moves: Vec<Move>,
    now: AnyPosition,
    pub(super) length: u64,
}

impl Content {
    pub(super) fn of(game: &Game<AnyPosition>) -> (Self, String) {
        let (start, numbers) = (game.start().clone(), *game.start_numbers());
        let mut text = first_line(&start, &numbers);
        let length = text.len() as u64;
        let now = start.clone();
        let mut content = Self { start, numbers, moves: Vec::new(), now, length };
        text += &content.push(game.moves());
        (content, text)
    }

    pub(super) fn begins_as(&self, game: &Game<AnyPosition>) -> bool {
        (&self.start, &self.numbers) == (game.start(), game.start_numbers())
    }

    /// Returns whether the content is the whole game.
    pub(super) fn is(&self, game: &Game<AnyPosition>) -> bool {
        self.moves == game.moves() && self.begins_as(game)
    }

    /// Removes the moves that a game does not begin with.
    pub(super) fn truncate(&mut self, game: &Game<AnyPosition>) {
        let same = self.moves.iter().zip(game.moves()).take_while(|(one, other)| one == other);
        let same = same.count();
        if same < self.moves.len() {
            let moves = std::mem::take(&mut self.moves);
            self.now = self.start.clone();
            self.length = first_line(&self.start, &self.numbers).len() as u64;
            self.push(&moves[..same]);
        }
    }

    /// Appends the further moves of a game that begins with this content. Returns their lines.
    pub(super) fn extend(&mut self, game: &Game<AnyPosition>) -> String {
        self.push(&game.moves()[self.moves.len()..])
    }

    fn push(&mut self, moves: &[Move]) -> String {
        let mut lines = String::new();
        for &mv in moves {
            lines += &move_line(&self.now, mv);
            self.now = self.now.play(mv);
            self.moves.push(mv);
        }
        self.length += lines.len() as u64;
        lines
    }
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
            // Each letter is a byte.
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
