//! The relation between a score of the engine and the chance to win.

use chuhe_core::rules::Rules;

/// Returns the steepness of the chance to win, in 1/100,000 for each hundredth of a soldier. The logarithm
/// of the odds is this times the score. It is fitted to games of self-play.
pub const fn chance_steepness(rules: Rules) -> u16 {
    match rules {
        Rules::Xiangqi | Rules::Zhonggong => 200,
        Rules::Chess => 560,
    }
}
