//! International chess, with the board and the legal moves of `cozy-chess`.
//!
//! White is [`Side::Red`]. King, queen, rook, bishop, knight and pawn are the kinds general, queen,
//! chariot, elephant, horse and soldier. The board has files `a` to `h` and the lower eight ranks.

mod castling;
mod convert;
mod eval;
mod explain;
mod moves;
mod network_input;
mod see;
mod setup;
mod values;

use super::{Rights, Rules};
use crate::position::{EndReason, Ending, Past, Position};
use crate::types::{Key, Move, MoveList, Piece, Side, Square};
use convert::{kind, side};
use core::hash::{Hash, Hasher};
use cozy_chess::{BitBoard, Board, Color, File, Piece as TheirPiece, Rank};

pub(crate) use setup::{castling_rooks, possible_rights};

/// A valid position of chess. The side that is not to move is not in check. A side with a right
/// to castle has its king and rook on its first rank.
#[derive(Clone, Debug)]
pub struct Chess {
    board: Board,
    /// Plies since the last capture or pawn move. The board's own count stops at 100.
    halfmove_clock: u16,
    key: Key,
}

impl Chess {
    /// The number of plies without a capture or a pawn move that makes a draw: fifty moves by each side. The laws let a
    /// player claim this draw and the draw by repetition. In this crate, both draws are automatic.
    pub const HALFMOVE_LIMIT: u16 = 100;

    fn of(board: Board, halfmove_clock: u16) -> Self {
        let key = key(&board);
        Self { board, halfmove_clock, key }
    }

    /// Returns the rights to castle and to capture en passant. After a pawn has moved by two ranks, the square that it
    /// passed is given even if no pawn can capture on that square.
    pub fn rights(&self) -> Rights {
        let rights = Side::ALL.map(|side| self.board.castle_rights(convert::color(side)));
        let file = |rook: Option<File>| rook.map(|file| file as u8);
        Rights {
            short: rights.map(|rights| file(rights.short)),
            long: rights.map(|rights| file(rights.long)),
            passed: moves::en_passant_square(&self.board).map(convert::square),
        }
    }

    /// Returns whether nobody can mate: apart from kings, at most one knight or only bishops on one colour are left.
    fn is_dead(&self) -> bool {
        use TheirPiece as P;
        let of = |piece| self.board.pieces(piece);
        let bishops = of(P::Bishop);
        let others = of(P::Pawn) | of(P::Rook) | of(P::Queen);
        let one_colour = (bishops & BitBoard::DARK_SQUARES).is_empty()
            || (bishops & BitBoard::LIGHT_SQUARES).is_empty();
        others.is_empty()
            && if of(P::Knight).is_empty() {
                one_colour
            } else {
                bishops.is_empty() && of(P::Knight).len() == 1
            }
    }
}

/// Compares pieces, side to move, rights and halfmove clock. An en passant square counts if a pawn can capture on it.
impl PartialEq for Chess {
    fn eq(&self, other: &Self) -> bool {
        self.halfmove_clock == other.halfmove_clock && self.board.same_position(&other.board)
    }
}

impl Eq for Chess {}

impl Hash for Chess {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

/// Returns the key of a position. An en passant square counts only if a pawn can capture on it.
fn key(board: &Board) -> Key {
    Key(match board.en_passant() {
        Some(_) if moves::en_passant_takers(board).is_empty() => board.hash_without_ep(),
        _ => board.hash(),
    })
}

impl Position for Chess {
    fn rules(&self) -> Rules {
        Rules::Chess
    }

    #[inline]
    fn side(&self) -> Side {
        side(self.board.side_to_move())
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    #[inline]
    fn piece_at(&self, square: Square) -> Option<Piece> {
        let at = convert::their_square(square)?;
        let piece = self.board.piece_on(at)?;
        let color =
            if self.board.colors(Color::White).has(at) { Color::White } else { Color::Black };
        Some(Piece::new(side(color), kind(piece)))
    }

    #[inline]
    fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    fn variant_end(&self) -> Option<Ending> {
        self.is_dead().then_some(Ending::draw(EndReason::InsufficientMaterial))
    }

    fn generate_moves(&self, moves: &mut MoveList) {
        self.extend(moves, BitBoard::FULL);
    }

    fn generate_captures(&self, moves: &mut MoveList) {
        self.extend(moves, self.board.colors(!self.board.side_to_move()));
        self.extend_en_passant(moves);
    }

    fn generate_quiets(&self, moves: &mut MoveList) {
        let start = moves.len();
        self.extend(moves, !self.board.colors(!self.board.side_to_move()));
        if self.board.en_passant().is_none() {
            return;
        }
        // A capture en passant goes to an empty square, so the list can contain such captures. They are removed.
        let mut index = start;
        while index < moves.len() {
            if self.captured(moves[index]).is_some() {
                moves.swap_remove(index);
            } else {
                index += 1;
            }
        }
    }

    fn count_moves(&self) -> u32 {
        let mut count = 0;
        self.board.generate_moves(|moves| {
            count += moves.len() as u32;
            false
        });
        count
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.their_move(mv).is_some_and(|mv| self.board.is_legal(mv))
    }

    fn gives_check(&self, mv: Move) -> bool {
        self.their_move(mv).is_some_and(|mv| self.checks_by(mv))
    }

    fn captured(&self, mv: Move) -> Option<Piece> {
        let (from, to) = (convert::their_square(mv.origin())?, convert::their_square(mv.target())?);
        let mover = self.board.side_to_move();
        let taken = if self.board.colors(!mover).has(to) {
            self.board.piece_on(to)?
        } else {
            let is_aslant = from.file() != to.file();
            let takes = is_aslant && self.board.colored_pieces(mover, TheirPiece::Pawn).has(from);
            takes.then_some(TheirPiece::Pawn)?
        };
        Some(Piece::new(side(!mover), kind(taken)))
    }

    fn castling_rook(&self, mv: Move) -> Option<Square> {
        let made = self.their_move(mv)?;
        self.is_own(made.to).then(|| convert::square(made.to))
    }

    fn landing(&self, mv: Move) -> Option<Square> {
        let Some(rook) = self.castling_rook(mv) else { return mv.to() };
        let (file, _) = castling::destinations(rook.file() > mv.origin().file());
        Square::new(file, rook.rank())
    }

    fn castling_move(&self, king: Square, to: Square) -> Option<Move> {
        let mover = self.board.side_to_move();
        let at = convert::their_square(king).filter(|&at| at == self.board.king(mover))?;
        [true, false].into_iter().find_map(|short| {
            let rook = self.rights().rook(side(mover), short)?;
            let rank = Rank::First.relative_to(mover);
            let rook = cozy_chess::Square::new(File::try_index(rook.into())?, rank);
            let mv = Move::new(king, convert::square(castling::target(at, rook)));
            let reached = Square::new(castling::destinations(short).0, rank as u8);
            let is_meant = to == convert::square(rook) || Some(to) == reached;
            (is_meant && self.is_legal(mv)).then_some(mv)
        })
    }

    fn make(&mut self, mv: Move) {
        let made = self.their_move(mv).expect("a legal move");
        self.board.play_unchecked(made);
        // The board's own count stops at 100. It is used only to detect a capture or pawn move, which sets it to 0.
        let begins_again = self.board.halfmove_clock() == 0;
        self.halfmove_clock = if begins_again { 0 } else { self.halfmove_clock.saturating_add(1) };
        self.key = key(&self.board);
    }

    fn null_move(&self) -> Self {
        let board = self.board.null_move().expect("nobody passes in check");
        Self::of(board, self.halfmove_clock.saturating_add(1))
    }

    #[inline]
    fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    #[inline]
    fn halfmove_limit(&self) -> u16 {
        Self::HALFMOVE_LIMIT
    }

    fn ending_without_moves(&self) -> Ending {
        if self.in_check() {
            Ending::win(!self.side(), EndReason::Checkmate)
        } else {
            Ending::draw(EndReason::Stalemate)
        }
    }

    fn judge_repetition(&self, _cycle: &[Past]) -> Ending {
        Ending::draw(EndReason::Repetition)
    }
}
