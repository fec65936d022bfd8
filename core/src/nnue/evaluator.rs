//! A network with the accumulators for one line, for positions of any game.

use super::accumulator::Accumulator;
use super::network::Network;
use super::position::NnuePosition;
use crate::any::{AnyPosition, each};
use crate::position::{Past, Position};
use crate::rules::features::NetworkInput;
use crate::search::{
    Cluster, Limits, Monitor, SearchLine, SearchMemory, Searchable, search as search_game,
};
use crate::types::Score;
use core::cell::RefCell;

/// A network with borrowed accumulators, for hosts that choose the game at run time. The example of
/// [`NnuePosition`] shows both.
#[derive(Clone, Copy, Debug)]
pub struct Evaluator<'a, const N: usize> {
    network: Network<'a, N>,
    accumulators: &'a [RefCell<Accumulator<N>>],
}

/// Evaluates an expression for a root that the network evaluates; to `None` for other games.
macro_rules! with_root {
    ($evaluator:expr, $any:expr, $root:ident => $body:expr) => {{
        let is_of_network = $any.rules() == $evaluator.network.header().rules;
        is_of_network.then(|| {
            each!($any, position => {
                let $root = $evaluator.root(position);
                $body
            })
        })
    }};
}

impl<'a, const N: usize> Evaluator<'a, N> {
    /// Lends accumulators to a network: one for each ply of a line, at least one. What they hold
    /// does not matter.
    #[must_use]
    pub const fn new(network: Network<'a, N>, accumulators: &'a [RefCell<Accumulator<N>>]) -> Self {
        Self { network, accumulators }
    }

    /// Evaluates a position for the side to move. Returns `None` if it is of another game than the
    /// network.
    ///
    /// # Panics
    /// If there is no accumulator.
    pub fn evaluate(&self, position: &AnyPosition) -> Option<Score> {
        with_root!(self, position, root => root.evaluate())
    }

    /// Searches like [`search`](crate::search()), by the evaluations of the network. Returns `None`
    /// if the root is of another game than the network.
    ///
    /// # Panics
    /// If there is no accumulator.
    pub fn search(
        &self,
        root: &AnyPosition,
        past: &[Past],
        limits: &Limits,
        table: &[Cluster],
        memory: &mut dyn SearchMemory,
        monitor: &mut dyn Monitor,
    ) -> Option<SearchLine> {
        with_root!(self, root, root => search_game(&root, past, limits, table, memory, monitor))
    }

    fn root<P: NetworkInput>(&self, position: &P) -> NnuePosition<'_, P, N> {
        NnuePosition::new(position.clone(), &self.network, self.accumulators)
    }
}
