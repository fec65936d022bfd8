//! The parts of the xiangqi board, and the points where each piece can stand.

use crate::rules::nine::tables::{PieceTables, Regions, ranks, rectangle};
use crate::types::{Bitboard, FILES, Kind, Piece, RANKS, Side, Square};

/// The first rank beyond the river, as Red sees it.
const RIVER: u8 = RANKS / 2;

pub(in crate::rules) static PALACE: [Bitboard; 2] =
    [rectangle((3, 6), (0, 3)), rectangle((3, 6), (RANKS - 3, RANKS))];
const PALACES: Bitboard = PALACE[0].union(PALACE[1]);

pub(in crate::rules) const HEART: [Square; 2] = [Square::at(13), Square::at(76)];

#[inline]
pub(in crate::rules) const fn home(side: Side) -> u8 {
    match side {
        Side::Red => 0,
        Side::Black => RANKS - 1,
    }
}

pub(in crate::rules) static HOME: [Bitboard; 2] = [ranks(0, 1), ranks(RANKS - 1, RANKS)];

/// The points c1 and g1, or c8 and g8, where an enemy horse checks the general of Red or Black on its first square.
pub(in crate::rules) static CORNERS: [Bitboard; 2] =
    [Bitboard::from_rank(1, 0b0_0100_0100), Bitboard::from_rank(RANKS - 2, 0b0_0100_0100)];

/// The five points of each side's advisors: the middle of the palace, and the four points around the middle.
pub(in crate::rules) static ADVISORS: [(Bitboard, Bitboard); 2] = [
    (Bitboard::EMPTY.with(HEART[0]), PIECES.advisor[HEART[0].index()]),
    (Bitboard::EMPTY.with(HEART[1]), PIECES.advisor[HEART[1].index()]),
];

/// The steps of the pieces. The advisor table also has steps from four palace points where no advisor can stand.
pub(in crate::rules) static PIECES: PieceTables = PieceTables::new(&Regions {
    board: Bitboard::FULL,
    palaces: PALACES,
    advisors: PALACES,
    elephants: HALF,
    sideways: [HALF[1], HALF[0]],
});

/// Each side's half of the board. Elephants do not leave their own half.
pub(in crate::rules) static HALF: [Bitboard; 2] = [ranks(0, RIVER), ranks(RIVER, RANKS)];

const fn own_rank(side: Side, square: Square) -> u8 {
    match side {
        Side::Red => square.rank(),
        Side::Black => RANKS - 1 - square.rank(),
    }
}

pub(in crate::rules) const fn can_stand(piece: Piece, square: Square) -> bool {
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

/// Returns whether a piece can reach a square in a game. A soldier stays on the file where it starts
/// until it has crossed the river.
pub(in crate::rules) const fn can_come(piece: Piece, square: Square) -> bool {
    let strays = matches!(piece.kind(), Kind::Soldier)
        && own_rank(piece.side(), square) < RIVER
        && square.file() % 2 == 1;
    can_stand(piece, square) && !strays
}
