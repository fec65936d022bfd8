//! What the pieces of Zhonggong xiangqi are worth, and where. In hundredths.

use super::tables::RANKS;
use crate::rules::values::{Pair, Table, Values};
use crate::types::{FILES, Kind, Piece, Side, Square};

/// The values of Zhonggong xiangqi, for a board that sums them up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ZhonggongValues;

impl Values for ZhonggongValues {
    const TABLE: &'static Table = &TABLE;
}

/// What a kind of piece counts when pieces are exchanged, in the order of what it can do on a board
/// without river; the general more than all others.
pub(super) static WORTH: [i16; Kind::COUNT] = [20_000, 220, 230, 450, 950, 400, 140, 0];

/// What a kind of piece is worth wherever it stands; how far it reaches comes on top. Fitted, as
/// all below, to the results of games of its own.
const VALUE: [i16; Kind::COUNT] = [0, 252, 128, 400, 1060, 352, 140, 0];

/// Added to a soldier by rank, its own home rank first: one that has come to the end of the board
/// has nothing left but to be given up.
const SOLDIER_RANK: [i16; RANKS as usize] = [0, 0, 36, 33, 29, 18, 18, 22, -38];

static TABLE: Table = {
    let mut table = [[Pair::ZERO; Square::COUNT]; Piece::COUNT];
    let mut i = 0;
    while i < Kind::COUNT {
        let kind = Kind::ALL[i];
        let mut index = 0;
        while index < RANKS as usize * FILES as usize {
            let rank = Square::at(index).rank();
            let red = on(kind, rank);
            let black = on(kind, RANKS - 1 - rank);
            table[Piece::new(Side::Red, kind).index()][index] = Pair::new(red, red);
            table[Piece::new(Side::Black, kind).index()][index] = Pair::new(-black, -black);
            index += 1;
        }
        i += 1;
    }
    table
};

/// A piece's value so many ranks from its home.
const fn on(kind: Kind, rank: u8) -> i16 {
    match kind {
        Kind::Soldier => VALUE[kind.index()] + SOLDIER_RANK[rank as usize],
        _ => VALUE[kind.index()],
    }
}
