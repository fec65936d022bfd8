//! Tests the memory that programs take: flash, statics, and the worst case of the stack.

use crate::qemu::{Build, build};
use object::{Object, ObjectSection, ObjectSymbol, SectionFlags, elf};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// (title, build, program, flash, statics): the most bytes that a program may take in flash and for statics.
const LIMITS: [(&str, Build, &str, u64, u64); 5] = [
    // At least 12,000 bytes of the board's 262,144 bytes of flash stay free.
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
/// The largest number of nested searches that exclude the move of the transposition table. Each halves the depth, so
/// depth 21 allows two, of depths 10 and 4. Below depth 6 no search is nested, and the depth does not grow. At depth 6
/// or more, each ply raises the depth by at most 1. Seven plies can raise depth 6 to 13, and a nested search halves 13.
const SINGULAR: u64 = 2 + PLIES / 7;

/// The beginnings of the names of the functions from the start of the program to the root of the search.
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
/// The parts of a function's name that tell its game. Functions of different games never call each other.
const GAMES: [&str; 2] = ["XiangqiRules", "Zhonggong"];
/// The beginnings of the names of all functions of the rules. Calls of these functions nest at most five deep.
const RULES: [&str; 3] =
    ["<chuhe_core::rules::", "chuhe_core::rules::", "<chuhe_core::any::AnyPosition as"];

/// Adds up the worst case of the stack: the main loop, the longest variation, nested searches, and
/// the last ply. Every function on the way counts with its frame. An inlined function has no frame.
#[test]
fn the_stack_bears_the_longest_line() {
    let program = build(Build::Release, "lm3s6965evb");
    let frames = StackFrames::read(&program);
    let search =
        |name: &str| frames.largest(&format!("<chuhe_core::search::state::Search>::{name}"));
    let of_kind =
        |name: &str, pv: bool| search(&format!("{name}::<chuhe_core::any::AnyPosition, {pv}>"));

    let foot: u64 = FOOT.iter().map(|name| frames.largest(name)).sum();
    // A node reaches the next ply by a move, a null move or a capture. A node of the principal
    // variation makes no null move.
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
    // One node of the variation calls the quiescence search without a move, so both are on the same ply.
    let last = ply.max(search("alpha_beta::<") + quiescence) + calls;

    // The clock's interrupt needs space for the registers that the processor saves, and for the handler's frame.
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

/// The memory that a program takes, in bytes. The stack gets the memory that the statics do not use.
#[derive(Clone, Copy, Debug)]
struct Footprint {
    flash: u64,
    statics: u64,
    stack: u64,
}

impl Footprint {
    fn read(program: &Path) -> Self {
        let bytes = fs::read(program).expect("the program can be read");
        let file = object::File::parse(&*bytes).expect("an ELF file");
        let (mut flash, mut statics) = (0, 0);
        for section in file.sections() {
            let SectionFlags::Elf { sh_flags } = section.flags() else { panic!("an ELF file") };
            if sh_flags & u64::from(elf::SHF_ALLOC) == 0 {
                continue;
            }
            let writable = sh_flags & u64::from(elf::SHF_WRITE) != 0;
            let zeroed = section.kind() == object::SectionKind::UninitializedData;
            statics += if writable { section.size() } else { 0 };
            // The initial values of variables are in flash, too.
            flash += if zeroed { 0 } else { section.size() };
        }
        let address = |name| {
            let symbol = file.symbols().find(|symbol| symbol.name() == Ok(name));
            symbol.expect("a symbol of cortex-m-rt").address()
        };
        Self { flash, statics, stack: address("_stack_start") - address("__sheap") }
    }
}

/// The functions of a program and their stack frames, in bytes.
struct StackFrames {
    frames: Vec<(String, u64)>,
    /// The names of all functions, including functions that are inlined everywhere.
    functions: HashSet<String>,
}

impl StackFrames {
    /// Reads the frames of a program that was built with [`Build::Release`](crate::qemu::Build).
    fn read(program: &Path) -> Self {
        let bytes = fs::read(program).expect("the program can be read");
        let file = object::File::parse(&*bytes).expect("an ELF file");
        let data = |name| {
            let section = file.section_by_name(name).expect("a section of the program");
            section.data().expect("the section can be read")
        };
        let mut rest = data(".stack_sizes");
        let mut frames = Vec::new();
        while let Some((address, after)) = rest.split_first_chunk::<4>() {
            let address = u64::from(u32::from_le_bytes(*address));
            let len = after.iter().position(|byte| byte & 0x80 == 0).expect("a number ends") + 1;
            let (number, after) = after.split_at(len);
            // The number is in LEB128: seven bits a byte, the lowest bits first.
            let size = number.iter().rev().fold(0, |sum, byte| sum << 7 | u64::from(byte & 0x7f));
            // The lowest bit of an address only marks Thumb code, so it is ignored.
            let named = file.symbols().filter(|symbol| symbol.address() & !1 == address & !1);
            let names = named.filter_map(|symbol| symbol.name().ok());
            frames.extend(names.map(|name| (demangled(name), size)));
            rest = after;
        }
        let texts = data(".debug_str").split(|byte| *byte == 0);
        let names = texts.filter(|text| text.starts_with(b"_R"));
        let names = names.filter_map(|name| std::str::from_utf8(name).ok());
        let mut functions: HashSet<String> = names.map(demangled).collect();
        functions.extend(frames.iter().map(|(name, _)| name.clone()));
        Self { frames, functions }
    }

    /// Returns the largest frame of the functions whose names begin with `beginning`. It is 0 if the compiler
    /// inlined all these functions. Then their variables are in the frames of their callers.
    fn largest(&self, beginning: &str) -> u64 {
        let begins = |name: &str| name.starts_with(beginning);
        let is_known = self.functions.iter().any(|name| begins(name));
        assert!(is_known, "no function's name begins with {beginning}");
        self.sum_of_largest(1, begins)
    }

    fn sum_of_largest(&self, count: usize, counts: impl Fn(&str) -> bool) -> u64 {
        let counted = self.frames.iter().filter(|(name, _)| counts(name));
        let mut sizes: Vec<u64> = counted.map(|&(_, size)| size).collect();
        sizes.sort_unstable_by(|one, other| other.cmp(one));
        sizes.iter().take(count).sum()
    }
}

fn demangled(name: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(name))
}
