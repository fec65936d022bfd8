//! Compares the moves that the index counts with a replay of all games.

use crate::forms;
use chuhe_core::{AnyPosition, Position, Side, notation::Style};
use chuhe_records::{GameTree, ListQuery, Outcome, PlayedMove, index::Index};
use std::fs;

/// Counts the games that reach a position, each game once, and lists the moves played there.
fn replayed(games: &[GameTree], position: &AnyPosition) -> (usize, Vec<PlayedMove>) {
    let mut reached = 0;
    let mut found: Vec<(PlayedMove, Vec<u32>)> = Vec::new();
    for tree in games {
        let mut at = tree.start().clone();
        let mut moves = tree.moves().into_iter();
        while at != *position {
            let Some(mv) = moves.next() else { break };
            at = at.play(mv);
        }
        reached += usize::from(at == *position);
        let Some(mv) = moves.next() else { continue };
        if !found.iter().any(|(played, _)| played.mv == mv) {
            found.push((PlayedMove { mv, games: 0, results: [0; 3], year: None }, Vec::new()));
        }
        let (played, years) = found.iter_mut().find(|(played, _)| played.mv == mv).unwrap();
        played.games += 1;
        let ends = [Outcome::Won(Side::Red), Outcome::Drawn, Outcome::Won(Side::Black)].map(Some);
        for (count, result) in played.results.iter_mut().zip(ends) {
            *count += u32::from(tree.outcome == result);
        }
        let date = tree.tag("Date").unwrap_or_default();
        years.extend(date.get(..4).and_then(|year| year.parse::<u32>().ok()));
    }
    let mean = |years: &[u32]| years.iter().sum::<u32>().checked_div(years.len() as u32);
    let mut moves: Vec<_> =
        found.into_iter().map(|(it, years)| PlayedMove { year: mean(&years), ..it }).collect();
    moves.sort_by_key(|played| (std::cmp::Reverse(played.games), played.mv));
    (reached, moves)
}

#[test]
fn the_explorer_counts_what_a_replay_of_all_games_counts() {
    let mut games = forms::games();
    for (number, tree) in games.iter_mut().enumerate() {
        let known = number % 5 > 0;
        tree.set_tag("Date", if known { format!("{}.03.01", 1950 + number) } else { "?".into() });
    }
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, games: &[GameTree]| {
        let text = games.iter().map(|tree| tree.to_pgn(Style::Iccs).to_string() + "\n");
        fs::write(folder.path().join("games").join(name), text.collect::<String>()).unwrap();
    };
    fs::create_dir(folder.path().join("games")).unwrap();
    let (few, many) = games.split_at(games.len() / 3);
    write("kept.pgn", few);
    write("changed.pgn", few);
    write("gone.pgn", many);
    let root = folder.path().join("games");
    let mut index = Index::open(&folder.path().join("library.sqlite")).unwrap();
    index.refresh(&root, |_| true).unwrap();
    // This call fills the cache before the files change.
    index.explore(&root, games[0].start()).unwrap();
    write("changed.pgn", &many[..few.len()]);
    write("new.pgn", &many[few.len()..]);
    fs::remove_file(root.join("gone.pgn")).unwrap();
    assert_eq!(index.refresh(&root, |_| true).unwrap().removed, 1);

    let mut positions = Vec::new();
    for tree in games.iter().step_by(games.len().div_ceil(40)) {
        let (mut at, moves) = (tree.start().clone(), tree.moves());
        for (ply, &mv) in moves.iter().enumerate() {
            if [0, 1, 2, 5, 30].contains(&ply) {
                positions.push(at.clone());
            }
            at = at.play(mv);
        }
        positions.push(at);
    }
    let mut most = 0;
    for position in positions {
        let (reached, moves) = replayed(&games, &position);
        most = most.max(moves.len());
        assert_eq!(index.explore(&root, &position).unwrap(), moves, "{position:?}");
        let query = ListQuery { position: Some(Box::new(position)), ..ListQuery::default() };
        assert_eq!(index.search(&root, &query).unwrap().len(), reached, "{query:?}");
    }
    assert!(most > 3, "the games share positions: {most}");
}
