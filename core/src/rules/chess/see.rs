//! Static exchange evaluation in chess.

use super::convert::{kind, their_square};
use super::{Chess, values};
use crate::position::Position;
use crate::rules::see::see_ge;
use crate::search::Searchable;
use crate::types::Move;
use cozy_chess::{
    BitBoard, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

impl Chess {
    /// Checks by SEE whether a move gains at least `threshold`. Pins are not considered.
    pub(super) fn captures_ge(&self, mv: Move, threshold: i16) -> bool {
        let value = |piece: Piece| values::SEE_VALUES[kind(piece).index()];
        let (Some(from), Some(to)) = (their_square(mv.origin()), their_square(mv.target())) else {
            return false;
        };
        if self.board.colors(self.board.side_to_move()).has(to) {
            // Only castling goes onto an own piece. It gains nothing, and nobody can capture the king.
            return threshold <= 0;
        }
        let Some(mover) = self.board.piece_on(from) else { return false };
        let captured = self.captured(mv).map_or(0, |piece| self.see_value(piece));
        let mut occupied = (self.board.occupied() - from.bitboard()) | to.bitboard();
        let mut color = self.board.side_to_move();
        see_ge(captured, value(mover), threshold, || {
            color = !color;
            let attackers = self.attackers(to, occupied) & occupied;
            let (square, piece) = self.least_valuable(attackers & self.board.colors(color))?;
            occupied -= square.bitboard();
            let is_guarded = !(attackers & self.board.colors(!color)).is_empty();
            if piece == Piece::King && is_guarded { None } else { Some(value(piece)) }
        })
    }

    fn attackers(&self, to: Square, occupied: BitBoard) -> BitBoard {
        let of = |piece| self.board.pieces(piece);
        let pawns = |color: Color| get_pawn_attacks(to, !color) & self.board.colors(color);
        get_knight_moves(to) & of(Piece::Knight)
            | get_king_moves(to) & of(Piece::King)
            | get_bishop_moves(to, occupied) & (of(Piece::Bishop) | of(Piece::Queen))
            | get_rook_moves(to, occupied) & (of(Piece::Rook) | of(Piece::Queen))
            | (pawns(Color::White) | pawns(Color::Black)) & of(Piece::Pawn)
    }

    /// Relies on the order of the kinds in `Piece::ALL`: from pawn to king.
    fn least_valuable(&self, among: BitBoard) -> Option<(Square, Piece)> {
        Piece::ALL.iter().find_map(|&piece| {
            (among & self.board.pieces(piece)).next_square().map(|square| (square, piece))
        })
    }
}
