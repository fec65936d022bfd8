//! What cannot win, or hardly can, whatever the pieces count.
//!
//! The facts are those of the practical endgames as every textbook has them, among them Tu
//! Jingming's 象棋實用殘局. A few positions of most of these classes can be won all the same, so
//! that most of them leave something of the lead: enough to keep what can win over what cannot.

use super::{Board, tables};
use crate::rules::nine::linear_eval::Outline;
use crate::types::{Kind, Side};

/// A side with these pieces and no others but defenders hardly wins against so many defenders,
/// nor against more.
struct Fact {
    chariots: u8,
    horses: u8,
    cannons: u8,
    soldiers: u8,
    /// At most so many advisors of its own: a cannon's screens.
    own_advisors: u8,
    advisors: u8,
    elephants: u8,
    /// How much of a lead is left, of [`Outline::WHOLE`].
    left: i32,
}

/// Pieces in the order of the fields, up to the soldiers.
const fn fact(
    [chariots, horses, cannons, soldiers]: [u8; 4],
    own_advisors: u8,
    [advisors, elephants]: [u8; 2],
    left: i32,
) -> Fact {
    Fact { chariots, horses, cannons, soldiers, own_advisors, advisors, elephants, left }
}

static FACTS: [Fact; 14] = [
    // Nothing that crosses the river.
    fact([0, 0, 0, 0], 2, [0, 0], 0),
    // 單車例和士象全
    fact([1, 0, 0, 0], 2, [2, 2], 4),
    // 單馬例和雙士, 單馬例和單象
    fact([0, 1, 0, 0], 2, [2, 0], 8),
    fact([0, 1, 0, 0], 2, [0, 1], 8),
    // 單炮 has no screen; with one it beats advisors alone (炮仕必勝雙士).
    fact([0, 0, 1, 0], 0, [0, 0], 4),
    fact([0, 0, 1, 0], 2, [0, 1], 8),
    // 一兵 wins against the general alone.
    fact([0, 0, 0, 1], 2, [1, 0], 8),
    fact([0, 0, 0, 1], 2, [0, 1], 8),
    // 雙兵 against three defenders or more.
    fact([0, 0, 0, 2], 2, [2, 1], 16),
    fact([0, 0, 0, 2], 2, [1, 2], 16),
    // 馬兵例和士象全
    fact([0, 1, 0, 1], 2, [2, 2], 8),
    // 炮兵 without a screen, 雙炮, 雙馬 against all four.
    fact([0, 0, 1, 1], 0, [2, 2], 16),
    fact([0, 0, 2, 0], 2, [2, 2], 24),
    fact([0, 2, 0, 0], 2, [2, 2], 32),
];

/// No fact is about more attackers than so many.
const MOST_ATTACKERS: i32 = 2;

/// How much of its lead, in 64ths, a side can hope to make count.
pub(super) fn scale(board: &Board, ahead: Side) -> i32 {
    let own = |kind| board.count(ahead, kind);
    let attackers = [Kind::Chariot, Kind::Horse, Kind::Cannon, Kind::Soldier].map(own);
    if attackers.iter().sum::<i32>() > MOST_ATTACKERS {
        return Outline::WHOLE;
    }
    known(board, ahead, attackers)
}

#[cold]
fn known(board: &Board, ahead: Side, [chariots, horses, cannons, soldiers]: [i32; 4]) -> i32 {
    let enemy = |kind| board.count(!ahead, kind);
    let holds = |fact: &&Fact| {
        i32::from(fact.chariots) == chariots
            && i32::from(fact.horses) == horses
            && i32::from(fact.cannons) == cannons
            && i32::from(fact.soldiers) == soldiers
            && board.count(ahead, Kind::Advisor) <= i32::from(fact.own_advisors)
            && enemy(Kind::Advisor) >= i32::from(fact.advisors)
            && enemy(Kind::Elephant) >= i32::from(fact.elephants)
    };
    let left = FACTS.iter().find(holds).map_or(Outline::WHOLE, |fact| fact.left);
    // Soldiers on the last rank go sideways and win nothing alone (老兵).
    let spent = board.pieces(ahead, Kind::Soldier) & tables::HOME[(!ahead).index()];
    let alone = chariots + horses + cannons == 0;
    if alone && spent.len() as i32 == soldiers { left.min(4) } else { left }
}
