//! Positions that are evaluated by a network.

use crate::position::{Ending, Past, Position, delegate, delegate_position};
use crate::rules::Rules;
use crate::rules::features::{NetworkBoard, NetworkInput};
use crate::search::{GameTuning, Searchable};
use crate::types::{Key, Move, MoveList, Piece, Score, Side, Square};
use core::fmt;

/// A network of any number of neurons, with accumulators for one line of moves.
pub trait Evaluate {
    /// Empties the accumulators.
    fn forget(&self);

    /// Returns the evaluation of `board` for the side to move. The board is `ply` plies after the root.
    fn evaluation(&self, board: &NetworkBoard, ply: u8) -> Score;
}

/// A position that a network evaluates. The rules are those of the position inside. The network
/// computes nothing before `evaluate` is called.
///
/// # Examples
/// ```
/// use chuhe_core::nnue::{Accumulator, Evaluator, Network, NetworkHeader, NnuePosition, features};
/// use chuhe_core::rules::{Rules, Xiangqi};
/// use chuhe_core::{Score, Searchable};
/// use core::cell::RefCell;
/// // A network that finds every position even.
/// let features = features(Rules::Xiangqi).unwrap();
/// let header = NetworkHeader { rules: Rules::Xiangqi, neurons: 16, features, scale: 300 };
/// let numbers = vec![0; header.bytes() - header.write(&[]).len()];
/// let file = [header.write(&numbers).as_slice(), &numbers].concat();
/// let network = Network::<16>::read(&file, features)?;
/// let accumulators = [const { RefCell::new(Accumulator::EMPTY) }; 4];
/// let evaluator = Evaluator::new(network, &accumulators);
/// let start = NnuePosition::new(&Xiangqi::start(), &evaluator);
/// assert_eq!(start.evaluate(), Score::DRAW);
/// # Ok::<(), chuhe_core::nnue::NetworkError>(())
/// ```
#[derive(Clone, Copy)]
pub struct NnuePosition<'a, P> {
    position: P,
    /// A trait object. Therefore one compiled search for each game serves networks of all sizes.
    evaluator: &'a dyn Evaluate,
    ply: u8,
}

impl<'a, P: Clone> NnuePosition<'a, P> {
    /// Makes the root of a search, and empties the accumulators.
    pub fn new(position: &P, evaluator: &'a dyn Evaluate) -> Self {
        evaluator.forget();
        Self { position: position.clone(), evaluator, ply: 0 }
    }
}

impl<P: NetworkInput> PartialEq for NnuePosition<'_, P> {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl<P: NetworkInput> fmt::Debug for NnuePosition<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

macro_rules! inside {
    ($outer:expr, $position:ident => $body:expr) => {{
        let $position = &$outer.position;
        $body
    }};
}

impl<P: NetworkInput> Position for NnuePosition<'_, P> {
    delegate_position!(inside #[inline]);

    #[inline]
    fn make(&mut self, mv: Move) {
        self.position.make(mv);
        self.ply = self.ply.saturating_add(1);
    }

    #[inline]
    fn null_move(&self) -> Self {
        let (position, ply) = (self.position.null_move(), self.ply.saturating_add(1));
        Self { position, ply, ..*self }
    }
}

impl<P: NetworkInput> Searchable for NnuePosition<'_, P> {
    delegate! {
        inside:
        fn correction_keys(&self) -> [u32; 3];
        fn see_ge(&self, mv: Move, threshold: i16) -> bool;
        #[inline] fn see_value(&self, piece: Piece) -> i16;
        #[inline] fn allows_null_move(&self) -> bool;
        #[inline] fn tuning(&self) -> GameTuning;
    }

    fn evaluate(&self) -> Score {
        self.evaluator.evaluation(&self.position.network_board(), self.ply)
    }
}
