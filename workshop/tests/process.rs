//! Tests of the program's command line and exit status.

use std::process::{Command, Output};

fn run(line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chuhe-arena")).args(line.split(' ')).output().unwrap()
}

#[test]
fn a_contest_is_played_from_a_list_of_openings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings.txt");
    std::fs::write(&path, "startpos moves h2e2 h9g7\nstartpos moves b2e2\n").unwrap();
    let player = "-engine cmd=builtin nodes=20";
    let played =
        run(&format!("{player} {player} -rounds 2 -maxmoves 6 -openings file={}", path.display()));
    assert!(played.status.success());
    let told = String::from_utf8(played.stdout).unwrap();
    assert_eq!(told.matches("\nFinished game ").count(), 4, "{told}");
    assert!(told.ends_with("\nTournament finished\n"), "{told}");
}

#[test]
fn what_cannot_be_played_is_said_and_a_failure() {
    let two = "-engine cmd=builtin -each nodes=20 -engine";
    for (more, status, word) in [
        ("cmd=/no/such/engine", 1, ": /no/such/engine cannot be started"),
        ("cmd=builtin -openings file=/no/such/list", 1, "/no/such/list: No such file"),
        ("cmd=builtin level=12", 2, "\"level=12\" means nothing for cmd=builtin"),
        ("cmd=builtin -resume", 2, "-resume needs the file of -results"),
    ] {
        let output = run(&format!("{two} {more}"));
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{error}");
        assert!(error.contains(word), "{error}");
        assert!(status == 2 || error.lines().count() == 1, "{error}");
    }
    for (option, word) in [("--help", "-engine KEY=VALUE"), ("--version", "chuhe-arena 0.")] {
        let told = run(option);
        assert!(told.status.success());
        assert!(String::from_utf8(told.stdout).unwrap().contains(word), "{option}");
    }
}
