//! Reasons why a move is illegal in chess.

use super::{Chess, castling, convert::their_square};
use crate::position::Position;
use crate::rules::explain::{Explain, Illegal, between, distance};
use crate::types::{Bitboard, Kind, Move, MoveKind, Piece, Side, Square};

type Stands<'a> = &'a dyn Fn(Square) -> Option<Piece>;

/// Returns the reason why a piece cannot go from one square to another. Castling and the king's
/// safety are not considered. `passed` is the target of a possible capture en passant.
fn obstacle(
    piece: Piece,
    from: Square,
    to: Square,
    passed: Option<Square>,
    stands: Stands<'_>,
) -> Option<Illegal> {
    if stands(to).is_some_and(|there| there.side() == piece.side()) {
        return Some(Illegal::OwnPiece);
    }
    let (files, ranks) = distance(from, to);
    let along = files == 0 || ranks == 0;
    let diagonal = files.abs() == ranks.abs();
    let way = || between(from, to).find(|&at| stands(at).is_some()).map(Illegal::Blocked);
    let (ahead, home) = if piece.side() == Side::Red { (ranks, 1) } else { (-ranks, 6) };
    match (piece.kind(), (files.abs(), ranks.abs())) {
        (Kind::General, (0..=1, 0..=1)) | (Kind::Horse, (1, 2) | (2, 1)) => None,
        (Kind::Chariot, _) if along => way(),
        (Kind::Elephant, _) if diagonal => way(),
        (Kind::Queen, _) if along || diagonal => way(),
        (Kind::Soldier, (0, 1 | 2)) if ahead == 1 || ahead == 2 && from.rank() == home => {
            way().or_else(|| stands(to).map(|_| Illegal::Blocked(to)))
        }
        (Kind::Soldier, (1, 1)) if ahead == 1 => {
            (stands(to).is_none() && passed != Some(to)).then_some(Illegal::NothingToTake)
        }
        _ => Some(Illegal::Reach),
    }
}

/// Returns the squares of the enemy pieces that could capture a piece of `side` on the square `at`.
fn attackers(at: Square, side: Side, stands: Stands<'_>) -> impl Iterator<Item = Square> {
    let own = Some(Piece::new(side, Kind::General));
    Square::all().filter(move |&from| {
        // A pawn moves diagonally only to capture, so a piece of `side` is assumed to stand on `at`.
        let stands = |square| if square == at { own } else { stands(square) };
        from != at
            && stands(from).is_some_and(|piece| {
                piece.side() != side && obstacle(piece, from, at, None, &stands).is_none()
            })
    })
}

impl Chess {
    /// Returns true for short castling, false for long castling, `None` for another move. The target can be the rook's
    /// square or the square that the king would reach. From file `e`, the target can also be two files away.
    fn castling_way(&self, king: Square, to: Square) -> Option<bool> {
        let rank = if self.side() == Side::Red { 0 } else { 7 };
        if king.rank() != rank || to.rank() != rank {
            return None;
        }
        let short = to.file() > king.file();
        let rook = self.rights().rook(self.side(), short);
        let files = distance(king, to).0.abs();
        let is_step = king.file() == 4 && files == 2;
        let reaches = rook.is_some() && files > 1 && to.file() == castling::destinations(short).0;
        (is_step || reaches || rook == Some(to.file())).then_some(short)
    }

    fn why_not_castle(&self, king: Square, short: bool) -> Option<Illegal> {
        let (side, rank) = (self.side(), king.rank());
        let Some(rook) = self.rights().rook(side, short) else {
            return Some(Illegal::CastlingLost);
        };
        let (king_to, rook_to) = castling::destinations(short);
        let [rook, king_to, rook_to] =
            [rook, king_to, rook_to].map(|file| Square::new(file, rank).unwrap_or(king));
        let stands = |at| self.piece_at(at).filter(|_| at != king && at != rook);
        let way = || between(king, king_to).chain([king_to]);
        let mut between = between(king, rook).chain(way()).chain([rook_to]);
        let blocked = between.find(|&at| stands(at).is_some()).map(Illegal::Blocked);
        let attacked =
            || [king].into_iter().chain(way()).find_map(|at| attackers(at, side, &stands).next());
        blocked.or_else(|| attacked().map(Illegal::CastlingCheck))
    }
}

impl Explain for Chess {
    fn why_not(&self, mv: Move) -> Option<Illegal> {
        if self.is_legal(mv) {
            return None;
        }
        let MoveKind::Normal { from, to, .. } = mv.kind() else { return Some(Illegal::Reach) };
        let side = self.side();
        let stands = |at| self.piece_at(at);
        let Some(piece) = stands(from).filter(|piece| piece.side() == side) else {
            return Some(Illegal::NotOwn);
        };
        if their_square(to).is_none() {
            return Some(Illegal::Reach);
        }
        if piece.kind() == Kind::General
            && let Some(short) = self.castling_way(from, to)
        {
            let is_own = stands(to).is_some_and(|there| there.side() == side);
            let otherwise = if is_own { Illegal::OwnPiece } else { Illegal::Reach };
            return self.why_not_castle(from, short).or(Some(otherwise));
        }
        let passed = self.rights().passed;
        let obstacle = obstacle(piece, from, to, passed, &stands);
        if obstacle.is_some() {
            return obstacle;
        }
        let taken_in_passing = (piece.kind() == Kind::Soldier && passed == Some(to))
            .then(|| Square::new(to.file(), from.rank()))
            .flatten();
        let after = |at| match at {
            _ if at == from || Some(at) == taken_in_passing => None,
            _ if at == to => Some(piece),
            _ => stands(at),
        };
        let king = Some(Piece::new(side, Kind::General));
        let king = Square::all().find(|&at| after(at) == king);
        let checker = king.and_then(|at| attackers(at, side, &after).next());
        match (checker, self.in_check()) {
            (Some(now), true) => Some(Illegal::StillInCheck(now)),
            (Some(now), false) => Some(Illegal::IntoCheck(now)),
            (None, _) => Some(Illegal::Reach),
        }
    }

    fn attackers_of(&self, square: Square, side: Side) -> Bitboard {
        attackers(square, !side, &|at| self.piece_at(at)).collect()
    }
}
