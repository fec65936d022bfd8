//! Tests the drivers of other programs, with the fake engine and the scripts of `tests/data/engines`.

use chuhe_core::notation::{self, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Clock, Game, Position};
use chuhe_host::analysis::{Analyser, AnalysisRequest};
use chuhe_host::engine::{Answer, Budget, Decision, Engine, EngineError, Info, QueryControl, Spec};
use chuhe_tests::rows;
use chuhe_tests::script::{self, ScriptLine, number};
use chuhe_tests::wait::PATIENCE;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

const SOON: Duration = Duration::from_millis(300);

fn start(behaviour: &str, more: &str) -> Result<Engine, EngineError> {
    let program = env!("CARGO_BIN_EXE_fake-engine");
    let spec = format!("cmd=\"'{program}' {behaviour}\" {more}");
    Engine::start(spec.parse().unwrap(), Rules::Xiangqi)
}

fn new_game() -> Game<AnyPosition> {
    Game::new(Rules::Xiangqi.start())
}

fn ask(
    engine: &mut Engine,
    game: &Game<AnyPosition>,
    depth: Option<u8>,
    patience: Duration,
) -> Result<Answer, EngineError> {
    let movetime = if depth.is_none() { Some(1000) } else { None };
    let budget = Budget { movetime, depth, ..Budget::default() };
    engine.think(game, &budget, Instant::now() + patience, &QueryControl::default(), &mut |_| {})
}

#[test]
fn good_engines_play_in_every_protocol() {
    for (at, [behaviour, more]) in rows("engine_protocols.csv") {
        let mut engines = [(); 2].map(|()| start(&behaviour, &more).unwrap());
        for _ in 0..2 {
            let mut game = new_game();
            engines.iter_mut().for_each(|engine| engine.new_game().unwrap());
            for ply in 0..12 {
                let depth = (behaviour == "chuhe").then_some(1);
                let answer = ask(&mut engines[ply % 2], &game, depth, PATIENCE);
                match answer.map(|answer| answer.decision) {
                    Ok(Decision::Play { mv, .. }) => game.play(mv).unwrap(),
                    other => panic!("{at}: {other:?}"),
                }
            }
        }
        engines.into_iter().for_each(Engine::quit);
    }
}

#[test]
fn each_misbehaviour_is_met_with_a_clear_word() {
    for (at, [behaviour, more, patience, word]) in rows("engine_faults.txt") {
        if cfg!(not(unix)) && behaviour == "closes" {
            continue;
        }
        let patience = if patience == "short" { SOON } else { PATIENCE };
        let mut engine = start(&behaviour, &more).unwrap();
        for _ in 0..2 {
            let game = new_game();
            let heard = engine.new_game().and_then(|()| ask(&mut engine, &game, None, patience));
            assert_eq!(heard.unwrap_err().to_string(), word, "{at}");
        }
    }
}

#[test]
fn a_question_can_be_taken_back_at_any_time() {
    for behaviour in ["late", "hang", "chuhe"] {
        let mut engine = start(behaviour, "").unwrap();
        engine.new_game().unwrap();
        let cancel = QueryControl::default();
        let asked = Instant::now();
        let heard = std::thread::scope(|scope| {
            let answer = scope.spawn(|| {
                let (budget, deadline) = (Budget::default(), Instant::now() + PATIENCE);
                engine.think(&new_game(), &budget, deadline, &cancel, &mut |_| {})
            });
            cancel.cancel();
            answer.join().unwrap()
        });
        let error = heard.unwrap_err();
        assert!(matches!(error, EngineError::Cancelled | EngineError::Hung), "{error}");
        assert!(asked.elapsed() < PATIENCE / 2);
        // The cancelled question has no effect on the next one.
        engine.new_game().unwrap();
        let patience = if behaviour == "chuhe" { PATIENCE } else { SOON };
        let next = ask(&mut engine, &new_game(), Some(2), patience);
        assert_eq!(next.is_ok(), behaviour == "chuhe", "{next:?}");
    }
}

/// The end of an engine also ends the processes that it started, even those that left its process group.
#[cfg(target_os = "linux")]
#[test]
fn nobody_is_left_behind() {
    use chuhe_tests::wait::wait_until;
    use std::fs;

    let folder = tempfile::tempdir().unwrap();
    for behaviour in ["stray", "stray-apart"] {
        let number = folder.path().join(behaviour);
        let mut engine = start(&format!("{behaviour} '{}'", number.display()), "ranks=0").unwrap();
        ask(&mut engine, &new_game(), None, PATIENCE).unwrap_err();
        let process = fs::read_to_string(number).expect("the engine wrote it before it ended");
        let stat = format!("/proc/{process}/stat");
        // A zombie (`Z`) has ended, too.
        wait_until("the end of a process", || match fs::read_to_string(&stat) {
            Ok(text) => text.rsplit(") ").next().is_some_and(|rest| rest.starts_with('Z')),
            Err(_) => true,
        });
    }
}

fn request(id: u64, plies: u64, behaviour: Option<&str>) -> AnalysisRequest {
    let mut game = Box::new(Game::new(Rules::Xiangqi.start()));
    for _ in 0..plies {
        let mv = game.position().legal_moves()[0];
        game.play(mv).unwrap();
    }
    let program = env!("CARGO_BIN_EXE_fake-engine");
    let engine = behaviour.map(|behaviour| match behaviour {
        "nowhere" => "/nowhere/engine".to_owned(),
        _ => format!("cmd=\"'{program}' {behaviour}\" patience=60"),
    });
    AnalysisRequest { id, game, lines: 3, engine, positions: None }
}

#[test]
fn an_engine_shows_as_many_lines_as_are_wanted() {
    let mut analyser = Analyser::new(1, 1);
    let wanted = request(1, 2, Some("chuhe"));
    let position = wanted.game.position().clone();
    analyser.analyse(wanted);
    let lines = loop {
        let (id, report) = analyser.wait_for_report(PATIENCE).expect("a report");
        assert_eq!(id, 1);
        let lines = report.expect("lines").lines;
        if lines.len() == 3 {
            break lines;
        }
    };
    for line in lines {
        assert!(position.is_legal(line.pv[0]));
    }
}

#[test]
fn an_engine_follows_a_player_who_turns_the_wheel() {
    let mut analyser = Analyser::new(1, 1);
    for id in 0..200 {
        analyser.analyse(request(id, id % 5, Some("chuhe")));
    }
    let (id, report) = analyser.wait_for_report(PATIENCE).expect("a report");
    assert_eq!(id, 199);
    assert!(!report.expect("lines").lines.is_empty());
}

#[test]
fn a_bad_engine_is_named_and_the_built_in_player_takes_over() {
    for (at, [behaviour, reason]) in rows("analysis_faults.txt") {
        let mut analyser = Analyser::new(1, 1);
        for id in 1..3 {
            analyser.analyse(request(id, 0, Some(&behaviour)));
            let (told, report) = analyser.wait_for_report(PATIENCE).expect("a report");
            let why = report.expect_err("a failure");
            assert!(told == id && why.to_string().contains(&reason), "{at}: {why}");
        }
        analyser.analyse(request(3, 0, None));
        let (id, report) = analyser.wait_for_report(PATIENCE).expect("a report");
        assert!(id == 3 && report.is_ok());
    }
}

#[test]
fn an_engine_that_does_not_stop_is_named_with_the_next_position() {
    let mut analyser = Analyser::new(1, 1);
    // The second engine does not wait until the hanging engine has ended.
    analyser.analyse(request(0, 0, Some("hang")));
    analyser.analyse(request(1, 1, Some("dies-at-once")));
    let (id, report) = analyser.wait_for_report(PATIENCE).expect("a report");
    assert!(id == 1 && report.is_err());
    // While the engine starts, each new position replaces the one before, so the engine may miss some.
    let named = (2..40).find_map(|id| {
        analyser.analyse(request(id, id % 2, Some("hang")));
        analyser.wait_for_report(Duration::from_secs(3))
    });
    let (_, report) = named.expect("a report");
    let why = report.expect_err("a failure");
    assert!(why.to_string().ends_with("it hangs"), "{why}");
}

enum Demand {
    NewGame,
    Ask(Box<Game<AnyPosition>>, Budget, QueryControl),
    Quit,
}

/// A driver on a separate thread, and the connection over which the script plays the part of the program.
pub(crate) struct Session {
    rules: Rules,
    game: Game<AnyPosition>,
    control: QueryControl,
    demands: Option<Sender<Demand>>,
    answers: Option<Receiver<(String, Info)>>,
    listener: TcpListener,
    program: Option<BufReader<TcpStream>>,
    info: Info,
}

impl Session {
    pub(crate) fn new() -> Self {
        let rules = Rules::Xiangqi;
        let (game, control, info) =
            (Game::new(rules.start()), QueryControl::default(), Info::default());
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let (demands, answers, program) = (None, None, None);
        Self { rules, game, control, demands, answers, listener, program, info }
    }

    fn start(&mut self, settings: &str) {
        let address = self.listener.local_addr().expect("an address");
        let program = env!("CARGO_BIN_EXE_fake-engine");
        let spec = format!("cmd=\"'{program}' relay {address}\" patience=60 {settings}");
        let spec: Spec = spec.parse().expect("a program");
        let (demands, demanded) = mpsc::channel();
        let (answer, answers) = mpsc::channel();
        let rules = self.rules;
        thread::spawn(move || drive(spec, rules, &demanded, &answer));
        (self.demands, self.answers) = (Some(demands), Some(answers));
    }

    fn connect(&mut self) {
        let (program, _) = self.listener.accept().expect("the program connects");
        program.set_read_timeout(Some(PATIENCE)).expect("a limit of time");
        self.program = Some(BufReader::new(program));
    }

    fn demand(&self, demand: Demand) {
        let demands = self.demands.as_ref().expect("the program was started");
        demands.send(demand).expect("the driver works");
    }

    fn ask(&mut self, limits: &str) {
        self.control = QueryControl::default();
        let game = Box::new(self.game.clone());
        self.demand(Demand::Ask(game, budget(limits), self.control.clone()));
    }

    fn answer(&mut self) -> String {
        let answers = self.answers.as_ref().expect("the program was started");
        let (text, info) = answers.recv_timeout(PATIENCE).expect("the driver answers");
        self.info = info;
        text
    }

    fn info(&self) -> String {
        let Info { depth, score, nodes, line, .. } = self.info.clone();
        let score = score.map(|score| score.to_string()).unwrap_or_default();
        let number = |number: Option<u64>| number.map(|n| n.to_string()).unwrap_or_default();
        let (depth, nodes) = (number(depth.map(u64::from)), number(nodes));
        format!("{depth} {score} {nodes} {}", line.unwrap_or_default())
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        let program = self.program.as_mut().expect("the program was started");
        // If the connection is lost, the line stays empty.
        _ = program.read_line(&mut line);
        line.trim_end().to_owned()
    }
}

impl script::Session for Session {
    fn run(&mut self, line: ScriptLine<'_>) {
        match line {
            ScriptLine::Send(text) => {
                let program = self.program.as_mut().expect("the program was started");
                let line = format!("{text}\n");
                program.get_mut().write_all(line.as_bytes()).expect("the driver listens");
            }
            ScriptLine::Expect(text) => assert_eq!(self.hear(), text),
            ScriptLine::Directive("rules", name) => {
                self.rules = name.parse().expect("a game");
                self.game = Game::new(self.rules.start());
            }
            ScriptLine::Directive("start", settings) => self.start(settings),
            ScriptLine::Directive("connects", "") => self.connect(),
            ScriptLine::Directive("new-game", "") => self.demand(Demand::NewGame),
            ScriptLine::Directive("position", "start") => self.game = Game::new(self.rules.start()),
            ScriptLine::Directive("position", fen) => {
                let fen = chuhe_host::fen::read_for(self.rules, fen).expect("a position");
                self.game = Game::new(fen.position);
            }
            ScriptLine::Directive("moves", moves) => script::play(&mut self.game, moves),
            ScriptLine::Directive("ask", limits) => self.ask(limits),
            ScriptLine::Directive("move-now", "") => self.control.move_now(),
            ScriptLine::Directive("answer", text) => assert_eq!(self.answer(), text),
            ScriptLine::Directive("info", text) => assert_eq!(self.info(), text),
            ScriptLine::Directive("ends", "") => assert_eq!(self.hear(), ""),
            ScriptLine::Directive("quit", "") => self.demand(Demand::Quit),
            other => panic!("the scripts of drivers have no such line: {other:?}"),
        }
    }

    fn end(mut self) {
        self.program = None;
        self.demands = None;
        // The driver must end without a further answer.
        let answers = self.answers.as_ref().expect("the program was started");
        assert!(answers.recv_timeout(PATIENCE).is_err(), "an answer that no line expects");
    }
}

fn drive(spec: Spec, rules: Rules, demands: &Receiver<Demand>, answer: &Sender<(String, Info)>) {
    let say = |text: String, info: Info| answer.send((text, info)).unwrap_or_default();
    let mut engine = match Engine::start(spec, rules) {
        Ok(engine) => engine,
        Err(error) => return say(error.to_string(), Info::default()),
    };
    say(engine.name().to_owned(), Info::default());
    for demand in demands {
        match demand {
            Demand::Quit => return engine.quit(),
            Demand::NewGame => {
                let ready = engine.new_game().map(|()| "ready".to_owned());
                say(ready.unwrap_or_else(|error| error.to_string()), Info::default());
            }
            Demand::Ask(game, budget, control) => {
                let deadline = Instant::now() + PATIENCE;
                let heard = engine.think(&game, &budget, deadline, &control, &mut |_| {});
                let info = heard.as_ref().map(|answer| answer.info.clone()).unwrap_or_default();
                say(words(heard, game.position()), info);
            }
        }
    }
}

fn words(heard: Result<Answer, EngineError>, position: &AnyPosition) -> String {
    let text = |mv| notation::write(Style::Coordinates, position, mv).to_string();
    match heard.map(|answer| answer.decision) {
        Ok(Decision::Play { mv, draw: false }) => text(mv),
        Ok(Decision::Play { mv, draw: true }) => format!("{} draw", text(mv)),
        Ok(Decision::Resign) => "resign".to_owned(),
        Ok(Decision::Claim(None)) => "claim nobody".to_owned(),
        Ok(Decision::Claim(Some(side))) => format!("claim {side}"),
        Err(error) => error.to_string(),
    }
}

fn budget(limits: &str) -> Budget {
    let mut budget = Budget::default();
    for limit in limits.split_whitespace() {
        let (name, value) = limit.split_once('=').expect("a limit");
        match name {
            "movetime" => budget.movetime = Some(number(value)),
            "depth" => budget.depth = Some(number(value)),
            "nodes" => budget.nodes = Some(number(value)),
            "red" | "black" => {
                let (times, moves) = value.split_once('/').unwrap_or((value, ""));
                let (left, increment) = times.split_once('+').expect("a clock");
                let clock = Clock {
                    left: number(left),
                    increment: number(increment),
                    moves: moves.parse().ok(),
                };
                budget.clocks.get_or_insert([clock; 2])[script::side(name).index()] = clock;
            }
            other => panic!("no limit {other}"),
        }
    }
    budget
}
