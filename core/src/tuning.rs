//! The evaluation as a program sees it that fits it: a sum of weights.
//!
//! Hidden from the documentation and free to change: no program that plays needs it.

use crate::AnyPosition;
#[cfg(feature = "zhonggong")]
use crate::rules::Zhonggong;
use crate::rules::{Rules, TaperedScore, Xiangqi};

pub use crate::rules::nine::linear_eval::Taper;
pub use crate::rules::nine::term::Term;

/// Returns the terms and the weights of a game. There are none for a game whose evaluation is no sum
/// of weights.
const fn linear_eval(rules: Rules) -> ([&'static [Term]; 2], &'static [TaperedScore]) {
    match rules {
        Rules::Xiangqi => Xiangqi::LINEAR_EVAL,
        #[cfg(feature = "zhonggong")]
        Rules::Zhonggong => Zhonggong::LINEAR_EVAL,
        _ => ([&[]; 2], &[]),
    }
}

/// Returns the terms of the evaluation, in the order of the weights.
pub fn terms(rules: Rules) -> impl Iterator<Item = &'static Term> {
    linear_eval(rules).0.into_iter().flatten()
}

/// Returns the middlegame and the endgame value of each weight.
pub fn weights(rules: Rules) -> impl Iterator<Item = [i16; 2]> {
    linear_eval(rules).1.iter().map(|weight| [weight.middlegame(), weight.endgame()])
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
/// let weights: Vec<[i16; 2]> = tuning::weights(Rules::Xiangqi).collect();
/// let mut tell = |index: usize, factor| sum += weights[index][0] * factor;
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
