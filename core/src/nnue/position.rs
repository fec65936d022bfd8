//! Positions that are evaluated by a network.

use super::accumulator::{Accumulator, Changes};
use super::network::Network;
use crate::position::{Ending, Past, Position, delegate};
use crate::rules::Rules;
use crate::rules::features::{Mailbox, NetworkInput};
use crate::search::{GameTuning, Searchable};
use crate::types::{Key, Move, MoveList, Piece, Score, Side, Square};
use core::cell::RefCell;
use core::fmt;

/// A position that is evaluated by a network.
///
/// It has the rules of the position inside it. Its accumulators are borrowed, one for each ply of a line.
/// An evaluation updates the accumulator of its ply from the nearest one of the line. Positions that
/// are not evaluated cost nothing.
///
/// # Examples
/// ```
/// use chuhe_core::nnue::{Accumulator, Network, NetworkHeader, NnuePosition, features};
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
/// let start = NnuePosition::new(Xiangqi::start(), &network, &accumulators);
/// assert_eq!(start.evaluate(), Score::DRAW);
/// # Ok::<(), chuhe_core::nnue::NetworkError>(())
/// ```
#[derive(Clone, Copy)]
pub struct NnuePosition<'a, P, const N: usize> {
    position: P,
    network: &'a Network<'a, N>,
    accumulators: &'a [RefCell<Accumulator<N>>],
    /// The plies since the root.
    ply: u8,
}

impl<'a, P: NetworkInput, const N: usize> NnuePosition<'a, P, N> {
    /// The root of a search. The accumulators forget what they hold. A line may have more plies than
    /// there are accumulators; at least one is needed.
    ///
    /// # Panics
    /// If there is no accumulator.
    #[must_use]
    pub fn new(
        position: P,
        network: &'a Network<'a, N>,
        accumulators: &'a [RefCell<Accumulator<N>>],
    ) -> Self {
        assert!(!accumulators.is_empty(), "an evaluation needs an accumulator");
        for accumulator in accumulators {
            accumulator.borrow_mut().forget();
        }
        Self { position, network, accumulators, ply: 0 }
    }

    /// Returns the evaluation for the side to move, in hundredths.
    fn evaluation(&self) -> i32 {
        let (position, network) = (&self.position, self.network);
        let mailbox = position.mailbox();
        let here = usize::from(self.ply).min(self.accumulators.len() - 1);
        let nearest = self.nearest(here, &mailbox);
        let mut accumulator = self.accumulators[here].borrow_mut();
        match nearest {
            Some((ply, changes)) if ply == here => {
                let from = *accumulator;
                accumulator.update(&from, &changes, network, position, &mailbox);
            }
            Some((ply, changes)) => {
                let from = self.accumulators[ply].borrow();
                accumulator.update(&from, &changes, network, position, &mailbox);
            }
            None => accumulator.refresh(network, position, &mailbox),
        }
        accumulator.evaluate(network, position.side(), position.count_pieces())
    }

    /// Returns an accumulator of the line from which few changes lead to the pieces of ply `here`.
    #[inline]
    fn nearest(&self, here: usize, mailbox: &Mailbox) -> Option<(usize, Changes)> {
        let plies = [here.saturating_sub(1), here, here.saturating_sub(2)];
        let changes = |ply: usize| Some((ply, self.accumulators[ply].borrow().changes(mailbox)?));
        plies.into_iter().find_map(changes)
    }
}

impl<P: NetworkInput, const N: usize> PartialEq for NnuePosition<'_, P, N> {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl<P: NetworkInput, const N: usize> fmt::Debug for NnuePosition<'_, P, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

/// Evaluates an expression for the position inside.
macro_rules! inside {
    ($outer:expr, $position:ident => $body:expr) => {{
        let $position = &$outer.position;
        $body
    }};
}

/// The rules are those of the position inside.
impl<P: NetworkInput, const N: usize> Position for NnuePosition<'_, P, N> {
    delegate! {
        inside:
        fn rules(&self) -> Rules;
        #[inline] fn side(&self) -> Side;
        #[inline] fn key(&self) -> Key;
        #[inline] fn piece_at(&self, square: Square) -> Option<Piece>;
        #[inline] fn in_check(&self) -> bool;
        #[inline] fn variant_end(&self) -> Option<Ending>;
        fn generate_moves(&self, moves: &mut MoveList);
        fn generate_captures(&self, moves: &mut MoveList);
        fn generate_quiets(&self, moves: &mut MoveList);
        fn generate_quiet_checks(&self, moves: &mut MoveList);
        fn count_moves(&self) -> u32;
        fn is_legal(&self, mv: Move) -> bool;
        fn gives_check(&self, mv: Move) -> bool;
        fn captured(&self, mv: Move) -> Option<Piece>;
        #[inline] fn halfmove_clock(&self) -> u16;
        #[inline] fn halfmove_limit(&self) -> u16;
        fn ending_without_moves(&self) -> Ending;
        fn judge_repetition(&self, cycle: &[Past]) -> Ending;
        #[inline] fn castling_rook(&self, mv: Move) -> Option<Square>;
        #[inline] fn landing(&self, mv: Move) -> Option<Square>;
        fn castling_move(&self, king: Square, to: Square) -> Option<Move>;
    }

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

/// All but the evaluation is that of the position inside.
impl<P: NetworkInput, const N: usize> Searchable for NnuePosition<'_, P, N> {
    delegate! {
        inside:
        fn correction_keys(&self) -> [u32; 3];
        fn see_ge(&self, mv: Move, threshold: i16) -> bool;
        #[inline] fn see_value(&self, piece: Piece) -> i16;
        #[inline] fn allows_null_move(&self) -> bool;
        #[inline] fn tuning(&self) -> GameTuning;
    }

    fn evaluate(&self) -> Score {
        Score::from_eval(self.evaluation())
    }
}
