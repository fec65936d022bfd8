//! Tests whole contests, from the first game to the last.

use chuhe_core::rules::Rules;
use chuhe_records::read_all;
use chuhe_workshop::arena::command_line::CommandLine;
use chuhe_workshop::arena::contest::Contest;
use chuhe_workshop::arena::opening::Opening;
use chuhe_workshop::tune::mate_bench::{ForcedMate, MateBench};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// Returns the path of an engine that behaves, or misbehaves, as its first argument says.
fn engine() -> String {
    let test = std::env::current_exe().unwrap();
    let examples = test.parent().unwrap().with_file_name("examples");
    examples.join("fake-engine").display().to_string()
}

/// Returns the contest of a command line, with short games unless the line says otherwise.
fn contest(line: &str) -> Contest {
    let line = format!("-each nodes=200 timemargin=100 -maxmoves 150 -concurrency 2 {line}");
    let words: Vec<String> = shlex::split(&line).unwrap();
    let line = CommandLine::read(words.iter().map(String::as_str));
    line.unwrap().contest().unwrap()
}

fn fake(behaviour: &str, more: &str) -> String {
    format!("-engine cmd='{}' args='{behaviour}' {more}", engine())
}

fn run(line: &str) -> String {
    let mut out = Vec::new();
    contest(line).run(&AtomicBool::new(false), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn games(told: &str) -> Vec<&str> {
    told.lines().filter(|line| line.starts_with("Finished game ")).collect()
}

#[test]
fn a_contest_is_written_down_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let (results, games_file) = (folder.path().join("match.tsv"), folder.path().join("match.pgn"));
    let line = format!(
        "-engine cmd=builtin name=A -engine cmd=builtin name=B nodes=100 -openings random=4 \
         -results file='{}' -pgnout file='{}'",
        results.display(),
        games_file.display()
    );
    let told = run(&format!("{line} -rounds 2"));
    assert_eq!(games(&told).len(), 4, "{told}");
    let told = run(&format!("{line} -rounds 3 -resume"));
    assert_eq!(games(&told).len(), 2, "{told}");
    assert!(told.contains("\nGames: 6, Wins: "), "{told}");
    // Simulates a power cut after the last result was written, but before the moves of that game were written.
    let text = fs::read_to_string(&games_file).unwrap();
    fs::write(&games_file, &text[..text.rfind("[Game ").unwrap()]).unwrap();
    assert_eq!(games(&run(&format!("{line} -rounds 3 -resume"))).len(), 1);
    let told = run(&format!("{line} -rounds 9 -resume -sprt elo0=-3000 elo1=-2000"));
    assert!(told.contains("H1 was accepted") && !told.contains("Started game"), "{told}");

    let text = fs::read_to_string(&results).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let lines: Vec<Vec<&str>> = lines.map(|line| line.split('\t').collect()).collect();
    let mut numbers: Vec<&str> = lines.iter().map(|line| line[0]).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, ["1", "2", "3", "4", "5", "6"]);
    for line in &lines {
        let twin = lines.iter().find(|twin| twin[1] == line[1] && twin[0] != line[0]).unwrap();
        let expected = (line[3], line[2], line[7]);
        assert_eq!((twin[2], twin[3], twin[7]), expected, "sides change, openings not");
        assert_eq!(Opening::read_list(Rules::Xiangqi, line[7]).unwrap()[0].game().moves().len(), 4);
    }
    let records = read_all(&fs::read(&games_file).unwrap()).games;
    assert_eq!(records.len(), 6);
    assert!(records.iter().all(|record| record.ending().is_some()));
    let refused = |line: &str| contest(line).run(&AtomicBool::new(false), &mut Vec::new());
    let again = refused(&line).unwrap_err();
    assert!(again.ends_with("is there already; -resume goes on with it"), "{again}");
    // The seventh game names a player 3, who does not exist. It is on line 13, after six lines of heading.
    fs::write(&results, format!("{text}7\t4\t1\t3\t1-0\tcheckmate\t81\tstartpos\t\n")).unwrap();
    let wrong = refused(&format!("{line} -resume")).unwrap_err();
    assert!(wrong.ends_with(", line 13: not the result of a game"), "{wrong}");
}

/// A limit of one block for each file (512 or 1,024 bytes, depending on the shell) acts like a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_half_of_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.pgn");
    fs::write(&file, "Games.\n".repeat(70)).unwrap();
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" -engine cmd=builtin \
                  -engine cmd=builtin level=0 -each nodes=50 -maxmoves 60 -pgnout \"$1\"";
    let mut shell = Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_chuhe-arena")]).arg(&file);
    assert_eq!(shell.output().unwrap().status.code(), Some(1));
    assert_eq!(fs::read_to_string(&file).unwrap(), "Games.\n".repeat(70));
}

#[test]
fn contests_are_told_as_in_the_table() {
    let engine = engine();
    for row in include_str!("contests.txt").lines().filter(|row| !row.starts_with('#')) {
        let (line, texts) = row.split_once(" | ").unwrap();
        let told = run(&line.replace("{engine}", &engine));
        for text in texts.split(" | ") {
            let (count, text) = text.split_once(' ').unwrap();
            let found = told.matches(text).count();
            let fits = if count == "+" { found > 0 } else { found.to_string() == count };
            assert!(fits, "{line}: {text:?} is told {found} times in\n{told}");
        }
    }
}

#[test]
fn a_position_that_a_protocol_has_no_words_for_is_no_loss_but_the_end() {
    let lines = fake("lines {side}", "proto=lines");
    let mut contest = contest(&format!("-engine cmd=builtin {lines} -rounds 1"));
    contest.openings.list = Opening::read_list(contest.rules, "startpos moves h2e2").unwrap();
    let error = contest.run(&AtomicBool::new(false), &mut Vec::new()).unwrap_err().to_string();
    let fault = "lines has no words for a game that it did not play itself";
    assert!(error.ends_with(fault), "{error}");
}

#[test]
fn an_interrupted_contest_ends_at_once() {
    let line = "-engine cmd=builtin st=60 -engine cmd=builtin st=60 -rounds 50";
    let mut out = Vec::new();
    let standings = contest(line).run(&AtomicBool::new(true), &mut out).unwrap();
    assert_eq!(standings.tally(0, 1).units(), 0);
}

/// The output of a contest, and the flag that interrupts it. The flag is set when the second game begins.
struct UntilSecondGame<'a>(Vec<u8>, &'a AtomicBool);

impl Write for UntilSecondGame<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.fetch_or(bytes.starts_with(b"Started game 2 "), SeqCst);
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_program_that_is_not_ready_when_a_contest_ends_has_not_lost() {
    let line =
        format!("{} -engine cmd=builtin -rounds 50 -concurrency 1", fake("one-game", "st=60"));
    let interrupted = AtomicBool::new(false);
    let mut out = UntilSecondGame(Vec::new(), &interrupted);
    contest(&line).run(&interrupted, &mut out).unwrap();
    assert_eq!(games(&String::from_utf8(out.0).unwrap()).len(), 1);
}

/// Runs a contest with the command line that OpenBench's worker uses for two builds of an engine.
#[test]
fn the_worker_of_openbench_is_answered_as_by_fastchess() {
    let folder = tempfile::tempdir().unwrap();
    let (book, games_file) = (folder.path().join("book.epd"), folder.path().join("1.pgn"));
    let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P";
    let lines = [
        format!("{board}/1C2C4/9/RNBAKABNR b - - bm b9c7; c0 \"two moves\";"),
        format!("{board}/1C5C1/9/RNBAKABNR w - - hmvc 0; fmvn 1;"),
        "startpos moves h2e2 h9g7".to_owned(),
    ];
    // The comment is in GBK.
    fs::write(&book, [&b"# \xc5\xda\n"[..], lines.join("\n").as_bytes()].concat()).unwrap();
    let engine = engine();
    let line = format!(
        "-repeat -recover -variant xiangqi -testEnv -concurrency 2 -games 6 -maxmoves 150 \
         -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10 \
         -engine cmd={engine} args=chuhe proto=uci tc=inf nodes=400 option.Hash=1 name=A-dev \
         -engine cmd={engine} args=chuhe proto=uci tc=inf nodes=60 option.Hash=1 name=B-base \
         -openings file={} format=epd order=random start=2 -srand 7 -ratinginterval 4 \
         -pgnout file={} seldepth=true nodes=true",
        book.display(),
        games_file.display()
    );
    let played = program(&line);
    assert!(played.status.success());
    let told = String::from_utf8(played.stdout).unwrap();
    assert!(told.ends_with("\nTournament finished\n"), "{told}");
    let finished = games(&told);
    assert_eq!(finished.len(), 6, "{told}");
    assert!(told.contains("Started game 1 of 6 (A-dev vs B-base)\n"), "{told}");
    assert_eq!(told.matches("Started game ").count(), 6, "{told}");
    for line in finished {
        let words: Vec<&str> = line.split(' ').collect();
        let number: u32 = words[2].parse().unwrap();
        let players = if number % 2 == 1 { "(A-dev vs B-base):" } else { "(B-base vs A-dev):" };
        assert_eq!(words[3..6].join(" "), players, "{line}");
        assert!(["1-0", "0-1", "1/2-1/2"].contains(&words[6]), "{line}");
        assert!(line.contains(" {") && line.ends_with('}'), "{line}");
    }
    assert_eq!(told.matches("Results of A-dev vs B-base:\n").count(), 2, "{told}");
    assert!(told.contains("\nGames: 6, Wins: ") && told.contains("\nPtnml(0-2): ["), "{told}");
    let games = read_all(&fs::read(&games_file).unwrap());
    assert_eq!((games.games.len(), games.faults.len()), (6, 0));
    let text = fs::read_to_string(&games_file).unwrap();
    assert!(text.contains("[TimeControl \"nodes=400 / nodes=60\"]"), "{text}");
    // Each move after the opening has a comment with score, depth and time.
    let (book, comments): (Vec<&str>, Vec<&str>) = text
        .split('{')
        .skip(1)
        .map(|rest| &rest[..rest.find('}').unwrap()])
        .partition(|comment| *comment == "book");
    assert_eq!(book.len(), 4, "two games have two plies each");
    let is_whole = |comment: &&str| comment.ends_with('s') && comment.contains('/');
    assert!(comments.len() > 60 && comments.iter().all(is_whole), "{comments:?}");
}

#[test]
fn the_nodes_to_a_mate_are_counted_and_an_unseen_one_is_told() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/mates_games.csv");
    let text = fs::read_to_string(&table).unwrap();
    let mut mates = ForcedMate::read_table(Rules::Xiangqi, &text).unwrap();
    assert!(mates.len() >= 200 && mates.iter().all(|one| (3..=8).contains(&one.moves)));
    mates.sort_by_key(|mate| mate.moves);
    mates.truncate(2);
    // The start position has no forced mate.
    mates.push(ForcedMate { position: Rules::Xiangqi.start(), moves: 9 });
    let words = format!("cmd=\"'{}' chuhe\" option.Hash=1", engine());
    let engine = words.parse().unwrap();
    let bench = MateBench { table, engine, variant: Rules::Xiangqi, nodes: 300_000 };
    let mut told = Vec::new();
    bench.measure(&mates, &mut told).unwrap();
    let told = String::from_utf8(told).unwrap();
    assert!(told.starts_with("not seen: rnbakabnr/"), "{told}");
    for line in ["mate in 3: 2 of 2 seen, ", "mate in 9: 0 of 1 seen, ", "all: 2 of 3 seen, "] {
        assert!(told.contains(&format!("\n{line}geometric mean ")), "{told}");
    }
}

fn program(line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chuhe-arena")).args(line.split(' ')).output().unwrap()
}

#[test]
fn what_cannot_be_played_is_said_and_a_failure() {
    let two = "-engine cmd=builtin -each nodes=20 -engine";
    for (more, status, word) in [
        ("cmd=/none", 1, "cmd=/none nodes=20: /none cannot be started"),
        ("cmd=/none proto=lines", 1, "cmd=/none proto=lines nodes=20: /none cannot be started"),
        ("cmd=builtin -openings file=/no/such/list", 1, "/no/such/list: No such file"),
        ("cmd=builtin level=12", 2, "\"level=12\" means nothing for cmd=builtin"),
    ] {
        let output = program(&format!("{two} {more}"));
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{error}");
        assert!(error.contains(word), "{error}");
        assert!(status == 2 || error.lines().count() == 1, "{error}");
    }
    for (option, word) in [("--help", "-engine KEY=VALUE"), ("--version", "chuhe-arena 0.")] {
        let told = program(option);
        assert!(told.status.success());
        assert!(String::from_utf8(told.stdout).unwrap().contains(word), "{option}");
    }
}
