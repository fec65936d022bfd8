//! The static evaluation of xiangqi: piece-square values, and features of each side. The features are mobility,
//! threats, the attack on the enemy's palace (king safety), and the balance of material.

use super::terms::*;
use super::{Xiangqi, XiangqiRules, endgame, tables};
use crate::rules::nine::board::Board;
use crate::rules::nine::linear_eval::{FeatureSum, LinearEval};
use crate::rules::tapered_score::TaperedScore;
use crate::types::{Bitboard, Kind, Side, Square};

/// All weights except the piece-square values. The board adds up those values.
static FEATURE_WEIGHTS: [TaperedScore; FEATURES] = *WEIGHTS.first_chunk().unwrap();

type Features = FeatureSum<XiangqiRules>;

struct Attacks {
    all: Bitboard,
    /// The points attacked by any piece except chariots and the general.
    by_lesser: Bitboard,
    by_soldiers: Bitboard,
    /// The points on which an own chariot could give check, and the points on which an own horse could give check.
    checks: [Bitboard; 2],
}

/// The pieces of a side as three numbers, which index the weights of material.
struct Material {
    /// An index made of the numbers of chariots, cannons and horses.
    army: usize,
    defenders: usize,
    soldiers: usize,
}

impl Material {
    /// Counts the pieces of a side. The side must have at most as many pieces of each kind as at the start of a game.
    fn of(board: &Board<XiangqiRules>, side: Side) -> Self {
        let own = |kind| board.count(side, kind) as usize;
        Self {
            army: (own(Kind::Chariot) * 3 + own(Kind::Cannon)) * 3 + own(Kind::Horse),
            defenders: own(Kind::Advisor) * 3 + own(Kind::Elephant),
            soldiers: own(Kind::Soldier),
        }
    }

    fn accumulate(&self, enemy: &Self, features: &mut Features) {
        let &Self { army, defenders, soldiers } = self;
        features.add(ARMY_AND_DEFENDERS.at(army * DEFENDERS + defenders), 1);
        features.add(ARMY_AND_SOLDIERS.at(army * SOLDIERS + soldiers), 1);
        features.add(DEFENDERS_AND_SOLDIERS.at(defenders * SOLDIERS + soldiers), 1);
        features.add(ARMY_TO_ARMY.at(army * ARMIES + enemy.army), 1);
        features.add(ARMY_TO_DEFENDERS.at(army * DEFENDERS + enemy.defenders), 1);
        features.add(ARMY_TO_SOLDIERS.at(army * SOLDIERS + enemy.soldiers), 1);
        features.add(DEFENDERS_TO_SOLDIERS.at(defenders * SOLDIERS + enemy.soldiers), 1);
    }
}

struct PalaceAttack {
    palace: Bitboard,
    /// The square of the general, and the palace points next to it.
    near_general: Bitboard,
    weight: usize,
    attackers: u32,
}

impl PalaceAttack {
    fn on(board: &Board<XiangqiRules>, side: Side) -> Self {
        Self {
            palace: tables::PALACE[side.index()],
            near_general: tables::PIECES.general[board.general(side).index()]
                | board.pieces(side, Kind::General),
            weight: 0,
            attackers: 0,
        }
    }

    /// Counts a piece that attacks the points `attacked`, if one of the points is in the palace. Returns true if one of
    /// the points is in `near_general`.
    #[inline]
    fn add(&mut self, weight: usize, attacked: Bitboard) -> bool {
        if !attacked.intersects(self.palace) {
            return false;
        }
        let is_near = attacked.intersects(self.near_general);
        self.attackers += 1;
        self.weight += weight + usize::from(is_near);
        is_near
    }
}

impl LinearEval for XiangqiRules {
    const FEATURE_WEIGHTS: &'static [TaperedScore] = &FEATURE_WEIGHTS;

    fn accumulate(position: &Xiangqi, red: &mut Features, black: &mut Features) {
        let red_attacks = position.attacks(Side::Red, red);
        let black_attacks = position.attacks(Side::Black, black);
        position.threats_by(Side::Red, &red_attacks, &black_attacks, red);
        position.threats_by(Side::Black, &black_attacks, &red_attacks, black);
        position.safe_checks(Side::Red, &red_attacks, &black_attacks, red);
        position.safe_checks(Side::Black, &black_attacks, &red_attacks, black);
        position.material(red, black);
        match position.side {
            Side::Red => red.add(TEMPO.at(0), 1),
            Side::Black => black.add(TEMPO.at(0), 1),
        }
    }

    fn scale_factor(position: &Xiangqi, ahead: Side) -> i32 {
        endgame::scale_factor(&position.board, ahead)
    }
}

impl Xiangqi {
    fn attacks(&self, side: Side, features: &mut Features) -> Attacks {
        let board = &self.board;
        let occupancy = board.occupancy();
        let enemy_general = board.general(!side);
        let mut attack = PalaceAttack::on(board, !side);
        let by_soldiers = self.soldier_attacks(side);
        attack.add(2, by_soldiers);
        let mut by_lesser = by_soldiers | self.defender_attacks(side);
        let mut by_horses = Bitboard::EMPTY;
        board.pieces(side, Kind::Horse).into_iter().for_each(|from| {
            let set = occupancy.horse(from);
            by_horses |= set;
            features.add(HORSE_BLOCKED.at(occupancy.blocked_legs(from) as usize), 1);
            attack.add(2, set);
        });
        by_lesser |= by_horses;
        let mut cannon_on_file = false;
        board.pieces(side, Kind::Cannon).into_iter().for_each(|from| {
            let lines = occupancy.lines(from);
            let set = lines.cannon_attacks();
            by_lesser |= set;
            features.add(CANNON_MOBILITY.at(lines.chariot_mobility() as usize), 1);
            attack.add(1, set);
            cannon_on_file |= self.aimed_cannon(side, from, features);
        });
        let (mut chariot_is_near, mut by_chariots) = (false, Bitboard::EMPTY);
        board.pieces(side, Kind::Chariot).into_iter().for_each(|from| {
            let lines = occupancy.lines(from);
            let set = lines.chariot();
            by_chariots |= set;
            features.add(CHARIOT_MOBILITY.at(lines.chariot_mobility() as usize), 1);
            chariot_is_near |= attack.add(2, set);
            self.aimed_chariot(side, from, features);
        });
        if cannon_on_file && chariot_is_near {
            features.add(IRON_BOLT.at(0), 1);
        }
        if attack.attackers >= 2 {
            let weight = attack.weight.min(ATTACK_WEIGHTS - 1);
            let missing = self.missing_defenders(!side);
            features.add(PALACE_ATTACK.at(missing * ATTACK_WEIGHTS + weight), 1);
        }
        self.horse_posts(side, features);
        Attacks {
            all: by_lesser | by_chariots | tables::PIECES.general[board.general(side).index()],
            by_lesser,
            by_soldiers,
            checks: [
                by_chariots & occupancy.lines(enemy_general).chariot(),
                by_horses & occupancy.horse_attackers(enemy_general),
            ],
        }
    }

    fn soldier_attacks(&self, side: Side) -> Bitboard {
        let soldiers = self.board.pieces(side, Kind::Soldier);
        let crossed = soldiers & tables::HALF[(!side).index()];
        let ahead = if side == Side::Red { soldiers.up() } else { soldiers.down() };
        ahead | crossed.left() | crossed.right()
    }

    fn defender_attacks(&self, side: Side) -> Bitboard {
        let advisors = self.board.pieces(side, Kind::Advisor);
        let (heart, around) = tables::ADVISORS[side.index()];
        let mut attacks = Bitboard::EMPTY;
        if advisors.intersects(heart) {
            attacks |= around;
        }
        if advisors.intersects(around) {
            attacks |= heart;
        }
        let mut by_elephants = Bitboard::EMPTY;
        self.board.pieces(side, Kind::Elephant).into_iter().for_each(|from| {
            by_elephants |= self.board.occupancy().elephant(from);
        });
        attacks | by_elephants & tables::HALF[side.index()]
    }

    fn aimed_chariot(&self, side: Side, from: Square, features: &mut Features) {
        let general = self.board.general(!side);
        let Some(between) = self.board.occupancy().count_between(from, general) else { return };
        let on_file = from.file() == general.file();
        let term = if on_file { CHARIOT_ON_FILE } else { CHARIOT_ON_RANK };
        features.add(term.at(between.min(3) as usize), 1);
    }

    /// Counts a cannon on the file or rank of the enemy general. Returns whether the cannon is on the file.
    fn aimed_cannon(&self, side: Side, from: Square, features: &mut Features) -> bool {
        let general = self.board.general(!side);
        let between = self.board.occupancy().count_between(from, general);
        let Some(between) = between else { return false };
        let on_file = from.file() == general.file();
        let term = if on_file { CANNON_ON_FILE } else { CANNON_ON_RANK };
        features.add(term.at(between.min(5) as usize), 1);
        let chariots = self.board.count(side, Kind::Chariot) as i16;
        if on_file && between == 0 {
            features.add(HOLLOW_CANNON.at(0), chariots);
            features.add(HOLLOW_CANNON.at(1), self.board.count(side, Kind::Cannon) as i16 - 1);
        }
        if !on_file && from.rank() == tables::home(!side) {
            features.add(BOTTOM_CANNON.at(0), chariots);
        }
        on_file
    }

    fn missing_defenders(&self, side: Side) -> usize {
        let missing = |kind| (2 - self.board.count(side, kind)).max(0) as usize;
        missing(Kind::Advisor) + missing(Kind::Elephant)
    }

    /// Counts the points from which a chariot or horse of `side` can give check without being attacked.
    fn safe_checks(&self, side: Side, own: &Attacks, enemy: &Attacks, features: &mut Features) {
        let [chariots, horses] = own.checks;
        let safe = (chariots | horses) - self.board.side(side) - enemy.all;
        if safe.is_empty() {
            return;
        }
        let to_move = usize::from(side == self.side);
        let mut all = 0;
        for (kind, set) in [chariots & safe, horses & safe].into_iter().enumerate() {
            if !set.is_empty() {
                let several = usize::from(set.has_several());
                features.add(SAFE_CHECKS.at((kind * 2 + to_move) * 2 + several), 1);
                all += 1 + several;
            }
        }
        features.add(CHECKS_AND_DEFENDERS.at(self.missing_defenders(!side) * 4 + all - 1), 1);
    }

    /// Counts the balance of material. The balance is 0 if both sides have the same pieces.
    fn material(&self, red: &mut Features, black: &mut Features) {
        if self.board.is_even() {
            return;
        }
        let [of_red, of_black] = Side::ALL.map(|side| Material::of(&self.board, side));
        of_red.accumulate(&of_black, red);
        of_black.accumulate(&of_red, black);
    }

    /// Counts corner horses if the enemy general is on its home rank. Counts a horse in the middle of the own palace if
    /// the own general is next to the horse.
    fn horse_posts(&self, side: Side, features: &mut Features) {
        let board = &self.board;
        let horses = board.pieces(side, Kind::Horse);
        if horses.is_empty() {
            return;
        }
        if board.general(!side).rank() == tables::home(!side) {
            let corners = horses & tables::CORNERS[(!side).index()];
            if !corners.is_empty() {
                features.add(CORNER_HORSE.at(0), corners.len() as i16);
            }
        }
        let heart = tables::HEART[side.index()];
        let (in_heart, _) = tables::ADVISORS[side.index()];
        if horses.intersects(in_heart)
            && tables::PIECES.general[heart.index()].contains(board.general(side))
        {
            features.add(HEART_HORSE.at(0), 1);
            let file = Bitboard::from_file(heart.file(), u16::MAX);
            if board.pieces(!side, Kind::Cannon).intersects(file) {
                features.add(HEART_HORSE.at(1), 1);
            }
        }
    }

    fn threats_by(&self, side: Side, own: &Attacks, enemy: &Attacks, features: &mut Features) {
        let board = &self.board;
        let to_move = usize::from(side == self.side);
        for at in (board.side(!side) - board.kind(Kind::General)) & own.all {
            let kind = board.piece_at(at).map_or(0, |piece| piece.kind().index() - 1);
            let by =
                usize::from(own.by_lesser.contains(at)) + usize::from(own.by_soldiers.contains(at));
            let guarded = usize::from(enemy.all.contains(at));
            features.add(THREATS.at(((by * 2 + guarded) * 2 + to_move) * KINDS + kind), 1);
        }
    }
}
