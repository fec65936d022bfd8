//! What the estimate of xiangqi is made of; each term's weights stand in the same order in
//! [`WEIGHTS`](super::weights::WEIGHTS).

use crate::rules::nine::linear_eval::Term;
use crate::rules::nine::values::PLACES;
use crate::types::RANKS;

/// The right to move.
pub(super) const TEMPO: Term = Term::first("tempo", [1, 1]);
/// A chariot, or a cannon, by how many points a chariot reaches from where it stands.
pub(super) const CHARIOT_REACH: Term = TEMPO.then("chariot_reach", [2, 9]);
pub(super) const CANNON_REACH: Term = CHARIOT_REACH.then("cannon_reach", [2, 9]);
/// A horse, by how many of its legs are blocked.
pub(super) const HORSE_BLOCKED: Term = CANNON_REACH.then("horse_blocked", [1, 5]);
/// A chariot on the file, or on the rank, of the enemy general, by how many pieces are between.
pub(super) const CHARIOT_ON_FILE: Term = HORSE_BLOCKED.then("chariot_on_file", [1, 4]);
pub(super) const CHARIOT_ON_RANK: Term = CHARIOT_ON_FILE.then("chariot_on_rank", [1, 4]);
/// The same of a cannon: with none between it is the hollow cannon (空頭炮), on the general's home
/// rank the bottom cannon (沉底炮).
pub(super) const CANNON_ON_FILE: Term = CHARIOT_ON_RANK.then("cannon_on_file", [1, 6]);
pub(super) const CANNON_ON_RANK: Term = CANNON_ON_FILE.then("cannon_on_rank", [1, 6]);
/// A hollow cannon, for each chariot that can join it, and with a second cannon that can make it
/// the screen (重炮).
pub(super) const HOLLOW_CANNON: Term = CANNON_ON_RANK.then("hollow_cannon", [1, 2]);
/// A bottom cannon, for each chariot that can join it.
pub(super) const BOTTOM_CANNON: Term = HOLLOW_CANNON.then("bottom_cannon", [1, 1]);
/// A cannon on the general's file and a chariot that reaches a point next to the general
/// (鐵門栓).
pub(super) const IRON_BOLT: Term = BOTTOM_CANNON.then("iron_bolt", [1, 1]);
/// A horse from where it checks a general at home from the side (臥槽馬).
pub(super) const CORNER_HORSE: Term = IRON_BOLT.then("corner_horse", [1, 1]);
/// What a side's army (its chariots, cannons and horses), its guards (advisors and elephants) and its
/// soldiers are worth beside each other, by which of each there are.
pub(super) const ARMY_AND_GUARDS: Term = CORNER_HORSE.then("army_and_guards", [ARMIES, GUARDS]);
pub(super) const ARMY_AND_SOLDIERS: Term =
    ARMY_AND_GUARDS.then("army_and_soldiers", [ARMIES, SOLDIERS]);
pub(super) const GUARDS_AND_SOLDIERS: Term =
    ARMY_AND_SOLDIERS.then("guards_and_soldiers", [GUARDS, SOLDIERS]);
/// What they are worth against the enemy's.
pub(super) const ARMY_TO_ARMY: Term = GUARDS_AND_SOLDIERS.then("army_to_army", [ARMIES, ARMIES]);
pub(super) const ARMY_TO_GUARDS: Term = ARMY_TO_ARMY.then("army_to_guards", [ARMIES, GUARDS]);
pub(super) const ARMY_TO_SOLDIERS: Term =
    ARMY_TO_GUARDS.then("army_to_soldiers", [ARMIES, SOLDIERS]);
pub(super) const GUARDS_TO_SOLDIERS: Term =
    ARMY_TO_SOLDIERS.then("guards_to_soldiers", [GUARDS, SOLDIERS]);
/// How many armies there are, up to two of each of three kinds; how many guards, and numbers of
/// soldiers.
pub(super) const ARMIES: usize = 3 * 3 * 3;
pub(super) const GUARDS: usize = 3 * 3;
pub(super) const SOLDIERS: usize = 6;
/// A horse in the middle of its palace, in its general's way (窩心馬), and when an enemy cannon
/// stands on that file too.
pub(super) const HEART_HORSE: Term = GUARDS_TO_SOLDIERS.then("heart_horse", [1, 2]);
/// An attack on the enemy's palace: for each number of defenders missed, by how heavy it is.
pub(super) const DANGER: Term = HEART_HORSE.then("danger", [5 * 2, HEAVIEST / 2]);
/// How many weights of attack are told apart.
pub(super) const HEAVIEST: usize = 14;
/// An enemy piece that is attacked, by its kind from the advisor on: by a chariot or the general alone,
/// by a lesser piece too, by a soldier; of each first one that is not guarded, then one that is; if
/// the enemy is to move, and if the own side is.
pub(super) const ATTACKED: Term = DANGER.then("attacked", [3 * 2 * 2, KINDS]);
pub(super) const KINDS: usize = 6;
/// Points from where a chariot, or a horse, can give check unattacked: one, or more; if the enemy is
/// to move, and if the own side is.
pub(super) const SAFE_CHECKS: Term = ATTACKED.then("safe_checks", [2 * 2, 2]);
/// Both together, up to four, for each number of defenders missed.
pub(super) const CHECKS_AND_GUARDS: Term = SAFE_CHECKS.then("checks_and_guards", [5, 4]);

/// How many weights there are beside those of the pieces on their squares.
pub(super) const ACTIVITIES: usize = CHECKS_AND_GUARDS.end();

/// What each piece is worth by square: files `a` to `e`, which the others mirror, the enemy's home
/// rank first.
pub(super) const GENERAL: Term = CHECKS_AND_GUARDS.then("general", SQUARES);
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
pub(super) static TERMS: [Term; 31] = [
    TEMPO,
    CHARIOT_REACH,
    CANNON_REACH,
    HORSE_BLOCKED,
    CHARIOT_ON_FILE,
    CHARIOT_ON_RANK,
    CANNON_ON_FILE,
    CANNON_ON_RANK,
    HOLLOW_CANNON,
    BOTTOM_CANNON,
    IRON_BOLT,
    CORNER_HORSE,
    ARMY_AND_GUARDS,
    ARMY_AND_SOLDIERS,
    GUARDS_AND_SOLDIERS,
    ARMY_TO_ARMY,
    ARMY_TO_GUARDS,
    ARMY_TO_SOLDIERS,
    GUARDS_TO_SOLDIERS,
    HEART_HORSE,
    DANGER,
    ATTACKED,
    SAFE_CHECKS,
    CHECKS_AND_GUARDS,
    GENERAL,
    ADVISOR,
    ELEPHANT,
    HORSE,
    CHARIOT,
    CANNON,
    SOLDIER,
];
