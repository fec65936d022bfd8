//! Xiangqi against a plain second implementation, on games that seek checks and captures and on
//! pieces thrown around the palaces.

use chuhe_core::rules::Xiangqi;
use chuhe_core::{Kind, Move, MoveList, Piece, Position, Side, Square};
use chuhe_tests::plain::xiangqi::assert_agreement;
use chuhe_tests::random::Random;
use std::collections::BTreeMap;

fn listed(list: impl Fn(&mut MoveList)) -> MoveList {
    let mut moves = MoveList::new();
    list(&mut moves);
    moves
}

/// A game that gives check or takes something now and then where it can.
fn wild_game(seed: u64) -> impl Iterator<Item = Xiangqi> {
    let mut random = Random::new(seed);
    let mut next = Some(Xiangqi::start());
    std::iter::from_fn(move || {
        let position = next?;
        let all = listed(|moves| position.generate_moves(moves));
        let wanted: Vec<Move> = match random.below(6) {
            0 => all.iter().copied().filter(|&mv| position.captured(mv).is_some()).collect(),
            1 | 2 => all.iter().copied().filter(|&mv| position.play(mv).in_check()).collect(),
            _ => Vec::new(),
        };
        let choice = if wanted.is_empty() { all.as_slice() } else { &wanted };
        next = (!choice.is_empty()).then(|| position.play(random.pick(choice)));
        Some(position)
    })
    .take(150)
}

/// A set of which the strong pieces stand near the palaces, as far as they stand anywhere.
fn thrown(random: &mut Random) -> Option<Xiangqi> {
    let mut pieces: BTreeMap<Square, Piece> = BTreeMap::new();
    let keep = 1 + random.below(4);
    for side in Side::ALL {
        for (kind, count) in [
            (Kind::General, 1),
            (Kind::Advisor, 2),
            (Kind::Elephant, 2),
            (Kind::Horse, 2),
            (Kind::Chariot, 2),
            (Kind::Cannon, 2),
            (Kind::Soldier, 5),
        ] {
            for _ in 0..count {
                if kind != Kind::General && random.below(5) >= keep {
                    continue;
                }
                let piece = Piece::new(side, kind);
                let near = !random.one_in(4);
                let free: Vec<Square> = Square::all()
                    .filter(|&square| Xiangqi::can_stand(piece, square))
                    .filter(|square| !pieces.contains_key(square))
                    .filter(|square| {
                        let between = (2..=6).contains(&square.file());
                        !near || between && !(4..=5).contains(&square.rank())
                    })
                    .collect();
                if !free.is_empty() {
                    pieces.insert(random.pick(&free), piece);
                }
            }
        }
    }
    Xiangqi::new(pieces, random.pick(&Side::ALL), random.below(121) as u16).ok()
}

#[test]
fn wild_games_agree() {
    let (mut checks, mut mates) = (0, 0);
    for position in (0..60).flat_map(wild_game) {
        assert_agreement(&position);
        checks += u32::from(position.in_check());
        mates += u32::from(position.count_moves() == 0);
    }
    assert!(checks > 200 && mates > 0, "{checks} checks, {mates} mates");
}

#[test]
fn thrown_positions_agree() {
    let mut random = Random::new(1);
    let (mut checks, mut mates) = (0, 0);
    for position in (0..).filter_map(|_| thrown(&mut random)).take(3000) {
        assert_agreement(&position);
        checks += u32::from(position.in_check());
        mates += u32::from(position.count_moves() == 0);
    }
    assert!(checks > 500 && mates > 50, "{checks} checks, {mates} mates");
}

/// Moves from anywhere, such as a table that two positions share by chance.
#[test]
fn no_bits_pass_for_a_legal_move() {
    let mut random = Random::new(2);
    for position in (0..).filter_map(|_| thrown(&mut random)).take(12) {
        let all = listed(|moves| position.generate_moves(moves));
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            assert_eq!(position.is_legal(mv), all.contains(&mv), "{mv} in {position:?}");
        }
    }
}
