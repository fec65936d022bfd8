//! Makes a valid position of chess from pieces that a user sets up, or returns the first fault.

use super::Chess;
use super::castling::their_rights;
use super::convert::{color, kind, side, their_piece, their_square};
use crate::position::Position;
use crate::rules::{Rights, Rules, SetupError, SetupFault};
use crate::types::{Bitboard, Kind, Piece, Side, Square};
use cozy_chess::{Board, BoardBuilder, BoardBuilderError, Color, get_king_moves};

const fn error(fault: SetupFault) -> SetupError {
    SetupError { rules: Rules::Chess, fault }
}

fn in_set(kind: Kind) -> u32 {
    Rules::Chess.piece_type(kind).map_or(0, |piece| piece.in_set.into())
}

impl Chess {
    /// The number of start positions of Chess960.
    pub const STARTS: u16 = 960;

    /// Returns a position in which `halfmove_clock` plies have been played since the last capture or pawn move.
    ///
    /// # Errors
    /// The pieces or the rights break a rule of valid positions. The error names the first such rule.
    pub fn new(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side: Side,
        rights: Rights,
        halfmove_clock: u16,
    ) -> Result<Self, SetupError> {
        let mut builder = BoardBuilder::empty();
        place(&mut builder, pieces)?;
        builder.side_to_move = color(side);
        for side in Side::ALL {
            *builder.castle_rights_mut(color(side)) = their_rights(rights, side);
        }
        let rooks = castling_rooks(|square| piece_at(&builder, square), rights);
        let has = |side, short| {
            rights.rook(side, short).is_none_or(|rook| rooks.rook(side, short) == Some(rook))
        };
        if let Some(side) = Side::ALL.into_iter().find(|&it| !has(it, true) || !has(it, false)) {
            return Err(error(SetupFault::Castling(side)));
        }
        builder.en_passant = rights.passed.and_then(their_square);
        let board = builder.build().map_err(|refusal| {
            error(match (refusal, rights.passed) {
                (BoardBuilderError::InvalidEnPassant, Some(square)) => {
                    SetupFault::EnPassant(square)
                }
                // After the checks above, only this fault is left.
                _ => SetupFault::OpponentInCheck(!side),
            })
        })?;
        // The rules forbid kings next to each other, but `cozy-chess` accepts them.
        if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
            return Err(error(SetupFault::OpponentInCheck(!side)));
        }
        Ok(Self::of(board, halfmove_clock))
    }

    /// Returns a position from which a game can begin. A side gets a right to castle if its king
    /// and rook stand on their start squares of standard chess.
    ///
    /// # Errors
    /// The pieces break a rule of valid positions. The error names the first such rule.
    pub fn set_up(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side: Side,
    ) -> Result<Self, SetupError> {
        let bare = Self::new(pieces, side, Rights::default(), 0)?;
        let rights = home_rights(|square| bare.piece_at(square));
        let pieces = Square::all().filter_map(|square| Some((square, bare.piece_at(square)?)));
        Self::new(pieces, side, rights, 0)
    }

    /// Returns the start position of standard chess.
    pub fn start() -> Self {
        Self::of(Board::startpos(), 0)
    }

    /// Returns the start position of Chess960 that has this number in Scharnagl's list; `None` for numbers above 959.
    /// Number 518 is the start position of chess.
    ///
    /// ```
    /// use chuhe_core::rules::Chess;
    /// assert_eq!(Chess::start_960(518), Some(Chess::start()));
    /// assert_eq!(Chess::start_960(960), None);
    /// ```
    pub fn start_960(number: u16) -> Option<Self> {
        (number < Self::STARTS).then(|| Self::of(Board::chess960_startpos(number.into()), 0))
    }
}

impl Default for Chess {
    fn default() -> Self {
        Self::start()
    }
}

pub(crate) fn possible_rights(
    stands: impl Fn(Square) -> Option<Piece>,
    side: Side,
) -> (Rights, Bitboard) {
    // An enemy pawn can have just passed a square if it stands one rank beyond the square, nearer to
    // `side`. The passed square and the square from which the pawn came must be empty.
    let (passed, towards) = if side == Side::Red { (5, -1) } else { (2, 1) };
    let pawn = Some(Piece::new(!side, Kind::Soldier));
    let can_be_passed = |at: &Square| {
        at.offset(0, towards).and_then(&stands) == pawn
            && stands(*at).is_none()
            && at.offset(0, -towards).is_some_and(|behind| stands(behind).is_none())
    };
    let squares = (0..8).filter_map(|file| Square::new(file, passed)).filter(can_be_passed);
    (home_rights(&stands), squares.collect())
}

pub(crate) fn castling_rooks(
    stands: impl Fn(Square) -> Option<Piece>,
    preferred: Rights,
) -> Rights {
    let rooks = |side: Side, short: bool| {
        let is = |file, kind| is_home(side, file, kind, &stands);
        let king = (0..8).find(|&file| is(file, Kind::General))?;
        let can = |&file: &u8| (file > king) == short && is(file, Kind::Chariot);
        let first = preferred.rook(side, short);
        let outermost = if short { (0..8).rev().find(can) } else { (0..8).find(can) };
        first.filter(can).or(outermost)
    };
    let [long, short] = [false, true].map(|short| Side::ALL.map(|side| rooks(side, short)));
    Rights { short, long, passed: None }
}

/// Returns whether a piece of `side` and `kind` stands where `file` crosses the side's first rank.
fn is_home(side: Side, file: u8, kind: Kind, stands: impl Fn(Square) -> Option<Piece>) -> bool {
    let home = Square::new(file, if side == Side::Red { 0 } else { 7 });
    home.and_then(stands) == Some(Piece::new(side, kind))
}

fn place(
    builder: &mut BoardBuilder,
    pieces: impl IntoIterator<Item = (Square, Piece)>,
) -> Result<(), SetupError> {
    let mut counts = [[0; Kind::COUNT]; 2];
    for (square, piece) in pieces {
        let (side, kind) = (piece.side(), piece.kind());
        let cannot_stand = Err(error(SetupFault::CannotStand(piece, square)));
        let (Some(at), Some(theirs)) = (their_square(square), their_piece(kind)) else {
            return cannot_stand;
        };
        counts[side.index()][kind.index()] += 1;
        let point = builder.square_mut(at);
        if point.is_some() {
            return Err(error(SetupFault::Occupied(square)));
        }
        if kind == Kind::Soldier && matches!(square.rank(), 0 | 7) {
            return cannot_stand;
        }
        if is_too_many(&counts[side.index()]) {
            return Err(error(SetupFault::TooMany(piece, square)));
        }
        *point = Some((theirs, color(side)));
    }
    let general = Kind::General.index();
    match Side::ALL.into_iter().find(|side| counts[side.index()][general] == 0) {
        Some(side) => Err(error(SetupFault::NoGeneral(side))),
        None => Ok(()),
    }
}

/// Returns whether a side has more pieces than promotions allow. Each piece beyond the start set was once a pawn.
fn is_too_many(counts: &[u32; Kind::COUNT]) -> bool {
    let surplus = |kind: Kind| counts[kind.index()].saturating_sub(in_set(kind));
    let promoted: u32 =
        [Kind::Queen, Kind::Chariot, Kind::Elephant, Kind::Horse].into_iter().map(surplus).sum();
    surplus(Kind::General) > 0 || counts[Kind::Soldier.index()] + promoted > in_set(Kind::Soldier)
}

fn home_rights(stands: impl Fn(Square) -> Option<Piece>) -> Rights {
    let with_rook = |rook| {
        Side::ALL.map(|side| {
            let is = |file, kind| is_home(side, file, kind, &stands);
            (is(4, Kind::General) && is(rook, Kind::Chariot)).then_some(rook)
        })
    };
    Rights { short: with_rook(7), long: with_rook(0), passed: None }
}

fn piece_at(builder: &BoardBuilder, square: Square) -> Option<Piece> {
    let (piece, color) = builder.square(their_square(square)?)?;
    Some(Piece::new(side(color), kind(piece)))
}
