//! Proofs of forced mates.

use chuhe_core::{AnyPosition, Limits, Monitor, Move, NoMonitor, Position, SearchLine};
use chuhe_host::Thinker;
use std::io;

/// The limit of nodes for the attacker's move at each step of a proof.
const STEP_NODES: u64 = 100_000;

/// The size of the transposition table in mebibytes.
const TABLE: usize = 16;

/// Finds forced mates and proves them.
#[derive(Debug)]
pub(crate) struct Prover {
    thinker: Thinker,
    /// The limit of nodes of the search for another first move, or for the shortest mate.
    nodes: u64,
}

/// A forced mate: every reply of the defender was tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mate {
    /// The moves of both sides. The defender holds out as long as possible.
    pub(super) line: Vec<Move>,
    /// The number of nodes of the search that found the first move.
    pub(super) nodes: u64,
}

/// A monitor that notes the number of nodes at the first mate.
#[derive(Default)]
struct FirstMate(Option<u64>);

impl Monitor for FirstMate {
    fn millis(&self) -> u64 {
        0
    }

    fn report(&mut self, report: &SearchLine) {
        if report.score.is_win() {
            self.0.get_or_insert(report.nodes);
        }
    }
}

/// A monitor that admits every move but one.
struct Without(Move);

impl Monitor for Without {
    fn millis(&self) -> u64 {
        0
    }

    fn admits(&self, mv: Move) -> bool {
        mv != self.0
    }
}

impl Prover {
    pub(crate) fn new(nodes: u64) -> io::Result<Self> {
        Ok(Self { thinker: Thinker::new(TABLE, 1)?, nodes })
    }

    /// Returns a forced mate within a number of plies.
    pub(super) fn mate(&mut self, position: &AnyPosition, plies: u16) -> Option<Mate> {
        self.thinker.clear();
        let (first, nodes) = self.mating_move(position, plies)?;
        let mut line = vec![first];
        line.extend(self.longest_defence(&position.play(first), plies - 1)?);
        Some(Mate { line, nodes })
    }

    /// Returns true if no other first move mates at all, as far as a longer search can see.
    pub(super) fn is_unique(&mut self, position: &AnyPosition, mate: &Mate) -> bool {
        self.thinker.clear();
        let others = self.search(position, self.nodes, &mut Without(mate.line[0]));
        !others.score.is_win()
    }

    /// Returns the moves to the shortest mate that a search finds which is half as deep again as the
    /// mate. Every defence was tried. No shorter mate is there, as far as that search sees.
    pub(crate) fn shortest_mate(&mut self, position: &AnyPosition) -> Option<u16> {
        self.thinker.clear();
        let found = self.search(position, self.nodes, &mut NoMonitor);
        let plies = found.score.mate_distance().and_then(|plies| u16::try_from(plies).ok())?;
        let is_deep = 3 * plies <= 2 * u16::from(found.depth);
        let first = found.best().filter(|_| plies > 0 && is_deep)?;
        self.longest_defence(&position.play(first), plies - 1)?;
        Some(plies.div_ceil(2))
    }

    fn search(
        &mut self,
        position: &AnyPosition,
        nodes: u64,
        monitor: &mut dyn Monitor,
    ) -> SearchLine {
        let limits = Limits { nodes, ..Limits::default() };
        self.thinker.think(position, &[], &limits, monitor)
    }

    /// Returns the move that mates within a number of plies, and the nodes to find it.
    fn mating_move(&mut self, position: &AnyPosition, plies: u16) -> Option<(Move, u64)> {
        let mut first = FirstMate::default();
        let found = self.search(position, STEP_NODES, &mut first);
        let distance = found.score.mate_distance().filter(|&distance| distance > 0)?;
        (distance.unsigned_abs() <= plies)
            .then_some((found.best()?, first.0.unwrap_or(found.nodes)))
    }

    /// Returns the defender's longest line to a mate within a number of plies; `None` if one of the
    /// defender's moves is not refuted.
    fn longest_defence(&mut self, position: &AnyPosition, plies: u16) -> Option<Vec<Move>> {
        if position.legal_moves().is_empty() {
            let lost = position.ending_without_moves().winner == Some(!position.side());
            return lost.then(Vec::new);
        }
        let left = plies.checked_sub(2)?;
        let mut longest: Option<Vec<Move>> = None;
        for reply in position.legal_moves() {
            let after = position.play(reply);
            let (attack, _) = self.mating_move(&after, plies - 1)?;
            let rest = self.longest_defence(&after.play(attack), left)?;
            if longest.as_ref().is_none_or(|line| line.len() < rest.len() + 2) {
                longest = Some([vec![reply, attack], rest].concat());
            }
        }
        longest
    }
}
