//! Evaluates and searches positions of any game by a network.

use super::accumulator::{Accumulator, Changes};
use super::network::Network;
use super::position::{Evaluate, NnuePosition};
use crate::any::{AnyPosition, each};
use crate::position::{Past, Position};
use crate::rules::features::{Mailbox, NetworkBoard, NetworkInput};
use crate::search::{Cluster, Limits, Monitor, SearchLine, SearchMemory, search as search_game};
use crate::types::Score;
use core::cell::RefCell;

/// A network with borrowed accumulators, one for each ply of a line of [`NnuePosition`]s. An
/// evaluation updates the accumulator of its ply from the accumulator of a near ply.
#[derive(Clone, Copy, Debug)]
pub struct Evaluator<'a, const N: usize> {
    network: Network<'a, N>,
    accumulators: &'a [RefCell<Accumulator<N>>],
}

impl<'a, const N: usize> Evaluator<'a, N> {
    /// Takes accumulators in any state: they need not be empty. A line of moves can have more plies
    /// than there are accumulators.
    ///
    /// # Panics
    /// If there is no accumulator.
    pub const fn new(network: Network<'a, N>, accumulators: &'a [RefCell<Accumulator<N>>]) -> Self {
        assert!(!accumulators.is_empty(), "an evaluation needs an accumulator");
        Self { network, accumulators }
    }

    /// Evaluates a position for the side to move; `None` if the network is for another game.
    pub fn evaluate(&self, position: &AnyPosition) -> Option<Score> {
        self.is_for(position).then(|| {
            self.forget();
            self.evaluation(&each!(position, position => position.network_board()), 0)
        })
    }

    /// Calls [`search`](crate::search()) with the network; `None` if the network is for another game.
    pub fn search(
        &self,
        root: &AnyPosition,
        past: &[Past],
        limits: &Limits,
        table: &[Cluster],
        memory: &mut dyn SearchMemory,
        monitor: &mut dyn Monitor,
    ) -> Option<SearchLine> {
        self.is_for(root).then(|| search_by(self, root, past, limits, table, memory, monitor))
    }

    fn is_for(&self, position: &AnyPosition) -> bool {
        position.rules() == self.network.header().rules
    }

    /// Returns a ply near `here`, with at most `MAX_CHANGES` changes from its accumulator to `mailbox`.
    #[inline]
    fn nearest(&self, here: usize, mailbox: &Mailbox) -> Option<(usize, Changes)> {
        let plies = [here.saturating_sub(1), here, here.saturating_sub(2)];
        let changes = |ply: usize| Some((ply, self.accumulators[ply].borrow().changes(mailbox)?));
        plies.into_iter().find_map(changes)
    }
}

impl<const N: usize> Evaluate for Evaluator<'_, N> {
    fn forget(&self) {
        self.accumulators.iter().for_each(|accumulator| accumulator.borrow_mut().forget());
    }

    fn evaluation(&self, board: &NetworkBoard, ply: u8) -> Score {
        let network = &self.network;
        let here = usize::from(ply).min(self.accumulators.len() - 1);
        let nearest = self.nearest(here, &board.mailbox);
        let mut accumulator = self.accumulators[here].borrow_mut();
        match nearest {
            Some((ply, changes)) if ply == here => {
                let from = *accumulator;
                accumulator.update(&from, &changes, network, board);
            }
            Some((ply, changes)) => {
                let from = self.accumulators[ply].borrow();
                accumulator.update(&from, &changes, network, board);
            }
            None => accumulator.refresh(network, board),
        }
        Score::from_eval(accumulator.evaluate(network, board.to_move, board.pieces))
    }
}

/// Searches from `root`. The compiler makes one copy of this code for each game, which all network sizes share.
fn search_by(
    evaluator: &dyn Evaluate,
    root: &AnyPosition,
    past: &[Past],
    limits: &Limits,
    table: &[Cluster],
    memory: &mut dyn SearchMemory,
    monitor: &mut dyn Monitor,
) -> SearchLine {
    each!(root, position => {
        let root = NnuePosition::new(position, evaluator);
        search_game(&root, past, limits, table, memory, monitor)
    })
}
