//! The leaps of horse and elephant, and the point that blocks each leap. Every table is filled from
//! [`HORSE_LEAPS`] and [`ELEPHANT_LEAPS`].

use super::tables::SquareSets;
use crate::array::array;
use crate::types::{Bitboard, FILES, RANKS, Square};

/// A distance as (files to the right, ranks up). Negative numbers lead left and down.
type Offset = (i8, i8);

/// A leap of a piece, as two offsets from the square that the piece leaves.
#[derive(Clone, Copy)]
struct Leap {
    /// The point on which any piece blocks the leap: a horse's leg or an elephant's eye.
    over: Offset,
    to: Offset,
}

/// The leaps of a horse: one point straight to its leg (馬腿), then one point diagonally outwards.
const HORSE_LEAPS: [Leap; 8] = [
    Leap { over: (0, 1), to: (-1, 2) },
    Leap { over: (0, 1), to: (1, 2) },
    Leap { over: (1, 0), to: (2, 1) },
    Leap { over: (1, 0), to: (2, -1) },
    Leap { over: (0, -1), to: (1, -2) },
    Leap { over: (0, -1), to: (-1, -2) },
    Leap { over: (-1, 0), to: (-2, -1) },
    Leap { over: (-1, 0), to: (-2, 1) },
];

/// The leaps of an elephant: two points along a diagonal, of which the first is the eye (象眼).
const ELEPHANT_LEAPS: [Leap; 4] = [
    Leap { over: (1, 1), to: (2, 2) },
    Leap { over: (1, -1), to: (2, -2) },
    Leap { over: (-1, -1), to: (-2, -2) },
    Leap { over: (-1, 1), to: (-2, 2) },
];

/// The largest difference between the indices of the two squares of a horse's leap.
const MAX_DIFFERENCE: usize = 2 * FILES as usize + 1;

/// For each leap of a horse, the index of the leg minus the index of the horse's square. The leap's place in this table
/// is the index of the landing, minus the index of the horse's square, plus [`MAX_DIFFERENCE`].
static LEGS: [i8; 2 * MAX_DIFFERENCE + 1] = {
    const fn difference((files, ranks): Offset) -> i8 {
        ranks * FILES as i8 + files
    }
    let mut legs = [0; 2 * MAX_DIFFERENCE + 1];
    let mut i = 0;
    while i < HORSE_LEAPS.len() {
        let Leap { over, to } = HORSE_LEAPS[i];
        legs[(difference(to) + MAX_DIFFERENCE as i8) as usize] = difference(over);
        i += 1;
    }
    legs
};

/// Returns the leg over which a horse attacks a square. The square must be one leap away from the horse.
#[inline]
pub(crate) fn leg(attacked: Square, horse: Square) -> Bitboard {
    let leg = LEGS[attacked.index() + MAX_DIFFERENCE - horse.index()];
    Square::at(horse.index().wrapping_add_signed(leg.into())).into()
}

/// The landings of a horse from each square, if all its legs are free.
pub(crate) static HORSE_LANDINGS: SquareSets =
    array!(index < Square::COUNT => HORSE[index][0][0].union(HORSE[index][1][0]));

/// The landings of leaps over either of two points. Bit 0 of the index is set if the first point is occupied, bit 1 if
/// the second point is occupied.
pub(super) type LandingsOverTwo = [Bitboard; 4];

pub(super) type LeapTable = [[LandingsOverTwo; 2]; Square::COUNT];

/// Pairs of points next to a square: left and right of it, then below and above it.
const ORTHOGONAL_PAIRS: [[Offset; 2]; 2] = [[(-1, 0), (1, 0)], [(0, -1), (0, 1)]];

/// Pairs of points diagonally next to a square: below left and below right, then above left and above right.
const DIAGONAL_PAIRS: [[Offset; 2]; 2] = [[(-1, -1), (1, -1)], [(-1, 1), (1, 1)]];

pub(super) static HORSE: LeapTable = leap_table(&HORSE_LEAPS, ORTHOGONAL_PAIRS);

/// The squares from which a horse attacks a square. The leg of such a horse is diagonally next to the attacked square.
pub(super) static HORSE_ATTACKERS: LeapTable =
    leap_table(&seen_from_landing(HORSE_LEAPS), DIAGONAL_PAIRS);

/// The landings of an elephant, as if there were no river. The indices are the rank of the landings, and the file of
/// the elephant. The landings are the same whether the elephant stands two ranks below or two ranks above them. The
/// last row is empty: it stands for ranks off the board.
pub(super) static ELEPHANT: [[LandingsOverTwo; FILES as usize]; RANKS as usize + 1] = {
    let mut table = [[[Bitboard::EMPTY; 4]; FILES as usize]; RANKS as usize + 1];
    let mut index = 0;
    while index < Square::COUNT {
        let middle = Square::at(index);
        let row = &mut table[middle.rank() as usize];
        row[middle.file() as usize] = match (middle.offset(0, -2), middle.offset(0, 2)) {
            (Some(below), _) => landings(below, &ELEPHANT_LEAPS, DIAGONAL_PAIRS[1]),
            (None, Some(above)) => landings(above, &ELEPHANT_LEAPS, DIAGONAL_PAIRS[0]),
            (None, None) => [Bitboard::EMPTY; 4],
        };
        index += 1;
    }
    table
};

/// Returns the leaps backwards: from the landing to the start, over the same point.
const fn seen_from_landing(leaps: [Leap; 8]) -> [Leap; 8] {
    array!(i < 8 => {
        let Leap { over, to } = leaps[i];
        Leap { over: (over.0 - to.0, over.1 - to.1), to: (-to.0, -to.1) }
    })
}

const fn leap_table(leaps: &[Leap], pairs: [[Offset; 2]; 2]) -> LeapTable {
    array!(index < Square::COUNT => {
        array!(pair < 2 => landings(Square::at(index), leaps, pairs[pair]))
    })
}

const fn landings(square: Square, leaps: &[Leap], pair: [Offset; 2]) -> LandingsOverTwo {
    array!(taken < 4 => {
        let (mut set, mut i) = (Bitboard::EMPTY, 0);
        while i < leaps.len() {
            let Leap { over, to } = leaps[i];
            let over_lower = taken & 1 == 0 && is_same(over, pair[0]);
            let over_higher = taken & 2 == 0 && is_same(over, pair[1]);
            if (over_lower || over_higher) && let Some(to) = square.offset(to.0, to.1) {
                set = set.with(to);
            }
            i += 1;
        }
        set
    })
}

const fn is_same(one: Offset, other: Offset) -> bool {
    one.0 == other.0 && one.1 == other.1
}
