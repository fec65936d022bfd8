//! Where the pieces bound to a part of the board may stand and step.

use crate::rules::nine::tables::{
    DIAGONAL, ORTHOGONAL, RAYS, Steps, ranks, rectangle, reversed, soldier_steps, steps,
};
use crate::types::{Bitboard, FILES, Kind, Piece, RANKS, Side, Square};

/// The first rank beyond the river, seen by Red.
const RIVER: u8 = RANKS / 2;

/// Each side's palace.
pub(super) static PALACE: [Bitboard; 2] =
    [rectangle((3, 6), (0, 3)), rectangle((3, 6), (RANKS - 3, RANKS))];
const PALACES: Bitboard = PALACE[0].union(PALACE[1]);

/// The middle of each side's palace.
pub(super) const HEART: [Square; 2] = [Square::at(13), Square::at(76)];

/// A side's home rank.
#[inline]
pub(super) const fn home(side: Side) -> u8 {
    match side {
        Side::Red => 0,
        Side::Black => RANKS - 1,
    }
}

/// Each side's home rank.
pub(super) static HOME: [Bitboard; 2] = [ranks(0, 1), ranks(RANKS - 1, RANKS)];

/// From where a horse checks a side's general in the middle of its home rank, beside the palace.
pub(super) static CORNERS: [Bitboard; 2] =
    [Bitboard::from_rank(1, 0b0_0100_0100), Bitboard::from_rank(RANKS - 2, 0b0_0100_0100)];

/// The middle of each side's palace, and the points around it where advisors stand.
pub(super) static ADVISORS: [(Bitboard, Bitboard); 2] = [
    (Bitboard::EMPTY.with(HEART[0]), ADVISOR[HEART[0].index()]),
    (Bitboard::EMPTY.with(HEART[1]), ADVISOR[HEART[1].index()]),
];

/// Where a general on a palace point steps.
pub(super) static GENERAL: Steps = steps(&ORTHOGONAL, PALACES);
/// Where an advisor on a palace point steps; only its five points matter.
pub(super) static ADVISOR: Steps = steps(&DIAGONAL, PALACES);

/// Where a side's soldier steps: sideways once it is over the river.
pub(super) static SOLDIER: [Steps; 2] = [
    soldier_steps(Side::Red, Bitboard::FULL, HALF[1]),
    soldier_steps(Side::Black, Bitboard::FULL, HALF[0]),
];
/// Where a side's soldiers stand that attack a square.
pub(super) static SOLDIER_TO: [Steps; 2] = [reversed(&SOLDIER[0]), reversed(&SOLDIER[1])];

/// Each half of the board, for elephants, which do not cross the river.
pub(super) static HALF: [Bitboard; 2] = [ranks(0, RIVER), ranks(RIVER, RANKS)];

/// The rank and the file of a square, itself left out.
pub(super) static LINES: Steps = {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let [up, down, left, right] = RAYS[index];
        table[index] = up.union(down).union(left).union(right);
        index += 1;
    }
    table
};
/// The legs of the horses that attack a square: the points diagonally next to it.
pub(super) static LEGS: Steps = steps(&DIAGONAL, Bitboard::FULL);

/// Where a horse leaps, whatever stands at its legs.
pub(super) static HORSE: Steps = steps(
    &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)],
    Bitboard::FULL,
);

/// Over which point a horse attacks another one.
#[inline]
pub(super) fn leg(attacked: Square, horse: Square) -> Bitboard {
    let towards = |from: u8, to: u8| (to as i8 - from as i8).signum();
    attacked
        .offset(towards(attacked.file(), horse.file()), towards(attacked.rank(), horse.rank()))
        .map_or(Bitboard::EMPTY, Bitboard::from)
}

/// Ranks counted from a side's own home rank.
const fn own_rank(side: Side, square: Square) -> u8 {
    match side {
        Side::Red => square.rank(),
        Side::Black => RANKS - 1 - square.rank(),
    }
}

/// Whether a piece can stand on a square.
#[must_use]
pub(super) const fn can_stand(piece: Piece, square: Square) -> bool {
    let rank = own_rank(piece.side(), square);
    let file = square.file();
    match piece.kind() {
        Kind::General => PALACES.contains(square) && rank <= 2,
        Kind::Advisor => PALACES.contains(square) && rank <= 2 && (file + rank) % 2 == 1,
        Kind::Elephant => match rank {
            0 | 4 => file == 2 || file == 6,
            2 => file == 0 || file == 4 || file == FILES - 1,
            _ => false,
        },
        Kind::Soldier => rank >= 3,
        Kind::Horse | Kind::Chariot | Kind::Cannon => true,
        Kind::Queen => false,
    }
}

/// Whether a piece can come to a square from where it starts: up to the river a soldier keeps its
/// file.
#[must_use]
pub(super) const fn can_come(piece: Piece, square: Square) -> bool {
    let strays = matches!(piece.kind(), Kind::Soldier)
        && own_rank(piece.side(), square) < RIVER
        && square.file() % 2 == 1;
    can_stand(piece, square) && !strays
}
