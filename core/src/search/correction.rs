//! Correction history: the mean error of the static evaluation in positions that share a feature.
//!
//! The search adds this error to the evaluation. Threads share the entries without locks. An update that another thread
//! overwrites is lost, which does no harm.

use super::history_table::PieceTo;
use super::node::CorrectionIndices;
use super::params::correction_divisor;
use super::searchable::Searchable;
use super::state::Search;
use crate::types::{Score, Side};
use core::sync::atomic::Ordering::Relaxed;

/// The largest absolute value of an entry.
const MOST: i32 = 1024;
const MOST_BONUS: i32 = MOST / 4;

impl Search<'_> {
    pub(super) fn correction_indices<P: Searchable>(
        &self,
        position: &P,
        ply: usize,
    ) -> CorrectionIndices {
        let [soldiers, red, black] = position.correction_keys();
        let piece_to =
            |back| self.earlier_move(ply, back).map_or(PieceTo::COUNT, PieceTo::index) as u32;
        let moves = piece_to(1) * (PieceTo::COUNT as u32 + 1) + piece_to(2);
        let mut salt = if position.side() == Side::Red { 0x7f4a_7c15 } else { 0x1ce4_e5b9_u32 };
        [soldiers, red, black, moves].map(|hash| {
            salt = salt.rotate_left(7);
            let mixed = (hash ^ salt).wrapping_mul(0x9e37_79b1);
            ((u64::from(mixed) * self.memory.correction_history.len() as u64) >> 32) as u32
        })
    }

    pub(super) fn corrected(&self, raw_eval: Score, indices: &CorrectionIndices) -> Score {
        let entries =
            indices.iter().filter_map(|&index| self.memory.correction_history.get(index as usize));
        let sum: i32 = entries.map(|entry| i32::from(entry.load(Relaxed))).sum();
        Score::from_eval(i32::from(raw_eval.get()) + sum / correction_divisor())
    }

    /// Learns `error`: the score of a search `depth` plies deep, minus the static evaluation.
    pub(super) fn update_correction(&self, error: i32, depth: i32, indices: &CorrectionIndices) {
        let bonus = (error * depth / 8).clamp(-MOST_BONUS, MOST_BONUS);
        for &index in indices {
            if let Some(entry) = self.memory.correction_history.get(index as usize) {
                let old = i32::from(entry.load(Relaxed));
                entry.store((old + bonus - old * bonus.abs() / MOST) as i16, Relaxed);
            }
        }
    }
}
