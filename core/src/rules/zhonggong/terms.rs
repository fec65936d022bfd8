//! The terms of the evaluation of Zhonggong xiangqi, in the order of their weights in [`WEIGHTS`].

use super::tables::RANKS;
use crate::rules::nine::weights::{Term, read_weights};
use crate::rules::tapered_score::TaperedScore;

pub(super) const TEMPO: Term = Term::first(1);
/// The soldiers on the enemy's home rank, by their number, in addition to their piece-square values.
pub(super) const BOTTOM_SOLDIERS: Term = TEMPO.then(6);
pub(super) const LIBERTIES: Term = BOTTOM_SOLDIERS.then(5);
/// The advisors and soldiers next to their general, by number. With two of them, either one
/// may move away while the other guards the general.
pub(super) const STEADY_GUARDS: Term = LIBERTIES.then(3);
/// A general that no piece guards, so that every piece that attacks it gives check.
pub(super) const UNGUARDED: Term = STEADY_GUARDS.then(1);
/// A soldier within one file and two ranks of the enemy general.
pub(super) const SOLDIER_NEAR: Term = UNGUARDED.then(1);
/// The mobility of a horse: the number of points that it reaches, without points of own pieces.
pub(super) const HORSE_MOBILITY: Term = SOLDIER_NEAR.then(9);
/// The mobility of a chariot, counted in the same way.
pub(super) const CHARIOT_MOBILITY: Term = HORSE_MOBILITY.then(2 * 9);
/// The mobility that a chariot would have on a cannon's square. Pieces near the cannon lower this
/// mobility, but serve it as screens.
pub(super) const CANNON_MOBILITY: Term = CHARIOT_MOBILITY.then(2 * 9);
/// The points next to the enemy general that a horse, a chariot or a cannon reaches.
pub(super) const NEXT_TO_GENERAL: Term = CANNON_MOBILITY.then(3);

pub(super) const FEATURES: usize = NEXT_TO_GENERAL.end();

pub(super) static PIECE_SQUARES: [Term; 7] = NEXT_TO_GENERAL.piece_squares(RANKS);

pub(super) const COUNT: usize = PIECE_SQUARES[6].end();

pub(super) const WEIGHTS: [TaperedScore; COUNT] = read_weights(include_bytes!("weights.txt"));
