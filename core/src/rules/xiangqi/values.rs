//! What the pieces of xiangqi are worth, and where. In hundredths of a soldier at home.

use super::terms;
use super::weights::WEIGHTS;
use crate::rules::values::{Pair, Table, Values};
use crate::types::{FILES, Kind, Piece, RANKS, Side, Square};

/// The values of xiangqi, for a board that sums them up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct XiangqiValues;

impl Values for XiangqiValues {
    const TABLE: &'static Table = &TABLE;
}

/// What a kind of piece counts when pieces are exchanged; the general more than all others.
pub(super) static WORTH: [i16; Kind::COUNT] = [20_000, 200, 200, 430, 950, 450, 100, 0];

/// What each kind adds to the phase of the game, 0 to [`FULL`].
const PHASE: [(Kind, i32); 3] = [(Kind::Chariot, 6), (Kind::Horse, 3), (Kind::Cannon, 3)];

/// The phase of a board with all pieces.
pub(super) const FULL: i32 = 2 * 2 * (6 + 3 + 3);

/// How full a board is, of [`FULL`], from how many pieces of a kind a side has.
pub(super) fn phase(count: impl Fn(Side, Kind) -> i32) -> i32 {
    PHASE
        .iter()
        .map(|&(kind, parts)| parts * (count(Side::Red, kind) + count(Side::Black, kind)))
        .sum()
}

static TABLE: Table = {
    let mut table = [[Pair::ZERO; Square::COUNT]; Piece::COUNT];
    let kinds = [
        (Kind::General, terms::GENERAL),
        (Kind::Advisor, terms::ADVISOR),
        (Kind::Elephant, terms::ELEPHANT),
        (Kind::Horse, terms::HORSE),
        (Kind::Chariot, terms::CHARIOT),
        (Kind::Cannon, terms::CANNON),
        (Kind::Soldier, terms::SOLDIER),
    ];
    let mut i = 0;
    while i < kinds.len() {
        let (kind, term) = kinds[i];
        let mut index = 0;
        while index < Square::COUNT {
            let square = Square::at(index);
            let red = WEIGHTS[term.at(place(Side::Red, square))];
            let black = WEIGHTS[term.at(place(Side::Black, square))];
            table[Piece::new(Side::Red, kind).index()][index] = red;
            table[Piece::new(Side::Black, kind).index()][index] = Pair::ZERO.minus(black);
            index += 1;
        }
        i += 1;
    }
    table
};

/// Which of a piece's places a square is for a side: the enemy's home rank first, files `a` to
/// `e`; the others mirror them.
pub(super) const fn place(side: Side, square: Square) -> usize {
    let (file, rank) = (square.file(), square.rank());
    let file = if file > 4 { FILES - 1 - file } else { file };
    let row = match side {
        Side::Red => RANKS - 1 - rank,
        Side::Black => rank,
    };
    5 * row as usize + file as usize
}
