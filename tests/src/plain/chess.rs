//! The rules of international chess, as the laws of FIDE word them.

use super::{DIAGONAL, ORTHOGONAL, Plain as Board, Point, forward, point, slides, square, sum};
use chuhe_core::notation::Fen;
use chuhe_core::rules::{Chess, Rights};
use chuhe_core::{AnyPosition, Kind, Move, Piece, Position, Promotion, Side};
use std::collections::BTreeMap;

/// A position of chess: the pieces, the side to move, and the rights to castle and to take en passant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plain {
    board: Board,
    rights: Rights,
    /// The square that a pawn passed over, if the last move was its double step.
    passed: Option<Point>,
}

const KNIGHT: [Point; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const PROMOTIONS: [Promotion; 4] =
    [Promotion::Queen, Promotion::Rook, Promotion::Bishop, Promotion::Knight];

const fn is_on_board((file, rank): Point) -> bool {
    0 <= file && file < 8 && 0 <= rank && rank < 8
}

/// The rank where a side's king and rooks start, counted from 0.
const fn home(side: Side) -> i32 {
    match side {
        Side::Red => 0,
        Side::Black => 7,
    }
}

impl Plain {
    pub fn of(position: &Chess) -> Self {
        Self {
            board: Board::of(position),
            rights: Rights { passed: None, ..position.rights() },
            passed: position.rights().passed.map(point),
        }
    }

    fn is_empty(&self, at: Point) -> bool {
        is_on_board(at) && self.board.at(at).is_none()
    }

    fn attacks(&self, from: Point) -> Vec<Point> {
        let piece = self.board.at(from).expect("a piece attacks");
        let steps = |steps: &[Point]| steps.iter().map(|&step| sum(from, step)).collect();
        let slides = |steps: &[Point]| slides(from, steps, 0, is_on_board, |at| self.is_empty(at));
        match piece.kind() {
            Kind::General => steps(&[ORTHOGONAL, DIAGONAL].concat()),
            Kind::Queen => slides(&[ORTHOGONAL, DIAGONAL].concat()),
            Kind::Chariot => slides(&ORTHOGONAL),
            Kind::Elephant => slides(&DIAGONAL),
            Kind::Horse => steps(&KNIGHT),
            Kind::Soldier => {
                let ahead = sum(from, forward(piece.side()));
                vec![sum(ahead, (1, 0)), sum(ahead, (-1, 0))]
            }
            Kind::Advisor | Kind::Cannon => panic!("no piece of chess"),
        }
    }

    fn is_attacked(&self, at: Point, by: Side) -> bool {
        self.board.pieces(by).any(|from| self.attacks(from).contains(&at))
    }

    fn is_in_check(&self, side: Side) -> bool {
        self.is_attacked(self.board.general(side), !side)
    }

    /// The points that a piece can go to, except by castling, if the safety of its king is ignored.
    fn plain_moves(&self, from: Point) -> Vec<Point> {
        let side = self.board.side;
        let mut to = self.attacks(from);
        to.retain(|&to| is_on_board(to) && !self.board.is_of(to, side));
        if self.board.at(from) == Some(Piece::new(side, Kind::Soldier)) {
            to.retain(|&to| self.board.is_of(to, !side) || self.passed == Some(to));
            let step = forward(side);
            let (one, two) = (sum(from, step), sum(sum(from, step), step));
            if self.is_empty(one) {
                to.push(one);
                if from.1 == home(side) + step.1 && self.is_empty(two) {
                    to.push(two);
                }
            }
        }
        to
    }

    /// Four files for each right to castle: rook, king after castling, rook after castling, and target of the `Move`.
    fn castlings(&self) -> impl Iterator<Item = [i32; 4]> {
        let (king, index) = (self.board.general(self.board.side).0, self.board.side.index());
        let rights = [(self.rights.short[index], 6, 5), (self.rights.long[index], 2, 3)];
        rights.into_iter().filter_map(move |(rook, king_to, rook_to)| {
            let rook = i32::from(rook?);
            let is_usual = king == 4 && [0, 7].contains(&rook);
            Some([rook, king_to, rook_to, if is_usual { king_to } else { rook }])
        })
    }

    /// The castling moves, for which no other piece may stand on a square that king and rook pass or reach. The king
    /// must not leave, pass or reach an attacked square.
    fn castling_moves(&self) -> Vec<(Point, Point)> {
        let side = self.board.side;
        let (rank, king) = (home(side), self.board.general(side));
        let mut moves = Vec::new();
        for [rook, king_to, rook_to, named] in self.castlings() {
            let span = |a: i32, b: i32| a.min(b)..=a.max(b);
            let is_free = span(king.0, king_to)
                .chain(span(rook, rook_to))
                .filter(|file| ![king.0, rook].contains(file))
                .all(|file| self.is_empty((file, rank)));
            let is_safe = span(king.0, king_to).all(|file| !self.is_attacked((file, rank), !side));
            if is_free && is_safe {
                moves.push((king, (named, rank)));
            }
        }
        moves
    }

    /// The position after a move. Castling also moves the rook.
    fn after(&self, from: Point, to: Point, promotion: Option<Promotion>) -> Self {
        let side = self.board.side;
        let piece = self.board.at(from).expect("a piece moves");
        let kind = promotion.map_or(piece.kind(), Promotion::kind);
        let mut board = self.board.moved(from, to);
        let castles = |&[.., named]: &[i32; 4]| kind == Kind::General && to == (named, home(side));
        if let Some([rook, king_to, rook_to, _]) = self.castlings().find(castles) {
            board.put(to, None);
            board.put((rook, to.1), None);
            board.put((king_to, to.1), Some(piece));
            board.put((rook_to, to.1), self.board.at((rook, to.1)));
        } else {
            board.put(to, Some(Piece::new(side, kind)));
        }
        let mut next = Self { board, passed: None, ..*self };
        match piece.kind() {
            Kind::Soldier if self.passed == Some(to) => next.board.put((to.0, from.1), None),
            Kind::Soldier if (to.1 - from.1).abs() == 2 => {
                next.passed = Some(sum(from, forward(side)));
            }
            _ => {}
        }
        for side in Side::ALL {
            let (rank, index) = (home(side), side.index());
            let is_kept = |&rook: &u8| {
                let rook = (rook.into(), rank);
                ![from, to].contains(&rook) && from != self.board.general(side)
            };
            let Rights { short, long, .. } = &mut next.rights;
            short[index] = short[index].filter(is_kept);
            long[index] = long[index].filter(is_kept);
        }
        next
    }

    /// Every legal move, with the position after it.
    pub fn legal_moves(&self) -> BTreeMap<Move, Self> {
        let side = self.board.side;
        let from_each = |from| self.plain_moves(from).into_iter().map(move |to| (from, to));
        let plain = self.board.pieces(side).flat_map(from_each);
        let mut moves = BTreeMap::new();
        for (from, to) in plain.chain(self.castling_moves()) {
            let is_pawn = self.board.at(from) == Some(Piece::new(side, Kind::Soldier));
            let promotions: Vec<_> = if is_pawn && to.1 == home(!side) {
                PROMOTIONS.map(Some).into()
            } else {
                vec![None]
            };
            for promotion in promotions {
                let next = self.after(from, to, promotion);
                if !next.is_in_check(side) {
                    let (from, to) = (square(from), square(to));
                    let mv = promotion.map_or_else(
                        || Move::new(from, to),
                        |promotion| Move::promoting(from, to, promotion),
                    );
                    moves.insert(mv, next);
                }
            }
        }
        moves
    }
}

/// Asserts that the core and the plain rules give the same moves, checks and rights.
pub fn assert_agreement(position: &Chess) {
    let at = Fen { position: AnyPosition::Chess(position.clone()), move_number: 1 };
    let plain = Plain::of(position);
    let expected = plain.legal_moves();
    let mut moves = position.legal_moves();
    moves.sort_unstable();
    assert!(moves.iter().eq(expected.keys()), "{at}: {moves:?} instead of {:?}", expected.keys());
    assert_eq!(position.in_check(), plain.is_in_check(position.side()), "{at}");
    for (&mv, next) in &expected {
        assert_eq!(&Plain::of(&position.play(mv)), next, "{at} after {mv:?}");
    }
}
