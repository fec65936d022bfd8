//! Tests of the program's command line and exit status.

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chuhe-arena")).args(arguments).output().unwrap()
}

#[test]
fn openings_can_be_made_and_used() {
    let made = run(&["openings", "--count", "3", "--plies", "2", "--seed", "7"]);
    assert!(made.status.success());
    let list = String::from_utf8(made.stdout).unwrap();
    assert_eq!(list.lines().count(), 3);
    assert!(list.lines().all(|line| line.starts_with("startpos moves ")), "{list}");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings.txt");
    std::fs::write(&path, list).unwrap();
    let player = "cmd=builtin nodes=20";
    let played = run(&[
        "play",
        "-e",
        player,
        "-e",
        player,
        "-r",
        "2",
        "--max-plies",
        "12",
        "--openings",
        path.to_str().unwrap(),
    ]);
    assert!(played.status.success());
    let told = String::from_utf8(played.stdout).unwrap();
    assert!(told.contains("4/4  Chuhe level 9 "), "{told}");
}

#[test]
fn what_cannot_be_played_is_one_line_and_a_failure() {
    let two = ["play", "-e", "cmd=builtin", "-e"];
    for (more, status, word) in [
        (&["cmd=/no/such/engine"][..], 1, "cmd=/no/such/engine: /no/such/engine cannot be started"),
        (&["cmd=builtin", "-o", "/no/such/list"], 1, "/no/such/list: No such file"),
        (&["cmd=a proto=lines"], 2, "proto=lines begins at the usual start: --plies 0"),
        (&["cmd=builtin", "-e", "cmd=builtin", "--sprt", "0,5"], 2, "--sprt is a test between two"),
        (&["cmd=builtin level=12"], 2, "\"level=12\" means nothing for cmd=builtin"),
        (&["cmd=builtin", "-l", "time=5"], 2, "\"time=5\" is no limit"),
        (&["cmd=builtin", "--sprt", "5,0"], 2, "ELO0 is less than ELO1"),
        (&["cmd=builtin", "--resign", "3"], 2, "2 numbers with commas between them"),
        (&["cmd=builtin", "--resign", "0,900"], 2, "MOVES is at least 1"),
        (&["cmd=builtin", "--draw", "0,10,40"], 2, "MOVES is at least 1"),
        (&["cmd=builtin", "--sprt=-inf,inf"], 2, "ELO0 is less than ELO1"),
        (&["cmd=builtin", "--rounds", "1000000000000"], 2, "is not in 1..=1000000"),
        (&["cmd=builtin", "--rounds", "0"], 2, "is not in 1..=1000000"),
        (&["cmd=builtin", "--resume"], 2, "--results"),
    ] {
        let output = run(&[&two[..], more].concat());
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{error}");
        assert!(error.contains(word), "{error}");
        assert!(status == 2 || error.lines().count() == 1, "{error}");
    }
    let alone = run(&["play", "-e", "cmd=builtin"]);
    assert_eq!(alone.status.code(), Some(2));
}
