//! Scale factors for drawish endgames. In such an endgame, a side that leads in material can hardly win.
//!
//! Every textbook has these facts, for example Tu Jingming's 象棋實用殘局. Most of these endgames have a few won positions,
//! so most factors are not 0. No factor is above half of `FULL_SCALE`, so the engine prefers material that can win.

use super::{XiangqiRules, tables};
use crate::rules::nine::board::Board;
use crate::rules::nine::linear_eval::FULL_SCALE;
use crate::types::{Kind, Side};

/// A side with exactly these attackers can hardly win against at least these defenders.
struct Fact {
    /// The numbers of chariots, horses, cannons and soldiers.
    attackers: [i32; 4],
    /// The fact holds only if the attacking side has at most this many advisors. A cannon can use advisors as screens.
    own_advisors: i32,
    /// The fact holds only if the enemy has at least this many advisors, and at least this many elephants.
    defenders: [i32; 2],
    scale_factor: i32,
}

static FACTS: [Fact; 14] = [
    // No attackers: the other pieces of the side cannot cross the river.
    Fact { attackers: [0, 0, 0, 0], own_advisors: 2, defenders: [0, 0], scale_factor: 0 },
    // A chariot (單車) against all four defenders (士象全).
    Fact { attackers: [1, 0, 0, 0], own_advisors: 2, defenders: [2, 2], scale_factor: 4 },
    // A horse (單馬) against two advisors (雙士), or against an elephant (單象).
    Fact { attackers: [0, 1, 0, 0], own_advisors: 2, defenders: [2, 0], scale_factor: 8 },
    Fact { attackers: [0, 1, 0, 0], own_advisors: 2, defenders: [0, 1], scale_factor: 8 },
    // A cannon (單炮) without advisors as screens. With an advisor as screen, the cannon beats two advisors (炮仕必勝雙士).
    Fact { attackers: [0, 0, 1, 0], own_advisors: 0, defenders: [0, 0], scale_factor: 4 },
    Fact { attackers: [0, 0, 1, 0], own_advisors: 2, defenders: [0, 1], scale_factor: 8 },
    // A soldier (一兵) against at least one defender. The soldier beats a general without defenders.
    Fact { attackers: [0, 0, 0, 1], own_advisors: 2, defenders: [1, 0], scale_factor: 8 },
    Fact { attackers: [0, 0, 0, 1], own_advisors: 2, defenders: [0, 1], scale_factor: 8 },
    // Two soldiers (雙兵) against at least three defenders.
    Fact { attackers: [0, 0, 0, 2], own_advisors: 2, defenders: [2, 1], scale_factor: 16 },
    Fact { attackers: [0, 0, 0, 2], own_advisors: 2, defenders: [1, 2], scale_factor: 16 },
    // A horse and a soldier (馬兵) against all four defenders.
    Fact { attackers: [0, 1, 0, 1], own_advisors: 2, defenders: [2, 2], scale_factor: 8 },
    // Cannon and soldier without advisors (炮兵), two cannons (雙炮), two horses (雙馬): each against all four defenders.
    Fact { attackers: [0, 0, 1, 1], own_advisors: 0, defenders: [2, 2], scale_factor: 16 },
    Fact { attackers: [0, 0, 2, 0], own_advisors: 2, defenders: [2, 2], scale_factor: 24 },
    Fact { attackers: [0, 2, 0, 0], own_advisors: 2, defenders: [2, 2], scale_factor: 32 },
];

const MOST_ATTACKERS: i32 = 2;

/// Returns the part of a lead that counts, in 64ths.
pub(super) fn scale_factor(board: &Board<XiangqiRules>, ahead: Side) -> i32 {
    let own = |kind| board.count(ahead, kind);
    let attackers = [Kind::Chariot, Kind::Horse, Kind::Cannon, Kind::Soldier].map(own);
    if attackers.iter().sum::<i32>() > MOST_ATTACKERS {
        return FULL_SCALE;
    }
    known(board, ahead, attackers)
}

#[cold]
fn known(board: &Board<XiangqiRules>, ahead: Side, attackers: [i32; 4]) -> i32 {
    let defenders = [Kind::Advisor, Kind::Elephant].map(|kind| board.count(!ahead, kind));
    let holds = |fact: &&Fact| {
        fact.attackers == attackers
            && board.count(ahead, Kind::Advisor) <= fact.own_advisors
            && defenders[0] >= fact.defenders[0]
            && defenders[1] >= fact.defenders[1]
    };
    let scale_factor = FACTS.iter().find(holds).map_or(FULL_SCALE, |fact| fact.scale_factor);
    // Soldiers on the last rank only go sideways. If a side has no other attackers, such soldiers hardly win (老兵).
    let spent = board.pieces(ahead, Kind::Soldier) & tables::HOME[(!ahead).index()];
    if attackers == [0, 0, 0, spent.len() as i32] { scale_factor.min(4) } else { scale_factor }
}
