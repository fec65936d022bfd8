//! Reads and runs scripts that drive a program: the server, the engines, the window or the page.
//! The file `tests/data/SCRIPTS.md` describes their language.

use chuhe_core::{Ending, Game, Move, Position, Side, notation};
use std::ffi::OsStr;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A line of a script that is neither empty nor a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptLine<'a> {
    /// The line `> TEXT`: sends the text to the program.
    Send(&'a str),
    /// The line `< TEXT`: the program must say this text next.
    Expect(&'a str),
    /// The line `<~ TEXT`: the next line of the program must begin with this text.
    ExpectStart(&'a str),
    /// The line `<* PATTERN`: the program must say a line that fits the pattern, perhaps after other lines.
    ExpectLater(&'a str),
    /// The line `! PATTERN`: until the next `<*` is fulfilled, no line of the program may fit the pattern.
    Forbid(&'a str),
    /// Any other line, split into its first word and the rest: an instruction to the [`Session`].
    Directive(&'a str, &'a str),
}

impl<'a> ScriptLine<'a> {
    pub fn parse(line: &'a str) -> Option<Self> {
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        Some(match word {
            ">" => Self::Send(rest),
            "<" => Self::Expect(rest),
            "<~" => Self::ExpectStart(rest),
            "<*" => Self::ExpectLater(rest),
            "!" => Self::Forbid(rest),
            _ => Self::Directive(word, rest),
        })
    }
}

/// A program under test, from the first line of a script to the last.
pub trait Session: Sized {
    /// Carries out a line. It panics if the program does not do what the script expects.
    fn run(&mut self, line: ScriptLine<'_>);

    fn end(self) {}
}

/// Returns the scripts in a folder of `tests/data` whose names `is_chosen` accepts. Fails if fewer than `at_least`.
pub fn scripts(folder: &str, at_least: usize, is_chosen: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let folder = crate::data(folder);
    let mut paths = crate::files(&folder, &["txt"]);
    paths.retain(|path| path.file_stem().and_then(OsStr::to_str).is_some_and(&is_chosen));
    assert!(paths.len() >= at_least, "{} scripts in {}", paths.len(), folder.display());
    paths
}

/// Runs each script of a folder of `tests/data` in a new session.
pub fn run_folder<S: Session>(folder: &str, at_least: usize, start: impl Fn() -> S) {
    scripts(folder, at_least, |_| true).iter().for_each(|path| run_file(path, start()));
}

pub fn run_file<S: Session>(path: &Path, mut session: S) {
    for (number, text) in (1..).zip(crate::text(path).lines()) {
        let Some(line) = ScriptLine::parse(text) else { continue };
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| session.run(line))) {
            eprintln!("{}:{number}: {text}", path.display());
            resume_unwind(panic);
        }
    }
    session.end();
}

pub fn mv(text: &str) -> Move {
    Move::from_name(text).unwrap_or_else(|| panic!("no move {text}"))
}

/// Plays moves in any notation, separated by spaces.
pub fn play<P: Position>(game: &mut Game<P>, moves: &str) {
    for text in moves.split(' ') {
        let mv = notation::read_any(text, game.position());
        let mv = mv.unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(mv).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

pub fn side(name: &str) -> Side {
    name.parse().expect("a side")
}

pub fn number<T: FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| panic!("no number {text}"))
}

/// The text of a value, or `-` for `None`.
pub fn or_dash(value: Option<impl Display>) -> String {
    value.map_or("-".to_owned(), |value| value.to_string())
}

/// The winner or `draw`, and the reason of the end.
pub fn ending(ending: Ending) -> String {
    let winner = ending.winner.map_or("draw".to_owned(), |side| side.to_string());
    format!("{winner} {}", ending.reason)
}

pub fn yes(flag: bool) -> String {
    if flag { "yes" } else { "no" }.to_owned()
}

/// Returns whether a pattern fits a text: `*` stands for any number of characters, `?` for exactly one.
pub fn fits(text: &str, pattern: &str) -> bool {
    let (mut texts, mut patterns) = (text.chars(), pattern.chars());
    match patterns.next() {
        None => text.is_empty(),
        Some('*') => {
            let rest = patterns.as_str();
            text.char_indices().map(|(at, _)| &text[at..]).chain([""]).any(|text| fits(text, rest))
        }
        Some('?') => texts.next().is_some() && fits(texts.as_str(), patterns.as_str()),
        Some(c) => texts.next() == Some(c) && fits(texts.as_str(), patterns.as_str()),
    }
}
