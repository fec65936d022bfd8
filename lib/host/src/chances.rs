//! Relates a score of the engine to the chance to win.

use chuhe_core::rules::Rules;

/// Returns how much each hundredth of a soldier adds to the natural logarithm of the odds to win.
/// The unit of the result is 1/100,000. The values are fitted to games of self-play.
pub const fn chance_steepness(rules: Rules) -> u16 {
    match rules {
        Rules::Xiangqi | Rules::Zhonggong => 200,
        Rules::Chess => 560,
    }
}
