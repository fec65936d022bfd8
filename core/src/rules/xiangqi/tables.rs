//! Where the pieces bound to a part of the board may stand and step.

use crate::types::{Bitboard, FILES, Kind, Piece, RANKS, Side, Square};

/// The steps up, down, left and right, in files and ranks.
const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (0, -1), (-1, 0), (1, 0)];
/// Places in `ORTHOGONAL` and in the rays of a square.
pub(super) const UP: usize = 0;
pub(super) const DOWN: usize = 1;
pub(super) const RIGHT: usize = 3;

const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// The first rank beyond the river, seen by Red.
const RIVER: u8 = RANKS / 2;

const fn in_palace(square: Square) -> bool {
    square.file() >= 3 && square.file() <= 5 && (square.rank() <= 2 || square.rank() >= 7)
}

const fn own_half(side: Side, square: Square) -> bool {
    match side {
        Side::Red => square.rank() < RIVER,
        Side::Black => square.rank() >= RIVER,
    }
}

/// One step in each direction, kept inside the palace.
const fn palace_steps(directions: [(i8, i8); 4]) -> [Bitboard; Square::COUNT] {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let from = Square::at(index);
        let mut i = 0;
        while i < 4 && in_palace(from) {
            if let Some(to) = from.offset(directions[i].0, directions[i].1)
                && in_palace(to)
            {
                table[index] = table[index].with(to);
            }
            i += 1;
        }
        index += 1;
    }
    table
}

/// Where a general on a palace point steps.
pub(super) static GENERAL: [Bitboard; Square::COUNT] = palace_steps(ORTHOGONAL);
/// Where an advisor on a palace point steps; only its five points matter.
pub(super) static ADVISOR: [Bitboard; Square::COUNT] = palace_steps(DIAGONAL);

/// Where a side's soldier steps.
pub(super) static SOLDIER: [[Bitboard; Square::COUNT]; 2] =
    [soldier(Side::Red), soldier(Side::Black)];
/// Where a side's soldiers stand that attack a square.
pub(super) static SOLDIER_TO: [[Bitboard; Square::COUNT]; 2] =
    [soldier_to(Side::Red), soldier_to(Side::Black)];

const fn soldier(side: Side) -> [Bitboard; Square::COUNT] {
    let forward = match side {
        Side::Red => 1,
        Side::Black => -1,
    };
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let from = Square::at(index);
        if let Some(to) = from.offset(0, forward) {
            table[index] = table[index].with(to);
        }
        if !own_half(side, from) {
            if let Some(to) = from.offset(-1, 0) {
                table[index] = table[index].with(to);
            }
            if let Some(to) = from.offset(1, 0) {
                table[index] = table[index].with(to);
            }
        }
        index += 1;
    }
    table
}

const fn soldier_to(side: Side) -> [Bitboard; Square::COUNT] {
    let steps = soldier(side);
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

/// Each half of the board, for elephants, which do not cross the river.
pub(super) static HALF: [Bitboard; 2] = [half(Side::Red), half(Side::Black)];

const fn half(side: Side) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut index = 0;
    while index < Square::COUNT {
        if own_half(side, Square::at(index)) {
            set = set.with(Square::at(index));
        }
        index += 1;
    }
    set
}

/// For each square: the points above, below, left and right of it.
pub(super) static RAYS: [[Bitboard; 4]; Square::COUNT] = {
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

/// The four points diagonally next to a square, where the legs of horses attacking it are.
pub(super) static CORNERS: [[Option<Square>; 4]; Square::COUNT] = {
    let mut table = [[None; 4]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let mut i = 0;
        while i < 4 {
            table[index][i] = Square::at(index).offset(DIAGONAL[i].0, DIAGONAL[i].1);
            i += 1;
        }
        index += 1;
    }
    table
};

/// For each of those corners, the points of the horses that attack over it.
pub(super) static HORSES_BY_CORNER: [[Bitboard; 4]; Square::COUNT] = {
    let mut table = [[Bitboard::EMPTY; 4]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let mut i = 0;
        while i < 4 {
            let (files, ranks) = DIAGONAL[i];
            if let Some(square) = Square::at(index).offset(2 * files, ranks) {
                table[index][i] = table[index][i].with(square);
            }
            if let Some(square) = Square::at(index).offset(files, 2 * ranks) {
                table[index][i] = table[index][i].with(square);
            }
            i += 1;
        }
        index += 1;
    }
    table
};

/// Whether a piece can ever stand on a square.
#[must_use]
pub(super) const fn can_stand(piece: Piece, square: Square) -> bool {
    let side = piece.side();
    // Counted from the piece's own home rank.
    let rank = match side {
        Side::Red => square.rank(),
        Side::Black => RANKS - 1 - square.rank(),
    };
    let file = square.file();
    match piece.kind() {
        Kind::General => in_palace(square) && rank <= 2,
        Kind::Advisor => in_palace(square) && rank <= 2 && (file + rank) % 2 == 1,
        Kind::Elephant => match rank {
            0 | 4 => file == 2 || file == 6,
            2 => file == 0 || file == 4 || file == FILES - 1,
            _ => false,
        },
        Kind::Soldier => rank >= RIVER || rank >= 3 && file.is_multiple_of(2),
        Kind::Horse | Kind::Chariot | Kind::Cannon => true,
        Kind::Queen => false,
    }
}
