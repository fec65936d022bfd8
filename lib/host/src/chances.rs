//! Relates a score of the engine to the chance to win.

use chuhe_core::rules::Rules;

/// Returns the logarithm of the odds to win for a score of a hundredth of a soldier, in 1/100,000.
/// The logarithm grows in proportion to the score. The result is fitted to games of self-play.
pub const fn chance_steepness(rules: Rules) -> u16 {
    match rules {
        Rules::Xiangqi | Rules::Zhonggong => 200,
        Rules::Chess => 560,
    }
}
