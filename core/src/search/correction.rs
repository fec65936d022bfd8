//! How wrong the estimates of related positions were: searches correct those still to come.

use super::history::Step;
use super::root::Search;
use super::searchable::Searchable;
use crate::types::{Score, Side};

/// No entry is larger than this, of either sign.
const MOST: i32 = 1024;
/// What moves an entry at most.
const MOST_BONUS: i32 = MOST / 4;
/// A sum of entries is so many times a correction.
const SCALE: i32 = 24;

/// Where what is known of a position's relatives stands: of those with the same soldiers, with
/// the same other pieces of either side, and after the same two steps.
pub(super) type Relatives = [u32; 4];

impl Search<'_> {
    /// The relatives of the position at a ply.
    pub(super) fn relatives<P: Searchable>(&self, position: &P, ply: usize) -> Relatives {
        let [soldiers, red, black] = position.correction_keys();
        let step = |back| {
            let step = ply.checked_sub(back).and_then(|ply| self.frames[ply].step);
            step.map_or(Step::COUNT, Step::index) as u32
        };
        let steps = step(1) * (Step::COUNT as u32 + 1) + step(2);
        let mut salt = if position.side() == Side::Red { 0x7f4a_7c15 } else { 0x1ce4_e5b9_u32 };
        [soldiers, red, black, steps].map(|hash| {
            salt = salt.rotate_left(7);
            let mixed = (hash ^ salt).wrapping_mul(0x9e37_79b1);
            ((u64::from(mixed) * self.corrections.len() as u64) >> 32) as u32
        })
    }

    /// An estimate as experience corrects it.
    pub(super) fn corrected(&self, estimate: Score, relatives: &Relatives) -> Score {
        let entries = relatives.iter().filter_map(|&place| self.corrections.get(place as usize));
        let sum: i32 = entries.map(|&entry| i32::from(entry)).sum();
        Score::from_eval(i32::from(estimate.get()) + sum / SCALE)
    }

    /// Learns that a search came to another score than the corrected estimate.
    pub(super) fn learn_error(&mut self, error: i32, depth: i32, relatives: &Relatives) {
        let bonus = (error * depth / 8).clamp(-MOST_BONUS, MOST_BONUS);
        for &place in relatives {
            if let Some(entry) = self.corrections.get_mut(place as usize) {
                *entry += (bonus - i32::from(*entry) * bonus.abs() / MOST) as i16;
            }
        }
    }
}
