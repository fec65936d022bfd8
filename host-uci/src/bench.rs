//! A fixed amount of thinking: its node count is the checksum of the search's behaviour.

use crate::output::Output;
use chuhe_core::notation::Fen;
use chuhe_core::rules::Rules;
use chuhe_core::{Limits, Unwatched};
use chuhe_host::Thinker;
use std::io::Write;
use std::time::Instant;

/// Depth of the searches if nothing else is said.
const DEPTH: u8 = 8;

/// An opening, a middlegame full of tactics, and two endgames.
const POSITIONS: &[&str] = &[
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 b - - 0 4",
    "3ak4/9/9/4p4/9/9/4P4/4C4/9/3AK4 w - - 0 1",
    "4k4/4a4/9/9/9/9/9/4R4/9/4K4 w - - 0 1",
];

/// Searches each position with an empty table, and tells the sum of the nodes.
pub(crate) fn bench(thinker: &mut Thinker, depth: Option<u8>, output: &Output<impl Write>) {
    let limits = Limits { depth: depth.unwrap_or(DEPTH), ..Limits::default() };
    let begun = Instant::now();
    let mut nodes = 0;
    for text in POSITIONS {
        thinker.clear();
        if let Ok(fen) = Fen::read(Rules::Xiangqi, text) {
            nodes += thinker.think(&fen.position, &[], &limits, &mut Unwatched).nodes;
        }
    }
    let millis = begun.elapsed().as_millis().max(1);
    let per_second = u128::from(nodes) * 1000 / millis;
    output.say(format_args!(
        "Total time (ms) : {millis}\nNodes searched  : {nodes}\nNodes/second    : {per_second}"
    ));
}
