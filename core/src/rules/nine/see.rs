//! Static exchange evaluation on nine files.

use super::leaps::HORSE_LANDINGS;
use super::occupancy::Occupancy;
use super::position::{NineGame, NinePosition};
use super::tables::RANK_AND_FILE;
use crate::rules::see::see_ge;
use crate::types::{Bitboard, Kind, Move, Side, Square};

impl<G: NineGame> NinePosition<G> {
    /// Checks by SEE whether a move, other than an exchange of soldiers, gains at least `threshold`. Ignores pins.
    #[inline]
    pub(in crate::rules) fn captures_ge(&self, mv: Move, threshold: i16) -> bool {
        let (from, to) = (mv.origin(), mv.target());
        let value = |kind: Kind| G::SEE_VALUES[kind.index()];
        let captured = self.board.piece_at(to);
        let Some(mover) = self.board.piece_at(from) else { return false };
        let mut occupancy = *self.board.occupancy();
        occupancy.toggle(from);
        if captured.is_none() {
            occupancy.toggle(to);
        }
        let mut left = self.board.occupied().without(from).without(to);
        let mut side = mover.side();
        let captured = captured.map_or(0, |piece| value(piece.kind()));
        see_ge(captured, value(mover.kind()), threshold, || {
            side = !side;
            let (square, kind) = self.least_attacker(to, side, &occupancy, left)?;
            occupancy.toggle(square);
            left = left.without(square);
            let is_guarded = || self.least_attacker(to, !side, &occupancy, left).is_some();
            if kind == Kind::General && is_guarded() { None } else { Some(value(kind)) }
        })
    }

    /// Returns the least valuable of a side's pieces that attack `to`. `left` has the pieces that have not moved yet.
    fn least_attacker(
        &self,
        to: Square,
        side: Side,
        occupancy: &Occupancy,
        left: Bitboard,
    ) -> Option<(Square, Kind)> {
        const fn is_cheaper(values: &[i16; Kind::COUNT], one: Kind, other: Kind) -> bool {
            values[one.index()] < values[other.index()]
        }
        let tables = G::PIECES;
        let left = left & self.board.side(side);
        let of = |kind: Kind| self.board.kind(kind) & left;
        let nearby = |kind: Kind, from: Bitboard| (from & of(kind)).first().map(|at| (at, kind));
        // If no piece of the kind is on a square of `reached`, the costlier lookup of attacks is skipped.
        let far = |kind: Kind, reached: Bitboard, from: fn(&Occupancy, Square) -> Bitboard| {
            if of(kind).intersects(reached) { nearby(kind, from(occupancy, to)) } else { None }
        };
        let line = &RANK_AND_FILE[to.index()];
        let horse = || far(Kind::Horse, HORSE_LANDINGS[to.index()], Occupancy::horse_attackers);
        let cannon = || far(Kind::Cannon, *line, Occupancy::cannon_attacks);
        nearby(Kind::Soldier, tables.soldier_attackers[side.index()][to.index()])
            .or_else(|| nearby(Kind::Advisor, tables.advisor[to.index()]))
            .or_else(|| {
                let reached = tables.elephants[side.index()].contains(to);
                if reached { nearby(Kind::Elephant, occupancy.elephant(to)) } else { None }
            })
            .or_else(|| {
                if const { is_cheaper(G::SEE_VALUES, Kind::Horse, Kind::Cannon) } {
                    horse().or_else(cannon)
                } else {
                    cannon().or_else(horse)
                }
            })
            .or_else(|| far(Kind::Chariot, *line, Occupancy::chariot))
            .or_else(|| nearby(Kind::General, tables.general[to.index()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::rules::Xiangqi;
    use crate::search::Searchable;
    use proptest::prelude::*;

    /// Returns the square of the least valuable piece of the side to move that has a pseudo-legal move to `to`.
    fn taker(position: &Xiangqi, to: Square) -> Option<Square> {
        use Kind::{Advisor, Cannon, Chariot, Elephant, General, Horse, Soldier};
        let least_first = [Soldier, Advisor, Elephant, Horse, Cannon, Chariot, General];
        least_first.into_iter().find_map(|kind| {
            let pieces = position.board.pieces(position.side, kind);
            pieces.into_iter().find(|&from| position.pseudo_legal(from, kind).contains(to))
        })
    }

    /// Plays a series of captures on `to`, and returns the first side's gain. A side stops if its capture does not pay.
    fn gain(position: &Xiangqi, from: Square, to: Square) -> i16 {
        let mv = Move::new(from, to);
        let taken = position.captured(mv).map_or(0, |piece| position.see_value(piece));
        let next = position.play_unchecked(mv);
        let Some(back) = taker(&next, to) else { return taken };
        let is_general = next.board.kind(Kind::General).contains(back);
        let after = next.play_unchecked(Move::new(back, to));
        if is_general && taker(&after, to).is_some() {
            return taken;
        }
        taken - gain(&next, back, to).max(0)
    }

    proptest! {
        #[test]
        fn exchanges_gain_what_they_gain_on_boards(choices in proptest::collection::vec(0..200_usize, 1..120)) {
            let mut position = Xiangqi::start();
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for &mv in &moves {
                    let gain = gain(&position, mv.origin(), mv.target());
                    for at_least in [gain - 1, gain, gain + 1, 0, -300] {
                        prop_assert_eq!(position.see_ge(mv, at_least), gain >= at_least, "{:?} in {:?}", mv, position);
                    }
                }
                position = position.play_unchecked(moves[choice % moves.len()]);
            }
        }
    }
}
