//! The moves of chess that give check, most of them found without playing them.

use super::Chess;
use cozy_chess::{
    BitBoard, Move, Piece, get_bishop_moves, get_bishop_rays, get_knight_moves, get_pawn_attacks,
    get_rook_moves, get_rook_rays,
};

impl Chess {
    pub(super) fn checks_by(&self, mv: Move) -> bool {
        let board = &self.board;
        let side = board.side_to_move();
        let (king, own) = (board.king(!side), board.colors(side));
        let Some(piece) = board.piece_on(mv.from) else { return false };
        let en_passant =
            piece == Piece::Pawn && mv.from.file() != mv.to.file() && !board.occupied().has(mv.to);
        // Castling, en passant and promotion change more than two squares or the kind of the piece.
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
        // Otherwise only a discovered check is possible.
        if !(get_bishop_rays(king) | get_rook_rays(king)).has(mv.from) {
            return false;
        }
        let sliders = |kind| (board.pieces(kind) | board.pieces(Piece::Queen)) & own;
        let behind = get_bishop_moves(king, taken) & sliders(Piece::Bishop)
            | get_rook_moves(king, taken) & sliders(Piece::Rook);
        !(behind - mv.from.bitboard()).is_empty()
    }
}
