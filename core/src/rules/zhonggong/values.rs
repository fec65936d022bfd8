//! What the pieces of Zhonggong xiangqi are worth.

use crate::rules::values::{Pair, Table, Values};
use crate::types::{Kind, Piece, Side, Square};

/// The values of Zhonggong xiangqi, for a board that sums them up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ZhonggongValues;

impl Values for ZhonggongValues {
    const TABLE: &'static Table = &TABLE;
}

/// What a kind of piece counts when pieces are exchanged.
pub(super) static WORTH: [i16; Kind::COUNT] = [20_000, 250, 250, 450, 950, 400, 150, 0];

static TABLE: Table = {
    let mut table = [[Pair::ZERO; Square::COUNT]; Piece::COUNT];
    let mut i = 1;
    while i < Kind::COUNT {
        let worth = WORTH[Kind::ALL[i].index()];
        table[Piece::new(Side::Red, Kind::ALL[i]).index()] =
            [Pair::new(worth, worth); Square::COUNT];
        table[Piece::new(Side::Black, Kind::ALL[i]).index()] =
            [Pair::new(-worth, -worth); Square::COUNT];
        i += 1;
    }
    table
};
