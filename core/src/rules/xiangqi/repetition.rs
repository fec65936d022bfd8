//! Who has to change when a position comes again: the rules of the Asian Xiangqi Federation.
//!
//! In our words, the gravest first:
//!
//! 1. *Perpetual check.* Whoever gives check with every move of the repetition, with one piece or
//!    with several, has to change, or loses. If both do, it is a draw.
//! 2. *Perpetual chase.* Whoever attacks one and the same piece anew with every move has to change,
//!    or loses; several pieces may share the chasing. If both do, it is a draw.
//! 3. Everything else may be repeated for ever, and is a draw: threats of mate, offers of
//!    exchange, blocks, one move that chases and one that does not, checks and chases in turn,
//!    chases of two pieces in turn.
//!
//! A *chase* is an attack that a move makes and that was not there before it: by the piece that
//! moved, by one behind it, over it as a cannon's screen, or because a protector can no longer
//! take back. The attack counts only if the capture would be legal, and then by these rules:
//!
//! * The general and the soldiers may chase anything; a soldier that has not crossed the river may
//!   be chased by anything.
//! * A horse or a cannon that attacks a chariot chases it, and so does an advisor or an elephant
//!   that attacks a chariot, a horse or a cannon; even if the piece is protected.
//! * Other pieces are chased only while *unprotected*: nothing could legally take back. A
//!   protector that is pinned, or whose general would be left in check, is a false root.
//! * Pieces of the same kind that attack each other do not chase each other. A horse blocked by
//!   its leg or a pinned piece cannot take back first, so it is chased.
//!
//! Engines read the rules differently in a few places, and so does this one:
//!
//! * A side whose moves are partly checks, partly chases has not lost ("one check, one chase" is a
//!   draw), even if its checks chase the same piece too; but then a chase by its opponent is
//!   mutual. Pikafish calls any repetition with a check in it a draw unless a side checks with every
//!   move; Fairy-Stockfish counts a check that chases as a chase.
//! * The rule book's special protection of a chariot pinned by a horse, and its view of what a
//!   piece attacks that never tries to leave, are left out, as in both of them.

use super::{MovesLikeXiangqi, tables};
use crate::position::{EndReason, Ending, Past, Position};
use crate::rules::nine::NinePosition;
use crate::types::{Bitboard, Kind, Move, Side, Square};

/// What the plies `cycle`, after which the same position stands again, mean for the game.
pub(super) fn judge<G: MovesLikeXiangqi>(now: &NinePosition<G>, cycle: &[Past]) -> Ending {
    // The plies of the side to move come first; each says whether the other side gave check.
    let checks = |side| cycle.iter().skip(usize::from(side == now.side)).step_by(2);
    let always_checks = |side| checks(side).all(|answer| answer.check);
    let ever_checks = |side| checks(side).any(|answer| answer.check);

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

/// Whether Red and Black chased some piece anew with every move of the cycle.
fn always_chases<G: MovesLikeXiangqi>(now: &NinePosition<G>, cycle: &[Past]) -> [bool; 2] {
    // Played back from the end. By chaser: the pieces chased with every move so far.
    let mut position = *now;
    let mut chased = Side::ALL.map(|chaser| position.board.side(!chaser));
    for &Past { mv, .. } in cycle.iter().rev() {
        let mover = !position.side;
        let after = position.chased(mover, chased[mover.index()]);
        position.board.shift(mv.to_square(), mv.from_square());
        position.side = mover;
        let before = position.chased(mover, after);
        chased[mover.index()] = after - before;
        let hunted = &mut chased[(!mover).index()];
        if hunted.contains(mv.to_square()) {
            *hunted = hunted.without(mv.to_square()).with(mv.from_square());
        }
        if chased.iter().all(|pieces| pieces.is_empty()) {
            break;
        }
    }
    chased.map(|pieces| !pieces.is_empty())
}

impl<G: MovesLikeXiangqi> NinePosition<G> {
    /// The pieces among `hunted` that a side attacks in a way that counts as a chase, whoever is
    /// to move.
    fn chased(&self, chaser: Side, hunted: Bitboard) -> Bitboard {
        let board = &self.board;
        let may_chase = board.side(chaser) - board.kind(Kind::General) - board.kind(Kind::Soldier);
        let exempt =
            board.kind(Kind::General) | board.kind(Kind::Soldier) & tables::HALF[(!chaser).index()];
        // An attack stands while its own side is in check for another reason.
        let standing = self.takers(chaser);
        (hunted - exempt)
            .into_iter()
            .filter(|&to| {
                (self.attackers(to, chaser) & may_chase).into_iter().any(|from| {
                    let taken = self.play_unchecked(Move::new(from, to));
                    (taken.takers(chaser) - standing).is_empty() && self.is_chase(from, to, &taken)
                })
            })
            .collect()
    }

    /// Whether a legal capture, after which the board is `taken`, is one that the other side need
    /// not bear for ever.
    fn is_chase(&self, from: Square, to: Square, taken: &Self) -> bool {
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
            || taken.attackers(to, hunted.side()).into_iter().any(|root| can_take(taken, root, to));
        let mutual = || {
            hunter.kind() == hunted.kind()
                && self.attackers(from, hunted.side()).contains(to)
                && can_take(self, to, from)
        };
        worth_more || !protected() && !mutual()
    }

    /// What would take a side's general.
    fn takers(&self, side: Side) -> Bitboard {
        self.general_attackers(side, self.board.general(side), self.board.occupancy())
    }
}
