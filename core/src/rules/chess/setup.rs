//! A valid position of chess from pieces that a user sets up, or the first fault.

use super::Chess;
use super::convert::{color, their_piece, their_square};
use crate::position::Position;
use crate::rules::{Rights, Rules, SetupError, SetupFault};
use crate::types::{Bitboard, Kind, Piece, Side, Square};
use cozy_chess::{
    Board, BoardBuilder, BoardBuilderError, CastleRights, Color, File, Rank, get_king_moves,
};

/// The castling rights of both sides, by [`Side::index`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Castling {
    /// The right to castle with the rook on the h-file.
    pub short: [bool; 2],
    /// The right to castle with the rook on the a-file.
    pub long: [bool; 2],
}

/// Returns the error of a position of chess.
const fn error(fault: SetupFault) -> SetupError {
    SetupError { rules: Rules::Chess, fault }
}

/// Returns the number of pieces of a kind in a set.
fn in_set(kind: Kind) -> u32 {
    Rules::Chess.piece_type(kind).map_or(0, |piece| piece.in_set.into())
}

impl Chess {
    /// Returns the position with these pieces, `halfmove_clock` plies after the last capture or
    /// pawn move.
    ///
    /// `en_passant` is the square that a pawn has just passed by a step of two.
    ///
    /// # Errors
    /// The first rule of a valid position that it breaks.
    pub fn new(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side: Side,
        castling: Castling,
        en_passant: Option<Square>,
        halfmove_clock: u16,
    ) -> Result<Self, SetupError> {
        let mut builder = BoardBuilder::empty();
        place(&mut builder, pieces)?;
        builder.side_to_move = color(side);
        for side in Side::ALL {
            let right = |may: [bool; 2], rook| may[side.index()].then_some(rook);
            *builder.castle_rights_mut(color(side)) = CastleRights {
                short: right(castling.short, File::H),
                long: right(castling.long, File::A),
            };
        }
        if let Some(faulty) = Side::ALL.into_iter().find(|&side| !castles_from_home(&builder, side))
        {
            return Err(error(SetupFault::Castling(faulty)));
        }
        builder.en_passant = en_passant.and_then(their_square);
        let board = builder.build().map_err(|refusal| {
            error(match (refusal, en_passant) {
                (BoardBuilderError::InvalidEnPassant, Some(square)) => {
                    SetupFault::EnPassant(square)
                }
                // Everything else has been checked before.
                _ => SetupFault::OpponentInCheck(!side),
            })
        })?;
        // `cozy-chess` allows kings next to each other.
        if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
            return Err(error(SetupFault::OpponentInCheck(!side)));
        }
        Ok(Self::of(board, halfmove_clock))
    }

    /// Returns a position to begin a game from. A side may castle if its king and rook are at home.
    ///
    /// # Errors
    /// The first rule of such a position that it breaks.
    pub fn set_up(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side: Side,
    ) -> Result<Self, SetupError> {
        let bare = Self::new(pieces, side, Castling::default(), None, 0)?;
        let is_home = |side: Side, file, kind| {
            let rank = if side == Side::Red { 0 } else { 7 };
            let stands = Square::new(file, rank).and_then(|square| bare.piece_at(square));
            stands == Some(Piece::new(side, kind))
        };
        let with_rook = |rook| {
            Side::ALL
                .map(|side| is_home(side, 4, Kind::General) && is_home(side, rook, Kind::Chariot))
        };
        let castling = Castling { short: with_rook(7), long: with_rook(0) };
        let pieces = Square::all().filter_map(|square| Some((square, bare.piece_at(square)?)));
        Self::new(pieces, side, castling, None, 0)
    }

    /// Returns the position at the start of a game.
    #[must_use]
    pub fn start() -> Self {
        Self::of(Board::startpos(), 0)
    }
}

/// The position at the start of a game.
impl Default for Chess {
    fn default() -> Self {
        Self::start()
    }
}

/// Returns the rights that a position with these pieces can have. They are the castling rights of a
/// king and rook at home, and the squares that a pawn can just have passed.
pub(crate) fn possible_rights(
    stands: impl Fn(Square) -> Option<Piece>,
    side: Side,
) -> (Rights, Bitboard) {
    let is_home = |side: Side, file, kind| {
        let home = Square::new(file, if side == Side::Red { 0 } else { 7 });
        home.and_then(&stands) == Some(Piece::new(side, kind))
    };
    let castles = |rook| {
        Side::ALL.map(|side| is_home(side, 4, Kind::General) && is_home(side, rook, Kind::Chariot))
    };
    // An enemy pawn that has passed a square stands in front of it and came from behind it.
    let (passed, towards) = if side == Side::Red { (5, -1) } else { (2, 1) };
    let pawn = Some(Piece::new(!side, Kind::Soldier));
    let can_be_passed = |at: &Square| {
        at.offset(0, towards).and_then(&stands) == pawn
            && stands(*at).is_none()
            && at.offset(0, -towards).is_some_and(|behind| stands(behind).is_none())
    };
    let squares = (0..8).filter_map(|file| Square::new(file, passed)).filter(can_be_passed);
    let rights = Rights { short: castles(7), long: castles(0), passed: None };
    (rights, squares.collect())
}

/// Puts pieces on the empty board.
fn place(
    builder: &mut BoardBuilder,
    pieces: impl IntoIterator<Item = (Square, Piece)>,
) -> Result<(), SetupError> {
    let mut counts = [[0; Kind::COUNT]; 2];
    for (square, piece) in pieces {
        let (side, kind) = (piece.side(), piece.kind());
        let fault = match (their_square(square), their_piece(kind)) {
            (Some(at), Some(theirs)) => {
                let last = matches!(square.rank(), 0 | 7);
                let counts = &mut counts[side.index()];
                counts[kind.index()] += 1;
                let point = builder.square_mut(at);
                if point.is_some() {
                    Some(SetupFault::Occupied(square))
                } else if kind == Kind::Soldier && last {
                    Some(SetupFault::CannotStand(piece, square))
                } else if is_too_many(counts) {
                    Some(SetupFault::TooMany(piece, square))
                } else {
                    *point = Some((theirs, color(side)));
                    None
                }
            }
            _ => Some(SetupFault::CannotStand(piece, square)),
        };
        if let Some(fault) = fault {
            return Err(error(fault));
        }
    }
    let general = Kind::General.index();
    match Side::ALL.into_iter().find(|side| counts[side.index()][general] == 0) {
        Some(side) => Err(error(SetupFault::NoGeneral(side))),
        None => Ok(()),
    }
}

/// Returns whether a side has more pieces than its set and its promoted pawns allow.
fn is_too_many(counts: &[u32; Kind::COUNT]) -> bool {
    let surplus = |kind: Kind| counts[kind.index()].saturating_sub(in_set(kind));
    let promoted: u32 =
        [Kind::Queen, Kind::Chariot, Kind::Elephant, Kind::Horse].into_iter().map(surplus).sum();
    surplus(Kind::General) > 0 || counts[Kind::Soldier.index()] + promoted > in_set(Kind::Soldier)
}

/// Returns whether a side has its king and the rook at home for each of its castling rights.
fn castles_from_home(builder: &BoardBuilder, side: Side) -> bool {
    let color = color(side);
    let is_home = |file, piece| {
        let square = cozy_chess::Square::new(file, Rank::First.relative_to(color));
        builder.square(square) == Some((piece, color))
    };
    let rights = builder.castle_rights(color);
    [rights.short, rights.long].into_iter().flatten().all(|file| {
        is_home(File::E, cozy_chess::Piece::King) && is_home(file, cozy_chess::Piece::Rook)
    })
}
