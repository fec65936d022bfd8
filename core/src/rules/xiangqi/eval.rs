//! What a position of xiangqi is worth.
//!
//! The estimate is the sum of the pieces' values on their squares, which the board keeps, and of
//! what each side's pieces do: how far they move, what they attack and leave unguarded, and how
//! they bear on the enemy general. Every term is a pair, blended by how full the board is.

use super::{Xiangqi, tables, values};
use crate::rules::values::Pair;
use crate::types::{Bitboard, Kind, Score, Side, Square};

/// For the right to move.
const TEMPO: i32 = 12;

/// By how many free points a chariot slides over.
static CHARIOT_MOBILITY: [Pair; 18] =
    ramp(Pair::new(-36, -50), &[8, 7, 6, 5, 4, 4, 3, 3, 2, 2, 2, 1, 1, 1, 1, 0, 0]);
/// By how many free points a cannon slides over.
static CANNON_MOBILITY: [Pair; 18] =
    ramp(Pair::new(-14, -18), &[4, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0]);
/// By how many points a horse lands on that are not its own side's.
static HORSE_MOBILITY: [Pair; 9] = ramp(Pair::new(-40, -46), &[18, 12, 8, 7, 6, 5, 4, 4]);

/// A soldier that another one guards.
const LINKED_SOLDIER: Pair = Pair::new(10, 12);
/// An advisor missing, for each enemy chariot and each enemy horse.
const ADVISOR_MISSED: (Pair, Pair) = (Pair::new(20, 14), Pair::new(10, 10));
/// An elephant missing, for each enemy cannon and each enemy soldier.
const ELEPHANT_MISSED: (Pair, Pair) = (Pair::new(18, 10), Pair::new(3, 6));
/// A cannon, for each advisor and elephant of its own that can be its screen.
const CANNON_SCREEN: Pair = Pair::new(2, 7);
/// A horse in the middle of its palace, in its general's way (窩心馬), and when an enemy cannon
/// stands on that file too.
const HEART_HORSE: (Pair, Pair) = (Pair::new(-22, -8), Pair::new(-30, -10));
/// A cannon that faces the enemy general with nothing in between (空頭炮), and for each chariot
/// that can join it.
const HOLLOW_CANNON: (Pair, Pair) = (Pair::new(80, 60), Pair::new(25, 15));
/// A cannon that faces the enemy general over two pieces.
const AIMED_CANNON: Pair = Pair::new(22, 10);
/// A cannon on the enemy's home rank, the general on it too (沉底炮), with a chariot to help.
const BOTTOM_CANNON: Pair = Pair::new(28, 20);
/// A piece attacked and not guarded, and a chariot attacked by a lesser piece.
const HANGING: Pair = Pair::new(28, 24);
const CHARIOT_ATTACKED: Pair = Pair::new(36, 30);

/// How much a kind's reach into the enemy palace counts as an attack on the general.
const ATTACK: [i32; Kind::COUNT] = [0, 0, 0, 4, 5, 3, 3, 0];
/// The same for a reach of the points next to the general, added.
const CLOSE_ATTACK: i32 = 3;
/// Beyond this an attack is won anyway.
const MOST_ATTACK: i32 = 36;

/// Values by number, the first one and what each further one adds to both of the pair.
const fn ramp<const N: usize>(first: Pair, steps: &[i16]) -> [Pair; N] {
    assert!(steps.len() + 1 == N);
    let mut table = [first; N];
    let mut i = 1;
    while i < N {
        table[i] = table[i - 1].plus(Pair::new(steps[i - 1], steps[i - 1]));
        i += 1;
    }
    table
}

/// What one side's pieces do.
struct Activity {
    value: Pair,
    /// Every point attacked or guarded.
    reach: Bitboard,
    /// The same without chariots and the general.
    lesser: Bitboard,
    /// How heavily the enemy's palace is attacked.
    attack: i32,
}

/// The points around an enemy general.
struct Siege {
    palace: Bitboard,
    /// The general's own and those next to it.
    close: Bitboard,
    /// How heavily they are attacked, and by how many pieces.
    attack: i32,
    attackers: i32,
}

impl Siege {
    /// Counts a piece that reaches these points.
    #[inline]
    fn add(&mut self, kind: Kind, reach: Bitboard) {
        if reach.intersects(self.palace) {
            self.attackers += 1;
            self.attack += ATTACK[kind.index()];
            if reach.intersects(self.close) {
                self.attack += CLOSE_ATTACK;
            }
        }
    }
}

impl Xiangqi {
    /// The estimate for the side to move.
    pub(super) fn estimate(&self) -> Score {
        let generals = Side::ALL.map(|side| self.board.general(side));
        let red = self.activity(Side::Red, generals);
        let black = self.activity(Side::Black, generals);
        let sum = self.board.values() + red.value - black.value
            + self.safety(Side::Red, generals, black.attack)
            - self.safety(Side::Black, generals, red.attack)
            + self.threats_by(Side::Red, &red, &black)
            - self.threats_by(Side::Black, &black, &red);
        let phase = values::phase(|side, kind| self.board.count(side, kind));
        let for_red = self.limited(sum.blend(phase.min(values::FULL), values::FULL));
        Score::estimate(TEMPO + if self.side == Side::Red { for_red } else { -for_red })
    }

    /// A side without any piece that can cross the river is not better.
    fn limited(&self, for_red: i32) -> i32 {
        let ahead = if for_red > 0 { Side::Red } else { Side::Black };
        let attackers = [Kind::Chariot, Kind::Horse, Kind::Cannon, Kind::Soldier];
        if attackers.iter().any(|&kind| self.board.count(ahead, kind) > 0) { for_red } else { 0 }
    }

    /// Mobility and reach of a side's pieces.
    fn activity(&self, side: Side, generals: [Square; 2]) -> Activity {
        let board = &self.board;
        let lines = board.lines();
        let own = board.side(side);
        let (general, enemy_general) = (generals[side.index()], generals[(!side).index()]);
        let mut siege = Siege {
            palace: tables::PALACE[(!side).index()],
            close: tables::GENERAL[enemy_general.index()].with(enemy_general),
            attack: 0,
            attackers: 0,
        };
        let mut value = self.cannons_on(side, enemy_general);

        let soldiers = board.pieces(side, Kind::Soldier);
        let crossed = soldiers & tables::HALF[(!side).index()];
        let ahead = if side == Side::Red { soldiers.up() } else { soldiers.down() };
        let mut lesser = ahead | crossed.left() | crossed.right();
        if lesser.intersects(soldiers) {
            value += LINKED_SOLDIER * (lesser & soldiers).len() as i16;
        }
        siege.add(Kind::Soldier, lesser);

        let advisors = board.pieces(side, Kind::Advisor);
        let heart = tables::HEART[side.index()];
        let around = tables::ADVISOR[heart.index()];
        if advisors.contains(heart) {
            lesser |= around;
        }
        if advisors.intersects(around) {
            lesser = lesser.with(heart);
        }
        for from in board.pieces(side, Kind::Elephant) {
            lesser |= lines.elephant(from) & tables::HALF[side.index()];
        }
        for from in board.pieces(side, Kind::Horse) {
            let set = lines.horse(from);
            lesser |= set;
            value += HORSE_MOBILITY[(set - own).len() as usize];
            siege.add(Kind::Horse, set);
        }
        for from in board.pieces(side, Kind::Cannon) {
            let set = lines.cannon(from);
            lesser |= set;
            value += CANNON_MOBILITY[lines.free(from) as usize];
            siege.add(Kind::Cannon, set);
        }
        let mut reach = lesser | tables::GENERAL[general.index()];
        for from in board.pieces(side, Kind::Chariot) {
            let set = lines.chariot(from);
            reach |= set;
            value += CHARIOT_MOBILITY[lines.free(from) as usize];
            siege.add(Kind::Chariot, set);
        }
        let attack = if siege.attackers < 2 { 0 } else { siege.attack.min(MOST_ATTACK) };
        Activity { value, reach, lesser, attack }
    }

    /// What a side's cannons do on the lines of the enemy general.
    fn cannons_on(&self, side: Side, general: Square) -> Pair {
        let board = &self.board;
        let chariots = board.count(side, Kind::Chariot) as i16;
        let mut value = CANNON_SCREEN
            * board.count(side, Kind::Cannon) as i16
            * (board.count(side, Kind::Advisor) + board.count(side, Kind::Elephant)) as i16;
        for cannon in board.pieces(side, Kind::Cannon) {
            match board.lines().between(cannon, general) {
                Some(0) if cannon.file() == general.file() => {
                    value += HOLLOW_CANNON.0 + HOLLOW_CANNON.1 * chariots;
                }
                Some(2) => value += AIMED_CANNON,
                _ => {}
            }
            let home = if side == Side::Red { 9 } else { 0 };
            if cannon.rank() == home && general.rank() == home && chariots > 0 {
                value += BOTTOM_CANNON;
            }
        }
        value
    }

    /// How safe a side's general is behind its advisors and elephants, under so heavy an attack.
    fn safety(&self, side: Side, generals: [Square; 2], attack: i32) -> Pair {
        let board = &self.board;
        let enemy = |kind| board.count(!side, kind) as i16;
        let advisors = 2 - board.count(side, Kind::Advisor) as i16;
        let elephants = 2 - board.count(side, Kind::Elephant) as i16;
        let mut value = -(ADVISOR_MISSED.0 * enemy(Kind::Chariot)
            + ADVISOR_MISSED.1 * enemy(Kind::Horse))
            * advisors
            - (ELEPHANT_MISSED.0 * enemy(Kind::Cannon) + ELEPHANT_MISSED.1 * enemy(Kind::Soldier))
                * elephants;

        let heart = tables::HEART[side.index()];
        if board.pieces(side, Kind::Horse).contains(heart)
            && tables::GENERAL[heart.index()].contains(generals[side.index()])
        {
            value += HEART_HORSE.0;
            if board.pieces(!side, Kind::Cannon).into_iter().any(|at| at.file() == heart.file()) {
                value += HEART_HORSE.1;
            }
        }
        let danger = attack * attack * (6 + i32::from(advisors + elephants)) / 24;
        value - Pair::new(danger as i16, (danger / 2) as i16)
    }

    /// What a side's pieces threaten to take.
    fn threats_by(&self, side: Side, own: &Activity, enemy: &Activity) -> Pair {
        let board = &self.board;
        let pieces = board.side(!side) - board.kind(Kind::General);
        let hanging = pieces & (own.reach - enemy.reach);
        let chariots = board.pieces(!side, Kind::Chariot) & own.lesser;
        let mut value = Pair::ZERO;
        if !hanging.is_empty() {
            value += HANGING * hanging.len() as i16;
        }
        if !chariots.is_empty() {
            value += CHARIOT_ATTACKED * chariots.len() as i16;
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::super::Xiangqi;
    use crate::position::Position;
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
        Xiangqi::new(pieces, side, position.quiet_plies()).unwrap()
    }

    proptest! {
        #[test]
        fn estimates_are_fair_and_sums_do_not_drift(choices in proptest::collection::vec(0..200_usize, 1..160)) {
            let mut position = Xiangqi::start();
            for choice in choices {
                let mut moves = MoveList::new();
                position.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                position = position.play(moves[choice % moves.len()]);
                let anew = turned(&turned(&position, true), true);
                prop_assert_eq!(position, anew);
                prop_assert_eq!(position.evaluate(), turned(&position, true).evaluate());
                prop_assert_eq!(position.evaluate(), turned(&position, false).evaluate());
                for mv in moves_of(&position) {
                    prop_assert_eq!(position.gives_check(mv), position.play(mv).in_check());
                }
            }
        }
    }

    fn moves_of(position: &Xiangqi) -> MoveList {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        moves
    }
}
