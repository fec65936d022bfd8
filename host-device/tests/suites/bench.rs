//! Tests of the search on simulated boards: node counts, cost, and copies.

use chuhe_device_tests::{Machine, THUMB_V6M, THUMB_V7M, build, run};
use std::fs;
use std::path::Path;

/// The node count of the bench with a device's memory, which every platform shares. `device` is the
/// row's name, depth and number of slots.
fn expected_nodes(device: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/bench.csv");
    let text = fs::read_to_string(file).expect("the table of node counts");
    let row = text.lines().find_map(|line| line.strip_prefix(device)?.strip_prefix(','));
    row.expect("a row for the device").to_owned()
}

/// A device with 256 slots, at depth 8.
const HANDHELD: &str = "device,8,256";

#[test]
fn the_board_counts_what_every_machine_counts() {
    let firmware = build(THUMB_V7M, "chuhe-lm3s6965evb", "lm3s6965evb-bench");
    let mut board = Machine::start("lm3s6965evb", &firmware);
    let lines = board.read_until("bench ");
    let line = lines.last().expect("a line");
    let expected = format!("bench {} positions", expected_nodes(HANDHELD));
    assert!(line.starts_with(&expected), "{line}, not {expected}");
}

/// The semihosting output of a program, split into fields.
fn semihosting_output(
    target: &str,
    machine: &str,
    program: &str,
    arguments: &[&str],
) -> Vec<Vec<String>> {
    let firmware = build(target, &format!("chuhe-{machine}"), program);
    let output = run(machine, &firmware, arguments);
    let text = String::from_utf8(output).expect("text");
    text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn sixteen_kibibytes_suffice() {
    let rows = semihosting_output(THUMB_V6M, "microbit", "microbit", &[]);
    let [bench, stack] = rows.as_slice() else { panic!("{rows:?}") };
    assert_eq!(bench[1], expected_nodes("microbit,5,16"));
    println!("stack {} of {} bytes", stack[1], stack[2]);
    assert_ne!(stack[1], stack[2], "the stack overflowed");
}

/// The largest number of instructions per position, and the largest delay after a time limit in
/// milliseconds. The processor executes 50 million instructions per second. The search reads its
/// clock once in 128 positions.
const MOST_INSTRUCTIONS: u64 = 5_500;
const LATE: u64 = 128 * 2 * MOST_INSTRUCTIONS / 50_000;

#[test]
fn limits_are_kept_and_positions_are_cheap() {
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let rows = semihosting_output(THUMB_V7M, "mps2-an386", "mps2-an386", &["-icount", "shift=0"]);
    assert_eq!(rows.len(), 10, "{rows:?}");
    for row in &rows {
        println!("{}", row.join(", "));
        match row[0].as_str() {
            "time" => {
                assert!(number(&row[2]) <= number(&row[1]) + LATE, "{row:?}");
            }
            "bench" => {
                assert_eq!(row[1], expected_nodes(HANDHELD));
                assert!(number(&row[2]) <= MOST_INSTRUCTIONS, "{row:?}");
            }
            "stack" => assert!(number(&row[1]) < number(&row[2]), "{row:?}"),
            _ => assert_eq!(row[1], row[2], "as many positions as allowed, and not one more"),
        }
    }
}

#[test]
fn copies_of_each_length_are_right() {
    let rows = semihosting_output(THUMB_V7M, "mps2-an386", "mps2-an386-copies", &[]);
    assert_eq!(rows.len(), 129);
    for (bytes, row) in rows.iter().enumerate() {
        assert_eq!(row.as_slice(), [bytes.to_string().as_str(), "true"]);
    }
}
