//! Runs the scripts of `tests/data/desktop` on the window's state, without a window, a clock or files.
//! Runs the scripts of `tests/data/evening` on the whole program except the window.

mod events;
mod state;

use chuhe_app::game_model::{PlayerCommand, ProgramQuestion};
use chuhe_app::picture::Picture as Scene;
use chuhe_app::screen::Screen;
use chuhe_app::settings::Settings;
use chuhe_app::{
    App, AppEvent, Effect, ExploreRequest, GameNumber, LibraryTask, ListRequest, Note, Notification,
};
use chuhe_core::Numbers;
use chuhe_core::notation::{Fen, Style};
use chuhe_core::played::QuestionId;
use chuhe_core::rules::Rules;
use chuhe_desktop::options::Options;
use chuhe_desktop::program::Program;
use chuhe_desktop::shared::WindowGame;
use chuhe_host::analysis::AnalysisRequest;
use chuhe_host::{Map, SearchRequest, fen};
use chuhe_records::{GameTree, pgn};
use chuhe_tcp::Refusal;
use chuhe_tests::script::{self, ScriptLine, fits};
use chuhe_tests::snapshot::{Picture, compare};
use chuhe_tests::wait::wait_for;
use clap::Parser;
use std::collections::HashMap;
use std::mem;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

const SIZE: [u16; 2] = [960, 720];

pub(super) fn words() -> impl Iterator<Item = &'static str> {
    let events = events::EVENTS.iter().map(|(word, _)| *word);
    events.chain(state::WORDS.iter().map(|(word, _)| *word))
}

/// The program of a script. Each `start` replaces it by a new program.
#[derive(Default)]
pub(super) struct Session {
    window: Option<Window>,
    home: Option<TempDir>,
}

impl script::Session for Session {
    fn run(&mut self, line: ScriptLine<'_>) {
        match line {
            ScriptLine::Directive("start", settings) => {
                self.window = Some(Window::start(settings));
            }
            ScriptLine::Directive("program", "") => {
                // Only one program at a time may use the folder, so the old program ends first.
                self.window = None;
                let home = self.home.get_or_insert_with(|| tempfile::tempdir().expect("a folder"));
                self.window = Some(Window::of_program(home.path()));
            }
            ScriptLine::Directive("open", name) => {
                let file = self.home.as_ref().expect("a folder").path().join(name);
                self.window().with_program(|program| program.open(&file));
            }
            ScriptLine::ExpectLater(text) => self.window().expect_later(text),
            ScriptLine::Send(event) => self.window().event(event),
            ScriptLine::Expect(text) => self.window().expect(text),
            ScriptLine::Directive("wait", millis) => self.window().wait(script::number(millis)),
            ScriptLine::Directive("crash", "") => self.window().crash(),
            ScriptLine::Directive("picture", name) => self.window().check_picture(name),
            _ => panic!("the window's scripts have no such line"),
        }
    }
}

impl Session {
    fn window(&mut self) -> &mut Window {
        self.window.as_mut().expect("a script begins with `start` or `program`")
    }
}

struct Window {
    app: App,
    /// The whole program, if the script runs it. Then `app` is the state of the program.
    program: Option<Program>,
    now: Duration,
    kept: Settings,
    out: Output,
}

#[derive(Default)]
struct Output {
    /// The last question to the computer, until it is answered or stopped.
    question: Option<(QuestionId, SearchRequest)>,
    analysis: Option<AnalysisRequest>,
    report: Option<AnalysisRequest>,
    /// The last question to a program that plays a side.
    inquiry: Option<ProgramQuestion>,
    /// For each side, the number of the program that was started last.
    started: [u64; 2],
    /// The PGN of the live game.
    live: String,
    /// The rules with which the last engine was tested.
    tested: Rules,
    effects: Vec<String>,
    /// The lines that were sent to an outside program because of the script's last line.
    pushed: Vec<String>,
    /// The answer to the last command of an outside program.
    told: String,
    /// The PGN of each game and study that was stored in a file.
    files: Vec<String>,
    /// The index in `files` of each game of this run.
    numbers: HashMap<GameNumber, usize>,
    /// The index in `files` of the game that was stored last. A restart after a crash opens this game.
    last: Option<usize>,
    request: Option<ListRequest>,
    explored: Option<ExploreRequest>,
}

impl Window {
    /// Creates the window's state. `words` contains settings separated by `;`, and then perhaps `fen` and a position.
    fn start(words: &str) -> Self {
        let (words, fen) =
            words.split_once("fen ").map_or((words, None), |(words, fen)| (words, Some(fen)));
        let settings: Settings = toml::from_str(&words.replace("; ", "\n")).expect("settings");
        let mut starts: Vec<_> =
            Rules::PLAYABLE.iter().map(|&rules| Map::standard(rules)).collect();
        let mut start = 0;
        if let Some(fen) = fen {
            let position = fen::read(fen).expect("a FEN").position;
            let numbers = Numbers::in_reading_order(&position);
            start = starts.len();
            starts.push(Map { name: "one".into(), numbers, position });
        }
        Self::of(App::new(settings.clone(), Vec::new(), starts, start, None, 1), settings)
    }

    fn of(app: App, kept: Settings) -> Self {
        let (program, now, out) = (None, Duration::ZERO, Output::default());
        let mut window = Self { app, program, now, kept, out };
        window.on(AppEvent::Tick);
        window
    }

    fn on(&mut self, event: AppEvent) {
        if self.program.is_some() {
            self.with_program(|program| program.on(event));
        } else {
            let effects = self.app.on(event, self.now);
            self.take(effects);
        }
        self.check_status();
    }

    /// Asserts that the status line consists of whole sentences.
    fn check_status(&self) {
        let (status, _) = self.app.cx().words().status(&self.app);
        let begins = status.chars().next().is_none_or(|first| !first.is_lowercase());
        let game = &self.app.board().game;
        let is_file = matches!(self.app.cx().note, Note::Named(..) | Note::Titled(_));
        let named =
            is_file || game.turn().is_some_and(|side| game.player(side).program().is_some());
        let ends = status.ends_with(['.', '!', '…', '。', '！']);
        let whole = !status.contains("  ") && !status.contains("{");
        assert!((begins || named) && ends && whole, "no sentences: {status:?}");
    }

    fn guest(&mut self, act: impl FnOnce(&mut WindowGame<'_, '_>) -> Result<(), Refusal>) {
        let mut told = String::new();
        let effects = self.app.host(self.now, |guest| {
            told = act(&mut WindowGame(guest))
                .map_or_else(|refusal| refusal.to_string(), |()| "done".into());
        });
        self.take(effects);
        self.out.told = told;
    }

    fn take(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            let word = self.effect(effect);
            self.out.effects.extend(word);
        }
    }

    /// Stores the data of an effect, and returns its text for `effects`. `None`: scripts see the data by another word.
    fn effect(&mut self, effect: Effect) -> Option<String> {
        Some(match effect {
            Effect::Command(command) => self.command(command),
            Effect::Live(record) => {
                self.out.live = record.to_pgn(Style::San).to_string();
                return None;
            }
            Effect::Notify(notification) => {
                self.out.pushed.push(match notification {
                    Notification::ComputerMoved => "moved".into(),
                    Notification::Over(ending) => script::ending(ending),
                });
                return None;
            }
            Effect::Analyse(request) => {
                self.out.analysis = request.map(|request| *request);
                analysis_request("analyse", self.out.analysis.as_ref(), true)
            }
            Effect::Report(request) => {
                self.out.report = request.map(|request| *request);
                analysis_request("report", self.out.report.as_ref(), false)
            }
            Effect::Sound(sound) => format!("{sound:?}").to_lowercase(),
            Effect::Copy(text) => {
                assert!(!text.contains("[RedPlayer"), "another program has other players: {text}");
                format!("copy:{}", text.lines().next().unwrap_or_default())
            }
            Effect::ProbeEngine(line, rules) => {
                self.out.tested = rules;
                format!("probe:{line}:{rules}")
            }
            Effect::Paste => "paste".into(),
            Effect::Keep(settings) => {
                self.kept = settings;
                "keep".into()
            }
            Effect::Store(number, record) => {
                self.out.last = Some(self.write(number, &record));
                format!("store:{}", record.moves().len())
            }
            Effect::StoreStudy(number, tree) => {
                self.write(number, &tree);
                format!("study:{}", tree.moves().len())
            }
            Effect::ChooseGame => "choose".into(),
            Effect::ChoosePlace(kind, place) => format!("choose-{kind:?}:{place}"),
            Effect::Library(task) => self.library_task(task),
            Effect::Adopt(number, path) => {
                let file = path.to_str().and_then(|path| path.parse().ok()).expect("a file");
                self.out.numbers.retain(|_, known| *known != file);
                self.out.numbers.insert(number, file);
                format!("adopt:{file}")
            }
            Effect::WriteFile(name, content) => {
                format!("write:{name}:{}", String::from_utf8_lossy(&content[..2]))
            }
            Effect::WriteMap(name, position) => {
                let board = Fen { position: *position, move_number: 1 }.to_string();
                format!("map:{name}:{board}")
            }
            Effect::Quit(well) => format!("quit:{well}"),
        })
    }

    fn library_task(&mut self, task: LibraryTask) -> String {
        match task {
            LibraryTask::List(request) => {
                let word = list_request(&request);
                self.out.request = Some(request);
                word
            }
            LibraryTask::Explore(request) => {
                let key = Fen { position: request.position.clone(), move_number: 1 }.to_string();
                let board = key.split(' ').next().unwrap_or_default().to_owned();
                let refresh = if request.refresh { ":refresh" } else { "" };
                let word = format!("explore:{}:{board}{refresh}", request.place);
                self.out.explored = Some(*request);
                word
            }
            LibraryTask::Fetch(id, to) => format!("fetch:{}:{to:?}", id.0),
            LibraryTask::Faults(place) => format!("faults:{place}"),
            LibraryTask::Export(request, style) => {
                format!("export-{style:?}:{}", list_request(&request))
            }
            LibraryTask::Delete(id) => format!("delete:{}", id.0),
            LibraryTask::Undelete(name) => format!("undelete:{name}"),
        }
    }

    fn write(&mut self, number: GameNumber, tree: &GameTree) -> usize {
        let next = self.out.files.len();
        let file = *self.out.numbers.entry(number).or_insert(next);
        self.out.files.resize(self.out.files.len().max(file + 1), String::new());
        self.out.files[file] = tree.to_pgn(Style::Iccs).to_string();
        file
    }

    fn command(&mut self, command: PlayerCommand) -> String {
        match command {
            PlayerCommand::Search(id, request) => {
                self.out.question = Some((id, *request));
                "think".into()
            }
            PlayerCommand::Ask(question) => {
                self.out.inquiry = Some(*question);
                "ask".into()
            }
            PlayerCommand::Start(side, number, line, rules) => {
                self.out.started[side.index()] = number;
                format!("start:{side}:{line}:{rules}")
            }
            PlayerCommand::Dismiss(side) => format!("stop:{side}"),
            PlayerCommand::Stop => {
                self.out.question = None;
                "stop".into()
            }
            PlayerCommand::MoveNow => "hurry".into(),
        }
    }

    fn forget_effects(&mut self) {
        self.out.effects.clear();
        self.out.pushed.clear();
    }

    /// Ticks every 4 ms, as a window does, until this number of milliseconds has passed.
    fn wait(&mut self, millis: u64) {
        self.forget_effects();
        for _ in 0..millis.div_ceil(4) {
            self.now += Duration::from_millis(4);
            self.on(AppEvent::Tick);
        }
    }

    fn crash(&mut self) {
        let (files, last) = (mem::take(&mut self.out.files), self.out.last);
        let saved = last.map(|last| pgn::read(&files[last]).expect("what was saved can be read"));
        let starts = self.app.cx().starts.to_vec();
        let app = App::new(self.kept.clone(), Vec::new(), starts, 0, saved, 1);
        let mut window = Self::of(app, self.kept.clone());
        window.out.numbers = last.map(|last| (GameNumber::default(), last)).into_iter().collect();
        (window.out.files, window.out.last) = (files, last);
        *self = window;
    }

    fn scene(&self) -> Scene {
        let size = self.size();
        let mut scene = Scene::new(&self.app, size);
        scene.update(&self.app, size);
        scene
    }

    fn size(&self) -> [usize; 2] {
        self.app.cx().window.unwrap_or(SIZE).map(usize::from)
    }

    fn check_picture(&self, name: &str) {
        let mut screen = Screen::new(&self.app, self.size());
        screen.draw(&self.app);
        let (pixels, [width, height]) = screen.pixels();
        let picture = Picture { width, height, pixels: pixels.to_vec() };
        compare(name, &picture).unwrap_or_else(|difference| panic!("{difference}"));
    }

    fn expect(&self, text: &str) {
        let (word, value) = text.split_once(": ").expect("`word: value`");
        let found = self.state(word);
        assert_eq!(if found.is_empty() { "-" } else { &found }, value);
    }

    fn of_program(home: &Path) -> Self {
        let arguments = ["chuhe-desktop".as_ref(), "--home".as_ref(), home.as_os_str()];
        let options = Options::try_parse_from(arguments).expect("a command line");
        let program = Program::new(&options).expect("a program");
        let settings = program.app().cx().settings.clone();
        // The program holds this placeholder while a script reads the program's own state in `window.app`.
        let starts = vec![Map::standard(Rules::Xiangqi)];
        let app = App::new(settings.clone(), Vec::new(), starts, 0, None, 1);
        let mut window = Self::of(app, settings);
        mem::swap(&mut *program.app(), &mut window.app);
        window.program = Some(program);
        window
    }

    fn with_program(&mut self, act: impl FnOnce(&mut Program)) {
        let mut program = self.program.take().expect("the whole program");
        mem::swap(&mut *program.app(), &mut self.app);
        act(&mut program);
        mem::swap(&mut *program.app(), &mut self.app);
        self.program = Some(program);
    }

    fn expect_later(&mut self, text: &str) {
        let (word, pattern) = text.split_once(": ").expect("`word: pattern`");
        wait_for(text, || {
            let found = self.state(word);
            if fits(if found.is_empty() { "-" } else { &found }, pattern) {
                return Ok(());
            }
            self.with_program(|program| {
                program.receive();
                program.on(AppEvent::Tick);
            });
            Err(found)
        });
    }
}

fn list_request(request: &ListRequest) -> String {
    let ListRequest { place, query, first, refresh, .. } = request;
    let way = if query.upwards { "up" } else { "down" };
    let mut words = vec![format!("list:{:?}-{way}:{first}", query.sort)];
    words.extend(Some(place).filter(|place| !place.is_empty()).map(|place| format!("in:{place}")));
    words.extend(query.words.split_whitespace().map(|word| format!("with:{word}")));
    words.extend(query.rules.map(|rules| format!("rules:{rules}")));
    words.extend(query.outcome.map(|outcome| format!("outcome:{outcome:?}")));
    words.extend(query.position.iter().map(|_| "position".to_owned()));
    words.extend(refresh.then(|| "refresh".to_owned()));
    words.join(":").replace(' ', "")
}

/// Writes a request for an analysis: the numbers of plies and, if `lines` is true, of wanted lines, and the engine.
fn analysis_request(word: &str, request: Option<&AnalysisRequest>, lines: bool) -> String {
    let Some(request) = request else { return format!("{word}:nothing") };
    let mut words = vec![word.to_owned(), request.game.moves().len().to_string()];
    words.extend(lines.then(|| request.lines.to_string()));
    words.extend(request.engine.clone());
    words.join(":")
}
