//! Zhonggong xiangqi, as literally as its rules are worded.

use super::{DIAGONAL, ORTHOGONAL, Point, forward, point, slides, sum};
use chuhe_core::notation::{self, Fen, Style};
use chuhe_core::rules::Zhonggong;
use chuhe_core::{Kind, Piece, Position, Side, Square};
use std::collections::BTreeMap;

const SIZE: i32 = 9;

/// The pieces, and the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plain {
    points: BTreeMap<Point, Piece>,
    side: Side,
}

fn name((file, rank): Point) -> String {
    format!("{}{rank}", char::from(b'a' + file as u8))
}

const fn is_on_board((file, rank): Point) -> bool {
    0 <= file && file < SIZE && 0 <= rank && rank < SIZE
}

const fn is_in_palace((file, rank): Point) -> bool {
    3 <= file && file <= 5 && 3 <= rank && rank <= 5
}

/// The rank that is home to a side's enemy.
const fn last_rank(side: Side) -> i32 {
    match side {
        Side::Red => SIZE - 1,
        Side::Black => 0,
    }
}

impl Plain {
    pub fn of(position: &impl Position) -> Self {
        let points = Square::all().filter_map(|at| Some((point(at), position.piece_at(at)?)));
        Self { points: points.collect(), side: position.side() }
    }

    fn is_empty(&self, point: Point) -> bool {
        !self.points.contains_key(&point)
    }

    fn all(&self, side: Side, kind: Kind) -> Vec<Point> {
        let wanted = Piece::new(side, kind);
        self.points.iter().filter(|(_, piece)| **piece == wanted).map(|(point, _)| *point).collect()
    }

    fn general(&self, side: Side) -> Point {
        self.all(side, Kind::General)[0]
    }

    /// Where the piece on a point may go by its plain moves, without regard to its general.
    fn plain_moves(&self, from: Point) -> Vec<Point> {
        let piece = self.points[&from];
        let slides =
            |screens| slides(from, &ORTHOGONAL, screens, is_on_board, |at| self.is_empty(at));
        let mut to = match piece.kind() {
            Kind::General => ORTHOGONAL
                .map(|step| sum(from, step))
                .into_iter()
                .filter(|point| is_in_palace(*point))
                .collect(),
            Kind::Advisor => DIAGONAL.map(|step| sum(from, step)).to_vec(),
            Kind::Elephant => DIAGONAL
                .into_iter()
                .filter(|step| self.is_empty(sum(from, *step)))
                .map(|step| sum(sum(from, step), step))
                .collect(),
            Kind::Horse => ORTHOGONAL
                .into_iter()
                .filter(|leg| self.is_empty(sum(from, *leg)))
                .flat_map(|leg| {
                    let two = sum(sum(from, leg), leg);
                    [sum(two, (leg.1, leg.0)), sum(two, (-leg.1, -leg.0))]
                })
                .collect(),
            Kind::Chariot => slides(0),
            Kind::Cannon => slides(1),
            Kind::Soldier => {
                [forward(piece.side()), (1, 0), (-1, 0)].map(|step| sum(from, step)).to_vec()
            }
            Kind::Queen => Vec::new(),
        };
        to.retain(|point| {
            is_on_board(*point)
                && self.points.get(point).is_none_or(|taken| taken.side() != piece.side())
        });
        to
    }

    /// The position with one piece moved, whoever it takes.
    fn moved(&self, from: Point, to: Point) -> Self {
        let mut next = Self { side: !self.side, ..self.clone() };
        let piece = next.points.remove(&from).expect("a piece moves");
        next.points.insert(to, piece);
        next
    }

    /// The points of a side's pieces that could take what stands on a point.
    fn takers(&self, point: Point, side: Side) -> Vec<Point> {
        let pieces = self.points.iter().filter(|(_, piece)| piece.side() == side);
        let takes = |from: &Point| self.plain_moves(*from).contains(&point);
        pieces.map(|(from, _)| *from).filter(takes).collect()
    }

    /// Returns whether an enemy piece has a free capture of a side's general: nobody could take it back.
    pub fn is_in_check(&self, side: Side) -> bool {
        let general = self.general(side);
        let is_free = |from| self.moved(from, general).takers(general, side).is_empty();
        self.takers(general, !side).into_iter().any(is_free)
    }

    /// Returns whether a side's general has an empty point next to it.
    pub fn has_liberty(&self, side: Side) -> bool {
        let general = self.general(side);
        let mut around = ORTHOGONAL.into_iter().map(|step| sum(general, step));
        around.any(|point| is_on_board(point) && self.is_empty(point))
    }

    fn bottom_soldiers(&self, side: Side) -> Vec<Point> {
        let mut soldiers = self.all(side, Kind::Soldier);
        soldiers.retain(|point| point.1 == last_rank(side));
        soldiers
    }

    /// Returns whether a side has its five soldiers on the enemy's home rank.
    pub fn has_five_soldiers(&self, side: Side) -> bool {
        self.bottom_soldiers(side).len() == 5
    }

    /// Every legal move, written, with the position after it.
    pub fn legal_moves(&self) -> BTreeMap<String, Self> {
        if Side::ALL.into_iter().any(|side| self.has_five_soldiers(side)) {
            return BTreeMap::new();
        }
        let mut moves = self.exchanges();
        for from in self.points.keys().filter(|point| self.points[point].side() == self.side) {
            for to in self.plain_moves(*from) {
                if to != self.general(!self.side) {
                    moves.insert(name(*from) + &name(to), self.moved(*from, to));
                }
            }
        }
        moves.retain(|_, next| !next.is_in_check(self.side) && next.has_liberty(self.side));
        moves
    }

    /// Every choice of bottom soldiers and a piece that they buy.
    fn exchanges(&self) -> BTreeMap<String, Self> {
        let soldiers = self.bottom_soldiers(self.side);
        let mut moves = BTreeMap::new();
        for choice in 1..1 << soldiers.len() {
            let given: Vec<Point> = (0..soldiers.len())
                .filter(|place| choice >> place & 1 == 1)
                .map(|place| soldiers[place])
                .collect();
            let bought = match given.len() {
                1 => Kind::Soldier,
                2 => Kind::Cannon,
                3 => Kind::Horse,
                _ => Kind::Chariot,
            };
            for victim in self.all(!self.side, bought) {
                let mut next = Self { side: !self.side, ..self.clone() };
                next.points.retain(|point, _| *point != victim && !given.contains(point));
                let given: String = given.iter().copied().map(name).collect();
                moves.insert(format!("{given}x{}", name(victim)), next);
            }
        }
        moves
    }
}

/// Compares everything that both implementations say of a position.
pub fn assert_agreement(position: &Zhonggong) {
    let at = Fen { position: *position, move_number: 1 }.to_string();
    let plain = Plain::of(position);
    let all = position.legal_moves();
    let written = |mv| notation::write(Style::Coordinates, position, mv).to_string();
    let found: BTreeMap<String, Plain> =
        all.iter().map(|&mv| (written(mv), Plain::of(&position.play(mv)))).collect();
    assert_eq!(found.len(), all.len(), "{at}: two moves with one text");
    let expected = plain.legal_moves();
    let (names, wanted): (Vec<_>, Vec<_>) = (found.keys().collect(), expected.keys().collect());
    assert_eq!(names, wanted, "{at}");
    assert_eq!(found, expected, "{at}");
    let side = position.side();
    for side in Side::ALL {
        assert_eq!(!position.checkers(side).is_empty(), plain.is_in_check(side), "{at}");
        assert_eq!(!position.is_enclosed(side), plain.has_liberty(side), "{at}");
    }
    let must_answer = plain.is_in_check(side) || !plain.has_liberty(side);
    assert_eq!(position.in_check(), must_answer, "{at}");
    let winner = [!side, side].into_iter().find(|&side| plain.has_five_soldiers(side));
    assert_eq!(position.variant_end().and_then(|ending| ending.winner), winner, "{at}");
    for &mv in &all {
        let begins_anew = position.play(mv).halfmove_clock() == 0;
        assert_eq!(begins_anew, position.captured(mv).is_some(), "{at}: {mv:?}");
    }
}
