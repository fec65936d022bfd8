//! From text to games.

use super::{GAMES, PgnError, PgnFault, Record};
use crate::fen;
use chuhe_core::notation::{self, MoveError};
use chuhe_core::rules::{AnyPosition, Rules};
use chuhe_core::{Ending, Game, PlayError, Position, Reason, Side};
use std::str::Chars;

/// Reads the first game of a text.
///
/// Comments and variations are passed over. The moves may be in any of the notations, whatever
/// the tag `Format` says.
///
/// # Errors
/// When there is no game, or what is wrong with it and where.
///
/// ```
/// let text = "[Red \"Wu\"]\n1. h2e2 {central cannon} h9g7 (1... b9c7) 1-0";
/// let record = chuhe_host::pgn::read(text).unwrap();
/// assert_eq!(record.game.moves().len(), 2);
/// assert_eq!(record.tag("red"), Some("Wu"));
/// let error = chuhe_host::pgn::read("1. h2e2\nh0g2").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 1: h0g2 is no move of black: the side to move has no such piece");
/// ```
pub fn read(text: &str) -> Result<Record, PgnError> {
    let mut scanner = Scanner::new(text);
    scanner.game()?.ok_or_else(|| scanner.error(PgnFault::NoGame))
}

/// Reads every game of a text, in order.
///
/// # Errors
/// What is wrong with the first game that cannot be read, and where.
pub fn read_all(text: &str) -> Result<Vec<Record>, PgnError> {
    let mut scanner = Scanner::new(text);
    std::iter::from_fn(|| scanner.game().transpose()).collect()
}

/// A place in a text.
#[derive(Clone, Copy)]
struct Place {
    line: usize,
    column: usize,
}

impl Place {
    const fn error(self, fault: PgnFault) -> PgnError {
        PgnError { line: self.line, column: self.column, fault }
    }
}

/// A tag and where its value begins.
struct Tag {
    name: String,
    value: String,
    at: Place,
}

/// The four ways a record says how its game ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Won(Side),
    Drawn,
    Unknown,
}

impl Outcome {
    fn read(word: &str) -> Option<Self> {
        match word {
            "1-0" => Some(Self::Won(Side::Red)),
            "0-1" => Some(Self::Won(Side::Black)),
            "1/2-1/2" => Some(Self::Drawn),
            "*" => Some(Self::Unknown),
            _ => None,
        }
    }
}

/// Walks through a text, knowing where it is.
struct Scanner<'a> {
    rest: Chars<'a>,
    at: Place,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Self {
        Self { rest: text.chars(), at: Place { line: 1, column: 1 } }
    }

    fn error(&self, fault: PgnFault) -> PgnError {
        self.at.error(fault)
    }

    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest.next()?;
        self.at = match next {
            '\n' => Place { line: self.at.line + 1, column: 1 },
            _ => Place { column: self.at.column + 1, ..self.at },
        };
        Some(next)
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let start = self.rest.as_str();
        while self.peek().is_some_and(&wanted) {
            self.next();
        }
        &start[..start.len() - self.rest.as_str().len()]
    }

    /// Passes over blanks, comments, variations and annotations.
    fn skip(&mut self) -> Result<(), PgnError> {
        while let Some(next) = self.peek() {
            match next {
                _ if next.is_whitespace() => drop(self.next()),
                '{' => self.skip_comment()?,
                '(' => self.skip_variation()?,
                ';' => drop(self.take_while(|c| c != '\n')),
                '%' if self.at.column == 1 => drop(self.take_while(|c| c != '\n')),
                '$' => drop(self.word()),
                ')' | '}' => return Err(self.error(PgnFault::Unopened(next))),
                _ => break,
            }
        }
        Ok(())
    }

    fn skip_comment(&mut self) -> Result<(), PgnError> {
        let start = self.at;
        self.take_while(|c| c != '}');
        self.next().map(drop).ok_or_else(|| start.error(PgnFault::Unclosed('{')))
    }

    /// Variations may hold others, and comments with brackets of their own.
    fn skip_variation(&mut self) -> Result<(), PgnError> {
        let mut open = Vec::new();
        loop {
            match self.peek() {
                Some('(') => open.push(self.at),
                Some(')') => drop(open.pop()),
                Some('{') => self.skip_comment()?,
                Some(_) => {}
                None => {
                    let outermost = open.first().copied().unwrap_or(self.at);
                    return Err(outermost.error(PgnFault::Unclosed('(')));
                }
            }
            self.next();
            if open.is_empty() {
                return Ok(());
            }
        }
    }

    /// A move, a move's number or a result.
    fn word(&mut self) -> &'a str {
        self.take_while(|c| !c.is_whitespace() && !"{}();[]".contains(c))
    }

    fn tag(&mut self) -> Result<Tag, PgnError> {
        let start = self.at;
        let wrong = || start.error(PgnFault::Tag);
        self.next();
        self.take_while(|c| c == ' ');
        let name = self.take_while(|c| c.is_alphanumeric() || c == '_').to_owned();
        self.take_while(|c| c == ' ');
        if name.is_empty() || self.next() != Some('"') {
            return Err(wrong());
        }
        let at = self.at;
        let mut value = String::new();
        loop {
            match self.next() {
                // Many programs write quotes within quotes: the last one before `]` closes.
                Some('"') if self.rest.as_str().trim_start_matches(' ').starts_with(']') => break,
                Some('\\') if matches!(self.peek(), Some('"' | '\\')) => value.extend(self.next()),
                Some('\n' | '\r') | None => return Err(wrong()),
                Some(other) => value.push(other),
            }
        }
        self.take_while(|c| c == ' ');
        self.next();
        Ok(Tag { name, value, at })
    }

    fn game(&mut self) -> Result<Option<Record>, PgnError> {
        self.skip()?;
        if self.peek().is_none() {
            return Ok(None);
        }
        let mut heading = Heading::default();
        while self.peek() == Some('[') {
            let tag = self.tag()?;
            heading.take(tag)?;
            self.skip()?;
        }
        let start = heading.start()?;
        let mut record = Record { tags: heading.tags, game: Game::new(start) };
        let outcome = self.moves(&mut record.game)?.unwrap_or(heading.outcome);
        match outcome {
            Outcome::Won(side) => {
                let reason = heading.reason.unwrap_or(Reason::Resignation);
                record.game.end(Ending::win(side, reason));
            }
            Outcome::Drawn => {
                let reason = heading.reason.unwrap_or(Reason::Agreement);
                record.game.end(Ending::draw(reason));
            }
            Outcome::Unknown => {}
        }
        Ok(Some(record))
    }

    /// Plays the moves up to the result, which is given back, or to the next game's tags.
    fn moves(&mut self, game: &mut Game<AnyPosition>) -> Result<Option<Outcome>, PgnError> {
        loop {
            self.skip()?;
            let (at, word) = match self.peek() {
                None | Some('[') => return Ok(None),
                Some(']') => return Err(self.error(PgnFault::Unopened(']'))),
                Some(_) => (self.at, self.word()),
            };
            if let Some(outcome) = Outcome::read(word) {
                return Ok(Some(outcome));
            }
            let unnumbered = without_number(word);
            let number = &word[..word.len() - unnumbered.len()];
            let at = Place { column: at.column + number.chars().count(), ..at };
            let text = unnumbered.trim_end_matches(['!', '?']);
            if text.is_empty() {
                continue;
            }
            play(game, text).map_err(|fault| at.error(fault))?;
        }
    }
}

/// What is left of a word when a move's number, as in `12.h2e2` or `3...`, is taken off.
fn without_number(word: &str) -> &str {
    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind.is_empty() || behind.starts_with(['.', '…']) {
        behind.trim_start_matches(['.', '…'])
    } else {
        word
    }
}

fn play(game: &mut Game<AnyPosition>, text: &str) -> Result<(), PgnFault> {
    let over = |ending: Ending| PgnFault::Over { text: text.to_owned(), reason: ending.reason };
    if let Some(ending) = game.ending() {
        return Err(over(ending));
    }
    let side = game.position().side();
    let wrong = |error| PgnFault::Move { text: text.to_owned(), side, error };
    let mv = notation::read_any(text, game.position()).map_err(wrong)?;
    game.play(mv).map_err(|error| match error {
        PlayError::Over(ending) => over(ending),
        PlayError::Illegal(_) => wrong(MoveError::Illegal),
        PlayError::Full => PgnFault::Full,
    })
}

/// What the tags say.
struct Heading {
    tags: Vec<(String, String)>,
    rules: Rules,
    /// The start position, if it is not the usual one, and where it is written.
    fen: Option<(String, Place)>,
    outcome: Outcome,
    reason: Option<Reason>,
}

impl Default for Heading {
    fn default() -> Self {
        let (tags, rules) = (Vec::new(), Rules::default());
        Self { tags, rules, fen: None, outcome: Outcome::Unknown, reason: None }
    }
}

impl Heading {
    fn take(&mut self, tag: Tag) -> Result<(), PgnError> {
        let Tag { name, value, at } = tag;
        match name.to_ascii_lowercase().as_str() {
            "game" => match GAMES.into_iter().find(|(_, game)| value.eq_ignore_ascii_case(game)) {
                Some((rules, _)) => self.rules = rules,
                None => return Err(at.error(PgnFault::UnknownGame(value))),
            },
            "fen" => self.fen = Some((value, at)),
            "result" => match Outcome::read(value.trim()) {
                Some(outcome) => self.outcome = outcome,
                None => return Err(at.error(PgnFault::Result(value))),
            },
            "termination" => {
                self.reason = REASONS.into_iter().find(|reason| reason.to_string() == value);
            }
            "format" | "setup" => {}
            _ => self.tags.push((name, value)),
        }
        Ok(())
    }

    fn start(&self) -> Result<AnyPosition, PgnError> {
        match &self.fen {
            None => Ok(self.rules.start()),
            Some((fen, at)) => {
                let read = fen::read_for(self.rules, fen).map(|fen| fen.position);
                read.map_err(|error| at.error(PgnFault::Fen(error)))
            }
        }
    }
}

/// The reasons that the moves alone do not tell.
const REASONS: [Reason; 5] =
    [Reason::Resignation, Reason::Time, Reason::Agreement, Reason::Forfeit, Reason::Adjudication];
