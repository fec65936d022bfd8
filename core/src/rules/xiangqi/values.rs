//! What the pieces of xiangqi are worth, and where. In hundredths of a soldier at home.

use super::terms::PLACED;
use super::weights::WEIGHTS;
use crate::rules::nine::values::{Table, Values, table};
use crate::types::{Kind, RANKS};

/// The values of xiangqi, for a board that sums them up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct XiangqiValues;

impl Values for XiangqiValues {
    const TABLE: &'static Table = &TABLE;
}

/// What a kind of piece counts when pieces are exchanged; the general more than all others.
pub(super) static WORTH: [i16; Kind::COUNT] = [20_000, 200, 200, 430, 950, 450, 100, 0];

static TABLE: Table = table(RANKS, &PLACED, &WEIGHTS);
