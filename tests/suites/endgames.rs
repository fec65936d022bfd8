//! Endgames of the textbooks: the search must not take a draw for a win.

use chuhe_core::notation::Fen;
use chuhe_core::rules::Xiangqi;
use chuhe_core::{Cluster, Limits, NoMonitor, Workspace, search};
use chuhe_tests::rows;

/// A won endgame shows at least this lead, a drawn one less: a soldier that is over the river.
const LEAD: i16 = 150;

#[test]
fn drawn_endgames_are_no_leads_and_won_ones_are() {
    let mut faults = Vec::new();
    for (line, row) in rows("endgames_xiangqi.csv") {
        let [fen, ending, verdict] = row.as_slice() else { panic!("line {line} is too narrow") };
        let position = fen
            .parse::<Fen<Xiangqi>>()
            .unwrap_or_else(|error| panic!("line {line}: {fen}: {error}"))
            .position;
        let limits = Limits { nodes: 30_000, ..Limits::default() };
        let table: Vec<Cluster> = (0..1 << 12).map(|_| Cluster::new()).collect();
        let mut workspace = Box::<Workspace>::default();
        let found = search(&position, &[], &limits, &table, &mut *workspace, &mut NoMonitor);
        let score = found.score.get();
        let right = match verdict.as_str() {
            "draw" => score < LEAD,
            "win" => score >= LEAD,
            other => panic!("line {line}: {other} is no verdict"),
        };
        if !right {
            faults.push(format!("{ending}: {verdict}, but {}", found.score));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
