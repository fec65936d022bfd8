//! What a position of xiangqi is worth, and what a series of captures on one square gains.
//!
//! The estimate is the sum of the pieces' values on their squares, which the board keeps, and of
//! what each side's pieces do: how far they move, what they attack and leave unguarded, and how
//! they bear on the enemy general. Every term is a pair, blended by how full the board is.

use super::{Xiangqi, tables, values};
use crate::rules::lines::Lines;
use crate::rules::values::Pair;
use crate::types::{Bitboard, Kind, Move, Score, Side, Square};

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

impl Activity {
    const NONE: Self =
        Self { value: Pair::ZERO, reach: Bitboard::EMPTY, lesser: Bitboard::EMPTY, attack: 0 };
}

impl Xiangqi {
    /// The estimate for the side to move.
    pub(super) fn estimate(&self) -> Score {
        let red = self.activity(Side::Red);
        let black = self.activity(Side::Black);
        let sum = self.board.values() + red.value - black.value
            + self.safety(Side::Red, black.attack)
            - self.safety(Side::Black, red.attack)
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
    fn activity(&self, side: Side) -> Activity {
        let board = &self.board;
        let lines = board.lines();
        let own = board.side(side);
        let enemy_general = board.general(!side);
        let palace = tables::PALACE[(!side).index()];
        let close = tables::GENERAL[enemy_general.index()].with(enemy_general);
        let mut found = Activity::NONE;
        let mut attackers = 0;
        let mut reaches = |found: &mut Activity, kind: Kind, set: Bitboard| {
            if set.intersects(palace) {
                attackers += 1;
                found.attack += ATTACK[kind.index()];
                if set.intersects(close) {
                    found.attack += CLOSE_ATTACK;
                }
            }
        };

        let soldiers = board.pieces(side, Kind::Soldier);
        for from in soldiers {
            let set = tables::SOLDIER[side.index()][from.index()];
            found.lesser |= set;
            reaches(&mut found, Kind::Soldier, set);
        }
        found.value += LINKED_SOLDIER * (found.lesser & soldiers).len() as i16;
        for from in board.pieces(side, Kind::Advisor) {
            found.lesser |= tables::ADVISOR[from.index()];
        }
        for from in board.pieces(side, Kind::Elephant) {
            found.lesser |= lines.elephant(from) & tables::HALF[side.index()];
        }
        for from in board.pieces(side, Kind::Horse) {
            let set = lines.horse(from);
            found.lesser |= set;
            found.value += HORSE_MOBILITY[(set - own).len() as usize];
            reaches(&mut found, Kind::Horse, set);
        }
        for from in board.pieces(side, Kind::Cannon) {
            let set = lines.cannon(from);
            found.lesser |= set;
            found.value += CANNON_MOBILITY[lines.free(from) as usize];
            reaches(&mut found, Kind::Cannon, set);
        }
        found.reach = found.lesser | tables::GENERAL[board.general(side).index()];
        for from in board.pieces(side, Kind::Chariot) {
            let set = lines.chariot(from);
            found.reach |= set;
            found.value += CHARIOT_MOBILITY[lines.free(from) as usize];
            reaches(&mut found, Kind::Chariot, set);
        }
        if attackers < 2 {
            found.attack = 0;
        }
        found.value += self.cannons_on(side, enemy_general);
        found
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
    fn safety(&self, side: Side, attack: i32) -> Pair {
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
            && tables::GENERAL[heart.index()].contains(board.general(side))
        {
            value += HEART_HORSE.0;
            if board.pieces(!side, Kind::Cannon).into_iter().any(|at| at.file() == heart.file()) {
                value += HEART_HORSE.1;
            }
        }
        let attack = attack.min(MOST_ATTACK);
        let danger = attack * attack * (6 + i32::from(advisors + elephants)) / 24;
        value - Pair::new(danger as i16, (danger / 2) as i16)
    }

    /// What a side's pieces threaten to take.
    fn threats_by(&self, side: Side, own: &Activity, enemy: &Activity) -> Pair {
        let board = &self.board;
        let pieces = board.side(!side) - board.kind(Kind::General);
        let hanging = pieces & (own.reach - enemy.reach);
        let chariots = board.pieces(!side, Kind::Chariot) & own.lesser;
        HANGING * hanging.len() as i16 + CHARIOT_ATTACKED * chariots.len() as i16
    }

    /// Whether a capture, and what follows on its square as long as it pays, gains so much: each
    /// side takes with the least of its pieces there. Pins are not looked at.
    pub(super) fn gains(&self, mv: Move, at_least: i16) -> bool {
        let worth = |kind: Kind| i32::from(values::WORTH[kind.index()]);
        let (from, to) = (mv.from(), mv.to());
        let taken = self.board.piece_at(to);
        let Some(mover) = self.board.piece_at(from) else { return false };
        // What the side that has just taken is ahead of its aim, if nobody takes back.
        let mut ahead = taken.map_or(0, |piece| worth(piece.kind())) - i32::from(at_least);
        if ahead < 0 {
            return false;
        }
        // From here on: what the side to take would still lack.
        ahead = worth(mover.kind()) - ahead;
        if ahead <= 0 {
            return true;
        }
        let mut lines = *self.board.lines();
        lines.toggle(from);
        if taken.is_none() {
            lines.toggle(to);
        }
        let mut left = self.board.occupied().without(from).without(to);
        let mut side = mover.side();
        let mut gained = true;
        loop {
            side = !side;
            let Some((square, kind)) = self.least_attacker(to, side, &lines, left) else { break };
            let last = kind == Kind::General
                && self.least_attacker(to, !side, &lines, left.without(square)).is_some();
            if last {
                break;
            }
            gained = !gained;
            ahead = worth(kind) - ahead;
            if ahead < i32::from(gained) {
                break;
            }
            lines.toggle(square);
            left = left.without(square);
        }
        gained
    }

    /// The least of a side's pieces among those left that attack a point.
    fn least_attacker(
        &self,
        to: Square,
        side: Side,
        lines: &Lines,
        left: Bitboard,
    ) -> Option<(Square, Kind)> {
        let left = left & self.board.side(side);
        let of = |kind: Kind| self.board.kind(kind) & left;
        let nearby = |kind: Kind, from: Bitboard| (from & of(kind)).first().map(|at| (at, kind));
        nearby(Kind::Soldier, tables::SOLDIER_TO[side.index()][to.index()])
            .or_else(|| nearby(Kind::Advisor, tables::ADVISOR[to.index()]))
            .or_else(|| {
                let home = tables::HALF[side.index()].contains(to);
                if home { nearby(Kind::Elephant, lines.elephant(to)) } else { None }
            })
            .or_else(|| nearby(Kind::Horse, lines.horse_to(to)))
            .or_else(|| nearby(Kind::Cannon, lines.cannon(to)))
            .or_else(|| nearby(Kind::Chariot, lines.chariot(to)))
            .or_else(|| nearby(Kind::General, tables::GENERAL[to.index()]))
    }
}
