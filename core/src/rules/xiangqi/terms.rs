//! The terms of the evaluation of xiangqi. The weights of each term stand in the same order in
//! [`WEIGHTS`](super::weights::WEIGHTS).

use crate::rules::nine::piece_squares::MIRRORED_FILES;
use crate::rules::nine::term::Term;
use crate::types::RANKS;

/// The number of armies: up to two of each of three kinds.
pub(super) const ARMIES: usize = 3 * 3 * 3;
/// The number of sets of defenders: up to two advisors and two elephants.
pub(super) const DEFENDERS: usize = 3 * 3;
/// The numbers of soldiers: from 0 to 5.
pub(super) const SOLDIERS: usize = 6;
/// The number of weights that an attack on a palace can have.
pub(super) const ATTACK_WEIGHTS: usize = 14;
/// The number of kinds that can be threatened: all but the general.
pub(super) const KINDS: usize = 6;

/// Every term in the order of its weights: the name, the rows and the columns.
pub(super) static TERMS: [Term; 31] = LIST;

const LIST: [Term; 31] = Term::list([
    ("tempo", 1, 1),
    ("chariot_mobility", 2, 9),
    ("cannon_mobility", 2, 9),
    ("horse_blocked", 1, 5),
    ("chariot_on_file", 1, 4),
    ("chariot_on_rank", 1, 4),
    ("cannon_on_file", 1, 6),
    ("cannon_on_rank", 1, 6),
    ("hollow_cannon", 1, 2),
    ("bottom_cannon", 1, 1),
    ("iron_bolt", 1, 1),
    ("corner_horse", 1, 1),
    ("army_and_defenders", ARMIES, DEFENDERS),
    ("army_and_soldiers", ARMIES, SOLDIERS),
    ("defenders_and_soldiers", DEFENDERS, SOLDIERS),
    ("army_to_army", ARMIES, ARMIES),
    ("army_to_defenders", ARMIES, DEFENDERS),
    ("army_to_soldiers", ARMIES, SOLDIERS),
    ("defenders_to_soldiers", DEFENDERS, SOLDIERS),
    ("heart_horse", 1, 2),
    ("palace_attack", 5 * 2, ATTACK_WEIGHTS / 2),
    ("threats", 3 * 2 * 2, KINDS),
    ("safe_checks", 2 * 2, 2),
    ("checks_and_defenders", 5, 4),
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

/// The mobility of a chariot: the number of points that it reaches.
pub(super) const CHARIOT_MOBILITY: Term = term("chariot_mobility");
/// The mobility of a cannon: the number of points that a chariot would reach from its square.
pub(super) const CANNON_MOBILITY: Term = term("cannon_mobility");
/// A horse, by the number of its legs that are blocked.
pub(super) const HORSE_BLOCKED: Term = term("horse_blocked");

/// A chariot on the file of the enemy general, by the number of pieces between them.
pub(super) const CHARIOT_ON_FILE: Term = term("chariot_on_file");
/// A chariot on the rank of the enemy general, by the number of pieces between them.
pub(super) const CHARIOT_ON_RANK: Term = term("chariot_on_rank");
/// A cannon on the file of the enemy general, by the number of pieces between them. With none it is
/// a hollow cannon (空頭炮).
pub(super) const CANNON_ON_FILE: Term = term("cannon_on_file");
/// A cannon on the rank of the enemy general, by the number of pieces between them. On the enemy's
/// home rank it is a bottom cannon (沉底炮).
pub(super) const CANNON_ON_RANK: Term = term("cannon_on_rank");
/// A hollow cannon: for each chariot that can support it, and for a second cannon, which can make
/// it its screen (重炮).
pub(super) const HOLLOW_CANNON: Term = term("hollow_cannon");
/// A bottom cannon, for each chariot that can support it.
pub(super) const BOTTOM_CANNON: Term = term("bottom_cannon");
/// A cannon on the file of the enemy general, and a chariot that reaches a point next to that
/// general (鐵門栓).
pub(super) const IRON_BOLT: Term = term("iron_bolt");
/// A horse on a point from which it checks a general at home from the side (臥槽馬).
pub(super) const CORNER_HORSE: Term = term("corner_horse");

/// Material: the pieces of one side together. The army is its chariots, cannons and horses; the
/// defenders are its advisors and elephants.
pub(super) const ARMY_AND_DEFENDERS: Term = term("army_and_defenders");
/// Material: an army and soldiers of one side.
pub(super) const ARMY_AND_SOLDIERS: Term = term("army_and_soldiers");
/// Material: defenders and soldiers of one side.
pub(super) const DEFENDERS_AND_SOLDIERS: Term = term("defenders_and_soldiers");
/// Material: an army against the enemy's army.
pub(super) const ARMY_TO_ARMY: Term = term("army_to_army");
/// Material: an army against the enemy's defenders.
pub(super) const ARMY_TO_DEFENDERS: Term = term("army_to_defenders");
/// Material: an army against the enemy's soldiers.
pub(super) const ARMY_TO_SOLDIERS: Term = term("army_to_soldiers");
/// Material: defenders against the enemy's soldiers.
pub(super) const DEFENDERS_TO_SOLDIERS: Term = term("defenders_to_soldiers");

/// A horse in the middle of its palace, where it stands in its general's way (窩心馬). The second
/// weight counts if an enemy cannon stands on that file.
pub(super) const HEART_HORSE: Term = term("heart_horse");
/// An attack on the enemy's palace: two rows for each number of missing defenders, by its weight.
pub(super) const PALACE_ATTACK: Term = term("palace_attack");
/// An enemy piece that is attacked, by its kind from the advisor on.
///
/// There are twelve rows. The attackers are chariots or the general alone, or also a lesser piece,
/// or also a soldier. In each case the piece is unguarded or guarded, and the enemy or the own side
/// is to move.
pub(super) const THREATS: Term = term("threats");
/// The points from which a side can give check and not be attacked: one, or more.
///
/// There are four rows. A chariot or a horse gives check, and the enemy or the own side is to move.
pub(super) const SAFE_CHECKS: Term = term("safe_checks");
/// Up to four safe checks of chariots and horses together, for each number of missing defenders.
pub(super) const CHECKS_AND_DEFENDERS: Term = term("checks_and_defenders");

/// The number of weights that are not piece-square values.
pub(super) const FEATURES: usize = CHECKS_AND_DEFENDERS.end();

/// The piece-square values by kind: the enemy's home rank first, files `a` to `e`. The other files
/// mirror them.
pub(super) static PIECE_SQUARES: [Term; 7] = *LIST.last_chunk().unwrap();

/// The number of weights.
pub(super) const COUNT: usize = LIST[LIST.len() - 1].end();
