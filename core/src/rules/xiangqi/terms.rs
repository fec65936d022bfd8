//! The terms of the evaluation of xiangqi, in the order of their weights in [`WEIGHTS`].

use crate::rules::nine::weights::{Term, read_weights};
use crate::rules::tapered_score::TaperedScore;
use crate::types::RANKS;

/// The number of possible armies: up to two chariots, two cannons and two horses.
pub(super) const ARMIES: usize = 3 * 3 * 3;
/// The number of possible sets of defenders: up to two advisors and two elephants.
pub(super) const DEFENDERS: usize = 3 * 3;
/// The number of possible counts of soldiers: 0 to 5.
pub(super) const SOLDIERS: usize = 6;
/// The number of attack weights: 0 to 13, where 13 also stands for higher weights. Each piece that attacks the palace
/// adds 1 to 3 to the attack weight. All soldiers together count as one piece.
pub(super) const ATTACK_WEIGHTS: usize = 14;
/// The number of kinds of pieces that can be threatened: all but the general.
pub(super) const KINDS: usize = 6;

pub(super) const TEMPO: Term = Term::first(1);

/// Mobility is the number of points that the chariot reaches.
pub(super) const CHARIOT_MOBILITY: Term = TEMPO.then(2 * 9);
/// Mobility is the number of points that a chariot would reach from the cannon's square.
pub(super) const CANNON_MOBILITY: Term = CHARIOT_MOBILITY.then(2 * 9);
/// A horse, for each number of blocked legs: 0 to 4.
pub(super) const HORSE_BLOCKED: Term = CANNON_MOBILITY.then(5);

/// A chariot on the file of the enemy general, for 0, 1, 2, and at least 3 pieces between them.
pub(super) const CHARIOT_ON_FILE: Term = HORSE_BLOCKED.then(4);
/// A chariot on the rank of the enemy general, for 0, 1, 2, and at least 3 pieces between them.
pub(super) const CHARIOT_ON_RANK: Term = CHARIOT_ON_FILE.then(4);
/// A cannon on the file of the enemy general, for 0 to 4, and at least 5 pieces between them. If there is no piece
/// between them, the cannon is hollow (空頭炮).
pub(super) const CANNON_ON_FILE: Term = CHARIOT_ON_RANK.then(6);
/// A cannon on the rank of the enemy general, for 0 to 4, and at least 5 pieces between them.
pub(super) const CANNON_ON_RANK: Term = CANNON_ON_FILE.then(6);
/// The first weight is added for each own chariot. The second is added for a second own cannon (重炮).
pub(super) const HOLLOW_CANNON: Term = CANNON_ON_RANK.then(2);
/// A cannon and the enemy general, both on that general's home rank (沉底炮). The weight is added for each own chariot.
pub(super) const BOTTOM_CANNON: Term = HOLLOW_CANNON.then(1);
/// A cannon on the file of the enemy general, and a chariot that reaches a point next to that general (鐵門栓).
pub(super) const IRON_BOLT: Term = BOTTOM_CANNON.then(1);
/// A horse on one of the `CORNERS` of the enemy palace, while the enemy general is on its home rank (臥槽馬).
pub(super) const CORNER_HORSE: Term = IRON_BOLT.then(1);

/// Material: the army (chariots, cannons, horses) and the defenders (advisors, elephants) of one side.
pub(super) const ARMY_AND_DEFENDERS: Term = CORNER_HORSE.then(ARMIES * DEFENDERS);
pub(super) const ARMY_AND_SOLDIERS: Term = ARMY_AND_DEFENDERS.then(ARMIES * SOLDIERS);
pub(super) const DEFENDERS_AND_SOLDIERS: Term = ARMY_AND_SOLDIERS.then(DEFENDERS * SOLDIERS);
pub(super) const ARMY_TO_ARMY: Term = DEFENDERS_AND_SOLDIERS.then(ARMIES * ARMIES);
pub(super) const ARMY_TO_DEFENDERS: Term = ARMY_TO_ARMY.then(ARMIES * DEFENDERS);
pub(super) const ARMY_TO_SOLDIERS: Term = ARMY_TO_DEFENDERS.then(ARMIES * SOLDIERS);
pub(super) const DEFENDERS_TO_SOLDIERS: Term = ARMY_TO_SOLDIERS.then(DEFENDERS * SOLDIERS);

/// A horse in the middle of the own palace, next to the own general (窩心馬). The second weight is for an enemy cannon on
/// the file of the horse.
pub(super) const HEART_HORSE: Term = DEFENDERS_TO_SOLDIERS.then(2);
/// An attack on the enemy's palace by two pieces or more. The value depends on the number of missing defenders (0 to 4)
/// and on the attack weight.
pub(super) const PALACE_ATTACK: Term = HEART_HORSE.then(5 * ATTACK_WEIGHTS);
/// An attacked enemy piece. The weights have a column for each kind of piece except the general. The twelve rows
/// combine three facts. The first is the least valuable attacker: a chariot or the general, a lesser piece, or a
/// soldier. The second is whether the piece is guarded (no, yes). The third is the side to move (enemy, own).
pub(super) const THREATS: Term = PALACE_ATTACK.then(3 * 2 * 2 * KINDS);
/// Points that no enemy piece attacks and from which a chariot or horse can give check. The two columns are for one
/// point and for several points. The four rows combine the piece (chariot, horse) with the side to move (enemy, own).
pub(super) const SAFE_CHECKS: Term = THREATS.then(2 * 2 * 2);
/// The number of points for safe checks (1 to 4), for each number of missing defenders (0 to 4). At most two points
/// count for chariots, and at most two for horses.
pub(super) const CHECKS_AND_DEFENDERS: Term = SAFE_CHECKS.then(5 * 4);

pub(super) const FEATURES: usize = CHECKS_AND_DEFENDERS.end();

pub(super) static PIECE_SQUARES: [Term; 7] = CHECKS_AND_DEFENDERS.piece_squares(RANKS);

pub(super) const COUNT: usize = PIECE_SQUARES[6].end();

pub(super) const WEIGHTS: [TaperedScore; COUNT] = read_weights(include_bytes!("weights.txt"));
