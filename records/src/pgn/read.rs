//! The PGN parser.

use super::standard;
use crate::{GameTree, NodeId, Outcome, Place, RecordError, RecordFault};
use chuhe_core::AnyPosition;
use chuhe_core::notation;
use chuhe_core::rules::{Pgn, PgnForm, Rules};
use chuhe_core::{EndReason, Move, Position, Side};
use chuhe_host::fen;
use std::collections::HashSet;
use std::str::Chars;

/// Reads the first game of a text.
///
/// Comments, annotations, variations and repeated tags are skipped. The moves may be in any
/// notation, whatever the tag `Format` says.
///
/// The tag `Game` or else `Variant` decides on the rules. Without them a game with a tag `White` is
/// chess. Otherwise the number of ranks in `FEN` decides, and at last the first move: the first
/// game in which it is legal.
///
/// # Errors
/// Fails if there is no game, or at the first fault.
///
/// ```
/// let text = "[Red \"Wu\"]\n1. h2e2 {central cannon} h9g7 (1... b9c7) 1-0";
/// let record = chuhe_records::pgn::read(text).unwrap();
/// assert_eq!(record.moves().len(), 2);
/// assert_eq!(record.tag("red"), Some("Wu"));
/// let error = chuhe_records::pgn::read("1. h2e2\nh0g2").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 1: h0g2 is no move of black: the side to move has no such piece");
/// ```
pub fn read(text: &str) -> Result<GameTree, RecordError> {
    let mut scanner = Scanner::new(text);
    scanner.game()?.ok_or_else(|| scanner.error(RecordFault::NoGame))
}

/// Reads all games of a text, in order.
///
/// # Errors
/// Fails at the first fault.
pub fn read_all(text: &str) -> Result<Vec<GameTree>, RecordError> {
    let mut scanner = Scanner::new(text);
    std::iter::from_fn(|| scanner.game().transpose()).collect()
}

/// A position in a text.
#[derive(Clone, Copy)]
struct TextPosition {
    line: usize,
    column: usize,
}

impl TextPosition {
    const fn error(self, fault: RecordFault) -> RecordError {
        RecordError { place: Place::Text { line: self.line, column: self.column }, fault }
    }
}

/// A tag, and the position of its value.
struct Tag {
    name: String,
    value: String,
    at: TextPosition,
}

/// Reads one of the four results. The inner `None` is `*`.
fn read_result(word: &str) -> Option<Option<Outcome>> {
    match word {
        "1-0" => Some(Some(Outcome::Won(Side::Red))),
        "0-1" => Some(Some(Outcome::Won(Side::Black))),
        "1/2-1/2" => Some(Some(Outcome::Drawn)),
        "*" => Some(None),
        _ => None,
    }
}

/// A scanner that knows its position in the text.
#[derive(Clone)]
struct Scanner<'a> {
    rest: Chars<'a>,
    at: TextPosition,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Self {
        Self { rest: text.chars(), at: TextPosition { line: 1, column: 1 } }
    }

    fn error(&self, fault: RecordFault) -> RecordError {
        self.at.error(fault)
    }

    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest.next()?;
        self.at = match next {
            '\n' => TextPosition { line: self.at.line + 1, column: 1 },
            _ => TextPosition { column: self.at.column + 1, ..self.at },
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

    /// Skips white space, comments, variations and annotations.
    fn skip(&mut self) -> Result<(), RecordError> {
        while let Some(next) = self.peek() {
            match next {
                _ if next.is_whitespace() => drop(self.next()),
                '{' => self.skip_comment()?,
                '(' => self.skip_variation()?,
                ';' => drop(self.take_while(|c| c != '\n')),
                '%' if self.at.column == 1 => drop(self.take_while(|c| c != '\n')),
                '$' => drop(self.word()),
                ')' | '}' => return Err(self.error(RecordFault::Unopened(next))),
                _ => break,
            }
        }
        Ok(())
    }

    fn skip_comment(&mut self) -> Result<(), RecordError> {
        let start = self.at;
        self.take_while(|c| c != '}');
        self.next().map(drop).ok_or_else(|| start.error(RecordFault::Unclosed('{')))
    }

    /// Skips a variation. It may contain other variations, and comments with brackets.
    fn skip_variation(&mut self) -> Result<(), RecordError> {
        let mut open = Vec::new();
        loop {
            match self.peek() {
                Some('(') => open.push(self.at),
                Some(')') => drop(open.pop()),
                Some('{') => self.skip_comment()?,
                Some(';') => drop(self.take_while(|c| c != '\n')),
                Some(_) => {}
                None => {
                    let outermost = open.first().copied().unwrap_or(self.at);
                    return Err(outermost.error(RecordFault::Unclosed('(')));
                }
            }
            self.next();
            if open.is_empty() {
                return Ok(());
            }
        }
    }

    /// Reads a move, a move number or a result.
    fn word(&mut self) -> &'a str {
        self.take_while(|c| !c.is_whitespace() && !"{}();[]".contains(c))
    }

    fn tag(&mut self) -> Result<Tag, RecordError> {
        let start = self.at;
        let wrong = || start.error(RecordFault::Tag);
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
                // Many programs write quotes inside quotes. The last quote before `]` closes the
                // value.
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

    fn game(&mut self) -> Result<Option<GameTree>, RecordError> {
        self.skip()?;
        if self.peek().is_none() {
            return Ok(None);
        }
        let mut tags = TagSection::default();
        while self.peek() == Some('[') {
            let tag = self.tag()?;
            tags.add(tag)?;
            self.skip()?;
        }
        let start = tags.start(|| self.clone().guess_rules())?;
        let (outcome, termination) = (tags.outcome, tags.reason);
        let mut tree = GameTree::new(start);
        tree.tags = tags.into_tags(tree.rules());
        tree.termination = termination;
        tree.outcome = self.moves(&mut tree)?.unwrap_or(outcome);
        Ok(Some(tree))
    }

    /// Guesses the rules: the first game in which the first move is legal, otherwise the default
    /// game.
    fn guess_rules(mut self) -> Rules {
        let mut word = "";
        while word.is_empty() && self.peek().is_some_and(|next| !"[]".contains(next)) {
            word = strip_number(self.word()).trim_end_matches(['!', '?']);
            if self.skip().is_err() {
                break;
            }
        }
        let begins = |rules: &Rules| notation::read_any(word, &rules.start()).is_ok();
        Rules::PLAYABLE.iter().copied().find(begins).unwrap_or_default()
    }

    /// Plays the moves up to the result or the next game's tags. Returns the result.
    fn moves(&mut self, tree: &mut GameTree) -> Result<Option<Option<Outcome>>, RecordError> {
        let (mut position, mut last) = (tree.start().clone(), NodeId::ROOT);
        loop {
            self.skip()?;
            let (at, word) = match self.peek() {
                None | Some('[') => return Ok(None),
                Some(']') => return Err(self.error(RecordFault::Unopened(']'))),
                Some(_) => (self.at, self.word()),
            };
            if let Some(outcome) = read_result(word) {
                return Ok(Some(outcome));
            }
            let unnumbered = strip_number(word);
            let number = &word[..word.len() - unnumbered.len()];
            let at = TextPosition { column: at.column + number.chars().count(), ..at };
            let text = unnumbered.trim_end_matches(['!', '?']);
            if text.is_empty() {
                continue;
            }
            let mv = read_move(text, &position).map_err(|fault| at.error(fault))?;
            last = tree.append(last, mv);
            position = position.play(mv);
        }
    }
}

/// Removes a move number from a word such as `12.h2e2` or `3...`.
fn strip_number(word: &str) -> &str {
    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind.is_empty() || behind.starts_with(['.', '…']) {
        behind.trim_start_matches(['.', '…'])
    } else {
        word
    }
}

fn read_move(text: &str, position: &AnyPosition) -> Result<Move, RecordFault> {
    let (rules, side) = (position.rules(), position.side());
    let wrong = |error| RecordFault::Move { text: text.to_owned(), rules, side, error };
    notation::read_any(text, position).map_err(wrong)
}

/// The tags of a game.
#[derive(Default)]
struct TagSection {
    tags: Vec<(String, String)>,
    /// The game named by `Game` or `Variant`.
    rules: Option<Rules>,
    /// The FEN and its position in the text.
    fen: Option<(String, TextPosition)>,
    outcome: Option<Outcome>,
    reason: Option<EndReason>,
}

impl TagSection {
    fn add(&mut self, tag: Tag) -> Result<(), RecordError> {
        let Tag { name, value, at } = tag;
        match name.to_ascii_lowercase().as_str() {
            "game" => match find_game(|pgn| value.eq_ignore_ascii_case(pgn.game)) {
                Some(rules) => self.rules = Some(rules),
                None => return Err(at.error(RecordFault::UnknownGame(value))),
            },
            "variant" if value.parse::<Rules>().is_ok() => {
                self.rules = self.rules.or(value.parse().ok());
            }
            "fen" => self.fen = Some((value, at)),
            "result" => match read_result(value.trim()) {
                Some(outcome) => self.outcome = outcome,
                None => return Err(at.error(RecordFault::Result(value))),
            },
            "termination" => {
                let own = OWN_TERMINATIONS.into_iter().find(|reason| reason.to_string() == value);
                self.reason = own.or_else(|| standard::termination_reason(&value));
            }
            "format" | "setup" => {}
            _ => self.tags.push((name, value)),
        }
        Ok(())
    }

    /// The start position. `first_move` guesses the rules if the tags do not tell them.
    fn start(&self, first_move: impl Fn() -> Rules) -> Result<AnyPosition, RecordError> {
        let has_white = self.tags.iter().any(|(name, _)| name.eq_ignore_ascii_case("White"));
        let standard = || find_game(|pgn| has_white && pgn.form == PgnForm::Standard);
        let rules = self.rules.or_else(standard);
        match (&self.fen, rules) {
            (None, Some(rules)) => Ok(rules.start()),
            (None, None) => Ok(first_move().start()),
            (Some((fen, at)), rules) => {
                let read = match rules {
                    Some(rules) => fen::read_for(rules, fen),
                    None => fen::read(fen),
                };
                read.map(|fen| fen.position).map_err(|error| at.error(RecordFault::Fen(error)))
            }
        }
    }

    /// The tags of a record: each name once, in the form used for these rules.
    fn into_tags(mut self, rules: Rules) -> Vec<(String, String)> {
        if rules.variant().pgn.form == PgnForm::Standard {
            let known = |(name, value): (String, String)| {
                standard::normalized_name(name, &value).map(|name| (name, value))
            };
            self.tags = self.tags.into_iter().filter_map(known).collect();
        }
        let mut seen = HashSet::new();
        self.tags.retain(|(name, _)| seen.insert(name.to_ascii_lowercase()));
        self.tags
    }
}

/// Returns the first game whose form in PGN has a property.
fn find_game(has: impl Fn(Pgn) -> bool) -> Option<Rules> {
    Rules::PLAYABLE.iter().copied().find(|rules| has(rules.variant().pgn))
}

/// The reasons of an end that do not follow from the moves.
const OWN_TERMINATIONS: [EndReason; 5] = [
    EndReason::Resignation,
    EndReason::Time,
    EndReason::Agreement,
    EndReason::Forfeit,
    EndReason::Adjudication,
];
