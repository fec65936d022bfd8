//! What the pieces of xiangqi are worth, and where. In hundredths of a soldier at home.

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

/// A piece's value by square: the enemy's home rank first, files `a` to `e`; the others mirror them.
type Half = [[i16; 5]; RANKS as usize];

/// Added to a piece's value while the board is full, and when it is nearly empty.
struct Kinds {
    value: Pair,
    full: Half,
    empty: Half,
}

const LEVEL: Half = [[0; 5]; RANKS as usize];

const GENERAL: Kinds = Kinds {
    value: Pair::ZERO,
    full: [
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0, 0, 0, -70, -75],
        [0, 0, 0, -40, -35],
        [0, 0, 0, -8, 5],
    ],
    empty: [
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0, 0, 0, -20, -15],
        [0, 0, 0, -8, -2],
        [0, 0, 0, -4, 8],
    ],
};

const ADVISOR: Kinds = Kinds {
    value: Pair::new(130, 120),
    full: [
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0, 0, 0, -12, 0],
        [0, 0, 0, 0, 10],
        [0, 0, 0, 0, 0],
    ],
    empty: LEVEL,
};

const ELEPHANT: Kinds = Kinds {
    value: Pair::new(130, 130),
    full: [
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0; 5],
        [0, 0, -8, 0, 0],
        [0; 5],
        [-18, 0, 0, 0, 12],
        [0; 5],
        [0, 0, 0, 0, 0],
    ],
    empty: LEVEL,
};

const HORSE: Kinds = Kinds {
    value: Pair::new(400, 430),
    full: [
        [-12, -6, 0, -4, -10],
        [-4, 10, 30, 12, -4],
        [4, 16, 22, 30, 14],
        [8, 24, 20, 26, 20],
        [6, 18, 22, 22, 24],
        [2, 12, 16, 18, 18],
        [-2, 6, 10, 12, 8],
        [-4, 0, 10, 6, -6],
        [-12, -4, 0, 2, -30],
        [-16, -14, -6, -8, -12],
    ],
    empty: [
        [-14, -8, -2, 0, -4],
        [-6, 4, 16, 12, 4],
        [0, 10, 16, 22, 14],
        [2, 12, 16, 18, 16],
        [2, 10, 14, 16, 16],
        [0, 8, 12, 14, 14],
        [-4, 2, 6, 8, 6],
        [-8, -2, 2, 2, 0],
        [-12, -8, -4, -2, -8],
        [-18, -14, -8, -8, -8],
    ],
};

const CHARIOT: Kinds = Kinds {
    value: Pair::new(900, 980),
    full: [
        [4, 6, 4, 14, 10],
        [10, 16, 10, 26, 24],
        [8, 12, 8, 18, 20],
        [10, 18, 14, 22, 22],
        [10, 16, 14, 20, 20],
        [8, 14, 12, 18, 18],
        [2, 8, 6, 12, 12],
        [0, 6, 4, 10, 6],
        [-4, 4, 2, 10, -4],
        [-16, 2, -4, 8, -10],
    ],
    empty: [
        [0, 2, 2, 6, 6],
        [6, 8, 8, 14, 14],
        [4, 6, 6, 12, 12],
        [4, 6, 6, 10, 12],
        [4, 6, 6, 10, 10],
        [2, 4, 4, 8, 8],
        [0, 2, 2, 4, 6],
        [-2, 0, 0, 2, 2],
        [-4, -2, -2, 0, 0],
        [-8, -4, -4, -2, -4],
    ],
};

const CANNON: Kinds = Kinds {
    value: Pair::new(440, 420),
    full: [
        [16, 14, 4, -10, -12],
        [6, 6, 0, -10, -8],
        [4, 4, 0, -6, -4],
        [0, 4, 4, 4, 10],
        [0, 2, 4, 4, 14],
        [-2, 2, 6, 4, 14],
        [-2, 0, 2, 2, 10],
        [0, 4, 6, 8, 18],
        [-2, 2, 2, 4, 6],
        [-4, -2, 0, 4, 4],
    ],
    empty: [
        [4, 2, 0, -4, -4],
        [2, 2, 0, -2, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 4],
        [0, 0, 0, 2, 6],
        [0, 0, 0, 2, 6],
        [0, 0, 2, 2, 8],
        [0, 2, 4, 6, 10],
        [0, 2, 4, 8, 10],
        [0, 2, 6, 10, 10],
    ],
};

const SOLDIER: Kinds = Kinds {
    value: Pair::new(90, 110),
    full: [
        [-20, -15, -10, -5, 0],
        [50, 85, 120, 150, 160],
        [60, 95, 125, 145, 150],
        [55, 85, 105, 120, 125],
        [40, 65, 75, 85, 90],
        [0, 0, 12, 0, 22],
        [-8, 0, -2, 0, 8],
        [0; 5],
        [0; 5],
        [0; 5],
    ],
    empty: [
        [-30, -25, -15, -10, -5],
        [50, 75, 100, 115, 120],
        [70, 95, 115, 125, 130],
        [70, 90, 105, 110, 115],
        [60, 75, 80, 85, 90],
        [10, 0, 15, 0, 20],
        [-5, 0, 0, 0, 5],
        [0; 5],
        [0; 5],
        [0; 5],
    ],
};

static TABLE: Table = {
    let mut table = [[Pair::ZERO; Square::COUNT]; Piece::COUNT];
    let kinds = [
        (Kind::General, GENERAL),
        (Kind::Advisor, ADVISOR),
        (Kind::Elephant, ELEPHANT),
        (Kind::Horse, HORSE),
        (Kind::Chariot, CHARIOT),
        (Kind::Cannon, CANNON),
        (Kind::Soldier, SOLDIER),
    ];
    let mut i = 0;
    while i < kinds.len() {
        let (kind, values) = &kinds[i];
        let mut index = 0;
        while index < Square::COUNT {
            let square = Square::at(index);
            let (file, rank) = (square.file(), square.rank());
            let file = if file > 4 { FILES - 1 - file } else { file } as usize;
            let red = at(values, (RANKS - 1 - rank) as usize, file);
            let black = at(values, rank as usize, file);
            table[Piece::new(Side::Red, *kind).index()][index] = red;
            table[Piece::new(Side::Black, *kind).index()][index] = Pair::ZERO.minus(black);
            index += 1;
        }
        i += 1;
    }
    table
};

const fn at(values: &Kinds, row: usize, file: usize) -> Pair {
    values.value.plus(Pair::new(values.full[row][file], values.empty[row][file]))
}
