//! The features of the games that have networks.

use crate::any::AnyPosition;
#[cfg(feature = "zhonggong")]
use crate::rules::Zhonggong;
use crate::rules::{Rules, Xiangqi};
use crate::types::Side;

/// Returns the number of features of a game, or `None` for a game that has no networks.
#[must_use]
pub fn features(rules: Rules) -> Option<usize> {
    match rules {
        Rules::Xiangqi => Some(Xiangqi::FEATURES),
        #[cfg(feature = "zhonggong")]
        Rules::Zhonggong => Some(Zhonggong::FEATURES),
        _ => None,
    }
}

/// Returns the feature of the same piece on the board mirrored left and right. Returns `None` for a
/// general off the middle file that sees its own board, because that is never seen mirrored.
#[must_use]
pub fn mirrored_feature(rules: Rules, feature: usize) -> Option<usize> {
    match rules {
        Rules::Xiangqi => Xiangqi::mirrored_feature(feature),
        #[cfg(feature = "zhonggong")]
        Rules::Zhonggong => Zhonggong::mirrored_feature(feature),
        _ => None,
    }
}

/// Hands over the features of a position as a side sees it, one for each piece. A game that has no
/// networks has none.
pub fn for_each_feature(position: &AnyPosition, side: Side, on_feature: impl FnMut(usize)) {
    match position {
        AnyPosition::Xiangqi(position) => position.for_each_feature(side, on_feature),
        #[cfg(feature = "zhonggong")]
        AnyPosition::Zhonggong(position) => position.for_each_feature(side, on_feature),
        #[cfg(feature = "chess")]
        AnyPosition::Chess(_) => {}
    }
}
