//! Measures the speed of the index of 100,000 games: `cargo bench --package chuhe-records --features index`.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a benchmark speaks to whoever started it")]

use chuhe_core::{Game, Position, Side, notation::Style, rules::Rules};
use chuhe_host::Random;
use chuhe_records::{GameTree, ListColumn, ListQuery, Outcome, index::Index};
use rustix::time::{ClockId, clock_gettime};
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

const FILES: usize = 20;
const GAMES: usize = 5000;

const PLIES: usize = 80;

const NAMES: [&str; 8] = ["许", "吕", "胡", "赵", "王", "Fischer", "Müller", "Иванов"];

/// The number of repetitions of each query. It is also the number of plies that `explore` follows.
const TIMES: usize = 21;

fn main() -> Result<(), Box<dyn Error>> {
    let home = tempfile::tempdir()?;
    if let Some(games) = std::env::var_os("CHUHE_GAMES") {
        return explore(home.path(), Path::new(&games));
    }
    let games = tempfile::tempdir()?;
    let bytes = write_games(games.path())?;
    println!("{} games, {} MiB", FILES * GAMES, bytes >> 20);
    let path = home.path().join("library.sqlite");
    let mut index = Index::open(&path)?;
    for what in ["made", "refreshed without a change"] {
        let begun = Instant::now();
        index.refresh(games.path(), |_| true)?;
        println!("index {what} in {:.1?}", begun.elapsed());
    }
    let sorted = ListColumn::ALL.map(|sort| ListQuery { sort, ..ListQuery::default() });
    let named = ["许", "许 123", "e", "nobody"]
        .map(|words| ListQuery { words: words.into(), ..ListQuery::default() });
    let drawn = ListQuery { outcome: Some(Some(Outcome::Drawn)), ..ListQuery::default() };
    sorted.iter().chain(&named).chain([&drawn]).try_for_each(|it| ask(&path, games.path(), it))
}

/// Measures the time to index a folder of real games, and the time to find the moves played in opening positions.
fn explore(home: &Path, games: &Path) -> Result<(), Box<dyn Error>> {
    let mut index = Index::open(&home.join("library.sqlite"))?;
    let begun = Instant::now();
    let read = index.refresh(games, |_| true)?.progress.games;
    let megabytes = index.size()? >> 20;
    let took = begun.elapsed();
    println!("{read} games, index of {megabytes} MiB made in {took:.1?}");
    let start = Rules::Xiangqi.start();
    let (mut first, mut later) = (Vec::new(), Vec::new());
    for _ in 0..TIMES {
        let index = Index::open(&home.join("library.sqlite"))?;
        let mut position = start.clone();
        for ply in 0..TIMES {
            let begun = Instant::now();
            let moves = index.explore(games, &position)?;
            if ply == 0 { &mut first } else { &mut later }.push(begun.elapsed());
            let Some(best) = moves.first() else { break };
            position = position.play(best.mv);
        }
    }
    for (what, mut times) in [("first question of a program", first), ("later ones", later)] {
        times.sort_unstable();
        println!("{what}: median {:?}, worst {:?}", times[times.len() / 2], times[times.len() - 1]);
    }
    index.explore(games, &start)?;
    let other = tempfile::tempdir()?;
    let new = played(Rules::Xiangqi, 1).to_pgn(Style::Iccs).to_string();
    fs::write(other.path().join("new.pgn"), new)?;
    Index::open(&home.join("library.sqlite"))?.refresh(other.path(), |_| true)?;
    let begun = Instant::now();
    index.explore(games, &start)?;
    println!("after a change by another window: {:?}", begun.elapsed());
    Ok(())
}

/// Measures the time of a query together with the reading of its first 400 rows. Prints the time of the first query,
/// when the cache is empty, and the median time of the later queries.
fn ask(path: &Path, root: &Path, query: &ListQuery) -> Result<(), Box<dyn Error>> {
    let index = Index::open(path)?;
    let (mut times, mut found): (Vec<Duration>, usize) = (Vec::new(), 0);
    for _ in 0..=TIMES {
        let begun = processor_time();
        let games = index.search(root, query)?;
        index.rows(&games[..games.len().min(400)])?;
        times.push(processor_time() - begun);
        found = games.len();
    }
    let first = times.remove(0);
    times.sort_unstable();
    let [first, median] = [first, times[times.len() / 2]].map(|time| time.as_secs_f64() * 1000.0);
    println!("{query:?}: {found} games, at first {first:.1} ms, then {median:.1} ms");
    Ok(())
}

/// The processor time of this thread. Unlike the real time, it does not include the time of other programs.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// Writes the files, and returns their total size in bytes.
fn write_games(folder: &Path) -> Result<usize, Box<dyn Error>> {
    let mut bytes = 0;
    for file in 0..FILES {
        let rules = if file % 4 == 0 { Rules::Chess } else { Rules::Xiangqi };
        let mut text = String::new();
        for game in 0..GAMES {
            let number = file * GAMES + game;
            writeln!(text, "{}", played(rules, number).to_pgn(Style::Iccs))?;
        }
        bytes += text.len();
        fs::write(folder.join(format!("{file}.pgn")), text)?;
    }
    Ok(bytes)
}

/// A game of random moves, with `number` as the seed.
fn played(rules: Rules, number: usize) -> GameTree {
    let mut game = Game::new(rules.start());
    let mut random = Random::new(number as u64);
    while game.moves().len() < PLIES && game.ending().is_none() {
        let moves = game.position().legal_moves();
        let mv = moves[random.below(moves.len() as u64) as usize];
        game.play(mv).expect("a legal move");
    }
    let mut tree = GameTree::from(&game);
    let name = |salt: usize| format!("{}{}", NAMES[(number / salt) % NAMES.len()], number % 997);
    tree.set_tag("Red", name(1));
    tree.set_tag("Black", name(7));
    tree.set_tag("Event", format!("Cup {}", number % 50));
    let date = format!("{}.{:02}.{:02}", 1950 + number % 70, 1 + number % 12, 1 + number % 28);
    tree.set_tag("Date", date);
    let winners = [Some(Side::Red), Some(Side::Black), None];
    tree.outcome = winners.get(number % 4).copied().map(Outcome::of);
    tree
}
