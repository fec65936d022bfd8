use super::scanner::{Scanner, TextPlace};
use super::{is_of_name, result, standard};
use crate::fault::{Faults, Read};
use crate::{GameTree, Outcome, RecordError, RecordFault, section};
use chuhe_core::EndReason;
use chuhe_core::notation;
use chuhe_core::rules::{PgnForm, Rules};
use std::collections::HashSet;

pub(super) struct Tag {
    name: String,
    value: String,
    at: TextPlace,
}

impl Tag {
    /// Reads the tag whose opening bracket is the next character of the scanner.
    pub(super) fn read(scanner: &mut Scanner<'_>) -> Read<Self> {
        let start = scanner.at;
        let wrong = || start.error(RecordFault::Tag);
        let is_blank = |c: char| matches!(c, ' ' | '\t');
        let ends_line = |rest: &str| {
            let line = rest.chars().take_while(|c| !"\r\n".contains(*c));
            line.filter(|&c| !is_blank(c)).eq("\"]".chars())
        };
        scanner.next();
        scanner.take_while(is_blank);
        let name = scanner.take_while(is_of_name).to_owned();
        scanner.take_while(is_blank);
        if name.is_empty() || scanner.next() != Some('"') {
            return Err(wrong());
        }
        let at = scanner.at;
        let mut value = String::new();
        loop {
            match scanner.next() {
                // Many programs write plain quotes inside a value. Therefore only a quote before `]` ends the value.
                Some('"') if scanner.rest().trim_start_matches(is_blank).starts_with(']') => break,
                // Many programs do not escape the last `\` of a path, so that it seems to escape the closing quote.
                Some('\\') if ends_line(scanner.rest()) => value.push('\\'),
                Some('\\') if matches!(scanner.peek(), Some('"' | '\\')) => {
                    value.extend(scanner.next());
                }
                Some('\n' | '\r') | None => return Err(wrong()),
                Some(other) => value.push(other),
            }
        }
        scanner.take_while(is_blank);
        scanner.next();
        Ok(Self { name, value, at })
    }
}

#[derive(Default)]
pub(super) struct TagSection {
    tags: Vec<(String, String)>,
    rules: Option<Rules>,
    fen: Option<(String, TextPlace)>,
    outcome: Option<Outcome>,
    reason: Option<EndReason>,
}

impl TagSection {
    /// Returns a warning for an unknown result, and an error for an unknown game.
    pub(super) fn add(&mut self, tag: Tag) -> Read<Option<RecordError>> {
        let Tag { name, value, at } = tag;
        match name.to_ascii_lowercase().as_str() {
            "game" => match game_named(&value) {
                Some(rules) => self.rules = Some(rules),
                None => return Err(at.error(RecordFault::UnknownGame(value))),
            },
            "variant" if value.parse::<Rules>().is_ok() => {
                self.rules = self.rules.or(value.parse().ok());
            }
            "variant" => {
                self.rules = self.rules.or_else(|| shuffled_game(&value));
                self.tags.push((name, value));
            }
            "fen" => self.fen = Some((value, at)).filter(|(fen, _)| !fen.trim().is_empty()),
            "result" => match result::read(value.trim()) {
                Some(outcome) => self.outcome = outcome,
                None if matches!(value.trim(), "" | "?" | "-") => {}
                None => return Ok(Some(at.error(RecordFault::Result(value)))),
            },
            "termination" => match termination(&value) {
                Some(reason) => self.reason = Some(reason),
                None => self.tags.push((name, value)),
            },
            "format" | "setup" => {}
            _ => self.tags.push((name, value)),
        }
        Ok(None)
    }

    /// True if a tag `Variant` names an unknown game.
    pub(super) fn has_unknown_variant(&self) -> bool {
        self.rules.is_none()
            && self.tags.iter().any(|(name, _)| name.eq_ignore_ascii_case("Variant"))
    }

    /// Returns a tree with these tags and no moves. If no tag gives the rules, `first_move` decides.
    pub(super) fn tree(mut self, first_move: &str, faults: &mut Faults) -> Read {
        let mut tree = match &self.fen {
            Some((fen, at)) => section::start(self.rules, fen, *at, faults)?,
            None => {
                let rules = self.rules.unwrap_or_else(|| self.guess_rules(first_move));
                GameTree::new(rules.start())
            }
        };
        if tree.start().is_chess960() {
            // The tree does not need the tag `Variant` with the value that the writer adds to every such game.
            let written = tree.rules().variant().pgn.shuffled.first();
            let follows = |(name, value): &(String, String)| {
                name.eq_ignore_ascii_case("Variant") && Some(&value.as_str()) == written
            };
            self.tags.retain(|tag| !follows(tag));
        }
        (tree.outcome, tree.termination) = (self.outcome, self.reason);
        self.normalize(tree.rules());
        tree.tags = self.tags;
        Ok(tree)
    }

    /// Returns the first game that allows `first_move`, or else the first. A tag `White` puts standard PGN first.
    fn guess_rules(&self, first_move: &str) -> Rules {
        let has_white = self.tags.iter().any(|(name, _)| name.eq_ignore_ascii_case("White"));
        let mut games = Rules::PLAYABLE.to_vec();
        games.sort_by_key(|rules| has_white && rules.variant().pgn.form != PgnForm::Standard);
        let begins = |rules: &Rules| notation::read_any(first_move, &rules.start()).is_ok();
        games.iter().copied().find(begins).or(games.first().copied()).unwrap_or_default()
    }

    /// Gives each tag the name that a tree uses for it. Of several tags with the same name, only the first stays.
    fn normalize(&mut self, rules: Rules) {
        let is_standard = rules.variant().pgn.form == PgnForm::Standard;
        let known = |(name, value): (String, String)| {
            if is_standard {
                standard::normalized_name(name, &value).map(|name| (name, value))
            } else if name.eq_ignore_ascii_case("White") {
                Some(("Red".to_owned(), value))
            } else {
                Some((name, value))
            }
        };
        self.tags = std::mem::take(&mut self.tags).into_iter().filter_map(known).collect();
        let mut seen = HashSet::new();
        self.tags.retain(|(name, _)| seen.insert(name.to_ascii_lowercase()));
    }
}

fn game_named(value: &str) -> Option<Rules> {
    let value = value.trim();
    let is_named = |rules: &&Rules| value.eq_ignore_ascii_case(rules.variant().pgn.game);
    Rules::PLAYABLE.iter().find(is_named).copied().or_else(|| value.parse().ok())
}

/// Returns the game whose form with shuffled start positions is named by `value`, such as `Chess960`.
fn shuffled_game(value: &str) -> Option<Rules> {
    let plain = |text: &str| {
        let letters = text.chars().filter(|letter| letter.is_alphanumeric());
        letters.collect::<String>().to_ascii_lowercase()
    };
    let is_named = |rules: &&Rules| {
        rules.variant().pgn.shuffled.iter().any(|name| plain(name) == plain(value))
    };
    Rules::PLAYABLE.iter().find(is_named).copied()
}

fn termination(value: &str) -> Option<EndReason> {
    let is_named = |(_, name): &(EndReason, &str)| name.eq_ignore_ascii_case(value);
    let own = OWN_TERMINATIONS.into_iter().find(|reason| reason.to_string() == value);
    own.or_else(|| Some(standard::TERMINATIONS.into_iter().find(is_named)?.0))
}

/// The reasons that are recognized in a tag `Termination` by their `Display` text.
const OWN_TERMINATIONS: [EndReason; 15] = [
    EndReason::Resignation,
    EndReason::Time,
    EndReason::Agreement,
    EndReason::Forfeit,
    EndReason::Adjudication,
    EndReason::Checkmate,
    EndReason::Stalemate,
    EndReason::Enclosed,
    EndReason::FiveSoldiers,
    EndReason::InsufficientMaterial,
    EndReason::PerpetualCheck,
    EndReason::PerpetualChase,
    EndReason::Repetition,
    EndReason::NoCapture,
    EndReason::Length,
];
