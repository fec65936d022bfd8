//! A game of a person, who has Red, against the computer, who has Black.

use crate::computer::{Question, Strength, Thought};
use crate::stage::{Driven, Refusal, Status};
use crate::team::Map;
use chuhe_core::AnyPosition;
use chuhe_core::notation::{self, Script, Style};
use chuhe_core::{Ending, Game, Level, Move, PlayError, Position, Side};
use std::sync::Arc;

/// The game as a state alone: it waits for nobody and starts nothing. Whoever holds it looks, after
/// every change, whether the computer is asked.
///
/// Every change goes to the log.
#[derive(Debug)]
pub struct Session {
    number: u64,
    map: Arc<Map>,
    game: Game<AnyPosition>,
    strength: Strength,
    /// Counts the changes, so that a late answer of the computer is known as such.
    changes: u64,
}

impl Session {
    /// A new game on a map. The number names it in the log, and draws the faults that the computer
    /// makes at its lower levels.
    #[must_use]
    pub fn new(number: u64, map: Arc<Map>, strength: Strength) -> Self {
        let game = map.game();
        let session = Self { number, map, game, strength, changes: 0 };
        session.log_start();
        session
    }

    /// A game that was begun elsewhere and goes on here.
    #[must_use]
    pub fn resume(number: u64, game: Game<AnyPosition>, strength: Strength) -> Self {
        let (position, numbers) = (game.start().clone(), *game.start_numbers());
        let map = Arc::new(Map { name: "of the journal".to_owned(), position, numbers });
        log::info!("game {number}: goes on after {} plies", game.moves().len());
        Self { number, map, game, strength, changes: 0 }
    }

    /// The map that the game began on.
    #[must_use]
    pub const fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// The computer's turn, if it is to move: a number that no other turn of the session has.
    #[must_use]
    pub fn turn(&self) -> Option<u64> {
        (self.status() == Status::Black).then_some(self.changes)
    }

    /// Plays what the computer thought in a turn. Says whether it did: an answer to a turn that
    /// was taken back is none.
    pub fn answer(&mut self, turn: u64, thought: &Thought) -> bool {
        if self.turn() != Some(turn) {
            return false;
        }
        match self.step(thought.best, &format!(" ({thought})")) {
            Ok(()) => true,
            Err(error) => {
                log::error!("game {}: the computer's answer: {error}", self.number);
                false
            }
        }
    }

    fn step(&mut self, mv: Move, remark: &str) -> Result<(), PlayError> {
        let before = self.game.position().clone();
        self.game.play(mv)?;
        self.changes += 1;
        let (number, ply, side) = (self.number, self.game.moves().len(), before.side());
        let text = |style| notation::write(style, &before, mv);
        let (plain, chinese) = (text(Style::Coordinates), text(Style::Chinese(Script::Simplified)));
        log::info!("game {number}: {ply}. {side} {plain} {chinese}{remark}");
        if let Some(Ending { winner, reason }) = self.game.ending() {
            match winner {
                Some(winner) => log::info!("game {number}: {winner} wins: {reason}"),
                None => log::info!("game {number}: draw: {reason}"),
            }
        }
        Ok(())
    }

    fn log_start(&self) {
        let (number, map, level) = (self.number, &self.map, self.strength.level);
        log::info!("game {number}: begins on {map}, level {level}");
    }
}

impl Driven for Session {
    fn game(&self) -> &Game<AnyPosition> {
        &self.game
    }

    fn status(&self) -> Status {
        match (self.game.ending(), self.game.position().side()) {
            (Some(ending), _) => Status::Over(ending),
            (None, Side::Red) => Status::Red,
            (None, Side::Black) => Status::Black,
        }
    }

    fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        if self.status() == Status::Black {
            return Err(Refusal::Thinking);
        }
        self.step(mv, "")?;
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Refusal> {
        let first = usize::from(self.game.start().side() == Side::Black);
        let played = self.game.moves().len();
        // Red's moves are every second one from the first.
        let moves_of_red = (played + 1).saturating_sub(first) / 2;
        let last = moves_of_red.checked_sub(1).ok_or(Refusal::NothingToUndo)?;
        self.game.go_to(first + 2 * last);
        self.changes += 1;
        log::info!("game {}: takes back, {} plies left", self.number, first + 2 * last);
        Ok(())
    }

    fn restart(&mut self, map: Option<Arc<Map>>) {
        if let Some(map) = map {
            self.map = map;
        }
        self.game = self.map.game();
        self.changes += 1;
        self.log_start();
    }

    fn set_level(&mut self, level: Level) {
        self.strength.level = level;
        log::info!("game {}: level {level}", self.number);
    }

    fn question(&self) -> Option<Question> {
        self.game.ending().is_none().then(|| Question {
            root: self.game.position().clone(),
            past: self.game.past().to_vec(),
            limits: self.strength.limits(self.number),
            unwanted: Vec::new(),
        })
    }
}
