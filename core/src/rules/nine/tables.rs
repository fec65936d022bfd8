//! Tables of the steps that no other piece can block, and of the parts of a board.

use crate::array::array;
use crate::types::{Bitboard, FILES, Side, Square};

pub(crate) type SquareSets = [Bitboard; Square::COUNT];

/// The steps up, down, left and right, each as (files, ranks).
pub(crate) const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (0, -1), (-1, 0), (1, 0)];
pub(crate) const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// The landings of single steps in `directions` from each square. Each step begins and ends in `within`.
pub(crate) const fn single_steps(directions: &[(i8, i8)], within: Bitboard) -> SquareSets {
    array!(index < Square::COUNT => {
        let from = Square::at(index);
        let (mut set, mut i) = (Bitboard::EMPTY, 0);
        while i < directions.len() && within.contains(from) {
            if let Some(to) = from.offset(directions[i].0, directions[i].1)
                && within.contains(to)
            {
                set = set.with(to);
            }
            i += 1;
        }
        set
    })
}

/// The steps of a side's soldier: forward, and sideways on the squares of `sideways`.
const fn soldier_steps(side: Side, board: Bitboard, sideways: Bitboard) -> SquareSets {
    let forward = match side {
        Side::Red => (0, 1),
        Side::Black => (0, -1),
    };
    joined(&single_steps(&[forward], board), &single_steps(&[(-1, 0), (1, 0)], sideways))
}

pub(crate) const fn joined(first: &SquareSets, second: &SquareSets) -> SquareSets {
    array!(index < Square::COUNT => first[index].union(second[index]))
}

const fn reversed(steps: &SquareSets) -> SquareSets {
    array!(to < Square::COUNT => {
        let (mut set, mut from) = (Bitboard::EMPTY, 0);
        while from < Square::COUNT {
            if steps[from].contains(Square::at(to)) {
                set = set.with(Square::at(from));
            }
            from += 1;
        }
        set
    })
}

/// Four sets for each square: the points straight above it, below it, left of it and right of it.
pub(crate) static RAYS: [[Bitboard; 4]; Square::COUNT] = {
    array!(index < Square::COUNT => array!(direction < 4 => {
        let (files, ranks) = ORTHOGONAL[direction];
        let (mut ray, mut at) = (Bitboard::EMPTY, Square::at(index));
        while let Some(square) = at.offset(files, ranks) {
            ray = ray.with(square);
            at = square;
        }
        ray
    }))
};

/// The rank and the file of a square, without the square itself.
pub(crate) static RANK_AND_FILE: SquareSets = array!(index < Square::COUNT => {
    let [up, down, left, right] = RAYS[index];
    up.union(down).union(left).union(right)
});

/// The points diagonally next to a square: the legs of the horses that attack it.
pub(crate) static DIAGONAL_NEIGHBOURS: SquareSets = single_steps(&DIAGONAL, Bitboard::FULL);

/// Returns the squares in a range of files and in a range of ranks. Each range is (first, end), without the end.
pub(crate) const fn rectangle(files: (u8, u8), ranks: (u8, u8)) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::at(index);
        let (file, rank) = (square.file(), square.rank());
        if files.0 <= file && file < files.1 && ranks.0 <= rank && rank < ranks.1 {
            set = set.with(square);
        }
        index += 1;
    }
    set
}

/// Returns the squares of the ranks from `first` to `end - 1`.
pub(crate) const fn ranks(first: u8, end: u8) -> Bitboard {
    rectangle((0, FILES), (first, end))
}

/// The parts of a board to which pieces are bound. In a pair of sets, the first set is Red's.
pub(crate) struct Regions {
    pub(crate) board: Bitboard,
    /// The palaces, which generals do not leave.
    pub(crate) palaces: Bitboard,
    /// The points that advisors do not leave.
    pub(crate) advisors: Bitboard,
    /// The points that each side's elephants do not leave.
    pub(crate) elephants: [Bitboard; 2],
    /// The points between which each side's soldiers can step sideways.
    pub(crate) sideways: [Bitboard; 2],
}

/// The parts of a board to which pieces are bound, and the steps that no other piece can block.
#[derive(Debug)]
pub struct PieceTables {
    pub(crate) board: Bitboard,
    pub(crate) general: SquareSets,
    pub(crate) advisor: SquareSets,
    pub(crate) elephants: [Bitboard; 2],
    pub(crate) sideways: [Bitboard; 2],
    pub(crate) soldier: [SquareSets; 2],
    /// The points from which each side's soldiers attack a square.
    pub(crate) soldier_attackers: [SquareSets; 2],
}

impl PieceTables {
    pub(crate) const fn new(regions: &Regions) -> Self {
        let soldier = [
            soldier_steps(Side::Red, regions.board, regions.sideways[0]),
            soldier_steps(Side::Black, regions.board, regions.sideways[1]),
        ];
        Self {
            board: regions.board,
            general: single_steps(&ORTHOGONAL, regions.palaces),
            advisor: single_steps(&DIAGONAL, regions.advisors),
            elephants: regions.elephants,
            sideways: regions.sideways,
            soldier_attackers: [reversed(&soldier[0]), reversed(&soldier[1])],
            soldier,
        }
    }
}
