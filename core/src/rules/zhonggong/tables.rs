//! The board of 81 points, and the points where each piece can stand and where it can go.

use crate::array::array;
use crate::rules::nine::tables::{
    ORTHOGONAL, PieceTables, RANK_AND_FILE, Regions, SquareSets, joined, ranks, rectangle,
    single_steps,
};
use crate::types::{Bitboard, Kind, Piece, Side, Square};

pub(super) const RANKS: u8 = 9;

/// The rank where a side's soldiers start, counted from 0 at the side's home rank.
const SOLDIERS: u8 = 2;

/// The points of the board. The tables of nine-file games have one rank more, for xiangqi.
pub(super) const BOARD: Bitboard = ranks(0, RANKS);

const PALACE: Bitboard = rectangle((3, 6), (3, 6));

pub(super) const HOME: [Bitboard; 2] = [ranks(0, 1), ranks(RANKS - 1, RANKS)];

/// The steps of the pieces. Only generals must stay in a part of the board: the palace.
pub(super) static PIECES: PieceTables = PieceTables::new(&Regions {
    board: BOARD,
    palaces: PALACE,
    advisors: BOARD,
    elephants: [BOARD; 2],
    sideways: [BOARD; 2],
});

/// The orthogonal neighbours of each square. They can be the liberties (氣點) of a general on that square.
pub(super) static NEIGHBOURS: SquareSets = single_steps(&ORTHOGONAL, BOARD);

/// The points where a piece can attack a general on a square, or block an attacker. They are the square's rank and
/// file, and all points at most two files and two ranks away.
pub(super) static ZONE: SquareSets = joined(&nearby(2, 2), &RANK_AND_FILE);

pub(super) static FRONT: SquareSets = nearby(1, 2);

/// The points at most `files` files and `ranks` ranks away from each square, and the square itself.
const fn nearby(files: u8, ranks: u8) -> SquareSets {
    array!(index < Square::COUNT => {
        let (file, rank) = (Square::at(index).file(), Square::at(index).rank());
        rectangle(
            (file.saturating_sub(files), file + files + 1),
            (rank.saturating_sub(ranks), rank + ranks + 1),
        )
    })
}

/// Returns whether a piece can ever stand on a square. Advisors and elephants can reach only some points, and soldiers
/// cannot go back.
pub(super) const fn can_stand(piece: Piece, square: Square) -> bool {
    let (file, rank) = (square.file(), square.rank());
    BOARD.contains(square)
        && match piece.kind() {
            Kind::General => PALACE.contains(square),
            Kind::Advisor => (file + rank) % 2 == 1,
            Kind::Elephant => file % 2 == 0 && rank % 2 == 0 && (file + rank) % 4 == 2,
            Kind::Soldier => match piece.side() {
                Side::Red => rank >= SOLDIERS,
                Side::Black => rank < RANKS - SOLDIERS,
            },
            Kind::Horse | Kind::Chariot | Kind::Cannon => true,
            Kind::Queen => false,
        }
}
