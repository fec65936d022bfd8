//! The board of 81 points, and what may stand and step where.

use crate::rules::nine::tables::{
    DIAGONAL, ORTHOGONAL, RAYS, Steps, ranks, rectangle, reversed, soldier_steps, steps,
};
use crate::types::{Bitboard, Kind, Piece, Side, Square};

/// How many ranks the board has.
pub(super) const RANKS: u8 = 9;

/// The rank that a side's soldiers start on, counted from its home rank.
const SOLDIERS: u8 = 2;

/// The points of the board; the tables of lines and jumps reach one rank further.
pub(super) const BOARD: Bitboard = ranks(0, RANKS);

/// The palace that both generals share.
const PALACE: Bitboard = rectangle((3, 6), (3, 6));

/// Each side's home rank.
pub(super) const HOME: [Bitboard; 2] = [ranks(0, 1), ranks(RANKS - 1, RANKS)];

/// Where a general steps.
pub(super) static GENERAL: Steps = steps(&ORTHOGONAL, PALACE);
/// The points next to a general that can be its liberties.
pub(super) static NEIGHBOURS: Steps = steps(&ORTHOGONAL, BOARD);
/// Where an advisor steps.
pub(super) static ADVISOR: Steps = steps(&DIAGONAL, BOARD);
/// Where a side's soldier steps.
pub(super) static SOLDIER: [Steps; 2] =
    [soldier_steps(Side::Red, BOARD, BOARD), soldier_steps(Side::Black, BOARD, BOARD)];
/// Where a side's soldiers stand that attack a square.
pub(super) static SOLDIER_TO: [Steps; 2] = [reversed(&SOLDIER[0]), reversed(&SOLDIER[1])];

/// The points from which a piece can bear on a square or stand in the way of one that does: its
/// four lines, and all within two files and ranks of it.
pub(super) static ZONE: Steps = {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::at(index);
        let (file, rank) = (square.file(), square.rank());
        let near =
            rectangle((file.saturating_sub(2), file + 3), (rank.saturating_sub(2), rank + 3));
        let [up, down, left, right] = RAYS[index];
        table[index] = near.union(up).union(down).union(left).union(right);
        index += 1;
    }
    table
};

/// The points within a file and two ranks of a square.
pub(super) static FRONT: Steps = {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::at(index);
        let (file, rank) = (square.file(), square.rank());
        table[index] =
            rectangle((file.saturating_sub(1), file + 2), (rank.saturating_sub(2), rank + 3));
        index += 1;
    }
    table
};

/// Whether a piece can ever stand on a square: advisors and elephants keep to the points that
/// their diagonals reach from home, soldiers never go back behind their first rank.
#[must_use]
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
