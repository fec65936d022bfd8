//! What a series of captures on one square gains.

use super::{Xiangqi, tables, values};
use crate::rules::nine::leaps::HORSE_LANDINGS;
use crate::rules::nine::occupancy::Occupancy;
use crate::rules::nine::see::move_gains;
use crate::rules::nine::tables::RANK_AND_FILE;
use crate::types::{Bitboard, Kind, Move, Side, Square};

impl Xiangqi {
    /// Whether a capture, and what follows on its square as long as it pays, gains so much.
    pub(super) fn gains(&self, mv: Move, at_least: i16) -> bool {
        move_gains(&self.board, mv, at_least, &values::WORTH, |to, side, occupancy, left| {
            self.least_attacker(to, side, occupancy, left)
        })
    }

    /// The least of a side's pieces among those left that attack a point.
    fn least_attacker(
        &self,
        to: Square,
        side: Side,
        occupancy: &Occupancy,
        left: Bitboard,
    ) -> Option<(Square, Kind)> {
        let left = left & self.board.side(side);
        let of = |kind: Kind| self.board.kind(kind) & left;
        let nearby = |kind: Kind, from: Bitboard| (from & of(kind)).first().map(|at| (at, kind));
        // Where most of a kind stand too far away, the lines need not be looked up.
        let far = |kind: Kind, reached: Bitboard, from: fn(&Occupancy, Square) -> Bitboard| {
            if of(kind).intersects(reached) { nearby(kind, from(occupancy, to)) } else { None }
        };
        nearby(Kind::Soldier, tables::PIECES.soldier_attackers[side.index()][to.index()])
            .or_else(|| nearby(Kind::Advisor, tables::PIECES.advisor[to.index()]))
            .or_else(|| {
                let home = tables::HALF[side.index()].contains(to);
                if home { nearby(Kind::Elephant, occupancy.elephant(to)) } else { None }
            })
            .or_else(|| far(Kind::Horse, HORSE_LANDINGS[to.index()], Occupancy::horse_attackers))
            .or_else(|| far(Kind::Cannon, RANK_AND_FILE[to.index()], Occupancy::cannon_attacks))
            .or_else(|| far(Kind::Chariot, RANK_AND_FILE[to.index()], Occupancy::chariot))
            .or_else(|| nearby(Kind::General, tables::PIECES.general[to.index()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::search::Searchable;
    use crate::types::Square;
    use proptest::prelude::*;

    const LEAST_FIRST: [Kind; 7] = [
        Kind::Soldier,
        Kind::Advisor,
        Kind::Elephant,
        Kind::Horse,
        Kind::Cannon,
        Kind::Chariot,
        Kind::General,
    ];

    /// The piece that the side to move would take with, found by asking each one where it goes.
    fn taker(position: &Xiangqi, to: Square) -> Option<Square> {
        LEAST_FIRST.into_iter().find_map(|kind| {
            let pieces = position.board.pieces(position.side, kind);
            pieces.into_iter().find(|&from| position.plain(from, kind).contains(to))
        })
    }

    /// What taking on a square and being taken there gains, played out on boards.
    fn gain(position: &Xiangqi, from: Square, to: Square) -> i16 {
        let taken =
            position.captured(Move::new(from, to)).map_or(0, |piece| position.see_value(piece));
        let mut next = *position;
        next.board.shift(from, to);
        next.side = !next.side;
        let Some(back) = taker(&next, to) else { return taken };
        let is_general = next.board.kind(Kind::General).contains(back);
        let mut after = next;
        after.board.shift(back, to);
        after.side = !after.side;
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
                    let gain = gain(&position, mv.from_square(), mv.to_square());
                    for at_least in [gain - 1, gain, gain + 1, 0, -300] {
                        prop_assert_eq!(position.see_ge(mv, at_least), gain >= at_least, "{} in {:?}", mv, position);
                    }
                }
                position = position.play(moves[choice % moves.len()]);
            }
        }
    }
}
