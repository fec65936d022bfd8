//! The static evaluation of Zhonggong xiangqi: piece-square values, and features of each side. The features are the
//! soldiers on the enemy's home rank, the safety of the general, and mobility.

use super::terms::*;
use super::{Zhonggong, ZhonggongRules, tables};
use crate::rules::nine::linear_eval::{FeatureSum, LinearEval};
use crate::rules::tapered_score::TaperedScore;
use crate::types::{Kind, Side};

/// All weights except the piece-square values. The board adds up those values.
static FEATURE_WEIGHTS: [TaperedScore; FEATURES] = *WEIGHTS.first_chunk().unwrap();

type Features = FeatureSum<ZhonggongRules>;

impl LinearEval for ZhonggongRules {
    const FEATURE_WEIGHTS: &'static [TaperedScore] = &FEATURE_WEIGHTS;

    fn accumulate(position: &Zhonggong, red: &mut Features, black: &mut Features) {
        position.side_features(Side::Red, red);
        position.side_features(Side::Black, black);
        match position.side {
            Side::Red => red.add(TEMPO.at(0), 1),
            Side::Black => black.add(TEMPO.at(0), 1),
        }
    }
}

impl Zhonggong {
    fn side_features(&self, side: Side, features: &mut Features) {
        let board = &self.board;
        let at = board.general(side).index();
        let soldiers = board.pieces(side, Kind::Soldier);
        let steady = tables::PIECES.advisor[at] & board.pieces(side, Kind::Advisor)
            | tables::PIECES.soldier_attackers[side.index()][at] & soldiers;
        let near = tables::FRONT[board.general(!side).index()] & soldiers;
        features.add(BOTTOM_SOLDIERS.at(self.bottom_soldiers(side).len() as usize), 1);
        features.add(LIBERTIES.at(self.liberties(side).len() as usize), 1);
        features.add(STEADY_GUARDS.at(steady.len().min(2) as usize), 1);
        if steady.is_empty() && self.defenders(side).is_empty() {
            features.add(UNGUARDED.at(0), 1);
        }
        features.add(SOLDIER_NEAR.at(0), near.len() as i16);
        self.mobility(side, features);
    }

    fn mobility(&self, side: Side, features: &mut Features) {
        let (board, occupancy) = (&self.board, self.board.occupancy());
        let free = tables::BOARD - board.side(side);
        let general = board.general(!side).index();
        let near = tables::NEIGHBOURS[general] | tables::PIECES.advisor[general];
        let pieces = [
            (Kind::Horse, HORSE_MOBILITY),
            (Kind::Chariot, CHARIOT_MOBILITY),
            (Kind::Cannon, CANNON_MOBILITY),
        ];
        for (i, (kind, mobility)) in pieces.into_iter().enumerate() {
            for from in board.pieces(side, kind) {
                let set = if kind == Kind::Horse {
                    occupancy.horse(from)
                } else {
                    occupancy.chariot(from)
                };
                features.add(mobility.at((set & free).len() as usize), 1);
                features.add(NEXT_TO_GENERAL.at(i), (set & near).len() as i16);
            }
        }
    }
}
