//! Tables of single steps, for the pieces that no other piece can hinder.

use crate::types::{Bitboard, FILES, Side, Square};

/// For each square a set of others.
pub(in crate::rules) type Steps = [Bitboard; Square::COUNT];

/// Up, down, left and right, in files and ranks.
pub(in crate::rules) const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (0, -1), (-1, 0), (1, 0)];
pub(in crate::rules) const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// Where each of these steps leads from the squares of `within`, if it stays there.
pub(in crate::rules) const fn steps(directions: &[(i8, i8)], within: Bitboard) -> Steps {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let from = Square::at(index);
        let mut i = 0;
        while i < directions.len() && within.contains(from) {
            if let Some(to) = from.offset(directions[i].0, directions[i].1)
                && within.contains(to)
            {
                table[index] = table[index].with(to);
            }
            i += 1;
        }
        index += 1;
    }
    table
}

/// The steps of a side's soldier: forward, and sideways on the squares of `sideways`.
pub(in crate::rules) const fn soldier_steps(
    side: Side,
    board: Bitboard,
    sideways: Bitboard,
) -> Steps {
    let forward = match side {
        Side::Red => (0, 1),
        Side::Black => (0, -1),
    };
    joined(&steps(&[forward], board), &steps(&[(-1, 0), (1, 0)], sideways))
}

/// For each square what either table has.
pub(in crate::rules) const fn joined(first: &Steps, second: &Steps) -> Steps {
    let mut table = *first;
    let mut index = 0;
    while index < Square::COUNT {
        table[index] = table[index].union(second[index]);
        index += 1;
    }
    table
}

/// For each square the squares from which a step leads there.
pub(in crate::rules) const fn reversed(steps: &Steps) -> Steps {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let mut to = 0;
        while to < Square::COUNT {
            if steps[from].contains(Square::at(to)) {
                table[to] = table[to].with(Square::at(from));
            }
            to += 1;
        }
        from += 1;
    }
    table
}

/// For each square the points above, below, left and right of it.
pub(in crate::rules) static RAYS: [[Bitboard; 4]; Square::COUNT] = {
    let mut table = [[Bitboard::EMPTY; 4]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let mut direction = 0;
        while direction < 4 {
            let (files, ranks) = ORTHOGONAL[direction];
            let mut at = Square::at(index).offset(files, ranks);
            while let Some(square) = at {
                table[index][direction] = table[index][direction].with(square);
                at = square.offset(files, ranks);
            }
            direction += 1;
        }
        index += 1;
    }
    table
};

/// The squares of some files and ranks, each from the first number up to but not with the second.
pub(in crate::rules) const fn rectangle(files: (u8, u8), ranks: (u8, u8)) -> Bitboard {
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

/// All files of some ranks.
pub(in crate::rules) const fn ranks(first: u8, end: u8) -> Bitboard {
    rectangle((0, FILES), (first, end))
}
