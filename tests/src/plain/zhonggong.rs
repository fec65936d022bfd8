//! The rules of Zhonggong xiangqi, written as literally as possible.

use super::{ORTHOGONAL, Plain, Point, sum};
use chuhe_core::notation::{self, Fen, Style};
use chuhe_core::rules::Zhonggong;
use chuhe_core::{Kind, Position, Side};
use std::collections::BTreeMap;

const SIZE: i32 = 9;

fn name((file, rank): Point) -> String {
    format!("{}{rank}", char::from(b'a' + file as u8))
}

const fn is_on_board((file, rank): Point) -> bool {
    0 <= file && file < SIZE && 0 <= rank && rank < SIZE
}

const fn is_in_palace((file, rank): Point) -> bool {
    3 <= file && file <= 5 && 3 <= rank && rank <= 5
}

/// The home rank of a side's enemy.
const fn last_rank(side: Side) -> i32 {
    match side {
        Side::Red => SIZE - 1,
        Side::Black => 0,
    }
}

/// The points that a piece can go to, if the safety of its general is ignored.
fn plain_moves(plain: &Plain, from: Point) -> Vec<Point> {
    let mut to = plain.free_moves(from, is_on_board);
    if plain.at(from).is_some_and(|piece| piece.kind() == Kind::General) {
        to.retain(|&to| is_in_palace(to));
    }
    to
}

/// The points of a side's pieces that could go to a point or capture there, if the safety of the general is ignored.
fn takers(plain: &Plain, point: Point, side: Side) -> impl Iterator<Item = Point> {
    plain.pieces(side).filter(move |&from| plain_moves(plain, from).contains(&point))
}

/// Returns whether an enemy piece could capture a side's general without being recaptured.
fn is_in_check(plain: &Plain, side: Side) -> bool {
    let general = plain.general(side);
    let is_free = |from| takers(&plain.moved(from, general), general, side).next().is_none();
    takers(plain, general, !side).any(is_free)
}

/// Returns whether a side's general has an empty point next to it.
fn has_liberty(plain: &Plain, side: Side) -> bool {
    let general = plain.general(side);
    let mut around = ORTHOGONAL.into_iter().map(|step| sum(general, step));
    around.any(|point| is_on_board(point) && plain.at(point).is_none())
}

fn bottom_soldiers(plain: &Plain, side: Side) -> Vec<Point> {
    plain.all(side, Kind::Soldier).filter(|point| point.1 == last_rank(side)).collect()
}

/// Returns whether a side has its five soldiers on the enemy's home rank.
fn has_five_soldiers(plain: &Plain, side: Side) -> bool {
    bottom_soldiers(plain, side).len() == 5
}

/// The text of every legal move, with the position after it.
fn legal_moves(plain: &Plain) -> BTreeMap<String, Plain> {
    if Side::ALL.into_iter().any(|side| has_five_soldiers(plain, side)) {
        return BTreeMap::new();
    }
    let side = plain.side;
    let mut moves = exchanges(plain);
    for from in plain.pieces(side) {
        for to in plain_moves(plain, from) {
            if to != plain.general(!side) {
                moves.insert(name(from) + &name(to), plain.moved(from, to));
            }
        }
    }
    moves.retain(|_, next| !is_in_check(next, side) && has_liberty(next, side));
    moves
}

/// Every exchange of soldiers on the enemy's home rank for an enemy piece, with the position after it.
fn exchanges(plain: &Plain) -> BTreeMap<String, Plain> {
    let soldiers = bottom_soldiers(plain, plain.side);
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
        let written: String = given.iter().copied().map(name).collect();
        for victim in plain.all(!plain.side, bought) {
            let mut next = Plain { side: !plain.side, ..plain.clone() };
            given.iter().chain([&victim]).for_each(|&point| next.put(point, None));
            moves.insert(format!("{written}x{}", name(victim)), next);
        }
    }
    moves
}

/// Asserts that the core and the plain rules agree on a position: on moves, checks, liberties and winner.
pub fn assert_agreement(position: &Zhonggong) {
    let at = Fen { position: *position, move_number: 1 }.to_string();
    let plain = Plain::of(position);
    let all = position.legal_moves();
    let written = |mv| notation::write(Style::Coordinates, position, mv).to_string();
    let found: BTreeMap<String, Plain> =
        all.iter().map(|&mv| (written(mv), Plain::of(&position.play(mv)))).collect();
    assert_eq!(found.len(), all.len(), "{at}: two moves with one text");
    let expected = legal_moves(&plain);
    let (names, wanted): (Vec<_>, Vec<_>) = (found.keys().collect(), expected.keys().collect());
    assert_eq!(names, wanted, "{at}");
    assert_eq!(found, expected, "{at}");
    let side = position.side();
    for side in Side::ALL {
        assert_eq!(!position.checkers(side).is_empty(), is_in_check(&plain, side), "{at}");
        assert_eq!(!position.is_enclosed(side), has_liberty(&plain, side), "{at}");
    }
    let must_answer = is_in_check(&plain, side) || !has_liberty(&plain, side);
    assert_eq!(position.in_check(), must_answer, "{at}");
    let winner = [!side, side].into_iter().find(|&side| has_five_soldiers(&plain, side));
    assert_eq!(position.variant_end().and_then(|ending| ending.winner), winner, "{at}");
    for &mv in &all {
        let begins_anew = position.play(mv).halfmove_clock() == 0;
        assert_eq!(begins_anew, position.captured(mv).is_some(), "{at}: {mv:?}");
    }
}
