//! Tests the state of the window, the threads that drive other programs, and the computer player.
//! Whole games are played, but no window is opened.

use crate::STOCKFISH;
use chuhe_app::game_model::PlayerCommand;
use chuhe_app::player::{Limit, PlayerSetting};
use chuhe_app::settings::Settings;
use chuhe_app::{App, AppEvent, Effect, Press, Topic};
use chuhe_core::notation::Style;
use chuhe_core::rules::Rules;
use chuhe_core::{EndReason, Ending, Game, Level, Side};
use chuhe_desktop::options::Options;
use chuhe_desktop::program::Program;
use chuhe_desktop::programs::{EngineTester, Programs};
use chuhe_desktop::screenshot;
use chuhe_host::analysis::{Analyser, AnalysisRequest};
use chuhe_host::{Computer, Map, SearchHandle};
use chuhe_records::pgn;
use chuhe_tests::programs::{Trial, missing, test};
use chuhe_tests::wait::PATIENCE;
use clap::Parser;
use std::ffi::OsStr;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

const FAIRYMAX: &str = "/usr/games/fairymax";

/// A time below 15 seconds. After 15 seconds, five for each of three protocols, a hanging engine is given up.
const SOON: Duration = Duration::from_secs(10);

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test(missing(&[STOCKFISH]), stockfish_plays_a_whole_game),
        test(missing(&[FAIRYMAX]), fairymax_plays_a_whole_game),
        test(None, two_programs_play_each_other),
        test(None, the_fault_of_a_program_costs_it_the_game_and_nothing_else),
        test(None, a_program_that_does_not_start_gives_its_seat_to_a_person),
        test(None, a_search_that_fails_is_replaced_by_a_person),
        test(None, engines_are_tested_side_by_side_and_ended_soon),
        test(None, engines_that_hang_do_not_hold_up_the_end),
        test(None, a_picture_waits_for_the_report),
    ]
}

struct Hall {
    app: App,
    programs: Programs,
    computer: Computer,
    search: Option<SearchHandle>,
    sender: Sender<AppEvent>,
    events: Receiver<AppEvent>,
    begun: Instant,
    live: String,
}

impl Hall {
    fn new(rules: Rules, red: PlayerSetting, black: PlayerSetting, depth: u8) -> Self {
        let settings = Settings { red, black, limit: Limit::Depth(depth), ..Settings::default() };
        let app = App::new(settings, Vec::new(), vec![Map::standard(rules)], 0, None, 1);
        let (sender, events) = mpsc::channel();
        let programs = Programs::new(sender.clone());
        let computer = Computer::new(1, 1).expect("a computer player");
        let (begun, live) = (Instant::now(), String::new());
        let mut hall = Self { app, programs, computer, search: None, sender, events, begun, live };
        hall.on(AppEvent::Tick);
        hall
    }

    fn on(&mut self, event: AppEvent) {
        for effect in self.app.on(event, self.begun.elapsed()) {
            match effect {
                Effect::Command(PlayerCommand::Start(side, number, line, rules)) => {
                    self.programs.start(side, number, line, rules);
                }
                Effect::Command(PlayerCommand::Dismiss(side)) => self.programs.stop(side),
                Effect::Command(PlayerCommand::Ask(inquiry)) => self.programs.ask(*inquiry),
                Effect::Command(PlayerCommand::Search(id, request)) => {
                    let sender = self.sender.clone();
                    self.search = Some(self.computer.ask(*request, move |answer| {
                        // If the test is over, nobody receives the answer, so an error is ignored.
                        let _ = sender.send(match answer {
                            Ok(answer) => AppEvent::Answer(id, answer.best().expect("a move")),
                            Err(error) => {
                                AppEvent::SearchFailed(id, [error.to_string(), error.to_string()])
                            }
                        });
                    }));
                }
                Effect::Live(record) => self.live = record.to_pgn(Style::San).to_string(),
                _ => {}
            }
        }
    }

    fn until(&mut self, holds: impl Fn(&App) -> bool) {
        while !holds(&self.app) {
            let event = self.events.recv_timeout(PATIENCE).expect("somebody plays on");
            self.on(event);
        }
    }

    /// True if a dialog about a failed program or search is open and contains these words.
    fn says(&self, words: &str) -> bool {
        let form = self.app.cx().dialog().map(|dialog| &dialog.form);
        let form = form.filter(|form| form.topic() == Some(Topic::Failed));
        form.is_some_and(|form| form.text(self.app.cx().words()).contains(words))
    }

    fn ending(&self) -> Option<Ending> {
        self.app.board().game.game().ending()
    }
}

/// The command line of the fake engine, without a setting for its protocol.
fn line(behaviour: &str) -> String {
    format!("'{}' {behaviour}", env!("CARGO_BIN_EXE_fake-engine"))
}

fn fake(behaviour: &str) -> PlayerSetting {
    let patience = if behaviour == "mute" { 2 } else { 60 };
    PlayerSetting::Program(format!("cmd=\"{}\" patience={patience}", line(behaviour)))
}

fn level(level: u8) -> PlayerSetting {
    PlayerSetting::Computer(Level::new(level).expect("a level"))
}

/// Lets a program of Debian play a whole game. Asserts that the record written during the game agrees with the game.
fn plays_a_whole_game(program: &str, line: &str) {
    let mut hall = Hall::new(Rules::Chess, PlayerSetting::Program(line.to_owned()), level(9), 2);
    hall.until(|app| app.board().game.program_name(Side::Red).is_some());
    hall.until(|app| app.board().game.game().ending().is_some());
    let ending = hall.ending().expect("an end");
    assert!(ending.reason != EndReason::Forfeit, "{program}: {:?}", hall.app.cx().dialog());
    assert!(hall.app.board().game.game().moves().len() > 8, "{program} played a game");
    let read = pgn::read(&hall.live).expect("what is written live can be read");
    assert_eq!(read.moves(), hall.app.board().game.game().moves());
    assert_eq!(read.ending().map(|end| end.winner), Some(ending.winner));
    assert!(hall.app.board().game.program_name(Side::Red).is_none(), "{program} was stopped");
}

fn stockfish_plays_a_whole_game() {
    plays_a_whole_game(STOCKFISH, STOCKFISH);
}

fn fairymax_plays_a_whole_game() {
    plays_a_whole_game(FAIRYMAX, "cmd=/usr/games/fairymax proto=cecp");
}

fn two_programs_play_each_other() {
    let mut hall = Hall::new(Rules::default(), fake("good"), fake("chuhe"), 2);
    hall.until(|app| app.board().game.game().moves().len() > 6);
    assert_eq!(hall.app.board().game.program_name(Side::Red), Some("Fake"));
}

/// After a fault of a program the game waits, and a dialog asks what to do.
fn the_fault_of_a_program_costs_it_the_game_and_nothing_else() {
    for behaviour in ["crash", "illegal", "no-move", "flood"] {
        let mut hall = Hall::new(Rules::default(), fake(behaviour), level(0), 2);
        hall.until(|app| app.cx().dialog().is_some());
        assert!(hall.says("or Red loses"), "{behaviour}: {:?}", hall.app.cx().dialog());
        assert_eq!(hall.ending(), None, "{behaviour}: the game waits");
        // With the second answer of the dialog, the engine loses the game.
        for key in ["Right", "Enter"] {
            hall.on(AppEvent::Key(Press::named(key).expect("a key")));
        }
        let lost = Ending::win(Side::Black, EndReason::Forfeit);
        assert_eq!(hall.ending(), Some(lost), "{behaviour}");
    }
}

/// If a program does not start, a person plays in its place, and the game goes on.
fn a_program_that_does_not_start_gives_its_seat_to_a_person() {
    let missing = PlayerSetting::Program("/no/such/program --fast".to_owned());
    for player in [missing, fake("mute"), fake("dies-at-once")] {
        let mut hall = Hall::new(Rules::default(), player.clone(), level(0), 1);
        hall.until(|app| app.cx().dialog().is_some());
        assert_eq!(hall.ending(), None);
        assert_eq!(hall.app.board().game.player(Side::Red), &PlayerSetting::Person, "{player:?}");
        assert!(hall.says("A human plays Red instead"), "{:?}", hall.app.cx().dialog());
    }
}

/// After a fault of the search the game is unchanged, and a person plays on in place of the computer.
fn a_search_that_fails_is_replaced_by_a_person() {
    let mut hall = Hall::new(Rules::default(), level(0), level(0), 2);
    let id = loop {
        if let AppEvent::Answer(id, _) = hall.events.recv_timeout(PATIENCE).expect("an answer") {
            break id;
        }
    };
    hall.on(AppEvent::SearchFailed(id, ["of the test", "of the test"].map(str::to_owned)));
    assert!(hall.says("A human plays Red instead"), "{:?}", hall.app.cx().dialog());
    assert!(hall.app.board().game.game().moves().is_empty());
    assert_eq!(hall.app.board().game.player(Side::Red), &PlayerSetting::Person);
    assert_eq!(hall.app.board().game.player(Side::Black), &level(0));
}

/// While some engines hang, others are still tested, and the tester can still end soon.
fn engines_are_tested_side_by_side_and_ended_soon() {
    let (sender, events) = mpsc::channel();
    let mut tester = EngineTester::new(sender);
    for _ in 0..5 {
        tester.test(line("mute"), Rules::Xiangqi);
    }
    let begun = Instant::now();
    for behaviour in ["good", "cecp"] {
        tester.test(line(behaviour), Rules::Xiangqi);
    }
    for _ in 0..2 {
        match events.recv_timeout(PATIENCE).expect("a verdict") {
            AppEvent::EngineProbed(tested, _, Ok(_)) => assert!(!tested.contains("mute")),
            other => panic!("{other:?}"),
        }
    }
    drop(tester);
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

fn engines_that_hang_do_not_hold_up_the_end() {
    let line = line("mute");
    let (sender, _events) = mpsc::channel();
    let begun = Instant::now();
    let mut programs = Programs::new(sender);
    programs.start(Side::Red, 1, line.clone(), Rules::Xiangqi);
    let mut analyser = Analyser::new(1, 1);
    let game = Box::new(Game::new(Rules::Xiangqi.start()));
    let engine = Some(line);
    analyser.analyse(AnalysisRequest { id: 1, game, lines: 1, engine, positions: None });
    drop((programs, analyser));
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

/// The key `J` begins a report. A screenshot taken without a window waits until the report is complete.
fn a_picture_waits_for_the_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("two.pgn");
    std::fs::write(&file, "1. h2e2 h9g7 *").expect("a game");
    let words = ["chuhe-desktop", "--home"].map(OsStr::new);
    let words = words.into_iter().chain([folder.path().as_os_str()]);
    let words = words.chain(["--keys", "J", "--screenshot", "shot.png", "--game"].map(OsStr::new));
    let options = Options::try_parse_from(words.chain([file.as_os_str()])).expect("a command");
    let mut program = Program::new(&options).expect("a program");
    let picture = folder.path().join("shot.png");
    screenshot::take(&mut program, &options, &picture).expect("a picture");
    let app = program.app();
    let tree = app.board().study.as_ref().expect("a study").tree();
    assert!(app.reporting().making.is_none());
    assert!(tree.main_line().all(|node| tree.node(node).evaluation.is_some()));
}
