//! What the pieces of Zhonggong xiangqi are worth, and where. In hundredths.

use super::tables::RANKS;
use super::terms::PLACED;
use super::weights::WEIGHTS;
use crate::rules::nine::values::{Table, Values, table};
use crate::types::Kind;

/// The values of Zhonggong xiangqi, for a board that sums them up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ZhonggongValues;

impl Values for ZhonggongValues {
    const TABLE: &'static Table = &TABLE;
}

/// What a kind of piece counts when pieces are exchanged, in the order of what it can do on a board
/// without river; the general more than all others.
pub(super) static WORTH: [i16; Kind::COUNT] = [20_000, 220, 230, 450, 950, 400, 140, 0];

static TABLE: Table = table(RANKS, &PLACED, &WEIGHTS);
