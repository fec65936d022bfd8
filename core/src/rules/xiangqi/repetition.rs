//! Judges a repetition by the rules of the Asian Xiangqi Federation.
//!
//! These are the rules in our words, from the gravest offence on:
//!
//! 1. *Perpetual check.* A side that gives check with every move of the repetition loses. It may
//!    check with one piece or with several. If both sides do so, the game is drawn.
//! 2. *Perpetual chase.* A side that chases one and the same piece with every move loses. Several
//!    pieces may share the chasing. If both sides do so, the game is drawn.
//! 3. Every other repetition is allowed, and is a draw. Examples are threats of mate, offers of exchange, blocks, and
//!    chases of two pieces in turn. A side may also alternate moves that chase with other moves or with checks.
//!
//! A *chase* is an attack that stands after a move and did not stand before it. The attacker is the piece that moved, a
//! piece behind that piece, or a cannon that uses that piece as a screen. An attack can also be new because a protector
//! can no longer recapture. An attack counts only if the capture would be legal. Then these rules decide:
//!
//! * The general and the soldiers may chase anything. A soldier that has not crossed the river may
//!   be chased by anything.
//! * A horse or a cannon that attacks a chariot chases it, even if the chariot is protected. An advisor or an elephant
//!   that attacks a chariot, a horse or a cannon chases it, even if it is protected.
//! * In all other cases a piece is chased only if it is *unprotected*: no piece could legally recapture. A protector
//!   does not count (a false root) if it is pinned, or if its recapture would leave its general in check.
//! * Pieces of the same kind that attack each other do not chase each other. But if one of them is pinned, or is a
//!   horse whose leg is blocked, this piece cannot capture the other piece. Then it is chased.
//!
//! Engines read the rules differently in a few places. This engine reads them in this way:
//!
//! * A side that gives checks and chases in turn has not lost: "one check, one chase" is a draw. It is a draw even if
//!   the checks chase the same piece. Only then is a chase by the opponent mutual, so that the opponent does not lose
//!   either. In Pikafish a repetition with a check in it is a draw unless a side checks with every move. In
//!   Fairy-Stockfish a check that chases counts as a chase.
//! * The rule book has a special rule on whether a chariot that a horse pins counts as protected. It also has a special
//!   rule for attacks by a piece that never tries to move away. Neither this engine nor Pikafish nor Fairy-Stockfish
//!   has these two rules.

use super::MovesLikeXiangqi;
use crate::position::{EndReason, Ending, Past, Position};
use crate::rules::nine::NinePosition;
use crate::types::{Bitboard, Kind, Move, Side, Square};

/// Judges the repetition of the position `now`, to which the plies of `cycle` led back.
pub(super) fn judge<G: MovesLikeXiangqi>(now: &NinePosition<G>, cycle: &[Past]) -> Ending {
    // In each ply of the opponent, `check` tells whether `side` gave check with the ply before. The first ply of the
    // cycle was played by the side that is to move in `now`.
    let answers = |side| cycle.iter().skip(usize::from(side == now.side)).step_by(2);
    let always_checks = |side| answers(side).all(|answer| answer.check);
    let ever_checks = |side| answers(side).any(|answer| answer.check);

    match Side::ALL.map(always_checks) {
        [true, true] => return Ending::draw(EndReason::Repetition),
        [true, false] => return Ending::win(Side::Black, EndReason::PerpetualCheck),
        [false, true] => return Ending::win(Side::Red, EndReason::PerpetualCheck),
        [false, false] => {}
    }
    let chaser = match always_chases(now, cycle) {
        [true, false] => Side::Red,
        [false, true] => Side::Black,
        _ => return Ending::draw(EndReason::Repetition),
    };
    if ever_checks(chaser) {
        Ending::draw(EndReason::Repetition)
    } else {
        Ending::win(!chaser, EndReason::PerpetualChase)
    }
}

/// Returns whether Red, and whether Black, chased one and the same piece with every move of the cycle.
fn always_chases<G: MovesLikeXiangqi>(now: &NinePosition<G>, cycle: &[Past]) -> [bool; 2] {
    // Takes the moves back, from the last to the first. For each chaser, `chased` has the pieces that all
    // its moves taken back so far have chased.
    let mut position = *now;
    let mut chased = Side::ALL.map(|chaser| position.board.side(!chaser));
    for &Past { mv, .. } in cycle.iter().rev() {
        let mover = !position.side;
        let after = position.chased(mover, chased[mover.index()]);
        position.board.shift(mv.target(), mv.origin());
        position.side = mover;
        let before = position.chased(mover, after);
        chased[mover.index()] = after - before;
        let hunted = &mut chased[(!mover).index()];
        if hunted.contains(mv.target()) {
            *hunted = hunted.without(mv.target()).with(mv.origin());
        }
        if chased.iter().all(|pieces| pieces.is_empty()) {
            break;
        }
    }
    chased.map(|pieces| !pieces.is_empty())
}

impl<G: MovesLikeXiangqi> NinePosition<G> {
    /// Returns the pieces among `hunted` that a side chases, whoever is to move.
    fn chased(&self, chaser: Side, hunted: Bitboard) -> Bitboard {
        let board = &self.board;
        let may_chase = board.side(chaser) - board.kind(Kind::General) - board.kind(Kind::Soldier);
        let kept_back = board.kind(Kind::Soldier) - G::PIECES.sideways[(!chaser).index()];
        let exempt = board.kind(Kind::General) | kept_back;
        // A capture counts as legal even if the chaser was in check before the capture and stays in this check.
        let standing = self.takers(chaser);
        (hunted - exempt)
            .into_iter()
            .filter(|&to| {
                (self.attackers(to, chaser) & may_chase).into_iter().any(|from| {
                    let after = self.play_unchecked(Move::new(from, to));
                    (after.takers(chaser) - standing).is_empty() && self.is_chase(from, to, &after)
                })
            })
            .collect()
    }

    /// Returns whether an attack is a chase. `after` is the position after the attacker has captured.
    fn is_chase(&self, from: Square, to: Square, after: &Self) -> bool {
        let (Some(hunter), Some(hunted)) = (self.piece_at(from), self.piece_at(to)) else {
            return false;
        };
        let worth_more = match hunter.kind() {
            Kind::Horse | Kind::Cannon => matches!(hunted.kind(), Kind::Chariot),
            Kind::Advisor | Kind::Elephant => {
                matches!(hunted.kind(), Kind::Chariot | Kind::Horse | Kind::Cannon)
            }
            _ => false,
        };
        let can_take = |position: &Self, from, to| {
            position.play_unchecked(Move::new(from, to)).takers(hunted.side()).is_empty()
        };
        let protected =
            || after.attackers(to, hunted.side()).into_iter().any(|root| can_take(after, root, to));
        let mutual = || {
            hunter.kind() == hunted.kind()
                && self.attackers(from, hunted.side()).contains(to)
                && can_take(self, to, from)
        };
        worth_more || !protected() && !mutual()
    }

    pub(super) fn takers(&self, side: Side) -> Bitboard {
        self.general_attackers(side, self.board.general(side), self.board.occupancy())
    }
}
