//! Xiangqi as a textbook explains it.

use super::{DIAGONAL, ORTHOGONAL, Point, forward, slides, square, sum};
use chuhe_core::notation::Fen;
use chuhe_core::rules::{SetupError, Xiangqi};
use chuhe_core::{Kind, Move, Piece, Position, Side, Square};
use std::collections::BTreeMap;

/// The pieces, rank by rank from Red's home, and the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plain {
    ranks: [[Option<Piece>; 9]; 10],
    side: Side,
}

const fn is_on_board((file, rank): Point) -> bool {
    0 <= file && file < 9 && 0 <= rank && rank < 10
}

const fn is_in_palace((file, rank): Point) -> bool {
    3 <= file && file <= 5 && (0 <= rank && rank <= 2 || 7 <= rank && rank <= 9)
}

/// Returns whether a point lies on a side's own bank of the river.
const fn is_at_home((_, rank): Point, side: Side) -> bool {
    match side {
        Side::Red => rank <= 4,
        Side::Black => rank >= 5,
    }
}

impl Plain {
    pub fn of(position: &impl Position) -> Self {
        let mut ranks = [[None; 9]; 10];
        for square in Square::all() {
            ranks[usize::from(square.rank())][usize::from(square.file())] =
                position.piece_at(square);
        }
        Self { ranks, side: position.side() }
    }

    fn at(&self, (file, rank): Point) -> Option<Piece> {
        self.ranks[rank as usize][file as usize]
    }

    fn is_empty(&self, point: Point) -> bool {
        is_on_board(point) && self.at(point).is_none()
    }

    /// The points of a side's pieces with what stands on them.
    fn pieces(&self, side: Side) -> impl Iterator<Item = (Point, Kind)> {
        (0..10).flat_map(|rank| (0..9).map(move |file| (file, rank))).filter_map(move |point| {
            self.at(point).filter(|piece| piece.side() == side).map(|piece| (point, piece.kind()))
        })
    }

    /// Where a side's piece goes and takes, its general's safety left aside.
    fn plain_moves(&self, from: Point, kind: Kind, side: Side) -> Vec<Point> {
        let slides =
            |screens| slides(from, &ORTHOGONAL, screens, is_on_board, |at| self.is_empty(at));
        let mut to = match kind {
            Kind::General => ORTHOGONAL.map(|step| sum(from, step)).to_vec(),
            Kind::Advisor => DIAGONAL.map(|step| sum(from, step)).to_vec(),
            Kind::Elephant => DIAGONAL
                .into_iter()
                .filter(|eye| self.is_empty(sum(from, *eye)))
                .map(|eye| sum(sum(from, eye), eye))
                .filter(|to| is_at_home(*to, side))
                .collect(),
            Kind::Horse => ORTHOGONAL
                .into_iter()
                .filter(|leg| self.is_empty(sum(from, *leg)))
                .flat_map(|leg| DIAGONAL.map(|turn| (leg, turn)))
                .filter(|(leg, turn)| leg.0 == turn.0 || leg.1 == turn.1)
                .map(|(leg, turn)| sum(sum(from, leg), turn))
                .collect(),
            Kind::Chariot => slides(0),
            Kind::Cannon => slides(1),
            Kind::Soldier => {
                let mut steps = vec![forward(side)];
                if !is_at_home(from, side) {
                    steps.extend([(-1, 0), (1, 0)]);
                }
                steps.into_iter().map(|step| sum(from, step)).collect()
            }
            Kind::Queen => Vec::new(),
        };
        to.retain(|&to| is_on_board(to) && self.at(to).is_none_or(|taken| taken.side() != side));
        if matches!(kind, Kind::General | Kind::Advisor) {
            to.retain(|&to| is_in_palace(to));
        }
        to
    }

    fn general(&self, side: Side) -> Point {
        let general = self.pieces(side).find(|(_, kind)| *kind == Kind::General);
        general.expect("each side has a general").0
    }

    /// Returns whether the generals face each other along an open file.
    fn generals_face(&self) -> bool {
        let (red, black) = (self.general(Side::Red), self.general(Side::Black));
        red.0 == black.0 && (red.1 + 1..black.1).all(|rank| self.is_empty((red.0, rank)))
    }

    /// Returns whether a side's general could be taken if it were the other side's turn.
    pub fn is_in_check(&self, side: Side) -> bool {
        let general = self.general(side);
        let takes = |(from, kind)| self.plain_moves(from, kind, !side).contains(&general);
        self.generals_face() || self.pieces(!side).any(takes)
    }

    /// Every legal move, with the position after it.
    pub fn legal_moves(&self) -> BTreeMap<Move, Self> {
        let mut moves = BTreeMap::new();
        for (from, kind) in self.pieces(self.side) {
            for to in self.plain_moves(from, kind, self.side) {
                let mut next = Self { side: !self.side, ..self.clone() };
                next.ranks[to.1 as usize][to.0 as usize] = self.at(from);
                next.ranks[from.1 as usize][from.0 as usize] = None;
                if !next.is_in_check(self.side) {
                    moves.insert(Move::new(square(from), square(to)), next);
                }
            }
        }
        moves
    }
}

/// Compares the core's moves and checks with the plain rules. Compares what a position keeps in several forms, or
/// updates by moves, with the same position set up from nothing.
pub fn assert_agreement(position: &Xiangqi) {
    let at = Fen { position: *position, move_number: 1 }.to_string();
    let (side, quiet) = (position.side(), position.halfmove_clock());
    let plain = Plain::of(position);
    let expected = plain.legal_moves();
    let mut moves = position.legal_moves();
    moves.sort_unstable();
    assert!(moves.iter().eq(expected.keys()), "{at}: {moves:?} instead of {:?}", expected.keys());
    assert_eq!(position.in_check(), plain.is_in_check(side), "{at}");
    assert_eq!(Ok(*position), set_up(position, side, quiet), "{at}");
    for (mv, plain_next) in expected {
        let next = position.play(mv);
        assert_eq!(Plain::of(&next), plain_next, "{at} after {mv:?}");
        assert_eq!(next.in_check(), plain_next.is_in_check(!side), "{at} after {mv:?}");
        let quiet = if position.captured(mv).is_some() { 0 } else { quiet + 1 };
        assert_eq!(Ok(next), set_up(&next, !side, quiet), "{at} after {mv:?}");
        assert_ne!(next.key(), position.key(), "{at} after {mv:?}");
    }
    if !position.in_check() {
        assert_eq!(Ok(position.null_move()), set_up(position, !side, quiet + 1), "{at}");
        assert_ne!(position.null_move().key(), position.key(), "{at}");
    }
}

/// The pieces of a position on an empty board.
fn set_up(position: &Xiangqi, side: Side, quiet: u16) -> Result<Xiangqi, SetupError> {
    let pieces = Square::all().filter_map(|at| Some((at, position.piece_at(at)?)));
    Xiangqi::new(pieces, side, quiet)
}
