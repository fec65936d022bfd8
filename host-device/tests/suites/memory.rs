//! Tests of the programs' memory: its size, and the worst case of the stack.

use crate::firmware::{Build, build};
use crate::footprint::{Footprint, StackFrames};

/// The largest sizes of flash and statics of each program.
const LIMITS: [(&str, Build, &str, u64, u64); 5] = [
    // At least 12,000 bytes of its 262,144 stay free.
    ("the handheld", Build::Release, "lm3s6965evb", 250_000, 44_000),
    ("a core with a table of 16 KiB", Build::Speed, "lm3s6965evb-bench", 172_000, 41_500),
    ("a core in 16 KiB", Build::Microbit, "microbit", 144_000, 7_400),
    ("a Pico", Build::Pico, "pico", 2_031_616, 270_336),
    ("a Pico 2 with defmt", Build::Pico2, "pico", 2_031_616, 524_288),
];

#[test]
fn programs_take_no_more_than_they_may() {
    for (what, how, program, flash, statics) in LIMITS {
        let takes = Footprint::read(&build(how, program));
        println!(
            "{what}: flash {} of {flash}, statics {} of {statics}, {} left for the stack",
            takes.flash, takes.statics, takes.stack
        );
        assert!(takes.flash <= flash && takes.statics <= statics, "{what} takes {takes:?}");
    }
}

/// The plies of the handheld's longest variation, as in `SmallWork`.
const PLIES: u64 = 22;
/// The number of nested searches without the table's move. Each halves the depth: from 21 to 10 to
/// 4, and below 6 there are none. A ply of depth is regained only by a ply of the variation. The
/// halved depth therefore reaches 13 again at most once in seven plies.
const SINGULAR: u64 = 2 + PLIES / 7;

/// The beginnings of the names of the functions from the start to the root of the search.
const FOOT: [&str; 9] = [
    "main",
    "lm3s6965evb::__cortex_m_rt_main",
    "chuhe_device::play::run::<",
    "chuhe_device::play::step::<",
    "chuhe_device::play::think::<",
    "chuhe_core::search::search::<",
    "<chuhe_core::search::state::Search>::iterative_deepening::<",
    "<chuhe_core::search::state::Search>::search_depth::<",
    "<chuhe_core::search::state::Search>::aspiration_search::<",
];
/// The parts of names that tell the game of a function. No function of one game calls one of another.
const GAMES: [&str; 2] = ["XiangqiRules", "Zhonggong"];
/// The beginnings of the names of the functions of the rules. Their calls nest at most five deep.
const RULES: [&str; 3] =
    ["<chuhe_core::rules::", "chuhe_core::rules::", "<chuhe_core::any::AnyPosition as"];

/// Adds up the worst case of the stack: the main loop, the longest variation, nested searches, and
/// the last ply. It counts every function on the way. Those that are inlined have no frame.
#[test]
fn the_stack_bears_the_longest_line() {
    let program = build(Build::Release, "lm3s6965evb");
    let frames = StackFrames::read(&program);
    let search =
        |name: &str| frames.largest(&format!("<chuhe_core::search::state::Search>::{name}"));
    let of_kind =
        |name: &str, pv: bool| search(&format!("{name}::<chuhe_core::any::AnyPosition, {pv}>"));

    let foot: u64 = FOOT.iter().map(|name| frames.largest(name)).sum();
    // The ways to the next ply: a move, a null move, a capture. No null move leaves a node of the
    // principal variation.
    let by_move = |pv: bool| {
        of_kind("alpha_beta", pv) + of_kind("search_moves", pv) + of_kind("search_move", pv)
    };
    let null_move =
        of_kind("alpha_beta", false) + search("prune_node::<") + search("null_move_pruning::<");
    let quiescence = search("quiescence::<") + search("search_captures::<");
    let ply = by_move(true).max(by_move(false)).max(null_move).max(quiescence);
    let nested = SINGULAR * (search("extension::<") + search("singular_extension::<") + ply);

    let listing = search("list_captures::<")
        .max(search("list_quiets::<"))
        .max(search("list_quiet_checks::<"));
    let evaluation = search("stand_pat::<").max(search("evaluate_node::<")) + search("evaluate::<");
    let of_rules = |name: &str| RULES.iter().any(|beginning| name.starts_with(beginning));
    let without =
        |game: &str| frames.sum_of_largest(5, |name: &str| of_rules(name) && !name.contains(game));
    let rules = GAMES.map(without).into_iter().max().expect("there are games");
    let calls = (search("pick::<") + listing).max(evaluation).max(search("rules_score::<")) + rules;
    // One node of the line calls the quiescence search for its own ply.
    let last = ply.max(search("alpha_beta::<") + quiescence) + calls;

    // The clock's interrupt: the registers that the processor saves, and the handler.
    let tick = 32 + frames.largest("SysTick");
    let worst = foot + (PLIES - 1) * ply + nested + last + tick;
    let Footprint { stack, .. } = Footprint::read(&program);
    println!(
        "stack of {stack} bytes; at worst {worst}: foot {foot}, {} plies of {ply}, {last} for the \
         last ply, {nested} for nested searches, {tick} for the clock",
        PLIES - 1
    );
    assert!(worst <= stack, "{worst} of {stack} bytes");
}
