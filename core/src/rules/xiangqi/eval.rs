//! What a position of xiangqi is worth.
//!
//! The estimate is the sum of the pieces' values on their squares, which the board keeps, and of
//! what each side's pieces do: how far they move, what they attack and leave unguarded, how they
//! bear on the enemy general, and what their kinds make of each other. Every weight is a pair,
//! blended by how full the board is.

use super::terms::*;
use super::weights::WEIGHTS;
use super::{Board, Xiangqi, endgame, tables, values};
use crate::rules::nine::linear_eval::{Estimate, Outline, Tally, Term};
use crate::rules::nine::values::{FULL, Pair, phase};
use crate::search::{GameTuning, Searchable};
use crate::types::{Bitboard, Kind, Move, Piece, Score, Side, Square};

/// The weights of what pieces do; the others are in the board's sums.
static DOES: [Pair; ACTIVITIES] = *WEIGHTS.first_chunk().unwrap();

/// What one side's pieces do.
struct Activity {
    /// Every point attacked or guarded.
    reach: Bitboard,
    /// The same without chariots and the general.
    lesser: Bitboard,
    /// The same by soldiers alone.
    soldiers: Bitboard,
    /// Where chariots, and where horses, come to attack the enemy general.
    checks: [Bitboard; 2],
}

/// Which pieces a side has: its army, its guards and its soldiers, each by number.
struct Forces {
    army: usize,
    guards: usize,
    soldiers: usize,
}

impl Forces {
    /// A side has at most as many pieces of a kind as at the start of a game.
    fn of(board: &Board, side: Side) -> Self {
        let own = |kind| board.count(side, kind) as usize;
        Self {
            army: (own(Kind::Chariot) * 3 + own(Kind::Cannon)) * 3 + own(Kind::Horse),
            guards: own(Kind::Advisor) * 3 + own(Kind::Elephant),
            soldiers: own(Kind::Soldier),
        }
    }

    /// What they are worth beside each other, and against the enemy's.
    fn tally(&self, enemy: &Self, tally: &mut impl Tally) {
        let &Self { army, guards, soldiers } = self;
        tally.add(ARMY_AND_GUARDS.at(army * GUARDS + guards), 1);
        tally.add(ARMY_AND_SOLDIERS.at(army * SOLDIERS + soldiers), 1);
        tally.add(GUARDS_AND_SOLDIERS.at(guards * SOLDIERS + soldiers), 1);
        tally.add(ARMY_TO_ARMY.at(army * ARMIES + enemy.army), 1);
        tally.add(ARMY_TO_GUARDS.at(army * GUARDS + enemy.guards), 1);
        tally.add(ARMY_TO_SOLDIERS.at(army * SOLDIERS + enemy.soldiers), 1);
        tally.add(GUARDS_TO_SOLDIERS.at(guards * SOLDIERS + enemy.soldiers), 1);
    }
}

/// An attack on the points around an enemy general.
struct Siege {
    palace: Bitboard,
    /// The general's own and those next to it.
    close: Bitboard,
    /// How heavily they are attacked, and by how many pieces.
    weight: usize,
    attackers: u32,
}

impl Siege {
    /// Counts a piece that reaches these points; whether it reaches the general or a point next
    /// to it.
    #[inline]
    fn add(&mut self, weight: usize, reach: Bitboard) -> bool {
        if !reach.intersects(self.palace) {
            return false;
        }
        let close = reach.intersects(self.close);
        self.attackers += 1;
        self.weight += weight + usize::from(close);
        close
    }
}

impl Estimate for Xiangqi {
    const TERMS: &'static [Term] = &TERMS;
    const WEIGHTS: &'static [Pair] = &WEIGHTS;
    const DOES: &'static [Pair] = &DOES;
    const PLACED: &'static [Term] = &PLACED;

    fn tally(&self, red: &mut impl Tally, black: &mut impl Tally) {
        let generals = Side::ALL.map(|side| self.board.general(side));
        let red_does = self.activity(Side::Red, generals, red);
        let black_does = self.activity(Side::Black, generals, black);
        self.threats_by(Side::Red, &red_does, &black_does, red);
        self.threats_by(Side::Black, &black_does, &red_does, black);
        self.safe_checks(Side::Red, &red_does, &black_does, red);
        self.safe_checks(Side::Black, &black_does, &red_does, black);
        self.balance(red, black);
        match self.side {
            Side::Red => red.add(TEMPO.at(0), 1),
            Side::Black => black.add(TEMPO.at(0), 1),
        }
    }

    fn outline(&self) -> Outline {
        let scales = Side::ALL.map(|side| endgame::scale(&self.board, side));
        Outline { phase: self.phase(), full: FULL, scales }
    }
}

impl Searchable for Xiangqi {
    fn evaluate(&self) -> Score {
        let for_red = self.sum(self.board.values()).blend(self.phase(), FULL);
        let ahead = if for_red > 0 { Side::Red } else { Side::Black };
        let for_red = for_red * endgame::scale(&self.board, ahead) / Outline::WHOLE;
        Score::from_eval(if self.side == Side::Red { for_red } else { -for_red })
    }

    fn piece_square_score(&self) -> Option<Score> {
        Some(self.sketched(self.board.values(), self.phase()))
    }

    fn correction_keys(&self) -> [u32; 3] {
        self.board.correction_keys()
    }

    fn see_ge(&self, mv: Move, threshold: i16) -> bool {
        self.gains(mv, threshold)
    }

    #[inline]
    fn see_value(&self, piece: Piece) -> i16 {
        values::WORTH[piece.kind().index()]
    }

    #[inline]
    fn allows_null_move(&self) -> bool {
        [Kind::Chariot, Kind::Horse, Kind::Cannon]
            .iter()
            .any(|&kind| self.board.count(self.side, kind) > 0)
    }

    #[inline]
    fn tuning(&self) -> GameTuning {
        GameTuning { quiet_checks: true, delta_pruning: false }
    }
}

impl Xiangqi {
    /// How full the board is, of [`FULL`].
    pub(super) fn phase(&self) -> i32 {
        phase(|kind| self.board.count_both(kind))
    }

    /// Mobility and reach of a side's pieces, and how they bear on the enemy general.
    fn activity(&self, side: Side, generals: [Square; 2], tally: &mut impl Tally) -> Activity {
        let board = &self.board;
        let occupancy = board.occupancy();
        let (general, enemy_general) = (generals[side.index()], generals[(!side).index()]);
        let mut siege = Siege {
            palace: tables::PALACE[(!side).index()],
            close: tables::PIECES.general[enemy_general.index()]
                | board.pieces(!side, Kind::General),
            weight: 0,
            attackers: 0,
        };

        let pieces = board.pieces(side, Kind::Soldier);
        let crossed = pieces & tables::HALF[(!side).index()];
        let ahead = if side == Side::Red { pieces.up() } else { pieces.down() };
        let soldiers = ahead | crossed.left() | crossed.right();
        siege.add(2, soldiers);

        let mut lesser = soldiers;
        let advisors = board.pieces(side, Kind::Advisor);
        let (heart, around) = tables::ADVISORS[side.index()];
        if advisors.intersects(heart) {
            lesser |= around;
        }
        if advisors.intersects(around) {
            lesser |= heart;
        }
        let mut elephants = Bitboard::EMPTY;
        board.pieces(side, Kind::Elephant).into_iter().for_each(|from| {
            elephants |= occupancy.elephant(from);
        });
        lesser |= elephants & tables::HALF[side.index()];
        let mut by_horses = Bitboard::EMPTY;
        board.pieces(side, Kind::Horse).into_iter().for_each(|from| {
            let set = occupancy.horse(from);
            by_horses |= set;
            tally.add(HORSE_BLOCKED.at(occupancy.blocked_legs(from) as usize), 1);
            siege.add(2, set);
        });
        lesser |= by_horses;
        let mut aimed = false;
        board.pieces(side, Kind::Cannon).into_iter().for_each(|from| {
            let set = occupancy.cannon_attacks(from);
            lesser |= set;
            tally.add(CANNON_REACH.at(occupancy.chariot_mobility(from) as usize), 1);
            siege.add(1, set);
            if let Some(between) = occupancy.count_between(from, enemy_general) {
                aimed |= self.cannon_aims(side, from, enemy_general, between, tally);
            }
        });
        let (mut close, mut by_chariots) = (false, Bitboard::EMPTY);
        board.pieces(side, Kind::Chariot).into_iter().for_each(|from| {
            let set = occupancy.chariot(from);
            by_chariots |= set;
            tally.add(CHARIOT_REACH.at(occupancy.chariot_mobility(from) as usize), 1);
            close |= siege.add(2, set);
            if let Some(between) = occupancy.count_between(from, enemy_general) {
                let on_file = from.file() == enemy_general.file();
                let term = if on_file { CHARIOT_ON_FILE } else { CHARIOT_ON_RANK };
                tally.add(term.at(between.min(3) as usize), 1);
            }
        });
        if aimed && close {
            tally.add(IRON_BOLT.at(0), 1);
        }
        self.against_defenders(side, &siege, tally);
        self.horses_at(side, generals, tally);
        let reach = lesser | by_chariots | tables::PIECES.general[general.index()];
        let checks = [
            by_chariots & occupancy.chariot(enemy_general),
            by_horses & occupancy.horse_attackers(enemy_general),
        ];
        Activity { reach, lesser, soldiers, checks }
    }

    /// A cannon on the file or rank of the enemy general; whether it is the file.
    fn cannon_aims(
        &self,
        side: Side,
        from: Square,
        general: Square,
        between: u32,
        tally: &mut impl Tally,
    ) -> bool {
        let on_file = from.file() == general.file();
        let term = if on_file { CANNON_ON_FILE } else { CANNON_ON_RANK };
        tally.add(term.at(between.min(5) as usize), 1);
        let chariots = self.board.count(side, Kind::Chariot) as i16;
        if on_file && between == 0 {
            tally.add(HOLLOW_CANNON.at(0), chariots);
            tally.add(HOLLOW_CANNON.at(1), self.board.count(side, Kind::Cannon) as i16 - 1);
        }
        if !on_file && from.rank() == tables::home(!side) {
            tally.add(BOTTOM_CANNON.at(0), chariots);
        }
        on_file
    }

    /// A side's attack against the defenders that the enemy has left.
    fn against_defenders(&self, side: Side, siege: &Siege, tally: &mut impl Tally) {
        if siege.attackers >= 2 {
            let weight = siege.weight.min(HEAVIEST - 1);
            tally.add(DANGER.at(self.guards_missed(!side) * HEAVIEST + weight), 1);
        }
    }

    /// How many advisors and elephants a side has lost.
    fn guards_missed(&self, side: Side) -> usize {
        let missed = |kind| (2 - self.board.count(side, kind)).max(0) as usize;
        missed(Kind::Advisor) + missed(Kind::Elephant)
    }

    /// Checks on the enemy general by a side's chariots and horses that no enemy attacks.
    fn safe_checks(&self, side: Side, own: &Activity, enemy: &Activity, tally: &mut impl Tally) {
        let [chariots, horses] = own.checks;
        let safe = (chariots | horses) - self.board.side(side) - enemy.reach;
        if safe.is_empty() {
            return;
        }
        let to_move = usize::from(side == self.side);
        let mut all = 0;
        for (kind, set) in [chariots & safe, horses & safe].into_iter().enumerate() {
            if !set.is_empty() {
                let several = usize::from(set.has_several());
                tally.add(SAFE_CHECKS.at((kind * 2 + to_move) * 2 + several), 1);
                all += 1 + several;
            }
        }
        tally.add(CHECKS_AND_GUARDS.at(self.guards_missed(!side) * 4 + all - 1), 1);
    }

    /// What the pieces of both sides make of each other; nothing where both have the same.
    fn balance(&self, red: &mut impl Tally, black: &mut impl Tally) {
        if self.board.is_even() {
            return;
        }
        let [of_red, of_black] = Side::ALL.map(|side| Forces::of(&self.board, side));
        of_red.tally(&of_black, red);
        of_black.tally(&of_red, black);
    }

    /// Horses on points of note: next to the enemy general at home, and in their own palace.
    fn horses_at(&self, side: Side, generals: [Square; 2], tally: &mut impl Tally) {
        let board = &self.board;
        let horses = board.pieces(side, Kind::Horse);
        if horses.is_empty() {
            return;
        }
        if generals[(!side).index()].rank() == tables::home(!side) {
            let corners = horses & tables::CORNERS[(!side).index()];
            if !corners.is_empty() {
                tally.add(CORNER_HORSE.at(0), corners.len() as i16);
            }
        }
        let heart = tables::HEART[side.index()];
        let (in_heart, _) = tables::ADVISORS[side.index()];
        if horses.intersects(in_heart)
            && tables::PIECES.general[heart.index()].contains(generals[side.index()])
        {
            tally.add(HEART_HORSE.at(0), 1);
            let file = Bitboard::from_file(heart.file(), u16::MAX);
            if board.pieces(!side, Kind::Cannon).intersects(file) {
                tally.add(HEART_HORSE.at(1), 1);
            }
        }
    }

    /// What a side's pieces threaten to take.
    fn threats_by(&self, side: Side, own: &Activity, enemy: &Activity, tally: &mut impl Tally) {
        let board = &self.board;
        let to_move = usize::from(side == self.side);
        for at in (board.side(!side) - board.kind(Kind::General)) & own.reach {
            let kind = board.piece_at(at).map_or(0, |piece| piece.kind().index() - 1);
            let by = usize::from(own.lesser.contains(at)) + usize::from(own.soldiers.contains(at));
            let guarded = usize::from(enemy.reach.contains(at));
            tally.add(ATTACKED.at(((by * 2 + guarded) * 2 + to_move) * KINDS + kind), 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Xiangqi;
    use crate::position::Position;
    use crate::search::Searchable;
    use crate::types::{FILES, MoveList, Piece, RANKS, Square};
    use proptest::prelude::*;

    /// The position with the colours changed, or seen in a mirror.
    fn turned(position: &Xiangqi, colours: bool) -> Xiangqi {
        let pieces = Square::all().filter_map(|square| {
            let piece = position.piece_at(square)?;
            let (file, rank) = (square.file(), square.rank());
            Some(if colours {
                let square = Square::new(file, RANKS - 1 - rank)?;
                (square, Piece::new(!piece.side(), piece.kind()))
            } else {
                (Square::new(FILES - 1 - file, rank)?, piece)
            })
        });
        let side = if colours { !position.side() } else { position.side() };
        Xiangqi::new(pieces, side, position.halfmove_clock()).unwrap()
    }

    proptest! {
        #[test]
        fn estimates_are_fair_and_sums_do_not_drift(choices in proptest::collection::vec(0..200_usize, 1..160)) {
            let mut position = Xiangqi::start();
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(moves[choice % moves.len()]);
                let anew = turned(&turned(&position, true), true);
                prop_assert_eq!(position, anew);
                prop_assert_eq!(position.evaluate(), turned(&position, true).evaluate());
                prop_assert_eq!(position.evaluate(), turned(&position, false).evaluate());
                prop_assert_eq!(position.piece_square_score(), turned(&position, true).piece_square_score());
                for mv in moves_of(&position) {
                    prop_assert_eq!(position.gives_check(mv), position.play(mv).in_check());
                }
            }
        }
    }

    fn moves_of(position: &Xiangqi) -> MoveList {
        let moves = position.legal_moves();
        moves
    }
}
