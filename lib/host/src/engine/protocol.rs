//! Defines the interface of a protocol: the queries to an engine, and its answers.

use super::child::Child;
use super::error::{EngineError, Result};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Clock, Game, Move, Pv, Score, SearchLine, Side, notation};
use std::fmt::Debug;
use std::time::{Duration, Instant};

/// The limits of a search, and the clocks at its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Both players' clocks, Red's first.
    pub clocks: Option<[Clock; 2]>,
    /// The time for this move in milliseconds.
    pub movetime: Option<u64>,
    /// The greatest depth of the search, in plies.
    pub depth: Option<u8>,
    pub nodes: Option<u64>,
    /// The number of best moves to show, if the engine can show several. With 0, the number set earlier stays.
    pub multi_pv: u8,
}

impl Budget {
    /// Returns true if only a command ends the search.
    pub(super) fn is_infinite(&self) -> bool {
        *self == Self { multi_pv: self.multi_pv, ..Self::default() }
    }
}

/// The latest information from an engine about one variation of its search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// The place of the variation among the best variations, counted from 0.
    pub place: u8,
    /// The depth that the search has reached, in plies.
    pub depth: Option<u32>,
    /// The score from the view of the side to move.
    pub score: Option<Score>,
    pub nodes: Option<u64>,
    /// The principal variation, in the engine's own notation.
    pub line: Option<String>,
    /// The moves of the variation up to the first illegal move.
    pub moves: Vec<Move>,
}

impl Info {
    /// Returns a line of a search that took `millis`. A value that the engine has not sent becomes 0.
    pub fn search_line(&self, millis: u64) -> SearchLine {
        SearchLine {
            multi_pv: self.place + 1,
            depth: self.depth.and_then(|depth| depth.try_into().ok()).unwrap_or_default(),
            score: self.score.unwrap_or_default(),
            nodes: self.nodes.unwrap_or_default(),
            millis,
            pv: self.moves.iter().copied().take(Pv::new().capacity()).collect(),
            ..SearchLine::default()
        }
    }

    pub(super) fn update(&mut self, next: Self) {
        self.depth = next.depth.or(self.depth);
        self.place = next.place;
        self.score = next.score.or(self.score);
        self.nodes = next.nodes.or(self.nodes);
        if next.line.is_some() {
            (self.line, self.moves) = (next.line, next.moves);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    Play {
        mv: Move,
        /// True if the player offers or accepts a draw.
        draw: bool,
    },
    Resign,
    /// Claims that the game is over and that this side has won; `None` claims a draw.
    Claim(Option<Side>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub decision: Decision,
    pub info: Info,
    pub took: Duration,
}

pub(super) enum EngineLine {
    Other,
    Info(Info),
    Decision(Decision),
}

pub(super) trait ProtocolDriver: Debug + Send {
    /// Identifies the engine and sets its options. Returns the engine's name, if the engine has sent it.
    fn handshake(&mut self, child: &mut Child, rules: Rules) -> Result<Option<String>>;

    fn new_game(&mut self, child: &mut Child) -> Result;

    fn go(&mut self, child: &mut Child, game: &Game<AnyPosition>, budget: &Budget) -> Result;

    /// Reads a line of the answer to `go`. The answer ends with an [`EngineLine::Decision`].
    fn parse(&mut self, child: &mut Child, line: &str, at: &AnyPosition) -> Result<EngineLine>;

    fn read_move(&self, text: &str, position: &AnyPosition) -> Option<Move> {
        notation::read_any(text, position).ok()
    }

    fn move_now_command(&self) -> Option<&'static str> {
        None
    }

    fn options(&self) -> &[String] {
        &[]
    }

    fn quit_command(&self) -> Option<&'static str> {
        Some("quit")
    }

    /// True if a process can play only one game, for the side that it got at its start.
    fn needs_process_per_game(&self) -> bool {
        false
    }
}

/// Waits for a line for which `parse` returns `Some`, and returns this value.
pub(super) fn await_line<T>(
    patience: Duration,
    child: &mut Child,
    awaited: &'static str,
    mut parse: impl FnMut(&str) -> Option<T>,
) -> Result<T> {
    let deadline = Instant::now() + patience;
    loop {
        let heard = child.receive(deadline).map_err(|error| match error {
            EngineError::Late => EngineError::Silent { awaited, patience },
            error => error,
        })?;
        if let Some(found) = heard.and_then(|(_, line)| parse(&line)) {
            return Ok(found);
        }
    }
}
