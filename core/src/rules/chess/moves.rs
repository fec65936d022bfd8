//! The moves of chess, converted from those of `cozy-chess`.

use super::convert::{promotion, square, their_piece, their_square};
use super::{Chess, castling};
use crate::types::{Move, MoveKind, MoveList, Promotion};
use cozy_chess::{BitBoard, Board, Piece, PieceMoves, Rank, get_pawn_attacks};

/// The squares where pawns promote.
const LAST: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);

pub(super) fn en_passant_takers(board: &Board) -> BitBoard {
    let Some(to) = en_passant_square(board) else { return BitBoard::EMPTY };
    let color = board.side_to_move();
    (get_pawn_attacks(to, !color) & board.colored_pieces(color, Piece::Pawn))
        .into_iter()
        .filter(|&from| board.is_legal(cozy_chess::Move { from, to, promotion: None }))
        .fold(BitBoard::EMPTY, |set, square| set | square.bitboard())
}

pub(super) fn en_passant_square(board: &Board) -> Option<cozy_chess::Square> {
    let rank = Rank::Third.relative_to(!board.side_to_move());
    board.en_passant().map(|file| cozy_chess::Square::new(file, rank))
}

impl Chess {
    /// Appends the legal moves to some squares.
    #[inline]
    pub(super) fn extend(&self, moves: &mut MoveList, wanted: BitBoard) {
        self.board.generate_moves(|found| {
            self.extend_with(moves, found, wanted);
            false
        });
    }

    fn extend_with(&self, moves: &mut MoveList, found: PieceMoves, wanted: BitBoard) {
        let from = square(found.from);
        if found.piece == Piece::Pawn && !(found.to & LAST).is_empty() {
            for mv in found.into_iter().filter(|mv| wanted.has(mv.to)) {
                let promotion = promotion(mv.promotion.unwrap_or(Piece::Queen));
                moves.push(Move::promoting(from, square(mv.to), promotion));
            }
            return;
        }
        for to in found.to {
            // In cozy-chess the king castles by capturing its own rook.
            let castles = found.piece == Piece::King && self.is_own(to);
            let to = if castles { castling::target(found.from, to) } else { to };
            if wanted.has(to) {
                moves.push(Move::new(from, square(to)));
            }
        }
    }

    pub(super) fn extend_en_passant(&self, moves: &mut MoveList) {
        if let Some(to) = en_passant_square(&self.board) {
            let takers = en_passant_takers(&self.board);
            moves.extend(takers.into_iter().map(|from| Move::new(square(from), square(to))));
        }
    }

    pub(super) fn is_own(&self, square: cozy_chess::Square) -> bool {
        self.board.colors(self.board.side_to_move()).has(square)
    }

    /// Returns the move of `cozy-chess`, which may be illegal. Returns `None` if it has no such
    /// move.
    pub(super) fn their_move(&self, mv: Move) -> Option<cozy_chess::Move> {
        let MoveKind::Normal { from, to, promotion } = mv.kind() else { return None };
        let (from, to) = (their_square(from)?, their_square(to)?);
        let piece = self.board.piece_on(from)?;
        let promotes = piece == Piece::Pawn && LAST.has(to);
        if !promotes && promotion != Promotion::Queen {
            return None;
        }
        let to = match (piece, self.is_own(to)) {
            (Piece::King, false) => castling::rook_of_step(from, to).unwrap_or(to),
            (Piece::King, true) if castling::target(from, to) == to => to,
            (_, true) => return None,
            (_, false) => to,
        };
        let promotion = if promotes { their_piece(promotion.kind()) } else { None };
        Some(cozy_chess::Move { from, to, promotion })
    }
}
