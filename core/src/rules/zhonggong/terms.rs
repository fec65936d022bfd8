//! The terms of the evaluation of Zhonggong xiangqi. The weights of each term stand in the same
//! order in [`WEIGHTS`].

use super::tables::RANKS;
use crate::rules::nine::term::{Term, read_weights};
use crate::rules::tapered_score::TaperedScore;

/// The right to move.
pub(super) const TEMPO: Term = Term::first(1);
/// The soldiers on the enemy's home rank, by their number, on top of their own values. Two of them
/// buy a cannon, four buy a chariot, and the fifth wins.
pub(super) const BOTTOM_SOLDIERS: Term = TEMPO.then(6);
/// A general, by the number of its liberties.
pub(super) const LIBERTIES: Term = BOTTOM_SOLDIERS.then(5);
/// The advisors and soldiers next to their general, by their number. They guard it whatever else
/// moves; with two of them neither is pinned.
pub(super) const STEADY_GUARDS: Term = LIBERTIES.then(3);
/// A general that no piece guards. Every piece that attacks it gives check, and none of them is
/// pinned.
pub(super) const UNGUARDED: Term = STEADY_GUARDS.then(1);
/// A soldier within one file and two ranks of the enemy general.
pub(super) const SOLDIER_NEAR: Term = UNGUARDED.then(1);
/// The mobility of a horse: the number of points it reaches, without those of its own side's
/// pieces.
pub(super) const HORSE_MOBILITY: Term = SOLDIER_NEAR.then(9);
/// The mobility of a chariot, counted in the same way.
pub(super) const CHARIOT_MOBILITY: Term = HORSE_MOBILITY.then(2 * 9);
/// The mobility that a chariot would have on a cannon's square. A cannon is better off where other
/// pieces stand near.
pub(super) const CANNON_MOBILITY: Term = CHARIOT_MOBILITY.then(2 * 9);
/// The points next to the enemy general among those: for a horse, a chariot and a cannon.
pub(super) const NEXT_TO_GENERAL: Term = CANNON_MOBILITY.then(3);

/// The number of weights that are not piece-square values.
pub(super) const FEATURES: usize = NEXT_TO_GENERAL.end();

pub(super) static PIECE_SQUARES: [Term; 7] = NEXT_TO_GENERAL.piece_squares(RANKS);

pub(super) const COUNT: usize = PIECE_SQUARES[6].end();

pub(super) const WEIGHTS: [TaperedScore; COUNT] = read_weights(include_bytes!("weights.txt"));
