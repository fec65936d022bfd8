//! The terms of the evaluation of Zhonggong xiangqi, in the order of their weights in [`WEIGHTS`].

use super::tables::RANKS;
use crate::rules::nine::weights::{Term, read_weights};
use crate::rules::tapered_score::TaperedScore;

pub(super) const TEMPO: Term = Term::first(1);
/// The value of 0 to 5 soldiers on the enemy's home rank, in addition to their piece-square values.
pub(super) const BOTTOM_SOLDIERS: Term = TEMPO.then(6);
pub(super) const LIBERTIES: Term = BOTTOM_SOLDIERS.then(5);
/// The value of 0, 1, or at least 2 advisors and soldiers that guard the general from a point next to it. If there are
/// two, one can move away and the other still guards the general.
pub(super) const STEADY_GUARDS: Term = LIBERTIES.then(3);
/// The value of a general that no piece guards now. An attack on it is check, unless the capture opens a guard's line.
pub(super) const UNGUARDED: Term = STEADY_GUARDS.then(1);
/// The value of each soldier at most one file and two ranks away from the enemy general.
pub(super) const SOLDIER_NEAR: Term = UNGUARDED.then(1);
/// The value of a horse by its mobility: the number of its steps that do not end on an own piece.
pub(super) const HORSE_MOBILITY: Term = SOLDIER_NEAR.then(9);
/// The value of a chariot by its mobility, which is counted as for a horse.
pub(super) const CHARIOT_MOBILITY: Term = HORSE_MOBILITY.then(2 * 9);
/// The value of a cannon by the mobility that a chariot would have on its square. Pieces near the cannon lower this
/// mobility, but the cannon can use them as screens.
pub(super) const CANNON_MOBILITY: Term = CHARIOT_MOBILITY.then(2 * 9);
/// The value of each point next to the enemy general that a horse, a chariot or a cannon reaches. For the cannon, the
/// points are those that a chariot would reach from its square.
pub(super) const NEXT_TO_GENERAL: Term = CANNON_MOBILITY.then(3);

pub(super) const FEATURES: usize = NEXT_TO_GENERAL.end();

pub(super) static PIECE_SQUARES: [Term; 7] = NEXT_TO_GENERAL.piece_squares(RANKS);

pub(super) const COUNT: usize = PIECE_SQUARES[6].end();

pub(super) const WEIGHTS: [TaperedScore; COUNT] = read_weights(include_bytes!("weights.txt"));
