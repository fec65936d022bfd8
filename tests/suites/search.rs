//! Tests the search: its limits, its results at fixed counts of positions, and the strength of its levels.

use chuhe_core::rules::{Rules, Xiangqi, Zhonggong};
use chuhe_core::{
    AnyPosition, BENCH_POSITIONS, Clock, Cluster, Game, HeapMemory, Level, Limits, Monitor, Move,
    NoMonitor, Position, Score, SearchLine, SearchMemory, Searchable, Side, Time, Workspace, bench,
    search, table_of,
};
use chuhe_tests::plain::{Plain, xiangqi};
use chuhe_tests::{position, rounds, rows, runs_all};
use proptest::prelude::*;
use std::cell::Cell;

fn table(slots: usize) -> Vec<Cluster> {
    (0..slots).map(|_| Cluster::new()).collect()
}

fn found<P: Searchable>(position: &P, limits: &Limits) -> SearchLine {
    watched(position, limits, 1 << 16, &mut NoMonitor)
}

fn watched<P: Searchable>(
    position: &P,
    limits: &Limits,
    slots: usize,
    monitor: &mut dyn Monitor,
) -> SearchLine {
    search(position, &[], limits, &table(slots), &mut *Box::<Workspace>::default(), monitor)
}

/// Plays one legal move for each choice. Stops before a move that ends the game.
fn wander<P: Position>(mut position: P, choices: &[usize]) -> P {
    for choice in choices {
        let moves = position.legal_moves();
        let next = position.play(moves[choice % moves.len()]);
        if next.count_moves() == 0 || next.variant_end().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// Returns true if the side to move can force a win within `moves` moves. If `only_checks`, each of these moves but the
/// last must give check.
fn wins_in(position: &Xiangqi, moves: u32, only_checks: bool) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        let next = position.play(mv);
        let wins_anyway = |reply| wins_in(&next.play(reply), moves - 1, only_checks);
        next.count_moves() == 0
            || moves > 1
                && (!only_checks || next.in_check())
                && next.legal_moves().into_iter().all(wins_anyway)
    })
}

/// Returns true if `side` can force a win by checks alone within `moves` moves. Shares no code with the core.
fn plainly_wins_in(position: &Plain, side: Side, moves: u32) -> bool {
    xiangqi::legal_moves(position).values().any(|next| {
        let replies = xiangqi::legal_moves(next);
        replies.is_empty()
            || moves > 1
                && xiangqi::is_in_check(next, !side)
                && replies.values().all(|reply| plainly_wins_in(reply, side, moves - 1))
    })
}

#[test]
fn mates_are_found_and_are_the_shortest() {
    for (at, [fen, moves, nodes]) in rows("mates_xiangqi.csv") {
        let position: Xiangqi = position(&fen);
        let moves: u32 = moves.parse().expect("a number of moves");
        let nodes = nodes.parse().expect("a number of positions");
        assert!(wins_in(&position, moves, true), "{at}: no mate by checks");
        // The plain rules are slow, so only a run of all tests checks longer mates with them.
        if moves <= 2 || runs_all() {
            let plain = Plain::of(&position);
            assert!(
                plainly_wins_in(&plain, position.side(), moves),
                "{at}: no mate by plain rules"
            );
        }
        // If the mate takes four moves or more, only shorter mates by checks are looked for, because this is faster.
        let is_shortest = moves == 1 || !wins_in(&position, moves - 1, moves > 3);
        assert!(is_shortest, "{at}: there is a shorter mate");
        let found = found(&position, &Limits { nodes, ..Limits::default() });
        assert_eq!(found.score, Score::mate_in(2 * moves as u16 - 1), "{at}: {found:?}");
        assert_eq!(found.pv.len() as u32, 2 * moves - 1, "{at}: {found:?}");
        let end = found.pv.iter().fold(position, |position, &mv| position.play(mv));
        assert_eq!(end.count_moves(), 0, "{at}: {found:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_limit_is_overshot_and_the_best_move_is_legal(
        choices in proptest::collection::vec(0..200_usize, 0..120),
        nodes in 0..5000_u64,
        depth in 0..12_u8,
        slots in 0..20_usize,
        level in 0..10_u8,
        zhonggong: bool,
    ) {
        let rules = if zhonggong { Rules::Zhonggong } else { Rules::Xiangqi };
        let position = wander(rules.start(), &choices);
        let level = Level::new(level).unwrap();
        let limits = Limits { depth, nodes, level, ..Limits::default() };
        let mut workspace = Workspace::<16, 2>::new();
        let found = search(&position, &[], &limits, &table(slots), &mut workspace, &mut NoMonitor);
        prop_assert!(found.nodes <= nodes || found.depth <= 1 && found.nodes <= 1 << 20);
        prop_assert!(found.depth <= depth.max(1));
        prop_assert!(found.best().is_some_and(|mv| position.is_legal(mv)));
        let end = found.pv.iter().try_fold(position, |position, &mv| {
            position.is_legal(mv).then(|| position.play(mv))
        });
        prop_assert!(end.is_some(), "{:?}", found.pv);
    }
}

#[test]
fn without_a_legal_move_there_is_no_best_one() {
    let mated: Xiangqi = position("R3k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1");
    let found = found(&mated, &Limits::default());
    assert_eq!((found.best(), found.score), (None, Score::mated_in(0)));
}

/// A move that reaches the limit of the halfmove clock draws, unless it mates. The score of a draw is minus `contempt`.
#[test]
fn the_halfmove_clock_ends_a_game_on_its_ply() {
    let limit = Rules::Xiangqi.start().halfmove_limit();
    for (at, [board, side, left, depth, contempt, score]) in rows("halfmove_limit.csv") {
        let [left, depth] = [left, depth].map(|number| number.parse::<u8>().expect(&at));
        let contempt = contempt.parse().expect(&at);
        let root: Xiangqi = position(&format!("{board} {side} - - {} 1", limit - u16::from(left)));
        let found = found(&root, &Limits { depth, contempt, ..Limits::default() }).score;
        let is_right = match score.as_str() {
            "ahead" => found > Score::DRAW,
            "draw" => found == Score::DRAW,
            "mate" => found == Score::mate_in(1),
            number => found == Score::new(number.parse().expect(&at)),
        };
        assert!(is_right, "{at}: {found:?}");
    }
}

/// A monitor whose clock ticks at each reading. It stops the search after `patience` calls of `is_stopped`.
#[derive(Default)]
struct Impatient {
    clock: Cell<u64>,
    questions: Cell<u32>,
    patience: u32,
    nodes: u64,
}

impl Monitor for Impatient {
    fn millis(&self) -> u64 {
        self.clock.set(self.clock.get() + 1);
        self.clock.get()
    }

    fn is_stopped(&self) -> bool {
        self.questions.set(self.questions.get() + 1);
        self.questions.get() > self.patience
    }

    fn progress(&mut self, nodes: u64) {
        self.nodes = nodes;
    }
}

#[test]
fn a_stopped_search_ends_at_once_with_a_move_that_it_looked_for() {
    let start = Xiangqi::start();
    for patience in [0, 1, 2, 20] {
        let mut monitor = Impatient { patience, ..Impatient::default() };
        let found = watched(&start, &Limits::default(), 64, &mut monitor);
        assert_eq!(monitor.questions.get(), patience + 1);
        assert_eq!(found.nodes, monitor.nodes, "nothing was looked at after the stop");
        assert!(found.nodes < u64::from(patience + 1) * 128);
        assert!(found.depth >= 1);
        assert!(start.is_legal(found.best().unwrap()));
    }
}

#[test]
fn the_hard_limit_of_time_ends_a_search_anywhere_and_the_soft_one_between_depths() {
    let start = Xiangqi::start();
    for time in [Time { soft: 500, hard: 500 }, Time { soft: 0, hard: 1 << 40 }] {
        let limits = Limits { time: Some(time), ..Limits::default() };
        let mut monitor = Impatient { patience: u32::MAX, ..Impatient::default() };
        let found = watched(&start, &limits, 64, &mut monitor);
        assert!(monitor.clock.get() <= time.hard + 1);
        assert!(found.depth >= 1);
        if time.soft < time.hard {
            assert_eq!(found.depth, 1, "the first depth was over after the soft limit");
        }
    }
}

/// The second argument of `of_clock` is the time that every move loses: 10 ms.
#[test]
fn the_limits_of_clocks_are_as_listed() {
    for (at, [left, increment, moves, soft, hard]) in rows("clocks.csv") {
        let [left, increment, soft, hard] =
            [left, increment, soft, hard].map(|millis| millis.parse().expect(&at));
        let clock = Clock { left, increment, moves: moves.parse().ok() };
        assert_eq!(Time::of_clock(clock, 10), Time { soft, hard }, "{at}");
    }
}

#[test]
fn a_repetition_that_loses_is_not_walked_into() {
    let mut avoided = 0;
    for name in ["repetition_xiangqi.csv", "repetition_wxf.csv", "repetition_own.csv"] {
        for (at, [_, fen, moves, result]) in rows(name) {
            let mut game = Game::new(position::<Xiangqi>(&fen));
            let moves: Vec<Move> =
                moves.split(' ').map(|text| Move::from_name(text).expect("a move")).collect();
            let (&last, before) = moves.split_last().expect("a move");
            before.iter().for_each(|&mv| game.play(mv).expect("a legal move"));
            let wins = !game.position().side();
            if result != format!("{wins}_wins") {
                continue;
            }
            let limits = Limits { nodes: 20_000, ..Limits::default() };
            let (root, past, table) = (game.position(), game.past(), table(1 << 10));
            let mut workspace = Box::<Workspace>::default();
            let found = search(root, past, &limits, &table, &mut *workspace, &mut NoMonitor);
            // The search may choose the losing repetition if every other move loses, too.
            let lost = found.score <= Score::new(-30_000);
            assert!(found.best() != Some(last) || lost, "{at}: {found:?}");
            avoided += u32::from(found.best() != Some(last));
        }
    }
    assert!(avoided > 20, "only {avoided} repetitions were avoided");
}

#[test]
fn a_table_may_be_shared() {
    let slots = table(1 << 6);
    let start = AnyPosition::from(Xiangqi::start());
    let other = AnyPosition::from(Zhonggong::start());
    std::thread::scope(|scope| {
        for position in [&start, &other, &start] {
            scope.spawn(|| {
                let mut workspace = Box::<Workspace>::default();
                for depth in 1..8 {
                    let limits = Limits { depth, ..Limits::default() };
                    let found =
                        search(position, &[], &limits, &slots, &mut *workspace, &mut NoMonitor);
                    assert!(position.is_legal(found.best().unwrap()));
                }
            });
        }
    });
}

/// The points of the first of two players in games from random openings: 2 for a win, 1 for a draw.
fn contest(players: [Level; 2], games: u64) -> u64 {
    let mut points = 0;
    for game_number in 0..games {
        let choices: Vec<usize> =
            (0..4).map(|i| (game_number / 2 * 7919 + 31 * i) as usize).collect();
        let mut game = Game::new(wander(Xiangqi::start(), &choices));
        let mut seats = [0, 1].map(|_| (table(1 << 8), Box::<Workspace>::default()));
        let swapped = game_number % 2 == 1;
        while game.ending().is_none() && game.moves().len() < 160 {
            let player = usize::from((game.position().side() == Side::Black) != swapped);
            let (slots, workspace) = &mut seats[player];
            let (level, seed) = (players[player], game_number);
            let limits = Limits { nodes: 4000, level, seed, ..Limits::default() };
            let (now, past) = (game.position(), game.past());
            let found = search(now, past, &limits, slots, workspace.as_mut(), &mut NoMonitor);
            game.play(found.best().expect("the game goes on")).expect("best moves are legal");
        }
        let first = if swapped { Side::Black } else { Side::Red };
        points += match game.ending().and_then(|ending| ending.winner) {
            Some(winner) => 2 * u64::from(winner == first),
            None => 1,
        };
    }
    points
}

#[test]
fn higher_levels_win() {
    let level = |number| Level::new(number).unwrap();
    for (high, low, games) in [(9, 0, 4), (4, 0, 4), (9, 3, 12)] {
        let points = contest([level(high), level(low)], games);
        assert!(points * 4 >= games * 2 * 3, "{high} against {low}: {points} of {}", 2 * games);
    }
}

#[test]
fn no_level_misses_a_mate_in_one() {
    let mates = rows::<3>("mates_xiangqi.csv").into_iter();
    for (at, [fen, ..]) in mates.filter(|(_, [_, moves, _])| moves == "1") {
        let position: Xiangqi = position(&fen);
        for number in 0..10 {
            for seed in 0..u64::from(rounds(20)) {
                let level = Level::new(number).unwrap();
                let found = found(&position, &Limits { level, seed, ..Limits::default() });
                let end = position.play(found.best().unwrap());
                assert_eq!(end.count_moves(), 0, "{at}, level {number}");
            }
        }
    }
}

#[test]
fn the_bench_counts_what_it_always_counted() {
    for (at, [name, depth, slots, nodes]) in rows("bench.csv") {
        let mut memory: Box<dyn SearchMemory> = match name.as_str() {
            "device" => Box::<Workspace<24, 2>>::default(),
            "microbit" => Box::<Workspace<8, 0, 0, 8>>::default(),
            "host" => Box::<Workspace>::default(),
            // The suite `uci` checks this row.
            "network" => continue,
            other => panic!("{at}: no workspace is called {other}"),
        };
        let depth = depth.parse().expect("a depth");
        let table = table(slots.parse().expect("a number of clusters"));
        let mut count = || bench(depth, &table, &mut *memory, &mut NoMonitor).expect("no stop");
        assert_eq!(count().to_string(), nodes, "{at}");
        if name != "host" {
            assert_eq!(count().to_string(), nodes, "{at}: the second time");
        }
    }
}

#[test]
fn memories_that_share_learn_from_each_other() {
    let root = position::<Xiangqi>(BENCH_POSITIONS[1]);
    let limits = Limits { depth: 8, ..Limits::default() };
    let nodes = |memory: &mut HeapMemory| {
        search(&root, &[], &limits, &table(1 << 10), memory, &mut NoMonitor).nodes
    };
    let mut first = HeapMemory::new();
    let (mut sharing, mut other) = (first.sharing(), HeapMemory::new());
    let fresh = nodes(&mut first);
    assert_eq!(nodes(&mut other), fresh);
    assert_ne!(nodes(&mut sharing), fresh);
}

/// A search must need little stack: the main thread has 1 MiB on Windows, and less on small systems.
#[test]
fn a_search_on_the_heap_fits_a_stack_of_256_kib() {
    let work = || {
        let limits = Limits { nodes: 5000, ..Limits::default() };
        let (table, mut memory) = (table_of(1), HeapMemory::new());
        search(&Xiangqi::start(), &[], &limits, &table, &mut memory, &mut NoMonitor).nodes
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(work).expect("a thread");
    assert_eq!(thread.join().expect("enough stack"), 5000);
}

/// The score from which an endgame of the textbooks counts as won: the value of a soldier across the river.
const LEAD: i16 = 150;

#[test]
fn drawn_endgames_are_no_leads_and_won_ones_are() {
    let mut faults = Vec::new();
    for (at, [fen, ending, verdict]) in rows("endgames_xiangqi.csv") {
        let limits = Limits { nodes: 30_000, ..Limits::default() };
        let found = watched(&position::<Xiangqi>(&fen), &limits, 1 << 12, &mut NoMonitor);
        let score = found.score.get();
        let right = match verdict.as_str() {
            "draw" => score < LEAD,
            "win" => score >= LEAD,
            other => panic!("{at}: {other} is no verdict"),
        };
        if !right {
            faults.push(format!("{ending}: {verdict}, but {}", found.score));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
