//! What the estimate of Zhonggong xiangqi is made of; each term's weights stand in the same order
//! in [`WEIGHTS`](super::weights::WEIGHTS).

use super::tables::RANKS;
use crate::rules::nine::linear_eval::Term;
use crate::rules::nine::values::PLACES;

/// The right to move.
pub(super) const TEMPO: Term = Term::first("tempo", [1, 1]);
/// Beyond their own worth, by how many soldiers stand on the enemy's home rank: two buy a cannon,
/// four a chariot, and the fifth wins.
pub(super) const BOTTOM_SOLDIERS: Term = TEMPO.then("bottom_soldiers", [1, 6]);
/// By how many liberties a general has.
pub(super) const LIBERTIES: Term = BOTTOM_SOLDIERS.then("liberties", [1, 5]);
/// By how many advisors and soldiers stand next to their general, which guard it whatever else
/// moves: with two of them none is bound.
pub(super) const STEADY_GUARDS: Term = LIBERTIES.then("steady_guards", [1, 3]);
/// A general that no piece guards: whoever attacks it, checks it, and none of them is pinned.
pub(super) const UNGUARDED: Term = STEADY_GUARDS.then("unguarded", [1, 1]);
/// A soldier within a file and two ranks of the enemy general.
pub(super) const SOLDIER_NEAR: Term = UNGUARDED.then("soldier_near", [1, 1]);
/// A horse, a chariot and a cannon, by how many points they reach that are not their own side's;
/// the cannon as if it were a chariot, so that it is better off among others.
pub(super) const HORSE_REACH: Term = SOLDIER_NEAR.then("horse_reach", [1, 9]);
pub(super) const CHARIOT_REACH: Term = HORSE_REACH.then("chariot_reach", [2, 9]);
pub(super) const CANNON_REACH: Term = CHARIOT_REACH.then("cannon_reach", [2, 9]);
/// Each point next to the enemy general that a horse, a chariot and a cannon reaches so.
pub(super) const NEXT_TO_GENERAL: Term = CANNON_REACH.then("next_to_general", [1, 3]);

/// How many weights there are beside those of the pieces on their squares.
pub(super) const ACTIVITIES: usize = NEXT_TO_GENERAL.end();

/// What each piece is worth by square: files `a` to `e`, which the others mirror, the enemy's home
/// rank first.
pub(super) const GENERAL: Term = NEXT_TO_GENERAL.then("general", SQUARES);
pub(super) const ADVISOR: Term = GENERAL.then("advisor", SQUARES);
pub(super) const ELEPHANT: Term = ADVISOR.then("elephant", SQUARES);
pub(super) const HORSE: Term = ELEPHANT.then("horse", SQUARES);
pub(super) const CHARIOT: Term = HORSE.then("chariot", SQUARES);
pub(super) const CANNON: Term = CHARIOT.then("cannon", SQUARES);
pub(super) const SOLDIER: Term = CANNON.then("soldier", SQUARES);
/// How many squares are told apart.
const SQUARES: [usize; 2] = [RANKS as usize, PLACES];

/// The pieces on their squares, by kind.
pub(super) static PLACED: [Term; 7] = [GENERAL, ADVISOR, ELEPHANT, HORSE, CHARIOT, CANNON, SOLDIER];

/// How many weights there are.
pub(super) const COUNT: usize = SOLDIER.end();

/// Every term, in the order of its weights.
pub(super) static TERMS: [Term; 17] = [
    TEMPO,
    BOTTOM_SOLDIERS,
    LIBERTIES,
    STEADY_GUARDS,
    UNGUARDED,
    SOLDIER_NEAR,
    HORSE_REACH,
    CHARIOT_REACH,
    CANNON_REACH,
    NEXT_TO_GENERAL,
    GENERAL,
    ADVISOR,
    ELEPHANT,
    HORSE,
    CHARIOT,
    CANNON,
    SOLDIER,
];
