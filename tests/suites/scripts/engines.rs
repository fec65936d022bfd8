//! Scripts of `tests/data/engines`: the drivers of other programs' protocols.

use chuhe_core::notation::{self, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Clock, Game};
use chuhe_host::engine::{Answer, Budget, Decision, Engine, EngineError, Info, QueryControl, Spec};
use chuhe_tests::script::{self, ScriptLine, number};
use chuhe_tests::wait::PATIENCE;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Instant;

enum Demand {
    NewGame,
    Ask(Box<Game<AnyPosition>>, Budget, QueryControl),
    Quit,
}

/// A driver on a thread of its own, and the script's end of its program.
pub(super) struct Session {
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
    pub(super) fn new() -> Self {
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
        // A program that was ended leaves an empty line, too.
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
        // The driver ends, and has nothing more to say.
        let answers = self.answers.as_ref().expect("the program was started");
        assert!(answers.recv_timeout(PATIENCE).is_err(), "an answer that no line expects");
    }
}

/// Starts the program and does what is demanded, until the script ends.
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
