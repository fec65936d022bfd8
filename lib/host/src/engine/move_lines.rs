//! Speaks a protocol in which each line is one move. It is used in course work and informal contests.
//!
//! The engine learns its side from its arguments or its first input line. Then it reads the moves of its opponent and
//! writes its own moves. This program answers `.` to an illegal move, and the engine may try again twice.

use super::child::Child;
use super::error::{EngineError, Result, inexpressible};
use super::protocol::{Budget, Decision, EngineLine, ProtocolDriver};
use super::spec::{Protocol, Spec};
use chuhe_core::notation::{self, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game, Position, Side};

/// The number of illegal moves in one turn that makes the query fail.
const TRIES: u8 = 3;

#[derive(Debug)]
pub(super) struct MoveLines {
    style: Option<Style>,
    greet: bool,
    known_plies: Option<usize>,
    tries: u8,
}

impl MoveLines {
    pub(super) fn new(spec: &Spec) -> Self {
        Self { style: spec.style, greet: spec.greet, known_plies: None, tries: 0 }
    }
}

impl ProtocolDriver for MoveLines {
    fn handshake(&mut self, _: &mut Child, _: Rules) -> Result<Option<String>> {
        self.known_plies = None;
        Ok(None)
    }

    fn new_game(&mut self, _: &mut Child) -> Result {
        Ok(())
    }

    fn go(&mut self, child: &mut Child, game: &Game<AnyPosition>, _: &Budget) -> Result {
        let refuse = |what| inexpressible(Protocol::MoveLines, what);
        if *game.start() != game.start().rules().start() {
            return refuse("a game from another position than the usual");
        }
        let played = game.moves().len();
        if self.greet && self.known_plies.is_none() {
            child.send(match game.position().side() {
                Side::Red => "white",
                Side::Black => "black",
            });
        }
        let known_plies = match self.known_plies {
            None if played < 2 => 0,
            Some(known_plies) if known_plies + 1 == played => known_plies,
            _ => return refuse("a game that it did not play itself"),
        };
        let rules = game.start().rules();
        let of_game = match Style::San.in_game(rules) {
            Style::San => Style::San,
            _ => Style::Coordinates,
        };
        let style = self.style.unwrap_or(of_game);
        let mut position = game.start().clone();
        for (ply, &mv) in game.moves().iter().enumerate() {
            if ply >= known_plies {
                child.send(notation::write(style, &position, mv).to_string());
            }
            position = position.play(mv);
        }
        // The number includes the next move, because the engine makes that move itself.
        self.known_plies = Some(played + 1);
        self.tries = 0;
        Ok(())
    }

    fn parse(&mut self, child: &mut Child, line: &str, at: &AnyPosition) -> Result<EngineLine> {
        let text = line.trim();
        if text.is_empty() {
            return Ok(EngineLine::Other);
        }
        if let Ok(mv) = notation::read_any(text, at) {
            return Ok(EngineLine::Decision(Decision::Play { mv, draw: false }));
        }
        self.tries += 1;
        if self.tries == TRIES {
            return Err(EngineError::Illegal(text.to_owned()));
        }
        child.send(".");
        Ok(EngineLine::Other)
    }

    fn quit_command(&self) -> Option<&'static str> {
        None
    }

    fn needs_process_per_game(&self) -> bool {
        true
    }
}
