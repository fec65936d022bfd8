//! Parses the commands of the graphical interface.

use super::Dialect;
use std::num::IntErrorKind;

/// A command of UCI or UCCI. Moves and FENs are still text, which the position and the rules interpret. The value of a
/// button option is empty. OpenBench gets random openings by `genfens`, and the parameters of the search by `spsa`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command<'a> {
    Identify(Dialect),
    Debug(bool),
    IsReady,
    SetOption { name: &'a str, value: &'a str },
    NewGame,
    Position(Setup<'a>),
    BanMoves(&'a str),
    Go(Box<Go<'a>>),
    Perft(u8),
    Stop,
    PonderHit { draw: bool },
    Probe(Setup<'a>),
    Display,
    Bench(Option<u8>),
    GenFens(GenFens<'a>),
    Spsa,
    Quit,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GenFens<'a> {
    pub count: u64,
    pub seed: u64,
    pub book: Option<&'a str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup<'a> {
    /// `None` stands for the start position of the game.
    pub fen: Option<&'a str>,
    pub moves: &'a str,
}

/// The arguments of `go`. Times are in milliseconds. UCCI's `time` and `increment` have the unit that its option
/// `usemillisec` chooses. A negative number becomes 0, and a number that is too large becomes the maximum.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go<'a> {
    /// The moves to which the search is restricted; empty if all moves are allowed.
    pub search_moves: Vec<&'a str>,
    pub ponder: bool,
    pub draw: bool,
    pub infinite: bool,
    pub clocks: [Option<u64>; 2],
    pub increments: [u64; 2],
    pub time: Option<u64>,
    pub increment: u64,
    /// The argument `movestogo`; `None` if it is missing or 0.
    pub moves_to_go: Option<u16>,
    pub depth: Option<u8>,
    pub nodes: Option<u64>,
    /// The argument `mate`, in moves.
    pub mate: Option<u16>,
    pub movetime: Option<u64>,
}

/// Parses a line, but skips unknown words before a command, as UCI requires. However, `quit` is a command only as the
/// first word. Returns `None` if the line has no command.
pub fn parse(line: &str, dialect: Dialect) -> Option<Command<'_>> {
    let mut rest = line.trim();
    if first_word(rest).0 == "quit" {
        return Some(Command::Quit);
    }
    while !rest.is_empty() {
        let (word, behind) = first_word(rest);
        if let Some(command) = command(word, behind, dialect) {
            return Some(command);
        }
        rest = behind;
    }
    None
}

fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

fn command<'a>(word: &str, rest: &'a str, dialect: Dialect) -> Option<Command<'a>> {
    Some(match word {
        "uci" => Command::Identify(Dialect::Uci),
        "ucci" => Command::Identify(Dialect::Ucci),
        "debug" => match first_word(rest).0 {
            "on" => Command::Debug(true),
            "off" => Command::Debug(false),
            _ => return None,
        },
        "isready" => Command::IsReady,
        "setoption" => set_option(rest, dialect)?,
        "ucinewgame" => Command::NewGame,
        "position" => Command::Position(setup(rest)?),
        "banmoves" => Command::BanMoves(rest),
        "go" => match first_word(rest) {
            ("perft", depth) => Command::Perft(plies(number(first_word(depth).0)?)),
            _ => Command::Go(Box::new(go(rest))),
        },
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit { draw: first_word(rest).0 == "draw" },
        "probe" => Command::Probe(setup(rest)?),
        "d" => Command::Display,
        "genfens" => Command::GenFens(gen_fens(rest)?),
        "spsa" => Command::Spsa,
        "bench" => Command::Bench(match first_word(rest).0 {
            "" => None,
            depth => Some(plies(number(depth)?)),
        }),
        _ => return None,
    })
}

/// Parses `N seed S book FILE`. The word `None` in place of a file means no book. An unknown word ends the arguments.
fn gen_fens(text: &str) -> Option<GenFens<'_>> {
    let mut words = text.split_whitespace();
    let mut asked = GenFens { count: number(words.next()?)?, seed: 0, book: None };
    while let Some(word) = words.next() {
        match word {
            "seed" => asked.seed = number(words.next()?)?,
            "book" => asked.book = words.next().filter(|book| *book != "None"),
            _ => break,
        }
    }
    Some(asked)
}

/// Parses `name Clear Hash` and `name Hash value 16`, or UCCI's `hashsize 16`.
fn set_option(text: &str, dialect: Dialect) -> Option<Command<'_>> {
    let (name, value) = match (dialect, first_word(text)) {
        (Dialect::Ucci, (name, value)) => (name, value),
        (Dialect::Uci, ("name", rest)) => split_at_word(rest, "value"),
        (Dialect::Uci, _) => return None,
    };
    let (name, value) = (name.trim(), value.trim());
    (!name.is_empty()).then_some(Command::SetOption { name, value })
}

/// Parses `startpos moves …` and `fen … moves …`.
fn setup(text: &str) -> Option<Setup<'_>> {
    let (before, moves) = split_at_word(text, "moves");
    match first_word(before) {
        ("startpos", _) => Some(Setup { fen: None, moves }),
        ("fen", fen) => Some(Setup { fen: Some(fen.trim()), moves }),
        _ => None,
    }
}

/// Returns the parts before and after a word. If the word is missing, the second part is empty.
fn split_at_word<'a>(text: &'a str, word: &str) -> (&'a str, &'a str) {
    let mut rest = text;
    while !rest.trim_start().is_empty() {
        let (next, behind) = first_word(rest);
        if next == word {
            let before = text.len() - rest.trim_start().len();
            return (&text[..before], behind);
        }
        rest = behind;
    }
    (text, "")
}

/// Parses an integer. A negative number becomes 0, and a number that is too large becomes the maximum.
fn number(text: &str) -> Option<u64> {
    match text.parse::<i64>() {
        Ok(number) => Some(u64::try_from(number).unwrap_or(0)),
        Err(error) => match error.kind() {
            IntErrorKind::PosOverflow => Some(u64::MAX),
            IntErrorKind::NegOverflow => Some(0),
            _ => None,
        },
    }
}

fn plies(number: u64) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn moves(number: u64) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// Parses the arguments of `go`, and skips unknown words.
fn go(text: &str) -> Go<'_> {
    let mut go = Go::default();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let mut number = || {
            let number = number(words.peek()?)?;
            words.next();
            Some(number)
        };
        match word {
            "ponder" => go.ponder = true,
            "draw" => go.draw = true,
            "infinite" => go.infinite = true,
            "wtime" => go.clocks[0] = number(),
            "btime" => go.clocks[1] = number(),
            "winc" => go.increments[0] = number().unwrap_or(0),
            "binc" => go.increments[1] = number().unwrap_or(0),
            "time" => go.time = number(),
            "increment" => go.increment = number().unwrap_or(0),
            "movestogo" => go.moves_to_go = number().filter(|&moves| moves > 0).map(moves),
            "depth" => go.depth = number().map(plies),
            "nodes" => go.nodes = number(),
            "mate" => go.mate = number().map(moves),
            "movetime" => go.movetime = number(),
            "searchmoves" => {
                // Each move contains a digit. No argument name of `go` contains a digit, so such a name ends the moves.
                let is_move = |word: &&str| word.contains(|c: char| c.is_ascii_digit());
                while let Some(mv) = words.next_if(is_move) {
                    go.search_moves.push(mv);
                }
            }
            _ => {}
        }
    }
    go
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Each row has a line of input, and the debug text of the parsed command, or a part of that text.
    #[test]
    fn every_form_of_a_command_is_understood() {
        for row in include_str!("commands.txt").lines() {
            let (line, part) = row.split_once(" | ").expect("two columns");
            for dialect in [Dialect::Uci, Dialect::Ucci] {
                let command = format!("{:?}", parse(line, dialect));
                assert!(command.contains(part), "{line}: {command}");
            }
        }
    }

    proptest! {
        #[test]
        fn nothing_on_a_line_is_too_much(line in "(\\PC| |go |position |moves |fen |value )*") {
            let _ = [Dialect::Uci, Dialect::Ucci].map(|dialect| parse(&line, dialect));
        }
    }
}
