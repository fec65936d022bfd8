//! Leaf counts against independent programs. A debug build leaves the largest rows to the release
//! build, which CI runs.

use chuhe_core::notation::Fen;
use chuhe_core::perft;
use chuhe_core::rules::Xiangqi;

/// The largest row that an unoptimised build counts.
const LARGEST: u64 = if cfg!(debug_assertions) { 5_000_000 } else { u64::MAX };

#[test]
fn xiangqi() {
    let mut counted = 0;
    for (line, row) in chuhe_tests::rows("perft_xiangqi.csv") {
        let at = format!("perft_xiangqi.csv:{line}: {}", row[0]);
        let fen: Fen<Xiangqi> = row[0].parse().unwrap_or_else(|error| panic!("{at}: {error}"));
        let nodes: u64 = row[2].parse().expect("a count");
        if nodes <= LARGEST {
            assert_eq!(
                perft(&fen.position, row[1].parse().expect("a depth")),
                nodes,
                "{at} depth {}",
                row[1]
            );
            counted += 1;
        }
    }
    assert!(counted > 100, "only {counted} rows were counted");
}
