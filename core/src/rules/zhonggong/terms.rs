//! The terms of the evaluation of Zhonggong xiangqi. The weights of each term stand in the same
//! order in [`WEIGHTS`](super::weights::WEIGHTS).

use super::tables::RANKS;
use crate::rules::nine::piece_squares::MIRRORED_FILES;
use crate::rules::nine::term::Term;

/// Every term in the order of its weights: the name, the rows and the columns.
pub(super) static TERMS: [Term; 17] = LIST;

const LIST: [Term; 17] = Term::list([
    ("tempo", 1, 1),
    ("bottom_soldiers", 1, 6),
    ("liberties", 1, 5),
    ("steady_guards", 1, 3),
    ("unguarded", 1, 1),
    ("soldier_near", 1, 1),
    ("horse_mobility", 1, 9),
    ("chariot_mobility", 2, 9),
    ("cannon_mobility", 2, 9),
    ("next_to_general", 1, 3),
    ("general", RANKS as usize, MIRRORED_FILES),
    ("advisor", RANKS as usize, MIRRORED_FILES),
    ("elephant", RANKS as usize, MIRRORED_FILES),
    ("horse", RANKS as usize, MIRRORED_FILES),
    ("chariot", RANKS as usize, MIRRORED_FILES),
    ("cannon", RANKS as usize, MIRRORED_FILES),
    ("soldier", RANKS as usize, MIRRORED_FILES),
]);

const fn term(name: &str) -> Term {
    Term::named(&LIST, name)
}

/// The right to move.
pub(super) const TEMPO: Term = term("tempo");
/// The soldiers on the enemy's home rank, by their number, on top of their own values. Two of them
/// buy a cannon, four buy a chariot, and the fifth wins.
pub(super) const BOTTOM_SOLDIERS: Term = term("bottom_soldiers");
/// A general, by the number of its liberties.
pub(super) const LIBERTIES: Term = term("liberties");
/// The advisors and soldiers next to their general, by their number. They guard it whatever else
/// moves; with two of them neither is pinned.
pub(super) const STEADY_GUARDS: Term = term("steady_guards");
/// A general that no piece guards. Every piece that attacks it gives check, and none of them is
/// pinned.
pub(super) const UNGUARDED: Term = term("unguarded");
/// A soldier within one file and two ranks of the enemy general.
pub(super) const SOLDIER_NEAR: Term = term("soldier_near");
/// The mobility of a horse: the number of points it reaches, without those of its own side's
/// pieces.
pub(super) const HORSE_MOBILITY: Term = term("horse_mobility");
/// The mobility of a chariot, counted in the same way.
pub(super) const CHARIOT_MOBILITY: Term = term("chariot_mobility");
/// The mobility that a chariot would have on a cannon's square. A cannon is better off where other
/// pieces stand near.
pub(super) const CANNON_MOBILITY: Term = term("cannon_mobility");
/// The points next to the enemy general among those: for a horse, a chariot and a cannon.
pub(super) const NEXT_TO_GENERAL: Term = term("next_to_general");

/// The number of weights that are not piece-square values.
pub(super) const FEATURES: usize = NEXT_TO_GENERAL.end();

/// The piece-square values by kind: the enemy's home rank first, files `a` to `e`. The other files
/// mirror them.
pub(super) static PIECE_SQUARES: [Term; 7] = *LIST.last_chunk().unwrap();

/// The number of weights.
pub(super) const COUNT: usize = LIST[LIST.len() - 1].end();
