//! Static exchange evaluation in Zhonggong xiangqi.

use super::{Zhonggong, ZhonggongRules};
use crate::position::Position;
use crate::rules::nine::piece_squares::PieceValues;
use crate::types::{Kind, Move};

impl Zhonggong {
    /// Checks whether a move gains at least `threshold`. An exchange gains the piece removed and
    /// loses the soldiers given up; nothing captures back.
    pub(super) fn exchange_or_captures_ge(&self, mv: Move, threshold: i16) -> bool {
        const VALUES: &[i16; Kind::COUNT] = ZhonggongRules::SEE_VALUES;
        let Some((soldiers, _)) = self.exchanged(mv) else {
            return self.captures_ge(mv, threshold);
        };
        let bought = self.captured(mv).map_or(0, |piece| VALUES[piece.kind().index()]);
        bought - VALUES[Kind::Soldier.index()] * soldiers.len() as i16 >= threshold
    }
}
