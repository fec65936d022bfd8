//! The program itself, as another one starts it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &str) -> Output {
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

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{}", output.status);
    assert!(output.stderr.is_empty());
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn it_speaks_until_it_shall_quit_or_nobody_speaks() {
    for end in ["quit\n", ""] {
        let text = said(&run(&[], &format!("uci\nposition startpos\ngo depth 2\nisready\n{end}")));
        assert!(text.contains("uciok\n") && text.contains("readyok\n"), "{text}");
        assert_eq!(text.matches("bestmove ").count(), 1, "{text}");
    }
}

#[test]
fn its_arguments_are_a_command() {
    assert!(said(&run(&["go", "perft", "2"], "")).contains("Nodes searched: 1920"));
    assert!(said(&run(&["--help"], "")).contains("Usage: chuhe-uci"));
    assert!(said(&run(&["-V"], "")).starts_with("chuhe-uci "));
    let bench = || {
        let text = said(&run(&["bench", "3"], ""));
        text.lines().find(|line| line.starts_with("Nodes searched")).unwrap().to_owned()
    };
    assert_eq!(bench(), bench());
}
