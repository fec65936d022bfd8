//! Searches fixed positions and counts the nodes. A change of the total shows that the search behaves in another way.

use crate::notation::Fen;
use crate::rules::Xiangqi;
use crate::search::{Cluster, Limits, Monitor, SearchMemory, search};

/// The positions of [`bench()`] in FEN: the start, openings, middle games and endgames of xiangqi.
pub const BENCH_POSITIONS: [&str; 14] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbakab2/2r6/1c4nc1/p3p1C1p/2p3p2/2P6/P3P1P1P/1CN3N2/8R/R1BAKAB2 b - - 0 1",
    "r1b1kabr1/4a1c2/1cn3n2/p1p1pR2p/3NP4/2P6/P5p1P/1C2C4/9/RNBAKAB2 b - - 0 1",
    "1r1akabr1/1c7/2n1b1n2/p1p1p3p/6p2/PN3R3/1cP1P1P1P/2C1C1N2/1R7/2BAKAB2 b - - 0 1",
    "2baka1r1/9/c5n1c/p3p1CCp/2p3p2/4P4/P6RP/2r1B1N2/4A4/1RB1KA3 w - - 0 1",
    "2bakab2/9/2n1c1R1c/3r4p/4N4/r8/6P1P/6C1C/4A4/1RBAK1B2 w - - 0 1",
    "4kab2/4a4/n3b4/p5p1p/2r1C4/2N1P2r1/P4nPcP/N3B4/2R6/2RAKAB2 w - - 0 1",
    "3ak1bn1/4a4/1c2b1c2/r3p1N1p/p1p6/6P2/n1P1P3P/N1C1C3B/3R5/2BAKA3 w - - 0 1",
    "r4a3/4ak3/b3b3n/9/p2np1p2/2p2c2P/PC1CP1P2/N3B2R1/4N3R/3AKA3 b - - 7 42",
    "2bckab2/4a4/5n3/CR3N2p/5r3/P3P1B2/9/2n1B4/4A4/3AK1C2 w - - 0 1",
    "4k2n1/9/1c2b4/p3p1N1p/7r1/6P2/P1R1P3P/4B4/4A4/2BAK4 b - - 0 1",
    "6b2/3ka1N2/5a3/p3p4/1n3P3/P1N5C/5nc2/3AB4/9/3AK1B2 b - - 0 1",
    "9/4k4/3aba3/3P5/1cb6/2BC5/n3N4/B2A5/9/3AK4 w - - 0 1",
    "4k1b2/4a4/5a3/6P1C/9/p4Nn2/2n6/9/4K4/5AB2 b - - 0 1",
];

/// Searches every position to `depth`, each with an empty table and workspace. Returns the total of nodes; `None` if
/// the monitor stops a search. The total depends only on the depth and on the sizes of table and workspace.
pub fn bench(
    depth: u8,
    table: &[Cluster],
    memory: &mut dyn SearchMemory,
    monitor: &mut dyn Monitor,
) -> Option<u64> {
    let limits = Limits { depth, ..Limits::default() };
    let mut nodes = 0;
    for text in BENCH_POSITIONS {
        let position = position(text);
        table.iter().for_each(Cluster::clear);
        memory.parts().clear();
        nodes += search(&position, &[], &limits, table, memory, monitor).nodes;
        if monitor.is_stopped() {
            return None;
        }
    }
    Some(nodes)
}

/// Keeps the variables of `parse` off the stack during the search, because this function is not inlined.
#[inline(never)]
fn position(text: &str) -> Xiangqi {
    text.parse::<Fen<Xiangqi>>().expect("the positions are valid").position
}
