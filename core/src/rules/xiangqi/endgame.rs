//! Scale factors of drawish endgames: material that can hardly win, whatever its value.
//!
//! The facts are those of every textbook, among them Tu Jingming's 象棋實用殘局. Most of these endgames have a few won
//! positions. So most factors are not 0, and a leader prefers material that can win.

use super::{XiangqiRules, tables};
use crate::rules::nine::board::Board;
use crate::rules::nine::linear_eval::FULL_SCALE;
use crate::types::{Kind, Side};

/// A side with exactly these attackers hardly wins against these numbers of defenders or more.
struct Fact {
    /// The numbers of chariots, horses, cannons and soldiers.
    attackers: [i32; 4],
    /// The largest number of own advisors, which a cannon can use as screens.
    own_advisors: i32,
    /// The smallest numbers of enemy advisors and elephants.
    defenders: [i32; 2],
    scale_factor: i32,
}

static FACTS: [Fact; 14] = [
    // The side has no piece that can cross the river.
    Fact { attackers: [0, 0, 0, 0], own_advisors: 2, defenders: [0, 0], scale_factor: 0 },
    // 單車例和士象全
    Fact { attackers: [1, 0, 0, 0], own_advisors: 2, defenders: [2, 2], scale_factor: 4 },
    // 單馬例和雙士, 單馬例和單象
    Fact { attackers: [0, 1, 0, 0], own_advisors: 2, defenders: [2, 0], scale_factor: 8 },
    Fact { attackers: [0, 1, 0, 0], own_advisors: 2, defenders: [0, 1], scale_factor: 8 },
    // 單炮 without a screen. With a screen the cannon beats advisors alone (炮仕必勝雙士).
    Fact { attackers: [0, 0, 1, 0], own_advisors: 0, defenders: [0, 0], scale_factor: 4 },
    Fact { attackers: [0, 0, 1, 0], own_advisors: 2, defenders: [0, 1], scale_factor: 8 },
    // 一兵 against one defender or more. It wins against the general alone.
    Fact { attackers: [0, 0, 0, 1], own_advisors: 2, defenders: [1, 0], scale_factor: 8 },
    Fact { attackers: [0, 0, 0, 1], own_advisors: 2, defenders: [0, 1], scale_factor: 8 },
    // 雙兵 against three defenders or more.
    Fact { attackers: [0, 0, 0, 2], own_advisors: 2, defenders: [2, 1], scale_factor: 16 },
    Fact { attackers: [0, 0, 0, 2], own_advisors: 2, defenders: [1, 2], scale_factor: 16 },
    // 馬兵例和士象全
    Fact { attackers: [0, 1, 0, 1], own_advisors: 2, defenders: [2, 2], scale_factor: 8 },
    // 炮兵 without a screen, 雙炮 and 雙馬, each against all four defenders.
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
    // Soldiers on the last rank only go sideways. Alone they do not win (老兵).
    let spent = board.pieces(ahead, Kind::Soldier) & tables::HOME[(!ahead).index()];
    if attackers == [0, 0, 0, spent.len() as i32] { scale_factor.min(4) } else { scale_factor }
}
