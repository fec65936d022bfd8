//! Contests, from their first game to their last.

use chuhe_arena::contest::Contest;
use chuhe_arena::limit::Limit;
use chuhe_arena::mates::{MateBench, MateProblem};
use chuhe_arena::opening::{Generator, Opening, Openings};
use chuhe_arena::options::Form;
use chuhe_arena::play::{Adjudication, Terms};
use chuhe_arena::schedule::Schedule;
use chuhe_arena::spsa::{Course, Parameter, Spsa, State, Tuning};
use chuhe_arena::stats::Sprt;
use chuhe_core::rules::Rules;
use chuhe_records::read_all;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::Duration;

/// Returns a contest of these players in rounds of two games, from random openings.
fn contest(players: &[&str], rounds: usize) -> Contest {
    let generator = Generator::new(Rules::Xiangqi, 4, 1);
    Contest {
        rules: Rules::Xiangqi,
        entrants: players.iter().map(|words| words.parse().unwrap()).collect(),
        limit: "nodes=200".parse().unwrap(),
        schedule: Schedule { players: players.len(), gauntlet: false, rounds, games: 2 },
        openings: Openings::Random(Box::new(generator)),
        openings_heading: "random plies=4 seed=1".to_owned(),
        concurrency: 2,
        margin: Duration::from_millis(100),
        adjudication: Adjudication { max_plies: Some(300), ..Adjudication::default() },
        sprt: None,
        results: None,
        resume: false,
        pgn: None,
        seed: 1,
        form: Form::Arena,
    }
}

fn fake(behaviour: &str, more: &str) -> String {
    format!("cmd=\"'{}' {behaviour}\" {more}", env!("CARGO_BIN_EXE_fake-engine"))
}

/// The lines that are told, and the table at the end.
fn run(contest: Contest) -> String {
    let mut out = Vec::new();
    contest.run(&AtomicBool::new(false), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn games(told: &str) -> Vec<&str> {
    told.lines().take_while(|line| !line.is_empty()).collect()
}

#[test]
fn a_contest_is_written_down_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let (results, games_file) = (folder.path().join("match.tsv"), folder.path().join("match.pgn"));
    let players = ["cmd=builtin name=A", "cmd=builtin name=B nodes=100"];
    let kept = |rounds, resume| Contest {
        results: Some(results.clone()),
        pgn: Some(games_file.clone()),
        resume,
        // More than there are games.
        concurrency: usize::MAX,
        ..contest(&players, rounds)
    };
    let told = run(kept(2, false));
    assert_eq!(games(&told).len(), 4, "{told}");
    let told = run(kept(3, true));
    assert_eq!(games(&told).len(), 2, "{told}");
    assert!(games(&told)[1].starts_with("6/6  "), "{told}");
    assert!(told.contains("A against B: Elo "), "{told}");

    let text = fs::read_to_string(&results).unwrap();
    let lines: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect();
    let mut numbers: Vec<&str> = lines.iter().map(|line| line[0]).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, ["1", "2", "3", "4", "5", "6"]);
    for line in &lines {
        let twin = lines.iter().find(|twin| twin[1] == line[1] && twin[0] != line[0]).unwrap();
        assert_eq!(
            (twin[2], twin[3], twin[7]),
            (line[3], line[2], line[7]),
            "sides change, openings not"
        );
        assert_eq!(Opening::read_list(Rules::Xiangqi, line[7]).unwrap()[0].game().moves().len(), 4);
    }
    let records = read_all(&fs::read(&games_file).unwrap()).games;
    assert_eq!(records.len(), 6);
    assert!(records.iter().all(|record| record.ending().is_some()));
    let again = kept(3, false).run(&AtomicBool::new(false), &mut Vec::new()).unwrap_err();
    assert!(again.to_string().ends_with("is there already; --resume goes on with it"), "{again}");
}

#[test]
fn a_test_ends_a_contest_as_soon_as_it_has_its_verdict() {
    let players = ["cmd=builtin name=A nodes=400", "cmd=builtin name=B nodes=5"];
    let sprt = Some(Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 });
    let told = run(Contest { sprt, ..contest(&players, 200) });
    let games = games(&told);
    assert!(games.len() < 100, "{told}");
    assert!(games.last().unwrap().ends_with("H1: passed"), "{told}");
}

#[test]
fn a_program_that_fails_has_lost_and_the_line_says_why() {
    for (behaviour, movetime, reason, remark) in [
        ("crash", 60_000, "forfeit", "the program has ended (exit status: 3)"),
        ("illegal", 60_000, "forfeit", "\"a0a9\" is not a legal move"),
        ("flood", 60_000, "forfeit", "flooded with 200000 lines"),
        ("hang", 200, "time", "no move within its time, nor an answer when told to stop"),
    ] {
        let failing = fake(behaviour, &format!("name=F movetime={movetime} option.Hash=1"));
        let told = run(contest(&["cmd=builtin name=A", &failing], 1));
        let games = games(&told);
        assert_eq!(games.len(), 2, "{told}");
        assert!(games.iter().all(|line| line.contains(reason) && line.contains(remark)), "{told}");
        assert!(games[1].contains("+2 =0 -0"), "{told}");
    }
}

/// The engine itself is watched for its time. The contest forgives that of a busy machine.
#[test]
fn no_clock_is_lost_in_fast_games() {
    let engine = fake("chuhe-watched", "tc=0.4+0.02 option.Hash=1");
    let margin = Duration::from_secs(3600);
    let told = run(Contest { margin, ..contest(&[&engine, &engine], 4) });
    assert_eq!(games(&told).len(), 8, "{told}");
    assert!(!told.contains("(time") && !told.contains("forfeit"), "{told}");
    assert!(told.contains("Chuhe 0.1.0 #2"), "{told}");
}

#[test]
fn programs_of_every_protocol_meet_each_other() {
    let players = [
        "cmd=builtin level=2 name=five nodes=50".to_owned(),
        fake("good", "name=uci movetime=60000"),
        fake("chuhe", "name=ucci proto=ucci option.hashsize=1 nodes=50"),
        fake("cecp", "name=cecp proto=cecp movetime=60000"),
        fake("lines {side}", "name=lines proto=lines"),
    ];
    let players: Vec<&str> = players.iter().map(String::as_str).collect();
    let openings = Openings::List(vec![Opening::standard(Rules::Xiangqi)]);
    let adjudication = Adjudication { max_plies: Some(60), ..Adjudication::default() };
    let told = run(Contest { openings, adjudication, ..contest(&players, 1) });
    assert_eq!(games(&told).len(), 20, "{told}");
    assert!(!told.contains("forfeit") && !told.contains("(time"), "{told}");
}

#[test]
fn a_position_that_a_protocol_has_no_words_for_is_no_loss_but_the_end() {
    let lines = fake("lines {side}", "proto=lines");
    let contest = contest(&["cmd=builtin", &lines], 1);
    let error = contest.run(&AtomicBool::new(false), &mut Vec::new()).unwrap_err().to_string();
    assert!(
        error.ends_with("lines has no words for a game that it did not play itself"),
        "{error}"
    );
}

#[test]
fn games_are_ended_where_their_result_is_clear() {
    let players = ["cmd=builtin name=A nodes=2000", "cmd=builtin name=B level=0"];
    let adjudication = Adjudication { resign: Some((2, 300)), ..Adjudication::default() };
    let told = run(Contest { adjudication, ..contest(&players, 2) });
    assert!(told.contains("(adjudication, "), "{told}");
    let adjudication = Adjudication { max_plies: Some(9), ..Adjudication::default() };
    let told = run(Contest { adjudication, ..contest(&players, 1) });
    assert!(
        games(&told).iter().all(|line| line.contains("1/2-1/2") && line.contains("9 plies")),
        "{told}"
    );
}

#[test]
fn an_interrupted_contest_ends_at_once() {
    let players = ["cmd=builtin name=A movetime=60000", "cmd=builtin name=B movetime=60000"];
    let mut out = Vec::new();
    let standings = contest(&players, 50).run(&AtomicBool::new(true), &mut out).unwrap();
    assert_eq!(standings.tally(0, 1).units(), 0);
}

#[test]
fn a_player_who_is_not_there_is_named() {
    for words in ["cmd=/no/such/engine", "cmd=/no/such/engine proto=lines"] {
        let contest = contest(&["cmd=builtin", words], 1);
        let error = contest.run(&AtomicBool::new(false), &mut Vec::new()).unwrap_err().to_string();
        let reason = format!("{words}: /no/such/engine cannot be started");
        assert!(error.starts_with(&reason), "{error}");
    }
}

/// The command line of OpenBench's worker, with two builds of the engine.
#[test]
fn the_worker_of_openbench_is_answered_as_by_fastchess() {
    let folder = tempfile::tempdir().unwrap();
    let (book, games_file) = (folder.path().join("book.epd"), folder.path().join("1.pgn"));
    let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P";
    let lines = [
        format!("{board}/1C2C4/9/RNBAKABNR b - - hmvc 1; fmvn 1;"),
        format!("{board}/1C5C1/9/RNBAKABNR w - - hmvc 0; fmvn 1;"),
    ];
    fs::write(&book, lines.join("\n")).unwrap();
    let engine = env!("CARGO_BIN_EXE_fake-engine");
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
    let play = chuhe_arena::fastchess::read(line.split_whitespace()).unwrap();
    play.check().unwrap();
    let told = run(Box::new(play).contest().unwrap());
    let finished: Vec<&str> =
        told.lines().filter(|line| line.starts_with("Finished game ")).collect();
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
    // The score, the depth and the time of each move.
    let comments: Vec<&str> =
        text.split('{').skip(1).map(|rest| &rest[..rest.find('}').unwrap()]).collect();
    assert!(
        comments.len() > 60
            && comments.iter().all(|comment| {
                let comment = comment.replace('\n', " ");
                comment.ends_with('s') && comment.contains('/')
            }),
        "{comments:?}"
    );
}

/// Returns a tuning of options of the engine, with 6 pairs of games in batches of 2. Below level 2 the
/// engine errs by chance.
fn tuning(options: &str, state: &Path, resume: bool) -> Tuning {
    let course = Course { pairs: 6, alpha: 0.602, gamma: 0.101, stability: 0.1 };
    Tuning {
        rules: Rules::Xiangqi,
        engine: fake("chuhe", "option.Hash=1").parse().unwrap(),
        spsa: Spsa::new(Parameter::read_list(options).unwrap(), course, 5),
        batch: 2,
        openings: Openings::Random(Box::new(Generator::new(Rules::Xiangqi, 2, 1))),
        concurrency: 2,
        terms: Terms {
            limits: [Limit::Nodes(100); 2],
            margin: Duration::ZERO,
            adjudication: Adjudication { max_plies: Some(80), ..Adjudication::default() },
        },
        state: State { path: state.to_owned(), heading: vec!["limit\tnodes=100".to_owned()] },
        resume,
    }
}

/// A writer that counts as an interruption once a line came.
struct Interrupter<'a>(&'a AtomicBool);

impl Write for Interrupter<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.fetch_or(text.contains(&b'\n'), SeqCst);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_tuning_that_was_stopped_goes_on_to_the_same_values() {
    let options = "Contempt, int, 20, 0, 200, 20, 0.5\nSkill Level, int, 5, 2, 9, 3, 0.5";
    let folder = tempfile::tempdir().unwrap();
    let [whole, stopped] = ["whole", "stopped"].map(|name| folder.path().join(name));
    let mut told = Vec::new();
    let running = AtomicBool::new(false);
    let tuned = tuning(options, &whole, false).run(&running, &mut told).unwrap();
    let told = String::from_utf8(told).unwrap();
    assert!(told.starts_with("2/6 pairs  +"), "{told}");
    assert!(told.contains(&format!("\n{}\n{}\n", tuned[0], tuned[1])), "{told}");

    let interrupted = AtomicBool::new(false);
    let first = tuning(options, &stopped, false).run(&interrupted, &mut Interrupter(&interrupted));
    assert_ne!(fs::read(&whole).unwrap(), fs::read(&stopped).unwrap());
    assert_eq!(first.unwrap().len(), 2);
    let again = tuning(options, &stopped, true).run(&running, &mut io::sink()).unwrap();
    assert_eq!(again, tuned);
    assert_eq!(fs::read(&whole).unwrap(), fs::read(&stopped).unwrap());
}

#[test]
fn a_parameter_that_is_no_option_is_refused() {
    let state = tempfile::tempdir().unwrap().path().join("state");
    for (options, fault) in [
        ("Contemt, int, 1, 0, 2, 1, 1", "the engine has no option Contemt that takes 0"),
        ("Contempt, int, 1, 0, 999, 1, 1", "the engine has no option Contempt that takes 999"),
    ] {
        let refused = tuning(options, &state, false).run(&AtomicBool::new(false), &mut io::sink());
        assert_eq!(refused.unwrap_err().to_string(), fault);
        assert!(!state.exists());
    }
}

#[test]
fn the_nodes_to_a_mate_are_counted_and_an_unseen_one_is_told() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/mates_games.csv");
    let table = fs::read_to_string(file).unwrap();
    let mut problems = MateProblem::read_table(Rules::Xiangqi, &table).unwrap();
    assert!(problems.len() >= 200 && problems.iter().all(|one| (3..=8).contains(&one.moves)));
    problems.sort_by_key(|problem| problem.moves);
    problems.truncate(2);
    // A position without a mate.
    let position = Rules::Xiangqi.start();
    problems.push(MateProblem { position, moves: 9, fen: "startpos".to_owned() });
    let engine = fake("chuhe", "option.Hash=1").parse().unwrap();
    let bench = MateBench { engine, rules: Rules::Xiangqi, problems, nodes: 300_000 };
    let mut told = Vec::new();
    bench.run(&AtomicBool::new(false), &mut told).unwrap();
    let told = String::from_utf8(told).unwrap();
    let beginning = "not seen: mate in 9, startpos\nmate in 3: 2 of 2 seen, geometric mean ";
    assert!(told.starts_with(beginning), "{told}");
    assert!(told.contains("\nmate in 9: 0 of 1 seen, "), "{told}");
    assert!(told.contains("\nall: 2 of 3 seen, geometric mean "), "{told}");
}
