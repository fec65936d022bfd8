//! A fixed amount of thinking: its count of positions is the checksum of the search's behaviour.

use crate::output::Output;
use chuhe_core::{Slot, Workspace, bench as count};
use std::io::Write;
use std::time::Instant;

/// The depth and the slots of the table that the count is kept for.
const DEPTH: u8 = 11;
const SLOTS: usize = 1 << 14;

/// Searches the fixed positions and tells how many positions were looked at in all.
pub(crate) fn bench(depth: Option<u8>, output: &Output<impl Write>) {
    let table: Vec<Slot> = (0..SLOTS).map(|_| Slot::new()).collect();
    let begun = Instant::now();
    let nodes = count(depth.unwrap_or(DEPTH), &table, &mut Box::<Workspace>::default());
    let millis = begun.elapsed().as_millis().max(1);
    let per_second = u128::from(nodes) * 1000 / millis;
    output.say(format_args!(
        "Total time (ms) : {millis}\nNodes searched  : {nodes}\nNodes/second    : {per_second}"
    ));
}
