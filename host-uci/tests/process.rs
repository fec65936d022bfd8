//! Tests the program by its arguments, its input and its output.

use chuhe_core::nnue::{NetworkHeader, features};
use chuhe_core::rules::Rules;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[impl AsRef<OsStr>], input: &str) -> Output {
    let mut process = Command::new(env!("CARGO_BIN_EXE_chuhe-uci"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    process.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    process.wait_with_output().unwrap()
}

/// Runs the program, checks that it succeeds, and returns its standard output.
fn said(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert!(output.status.success(), "{}", output.status);
    assert!(output.stderr.is_empty());
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the line in which a bench prints the number of nodes.
fn nodes(arguments: &[&str], input: &str) -> String {
    let text = said(arguments, input);
    text.lines().find(|line| line.starts_with("Nodes searched")).unwrap().to_owned()
}

/// Tests that the engine supports chess with `--rules chess` alone, because a chess program does not set `UCI_Variant`.
#[test]
fn it_serves_a_chess_program() {
    let game = "uci\nucinewgame\nposition startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1\nd\n\
                position fen 6k1/P4ppp/8/8/8/8/8/K7 w - - 0 1\ngo depth 3\n";
    let text = said(&["--rules", "chess"], game);
    assert!(text.contains("option name UCI_Variant type combo default chess var "), "{text}");
    let board = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - ";
    assert!(text.contains(board), "{text}");
    // A promotion to a queen or to a rook gives mate.
    assert!(["q", "r"].iter().any(|to| text.contains(&format!("bestmove a7a8{to}"))), "{text}");
    assert!(said(&["--rules", "chess", "go", "perft", "2"], "").contains("searched: 400"));
}

#[test]
fn arguments_without_a_meaning_are_refused() {
    let no_command = "is no command; --help";
    for (arguments, fault) in [
        (&["--rules", "shogi"][..], "xiangqi zhonggong chess"),
        (&["--rules"], "a value is required for '--rules <NAME>'"),
        (&["--hash", "5"], no_command),
        (&["joho"], no_command),
        (&["bench", "deep"], no_command),
        (&[""], no_command),
    ] {
        let output = run(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(fault), "{output:?}");
    }
    #[cfg(unix)]
    {
        let no_text = <OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(b"\xff");
        assert_eq!(run(&[no_text], "").status.code(), Some(2));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_the_system_refuses_is_told_of() {
    let program = || Command::new(env!("CARGO_BIN_EXE_chuhe-uci"));
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    for (output, word) in [
        // The system refuses a stack of this size.
        (program().env("RUST_MIN_STACK", (1_u64 << 60).to_string()).output(), "chuhe-uci: "),
        (program().arg("d").stdout(full()).output(), "chuhe-uci: the output cannot be written: "),
        (program().arg("d").stdout(full()).stderr(full()).output(), ""),
    ] {
        let output = output.unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && error.starts_with(word), "{output:?}");
    }
}

/// A build for tuning has the parameters of the search as options, each with its bounds.
#[cfg(feature = "tune")]
#[test]
fn parameters_can_be_set() {
    let nodes = |settings: &str| nodes(&[], &format!("{settings}bench 5\n"));
    let usual = nodes("");
    let text = said(&[], "uci\nspsa\n");
    let mut changed = 0;
    for line in text.lines().filter(|line| line.contains(", int, ")) {
        let words: Vec<&str> = line.split(", ").collect();
        let &[name, "int", default, min, max, step, "0.002"] = &words[..] else { panic!("{line}") };
        let option =
            format!("option name {name} type spin default {default} min {min} max {max}\n");
        assert!(text.contains(&option) && step.parse::<i32>().unwrap() > 0, "{line}");
        assert_eq!(nodes(&format!("setoption name {name} value {}9\n", max)), usual, "{name}");
        let found = nodes(&format!("setoption name {name} value {min}\n"));
        changed += i32::from(found != usual);
    }
    assert!(changed > 25, "{changed} parameters have an effect");
}

#[cfg(not(feature = "tune"))]
#[test]
fn a_usual_build_has_no_parameters() {
    let text = said(&[], "uci\nspsa\nsetoption name null_move_depth value 1\nbench 3\n");
    assert!(!text.contains("null_move") && text.contains("not made for tuning"), "{text}");
}

#[test]
fn its_arguments_are_a_command() {
    assert!(said(&["go", "perft", "2"], "").contains("Nodes searched: 1920"));
    let help = said(&["--help"], "");
    assert!(help.contains("Usage: chuhe-uci"), "{help}");
    for rules in Rules::PLAYABLE {
        assert!(help.contains(rules.name()), "{rules} is missing:\n{help}");
    }
    // The version ends with the commit in parentheses. Without a commit they contain `debug` or `unknown`.
    let version = said(&["-V"], "");
    assert!(version.starts_with("chuhe-uci ") && version.trim_end().ends_with(')'), "{version}");
    assert_eq!(nodes(&["bench", "3"], ""), nodes(&["bench", "3"], ""));
}

/// Writes the file of a network that evaluates every position as even.
fn write_even_network(path: &Path, rules: Rules) {
    let features = features(rules).unwrap();
    let header = NetworkHeader { rules, neurons: 16, features, scale: 400 };
    let numbers = vec![0; header.bytes() - header.write(&[]).len()];
    fs::write(path, [&header.write(&numbers)[..], &numbers].concat()).unwrap();
}

#[test]
fn the_network_that_was_asked_for_evaluates() {
    let folder = tempfile::tempdir().unwrap();
    let [even, other, none] =
        ["even.nn", "other.nn", "none.nn"].map(|name| folder.path().join(name));
    write_even_network(&even, Rules::Xiangqi);
    write_even_network(&other, Rules::Zhonggong);
    let [even, other, none] = [&even, &other, &none].map(|path| path.display());
    // Red is a chariot ahead.
    let input = format!(
        "ucci\nposition fen 3k5/9/9/9/9/9/9/9/9/R3K4 w\ngo depth 0\n\
         setoption evalfile {even}\ngo depth 0\n\
         setoption evalfile {none}\ngo depth 0\n\
         setoption evalfile {other}\ngo depth 0\n\
         setoption evalfile {even}\nsetoption usennue false\ngo depth 0\n\
         setoption usennue true\ngo depth 0\n\
         setoption evalfile <empty>\ngo depth 0\nquit\n"
    );
    let text = said(&[], &input);
    let (_, text) = text.split_once("ucciok\n").unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| *line != "nobestmove").collect();
    let [
        built_in,
        "info depth 0 score 0",
        refused,
        "info depth 0 score 0",
        unused,
        // The network for Zhonggong xiangqi does not replace the network for xiangqi.
        "info depth 0 score 0",
        by_hand,
        "info depth 0 score 0",
        built_in_again,
        "bye",
    ] = lines[..]
    else {
        panic!("{text}");
    };
    assert!(refused.contains(&format!("no network from {none}: ")), "{refused}");
    assert!(unused.contains(&format!("{other} is for zhonggong")), "{unused}");
    assert_eq!(built_in, built_in_again);
    assert_ne!(built_in, by_hand);

    let input = format!("setoption name EvalFile value {even}\nposition startpos\ngo depth 4\n");
    let text = said(&[], &input);
    assert!(text.contains("info depth 4 ") && text.contains(" score cp 0 "), "{text}");
    assert!(text.contains("bestmove ") && !text.contains("info string"), "{text}");
}
