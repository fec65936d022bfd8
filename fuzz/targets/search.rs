//! Searches any positions with little memory. The search must not panic or exceed its limits of nodes. Its move and its
//! principal variation must be legal.
#![no_main]

use chuhe_core::{Cluster, Game, Level, Limits, NoMonitor, Position, Score, Workspace};
use chuhe_tests::choices::{Choices, text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices(bytes);
    let table: Vec<Cluster> = (0..choices.byte() % 4).map(|_| Cluster::new()).collect();
    let mut workspace = Box::new(Workspace::<8, 1>::new());
    for _ in 0..2 {
        let Some(start) = choices.position() else { return };
        let mut game = Game::new(start);
        for _ in 0..choices.byte() % 16 {
            let Some(mv) = choices.legal_move(game.position()) else { break };
            let Ok(()) = game.play(mv) else { break };
        }
        let root = game.position();
        let limits = Limits {
            depth: choices.byte(),
            nodes: u64::from(choices.byte()) * 4,
            multi_pv: choices.byte() % 4,
            level: Level::new(choices.byte() % 10).expect("a level"),
            seed: choices.byte().into(),
            ..Limits::default()
        };
        let found = root.search(game.past(), &limits, &table, &mut *workspace, &mut NoMonitor);
        let at = text(root);
        // Depth 1 has its own, higher limit of nodes.
        let is_within = found.nodes <= limits.nodes || found.depth <= 1 && found.nodes <= 1 << 20;
        assert!(is_within, "{} nodes of {}: {at}", found.nodes, limits.nodes);
        assert_eq!(found.best().is_some(), root.count_moves() > 0, "{at}");
        assert!(-Score::MATE <= found.score && found.score <= Score::MATE, "{at}");
        found.pv.iter().fold(root.clone(), |position, &mv| {
            assert!(position.is_legal(mv), "{mv:?} of {:?}: {at}", found.pv);
            position.play(mv)
        });
    }
});
