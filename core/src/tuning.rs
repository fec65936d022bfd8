//! The evaluation as `chuhe-tune` sees it: a sum of weights that can be fitted.
//!
//! Hidden from the documentation and free to change: no program that plays needs it.

use crate::AnyPosition;
#[cfg(feature = "zhonggong")]
use crate::rules::Zhonggong;
use crate::rules::{Rules, Xiangqi};

pub use crate::rules::nine::linear_eval::Taper;
pub use crate::rules::nine::term::Term;

/// Returns the terms of the evaluation, in the order of the weights. Empty for a game whose
/// evaluation is no sum of weights.
#[must_use]
pub fn terms(rules: Rules) -> &'static [Term] {
    match rules {
        Rules::Xiangqi => Xiangqi::TERMS,
        #[cfg(feature = "zhonggong")]
        Rules::Zhonggong => Zhonggong::TERMS,
        #[cfg(not(feature = "zhonggong"))]
        Rules::Zhonggong => &[],
        Rules::Chess => &[],
    }
}

/// Returns the middlegame and the endgame value of a weight.
///
/// # Panics
/// If the game has no weight with this index.
#[must_use]
pub fn weight(rules: Rules, index: usize) -> [i16; 2] {
    let weights = match rules {
        Rules::Xiangqi => Xiangqi::WEIGHTS,
        #[cfg(feature = "zhonggong")]
        Rules::Zhonggong => Zhonggong::WEIGHTS,
        #[cfg(not(feature = "zhonggong"))]
        Rules::Zhonggong => &[],
        Rules::Chess => &[],
    };
    [weights[index].middlegame(), weights[index].endgame()]
}

/// Calls `tell` with each weight that counts for Red and with its factor, and returns what the
/// evaluation makes of the sum. One weight may be told several times.
///
/// Returns `None` for a game whose evaluation is no sum of weights.
///
/// # Examples
/// ```
/// use chuhe_core::{Searchable, rules::Rules, tuning};
/// let start = Rules::Xiangqi.start();
/// let mut sum = 0;
/// let mut tell = |index, factor| sum += tuning::weight(Rules::Xiangqi, index)[0] * factor;
/// let taper = tuning::trace(&start, &mut tell).unwrap();
/// // On a full board only the middlegame values count.
/// assert_eq!((sum, taper.phase), (start.evaluate().get(), taper.full_phase));
/// ```
pub fn trace(position: &AnyPosition, tell: &mut dyn FnMut(usize, i16)) -> Option<Taper> {
    match position {
        AnyPosition::Xiangqi(position) => Some(position.trace(tell)),
        #[cfg(feature = "zhonggong")]
        AnyPosition::Zhonggong(position) => Some(position.trace(tell)),
        #[cfg(feature = "chess")]
        AnyPosition::Chess(_) => None,
    }
}
