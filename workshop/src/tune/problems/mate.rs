//! The trouble of a search to see a mate.

use chuhe_core::{AnyPosition, Limits, Monitor, SearchLine};
use chuhe_host::Thinker;
use std::io;

/// The size of the transposition table in mebibytes.
const TABLE: usize = 16;

/// Searches positions until it sees a mate.
#[derive(Debug)]
pub(super) struct Seer {
    thinker: Thinker,
    /// The limit of nodes of a search.
    nodes: u64,
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

impl Seer {
    pub(super) fn new(nodes: u64) -> io::Result<Self> {
        Ok(Self { thinker: Thinker::new(TABLE, 1)?, nodes })
    }

    /// Returns the number of nodes after which a search sees a mate, or its limit.
    pub(super) fn nodes_to_mate(&mut self, position: &AnyPosition) -> u64 {
        self.thinker.clear();
        let limits = Limits { nodes: self.nodes, ..Limits::default() };
        let mut first = FirstMate::default();
        let found = self.thinker.think(position, &[], &limits, &mut first);
        first.0.unwrap_or(found.nodes)
    }
}
