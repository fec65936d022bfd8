//! International chess, as literally as its laws are worded.

use chuhe_core::notation::Fen;
use chuhe_core::rules::{Castling, Chess};
use chuhe_core::{Kind, Move, MoveList, Piece, Position, Promotion, Side, Square};
use std::collections::{BTreeMap, BTreeSet};

/// A square or a step, file first.
type Point = (i8, i8);

const ORTHOGONAL: [Point; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: [Point; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [Point; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const PROMOTIONS: [Promotion; 4] =
    [Promotion::Queen, Promotion::Rook, Promotion::Bishop, Promotion::Knight];

/// What stands where, who moves, and what the moves before leave allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plain {
    ranks: [[Option<Piece>; 8]; 8],
    side: Side,
    castling: Castling,
    /// The square that a pawn has just passed.
    passed: Option<Point>,
}

const fn sum(a: Point, b: Point) -> Point {
    (a.0 + b.0, a.1 + b.1)
}

const fn is_on_board((file, rank): Point) -> bool {
    0 <= file && file < 8 && 0 <= rank && rank < 8
}

fn square((file, rank): Point) -> Square {
    Square::new(file as u8, rank as u8).expect("a square of the board")
}

const fn point(square: Square) -> Point {
    (square.file() as i8, square.rank() as i8)
}

/// The rank of a side's king at the start.
const fn home(side: Side) -> i8 {
    match side {
        Side::Red => 0,
        Side::Black => 7,
    }
}

/// A pawn's step.
const fn forward(side: Side) -> Point {
    match side {
        Side::Red => (0, 1),
        Side::Black => (0, -1),
    }
}

fn squares() -> impl Iterator<Item = Point> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

impl Plain {
    /// The same position.
    #[must_use]
    pub fn of(position: &Chess) -> Self {
        let mut ranks = [[None; 8]; 8];
        for (file, rank) in squares() {
            ranks[rank as usize][file as usize] = position.piece_at(square((file, rank)));
        }
        let passed = position.en_passant().map(point);
        Self { ranks, side: position.side(), castling: position.castling(), passed }
    }

    fn at(&self, (file, rank): Point) -> Option<Piece> {
        self.ranks[rank as usize][file as usize]
    }

    fn put(&mut self, (file, rank): Point, piece: Option<Piece>) {
        self.ranks[rank as usize][file as usize] = piece;
    }

    fn is_empty(&self, at: Point) -> bool {
        is_on_board(at) && self.at(at).is_none()
    }

    fn is_of(&self, at: Point, side: Side) -> bool {
        is_on_board(at) && self.at(at).is_some_and(|piece| piece.side() == side)
    }

    /// The squares that the piece on a square attacks, whatever stands there.
    fn attacks(&self, from: Point) -> Vec<Point> {
        let Some(piece) = self.at(from) else { return Vec::new() };
        let steps = |steps: &[Point]| steps.iter().map(|&step| sum(from, step)).collect();
        let (_, up) = forward(piece.side());
        let mut to: Vec<Point> = match piece.kind() {
            Kind::General => steps(&[ORTHOGONAL, DIAGONAL].concat()),
            Kind::Queen => self.lines(from, &[ORTHOGONAL, DIAGONAL].concat()),
            Kind::Chariot => self.lines(from, &ORTHOGONAL),
            Kind::Elephant => self.lines(from, &DIAGONAL),
            Kind::Horse => steps(&KNIGHT),
            Kind::Soldier => steps(&[(-1, up), (1, up)]),
            Kind::Advisor | Kind::Cannon => Vec::new(),
        };
        to.retain(|&to| is_on_board(to));
        to
    }

    /// Up to the first piece in each direction.
    fn lines(&self, from: Point, steps: &[Point]) -> Vec<Point> {
        let mut to = Vec::new();
        for &step in steps {
            let mut at = sum(from, step);
            while self.is_empty(at) {
                to.push(at);
                at = sum(at, step);
            }
            to.push(at);
        }
        to
    }

    fn is_attacked(&self, at: Point, by: Side) -> bool {
        squares().any(|from| self.is_of(from, by) && self.attacks(from).contains(&at))
    }

    /// Whether a side's king is attacked.
    #[must_use]
    pub fn is_in_check(&self, side: Side) -> bool {
        let king = Some(Piece::new(side, Kind::General));
        squares().any(|at| self.at(at) == king && self.is_attacked(at, !side))
    }

    /// Every legal move with the position after it.
    #[must_use]
    pub fn legal_moves(&self) -> BTreeMap<Move, Self> {
        let mut moves = BTreeMap::new();
        for from in squares().filter(|&at| self.is_of(at, self.side)) {
            let mut to = self.attacks(from);
            if self.at(from).map(Piece::kind) == Some(Kind::Soldier) {
                to.retain(|&to| self.is_of(to, !self.side) || self.passed == Some(to));
                to.extend(self.advances(from));
            }
            to.retain(|&to| !self.is_of(to, self.side));
            for to in to {
                self.add(&mut moves, from, to);
            }
        }
        for long in [false, true] {
            if self.may_castle(long) {
                let king = (4, home(self.side));
                let to = if long { (2, king.1) } else { (6, king.1) };
                let mut next = self.moved(king, to);
                let (rook, beside) = if long { (0, 3) } else { (7, 5) };
                next.put((beside, king.1), next.at((rook, king.1)));
                next.put((rook, king.1), None);
                moves.insert(Move::new(square(king), square(to)), next);
            }
        }
        moves.retain(|_, next| !next.is_in_check(self.side));
        moves
    }

    /// Where a pawn goes without taking.
    fn advances(&self, from: Point) -> Vec<Point> {
        let one = sum(from, forward(self.side));
        let two = sum(one, forward(self.side));
        let first = (from.1 - home(self.side)).abs() == 1;
        match (self.is_empty(one), first && self.is_empty(two)) {
            (false, _) => Vec::new(),
            (true, false) => vec![one],
            (true, true) => vec![one, two],
        }
    }

    /// A king that has not moved, a rook that has not, nothing between them, and no square that
    /// the king leaves, passes or reaches attacked.
    fn may_castle(&self, long: bool) -> bool {
        let rights = if long { self.castling.long } else { self.castling.short };
        let (between, path) = if long { (1..=3, 2..=4) } else { (5..=6, 4..=6) };
        let rank = home(self.side);
        rights[self.side.index()]
            && between.into_iter().all(|file| self.is_empty((file, rank)))
            && path.into_iter().all(|file| !self.is_attacked((file, rank), !self.side))
    }

    /// Adds a move, or the four that a pawn has on the last rank.
    fn add(&self, moves: &mut BTreeMap<Move, Self>, from: Point, to: Point) {
        let mut next = self.moved(from, to);
        let is_pawn = self.at(from).map(Piece::kind) == Some(Kind::Soldier);
        if is_pawn && to.0 != from.0 && self.is_empty(to) {
            next.put((to.0, from.1), None);
        }
        if is_pawn && (to.1 - from.1).abs() == 2 {
            next.passed = Some(sum(from, forward(self.side)));
        }
        if is_pawn && to.1 == home(!self.side) {
            for promotion in PROMOTIONS {
                let mut next = next.clone();
                next.put(to, Some(Piece::new(self.side, promotion.kind())));
                moves.insert(Move::promoting(square(from), square(to), promotion), next);
            }
        } else {
            moves.insert(Move::new(square(from), square(to)), next);
        }
    }

    /// One piece moved, whatever it takes; who leaves or loses a corner castles there no more.
    fn moved(&self, from: Point, to: Point) -> Self {
        let mut next = self.clone();
        next.put(to, self.at(from));
        next.put(from, None);
        next.side = !self.side;
        next.passed = None;
        for side in Side::ALL {
            let touched = |file| [from, to].contains(&(file, home(side)));
            next.castling.short[side.index()] &= !touched(4) && !touched(7);
            next.castling.long[side.index()] &= !touched(4) && !touched(0);
        }
        next
    }
}

fn set(list: impl Fn(&mut MoveList)) -> BTreeSet<Move> {
    let mut moves = MoveList::new();
    list(&mut moves);
    let set: BTreeSet<Move> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "a move comes twice: {moves:?}");
    set
}

/// Everything that both implementations say of a position.
///
/// # Panics
/// When they say different things.
pub fn assert_agreement(position: &Chess) {
    let at = Fen { position: position.clone(), move_number: 1 }.to_string();
    let plain = Plain::of(position);
    let expected = plain.legal_moves();
    let all = set(|moves| position.generate_moves(moves));
    assert!(all.iter().eq(expected.keys()), "{at}: {all:?} instead of {:?}", expected.keys());
    assert_eq!(position.count_moves() as usize, all.len(), "{at}");
    assert_eq!(position.in_check(), plain.is_in_check(position.side()), "{at}");
    let mut takes = BTreeSet::new();
    for (&mv, next) in &expected {
        let after = position.play(mv);
        assert_eq!(&Plain::of(&after), next, "{at} after {mv}");
        assert_eq!(position.gives_check(mv), next.is_in_check(!position.side()), "{at}: {mv}");
        let count = |plain: &Plain| squares().filter(|&at| plain.at(at).is_some()).count();
        let taken = count(next) < count(&plain);
        takes.extend(taken.then_some(mv));
        assert_eq!(position.captured(mv).is_some(), taken, "{at}: {mv}");
        let pawn = mv.from().and_then(|from| plain.at(point(from))).map(Piece::kind)
            == Some(Kind::Soldier);
        let quiet = if taken || pawn { 0 } else { position.halfmove_clock() + 1 };
        assert_eq!(after.halfmove_clock(), quiet, "{at}: {mv}");
    }
    assert_eq!(set(|moves| position.generate_captures(moves)), takes, "{at}");
    assert_eq!(set(|moves| position.generate_quiets(moves)), &all - &takes, "{at}");
}
