//! Tests programs on simulated boards: node counts and cost of the search, copies of memory, the log of defmt.

use crate::pair::LocalHandheld;
use crate::qemu::{Board, Build, Machine, build, run};
use chuhe_device::Button::{Select, Up};
use defmt_decoder::Table;
use std::fs;
use std::path::Path;

/// Returns the node count of the bench, which is the same on every platform. `device` is `NAME,DEPTH,SLOTS`.
fn expected_nodes(device: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/bench.csv");
    let text = fs::read_to_string(file).expect("the table of node counts");
    let row = text.lines().find_map(|line| line.strip_prefix(device)?.strip_prefix(','));
    row.expect("a row for the device").to_owned()
}

fn fields<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<Vec<String>> {
    lines.map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

fn semihosting_output(machine: &str, how: Build, program: &str) -> Vec<Vec<String>> {
    let output = run(machine, &build(how, program));
    fields(String::from_utf8(output).expect("text").lines())
}

#[test]
fn sixteen_kibibytes_suffice() {
    let rows = semihosting_output("microbit", Build::Microbit, "microbit");
    let [bench, stack] = rows.as_slice() else { panic!("{rows:?}") };
    assert_eq!(bench[1], expected_nodes("microbit,5,16"));
    println!("stack {} of {} bytes", stack[1], stack[2]);
    assert_ne!(stack[1], stack[2], "the stack overflowed");
}

/// The time of a clock cycle of the board, and the time of an instruction in QEMU, in nanoseconds.
const CYCLE: u64 = 20;
const INSTRUCTION: u64 = 32;

/// The largest number of instructions per position, and the largest delay after a time limit, in
/// milliseconds. The search reads its clock every 128 positions.
const MOST_INSTRUCTIONS: u64 = 5_500;
const LATE: u64 = 128 * 2 * MOST_INSTRUCTIONS * INSTRUCTION / 1_000_000;

#[test]
fn limits_are_kept_and_positions_are_cheap() {
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let mut board = Machine::start(Board::Lm3s6965evb, &build(Build::Speed, "lm3s6965evb-bench"));
    let rows = fields(board.read_until("stack,").iter().map(String::as_str));
    assert_eq!(rows.len(), 10, "{rows:?}");
    for row in &rows {
        let each = |nodes: &String, cycles: &String| {
            let each = number(cycles) * CYCLE / INSTRUCTION / number(nodes);
            println!("{}: {nodes} positions, {each} instructions each", row[0]);
            each
        };
        match row.as_slice() {
            [name, limit, millis] if name == "time" => {
                println!("{limit} ms: {millis} ms");
                assert!(number(millis) <= number(limit) + LATE, "{row:?}");
            }
            [name, nodes, cycles] if name == "bench" => {
                // This bench searches to depth 8 with a table of 256 slots.
                assert_eq!(*nodes, expected_nodes("device,8,256"));
                assert!(each(nodes, cycles) <= MOST_INSTRUCTIONS, "{row:?}");
            }
            [name, used, size] if name == "stack" => {
                println!("stack {used} of {size} bytes");
                assert!(number(used) < number(size), "{row:?}");
            }
            [_, limit, nodes, _, cycles] => {
                each(nodes, cycles);
                assert_eq!(limit, nodes, "as many positions as allowed, and not one more");
            }
            _ => panic!("{row:?}"),
        }
    }
}

#[test]
fn copies_of_each_length_are_right() {
    let rows = semihosting_output("lm3s6965evb", Build::Release, "lm3s6965evb-copies");
    assert_eq!(rows.len(), 129);
    for (bytes, row) in rows.iter().enumerate() {
        assert_eq!(row.as_slice(), [bytes.to_string().as_str(), "true"]);
    }
}

/// Returns the log level and the text of each message in `frames`.
fn decoded(firmware: &[u8], frames: &[u8]) -> Vec<(String, String)> {
    let table = Table::parse(firmware).expect("a valid table").expect("a table of messages");
    let mut decoder = table.new_stream_decoder();
    decoder.received(frames);
    let mut messages = Vec::new();
    while let Ok(frame) = decoder.decode() {
        let level = frame.level().expect("every message has a level");
        messages.push((level.as_str().to_owned(), frame.display_message().to_string()));
    }
    messages
}

#[test]
fn moves_scores_and_errors_are_logged() {
    let firmware = build(Build::Log, "lm3s6965evb-log");
    let frames = run("lm3s6965evb", &firmware);
    let mut logged = decoded(&fs::read(&firmware).expect("the firmware"), &frames);
    let (level, refused) = logged.pop().expect("messages");
    assert_eq!((level.as_str(), refused.as_str()), ("error", "refused: e3e4 is not a legal move"));

    let mut here = LocalHandheld::new();
    here.press(&[Up, Up, Up, Select, Up, Select]);
    let told = here.logged();
    assert!(told.iter().any(|line| line.starts_with("red plays e3e4")), "{told:?}");
    assert!(told.iter().any(|line| line.contains(", score ")), "{told:?}");
    assert!(logged.iter().all(|(level, _)| level == "info"), "{logged:?}");
    assert!(logged.iter().map(|(_, line)| line).eq(&told), "{logged:?} and not {told:?}");
}
