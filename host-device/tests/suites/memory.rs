//! Tests of the programs' memory: its size, and the worst case of the stack.

use chuhe_device_tests::{Footprint, StackFrames, THUMB_V6M, THUMB_V7M, build, build_with_frames};

/// The largest sizes of flash and statics of each program.
const LIMITS: [(&str, &str, &str, u64, u64); 3] = [
    ("the handheld", THUMB_V7M, "lm3s6965evb", 252_000, 44_000),
    ("a core with a table of 16 KiB", THUMB_V7M, "mps2-an386", 175_000, 41_500),
    ("a core in 16 KiB", THUMB_V6M, "microbit", 155_000, 7_400),
];

#[test]
fn programs_take_no_more_than_they_may() {
    for (what, target, board, flash, statics) in LIMITS {
        let takes = Footprint::read(&build(target, &format!("chuhe-{board}"), board));
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

/// Adds up the worst case of the stack: the main loop, the longest variation, nested searches, and
/// the last ply. The last ply calls into the rules, whose calls nest less than five deep.
#[test]
fn the_stack_bears_the_longest_line() {
    let program = build_with_frames(THUMB_V7M, "chuhe-lm3s6965evb", "lm3s6965evb");
    let frames = StackFrames::read(&program);
    let search =
        |name: &str| frames.largest(&format!("<chuhe_core::search::root::Search>::{name}"));
    let foot = frames.largest("lm3s6965evb::__cortex_m_rt_main")
        + frames.largest("chuhe_device::play::run::<")
        + search("iterative_deepening::<");
    let node = |kind: &str| search(&format!("node::<chuhe_core::any::AnyPosition, {kind}>"));
    let (whole, narrow) = (node("true"), node("false"));
    let unmoved =
        search("prune_node::<") + search("null_move_pruning::<").max(search("quiescence::<"));
    let ply = whole.max(narrow + search("search_moves::<").max(unmoved));
    // The nested searches, and one verified null move.
    let besides = SINGULAR * (search("singular_extension::<") + ply)
        + search("null_move_pruning::<")
        + narrow;
    let of_rules = |name: &str| {
        name.starts_with("<chuhe_core::rules::") && !name.starts_with("<chuhe_core::rules::Rules>")
    };
    let last = search("pick::<") + frames.sum_of_largest(5, of_rules);
    // The clock's interrupt: the registers that the processor saves, and the handler.
    let tick = 32 + frames.largest("SysTick");
    let worst = foot + PLIES * ply + besides + last + tick;
    let Footprint { stack, .. } = Footprint::read(&program);
    println!(
        "stack of {stack} bytes; at worst {worst}: foot {foot}, {PLIES} plies of {ply}, \
         {besides} besides, {last} for the last, {tick} for the clock"
    );
    assert!(worst <= stack, "{worst} of {stack} bytes");
}
