//! Compares leaf counts with those of independent programs. The largest rows are counted only with `CHUHE_ALL_TESTS`.

use chuhe_core::notation::Fen;
use chuhe_core::perft;
use chuhe_core::rules::Rules;

/// The largest count that is checked without `CHUHE_ALL_TESTS`.
const LARGEST: u64 = 5_000_000;

#[test]
fn xiangqi() {
    counts_agree(Rules::Xiangqi, "perft_xiangqi.csv", 101);
}

#[test]
fn zhonggong() {
    counts_agree(Rules::Zhonggong, "perft_zhonggong.csv", 34);
}

#[test]
fn chess() {
    counts_agree(Rules::Chess, "perft_chess.csv", 24);
    // Published counts. Each of the 960 starts leads to one of the positions in a few moves.
    counts_agree(Rules::Chess, "perft_chess960.csv", 1080);
    // Positions whose castling rook is not the outermost rook.
    counts_agree(Rules::Chess, "perft_inner_rooks.csv", 20);
}

/// Checks every row whose leaf count is not too large. The table must have `at_least` such rows.
fn counts_agree(rules: Rules, table: &str, at_least: u32) {
    let largest = if chuhe_tests::runs_all() { u64::MAX } else { LARGEST };
    let mut counted = 0;
    for (at, [fen, depth, nodes]) in chuhe_tests::rows(table) {
        let fen = Fen::read(rules, &fen).expect(&at);
        let nodes: u64 = nodes.parse().expect("a count");
        if nodes <= largest {
            let depth = depth.parse().expect("a depth");
            assert_eq!(perft(&fen.position, depth), nodes, "{at}");
            counted += 1;
        }
    }
    assert!(counted >= at_least, "only {counted} rows were counted");
}
