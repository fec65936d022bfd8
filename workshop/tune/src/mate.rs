//! Forced mates, as a search of the engine finds them.

use chuhe_core::{AnyPosition, Limits, Move, NoMonitor, Position, SearchLine};
use chuhe_host::Thinker;
use std::io;

/// The limit of nodes for the attacker's move at each step of a proof.
const STEP_NODES: u64 = 100_000;

/// The size of the transposition table in mebibytes.
const TABLE: usize = 16;

/// Finds forced mates.
#[derive(Debug)]
pub(crate) struct Prover {
    thinker: Thinker,
    /// The limit of nodes of the search for a mate.
    nodes: u64,
}

impl Prover {
    pub(crate) fn new(nodes: u64) -> io::Result<Self> {
        Ok(Self { thinker: Thinker::new(TABLE, 1)?, nodes })
    }

    /// Returns the moves to the shortest mate that a search finds which is half as deep again as the
    /// mate. Every defence was tried. No shorter mate is there, as far as that search sees.
    pub(crate) fn shortest_mate(&mut self, position: &AnyPosition) -> Option<u16> {
        self.thinker.clear();
        let found = self.search(position, self.nodes);
        let plies = found.score.mate_distance().and_then(|plies| u16::try_from(plies).ok())?;
        let is_deep = 3 * plies <= 2 * u16::from(found.depth);
        let first = found.best().filter(|_| plies > 0 && is_deep)?;
        self.is_mated(&position.play(first), plies - 1).then(|| plies.div_ceil(2))
    }

    fn search(&mut self, position: &AnyPosition, nodes: u64) -> SearchLine {
        let limits = Limits { nodes, ..Limits::default() };
        self.thinker.think(position, &[], &limits, &mut NoMonitor)
    }

    /// Returns the move that mates within a number of plies.
    fn mating_move(&mut self, position: &AnyPosition, plies: u16) -> Option<Move> {
        let found = self.search(position, STEP_NODES);
        let distance = found.score.mate_distance().filter(|&distance| distance > 0)?;
        found.best().filter(|_| distance.unsigned_abs() <= plies)
    }

    /// Returns true if every move of the defender is refuted by a mate within a number of plies.
    fn is_mated(&mut self, position: &AnyPosition, plies: u16) -> bool {
        let replies = position.legal_moves();
        if replies.is_empty() {
            return position.ending_without_moves().winner == Some(!position.side());
        }
        let Some(left) = plies.checked_sub(2) else { return false };
        replies.into_iter().all(|reply| {
            let after = position.play(reply);
            let attack = self.mating_move(&after, plies - 1);
            attack.is_some_and(|attack| self.is_mated(&after.play(attack), left))
        })
    }
}
