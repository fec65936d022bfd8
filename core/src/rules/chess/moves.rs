//! The moves of chess, converted from those of `cozy-chess`, and the test whether a move gives check.

use super::convert::{promotion, square, their_piece, their_square};
use super::{Chess, castling};
use crate::types::{Move, MoveKind, MoveList, Promotion};
use cozy_chess::{
    BitBoard, Board, Piece, PieceMoves, Rank, get_bishop_moves, get_bishop_rays, get_knight_moves,
    get_pawn_attacks, get_rook_moves, get_rook_rays,
};

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

    /// Converts a move, even an illegal one, to the type of `cozy-chess`. Returns `None` only for illegal moves.
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

    /// Returns whether a move gives check. Most moves are tested without being played.
    pub(super) fn checks_by(&self, mv: cozy_chess::Move) -> bool {
        let board = &self.board;
        let side = board.side_to_move();
        let (king, own) = (board.king(!side), board.colors(side));
        let Some(piece) = board.piece_on(mv.from) else { return false };
        let en_passant =
            piece == Piece::Pawn && mv.from.file() != mv.to.file() && !board.occupied().has(mv.to);
        // Castling, en passant and promotion change more than two squares or the kind of the piece,
        // so these moves are played on a copy.
        if own.has(mv.to) || en_passant || mv.promotion.is_some() {
            let mut next = board.clone();
            next.play_unchecked(mv);
            return !next.checkers().is_empty();
        }
        let taken = (board.occupied() - mv.from.bitboard()) | mv.to.bitboard();
        let attacked = match piece {
            Piece::Pawn => get_pawn_attacks(mv.to, side),
            Piece::Knight => get_knight_moves(mv.to),
            Piece::Bishop => get_bishop_moves(mv.to, taken),
            Piece::Rook => get_rook_moves(mv.to, taken),
            Piece::Queen => get_bishop_moves(mv.to, taken) | get_rook_moves(mv.to, taken),
            Piece::King => BitBoard::EMPTY,
        };
        if attacked.has(king) {
            return true;
        }
        // The piece itself gives no check. A discovered check needs a piece that leaves a line through the king.
        if !(get_bishop_rays(king) | get_rook_rays(king)).has(mv.from) {
            return false;
        }
        let sliders = |kind| (board.pieces(kind) | board.pieces(Piece::Queen)) & own;
        let behind = get_bishop_moves(king, taken) & sliders(Piece::Bishop)
            | get_rook_moves(king, taken) & sliders(Piece::Rook);
        !(behind - mv.from.bitboard()).is_empty()
    }
}
