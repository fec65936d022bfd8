//! Proves forced mates by an exhaustive search.

use chuhe_core::{AnyPosition, Key, Move, Position};
use std::collections::HashMap;

/// Finds the shortest forced mates. Tries the attacker's moves until one forces mate, and replies until one avoids it.
#[derive(Debug, Default)]
pub(super) struct Solver {
    /// The bounds of positions with the attacker to move.
    known: HashMap<Key, Bounds>,
    /// Key: the number of moves left to the attacker. Value: the last reply that avoided a mate.
    defences: HashMap<u16, Move>,
}

/// Bounds of the shortest mate: it takes the attacker more than `above` moves, and at most `within`.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    above: u16,
    within: u16,
}

impl Solver {
    /// Returns the number of moves to the shortest mate by the side to move; `None` if it takes more than `most`.
    pub(super) fn shortest(&mut self, position: &AnyPosition, most: u16) -> Option<u16> {
        (1..=most).find(|&moves| self.mates(position, moves))
    }

    /// Returns the only first move that mates within `moves` moves; `None` if no move or several moves do so.
    pub(super) fn only_move(&mut self, position: &AnyPosition, moves: u16) -> Option<Move> {
        let legal = position.legal_moves().into_iter();
        let mut mating = legal.filter(|&mv| self.is_lost(&position.play(mv), moves - 1));
        let first = mating.next()?;
        mating.next().is_none().then_some(first)
    }

    /// Returns the moves of both sides, with the longest defence. The attacker must have a mate within `left` moves.
    pub(super) fn longest_defence(&mut self, position: &AnyPosition, left: u16) -> Vec<Move> {
        let replies = position.legal_moves().into_iter();
        let lengths = replies.map(|reply| {
            let after = position.play(reply);
            (self.shortest(&after, left), reply, after)
        });
        let Some((moves, reply, after)) = lengths.max_by_key(|&(moves, ..)| moves) else {
            return Vec::new();
        };
        let Some(left) = moves.and_then(|moves| moves.checked_sub(1)) else { return Vec::new() };
        let mut line = vec![reply];
        let mut attacks = after.legal_moves().into_iter().map(|mv| (mv, after.play(mv)));
        if let Some((attack, next)) = attacks.find(|(_, next)| self.is_lost(next, left)) {
            line.push(attack);
            line.extend(self.longest_defence(&next, left));
        }
        line
    }

    /// Returns true if the side to move can force mate within `moves` moves.
    fn mates(&mut self, position: &AnyPosition, moves: u16) -> bool {
        let mut attacks = position.legal_moves().into_iter().map(|mv| position.play(mv));
        if moves == 1 {
            return attacks.any(|after| self.is_lost(&after, 0));
        }
        let key = position.key();
        let known = self.known.get(&key);
        if let Some(bounds) = known.filter(|bounds| moves <= bounds.above || moves >= bounds.within)
        {
            return moves >= bounds.within;
        }
        let mut attacks: Vec<_> = attacks.collect();
        attacks.sort_by_key(|after| !after.in_check());
        let mates = attacks.iter().any(|after| self.is_lost(after, moves - 1));
        let bounds = self.known.entry(key).or_insert(Bounds { above: 0, within: u16::MAX });
        *if mates { &mut bounds.within } else { &mut bounds.above } = moves;
        mates
    }

    /// Returns true if the side to move is mated, or cannot avoid a mate within `moves` moves.
    fn is_lost(&mut self, position: &AnyPosition, moves: u16) -> bool {
        if let Some(ending) = position.ending() {
            return ending.winner == Some(!position.side());
        }
        if moves == 0 {
            return false;
        }
        let usual = self.defences.get(&moves).copied();
        let usual = usual.filter(|&reply| position.is_legal(reply));
        let replies = usual.into_iter().chain(position.legal_moves());
        for reply in replies {
            if !self.mates(&position.play(reply), moves) {
                self.defences.insert(moves, reply);
                return false;
            }
        }
        true
    }
}
