//! The first moves of games that people played, from which games of self-play go on.

use crate::file_fault::{of, read_text};
use chuhe_core::notation::{Style, read};
use chuhe_core::rules::Rules;
use chuhe_core::{Move, Position};
use chuhe_host::Random;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;

const PLIES: RangeInclusive<usize> = 8..=40;

/// The first moves of some games, all from the usual start.
#[derive(Debug)]
pub(crate) struct Starts(Vec<Vec<Move>>);

impl Starts {
    /// Reads a file with the moves of a game in each line, in coordinates.
    pub(crate) fn read(path: &Path, rules: Rules) -> Result<Self, String> {
        let text = read_text(path)?;
        let mut games = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let mut position = rules.start();
            let mut moves = Vec::new();
            for text in line.split_whitespace().take(*PLIES.end()) {
                let mv = read(Style::Coordinates, text, &position)
                    .map_err(|fault| of(path, format!("line {number}: {text:?}: {fault}")))?;
                position = position.play(mv);
                moves.push(mv);
            }
            if moves.len() >= *PLIES.start() {
                games.push(moves);
            }
        }
        if games.is_empty() { Err(of(path, "no game has eight plies")) } else { Ok(Self(games)) }
    }

    /// Chooses a game, and the number of its plies to play.
    pub(crate) fn choose(&self, random: &mut Random) -> &[Move] {
        let game = &self.0[random.below(self.0.len() as u64) as usize];
        let plies = *PLIES.start() + random.below((game.len() - PLIES.start() + 1) as u64) as usize;
        &game[..plies]
    }
}

impl fmt::Display for Starts {
    /// Writes the number of games and that of their plies, which tell one file from another.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.0.len(), self.0.iter().map(Vec::len).sum::<usize>())
    }
}
