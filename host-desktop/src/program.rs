//! Connects the state of the application with the window, computer, files and clock.

use crate::book;
use crate::fonts;
use crate::game_files::{self, GameFiles};
use crate::home::{self, Claim, Home, SYSTEM_TEAM, expand, person_home};
use crate::icon::icon;
use crate::library_thread;
use crate::options::Options;
use crate::programs::{self, EngineTester, Programs};
use crate::shared::{Mark, Server, Shared};
use crate::speaker::Speaker;
use crate::system::{self, Clipboard};
use crate::window::{Input, Window};
use chrono::Local;
use chuhe_app::app_error::{AppError, engine_failure};
use chuhe_app::game_model::PlayerCommand;
use chuhe_app::screen::Screen;
use chuhe_app::settings::{Settings, SettingsTable};
use chuhe_app::{App, AppEvent, Effect, GameNumber, LibraryTask, Note, PLAYER_TAGS};
use chuhe_core::Position;
use chuhe_core::played::QuestionId;
use chuhe_core::rules::Rules;
use chuhe_host::analysis::Analyser;
use chuhe_host::user_files::{self, StoredSettings};
use chuhe_host::{
    BookChoice, Computer, Map, OwnBook, SearchError, SearchHandle, SearchRequest, Team, Worker,
};
use chuhe_records::GameTree;
use chuhe_tcp::{Records, SharedGame};
use chuhe_view::text::{Language, Text};
use parking_lot::MutexGuard;
use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

/// The time after which an unchanged picture is sent to the window again, because another window may have destroyed it.
/// Under X11 minifb does not notice this.
const HEARTBEAT: Duration = Duration::from_millis(250);

/// The shortest time between two moves, so that a person can follow them.
const BREATH: Duration = Duration::from_millis(400);

/// The size of the transposition table for a report, in mebibytes.
const REPORT_MEBIBYTES: usize = 16;

/// The state of the program and its threads. [`Program::run`] opens the window.
pub struct Program {
    shared: Arc<Shared>,
    /// Effects caused by the clients of the server.
    wanted: Receiver<Effect>,
    _server: Option<Server>,
    home: Home,
    /// (of_run, kept): the scale of the command line, and the scale of the settings file. `None` without `--scale`.
    scales: Option<[u16; 2]>,
    /// True if there is no file of settings, and the command line has no map, no file with games and no `--tcp`.
    is_first_start: bool,
    own_book: Option<Arc<dyn OwnBook>>,
    /// (file, book): the book that the settings name. `None`: no book is named, or it cannot be read.
    book: (String, Option<Arc<dyn OwnBook>>),
    search: Option<SearchHandle>,
    /// The time of the last question to the computer or an engine. Answers that come within [`BREATH`] of this time
    /// wait in `early`. The id of an answer tells whether the answer belongs to an older question.
    asked: Instant,
    early: Vec<AppEvent>,
    programs: Programs,
    engine_tester: EngineTester,
    analyser: Analyser,
    /// The size of the analyser's transposition table in mebibytes, unless the settings name a size.
    hash: usize,
    reporter: Analyser,
    sender: Sender<AppEvent>,
    events: Receiver<AppEvent>,
    clipboard: Clipboard,
    speaker: Option<Speaker>,
    /// Sends tasks to the library's thread, which starts with the first task.
    library_tasks: Option<Sender<LibraryTask>>,
    /// Saves the game and the settings; `None` if the program only takes a screenshot.
    file_writer: Option<Worker<Effect>>,
    /// `None` until the program is to end; then true means success.
    ended: Option<bool>,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Program")
    }
}

impl Drop for Program {
    /// Tells all engines to end before the fields are dropped, because dropping a field waits for its engines.
    fn drop(&mut self) {
        let by = Instant::now() + programs::GRACE;
        self.programs.end(by);
        self.engine_tester.end(by);
        self.analyser.end(by);
        self.reporter.end(by);
    }
}

impl Program {
    pub fn new(options: &Options) -> Result<Self, Box<dyn Error>> {
        let home = Home(options.home.clone());
        if person_home().is_some_and(|person| person == home.0) {
            home.first_use(Path::new(SYSTEM_TEAM));
        }
        // Reading renames a broken file of settings, so the program must not read this file twice.
        let stored = user_files::read_settings(&home.settings());
        let is_first_start = matches!(stored, StoredSettings::Missing)
            && options.map.is_none()
            && options.tcp.is_none()
            && options.game.is_none();
        let (mut settings, mut notes) = settings(stored, options);
        let scales =
            options.scale.map(|scale| [scale, std::mem::replace(&mut settings.scale, scale)]);
        let team = Team::load(&options.home)?;
        let files = Files::open(&home, options, &mut notes);
        let (sender, events) = mpsc::channel();
        let own_book = options.book.as_deref().map(|path| book::open(path, &sender));
        let own_book = own_book.transpose().map_err(|error| format!("the opening book {error}"))?;
        let mut app = app(settings, &team, files.restored, options);
        app.cx_mut().home = home.0.display().to_string();
        notes.into_iter().for_each(|note| app.cx_mut().note = note);
        let (shared, wanted) = Shared::new(app, Computer::new(1, options.hash as usize)?);
        let server = serve(&shared, team, options)?;
        if let Some(fault) = files.fault {
            // Sending does not fail, because the receiver `events` exists.
            let _ = sender.send(AppEvent::Stored(Err(fault)));
        }
        let write = || game_files::start(files.games, sender.clone());
        let file_writer = options.screenshot.is_none().then(write).transpose();
        let file_writer =
            file_writer.map_err(|error| format!("no thread for the files: {error}"))?;
        let mut program = Self {
            shared,
            wanted,
            _server: server,
            home,
            scales,
            is_first_start,
            own_book,
            book: Default::default(),
            search: None,
            asked: Instant::now(),
            early: Vec::new(),
            programs: Programs::new(sender.clone()),
            engine_tester: EngineTester::new(sender.clone()),
            analyser: Analyser::new(options.hash as usize, analysis_threads()),
            hash: options.hash as usize,
            reporter: Analyser::new(REPORT_MEBIBYTES, 1),
            sender,
            events,
            clipboard: Clipboard::default(),
            speaker: None,
            library_tasks: None,
            file_writer,
            ended: None,
        };
        let file = program.app().cx().settings.book_file.clone();
        program.use_book(file);
        Ok(program)
    }

    fn use_book(&mut self, file: String) {
        if self.book.0 == file {
            return;
        }
        let read = (!file.is_empty()).then(|| book::open(&expand(&file), &self.sender));
        let book = read.transpose().unwrap_or_else(|error| {
            log::error!("{error}");
            self.on(AppEvent::BookRefused(error));
            None
        });
        self.book = (file, book);
    }

    pub fn app(&self) -> MutexGuard<'_, App> {
        self.shared.app()
    }

    pub fn on(&mut self, event: AppEvent) {
        let day = Local::now().date_naive().to_epoch_days();
        let mut app = self.app();
        let before = Mark::of(&app);
        app.cx_mut().today = u32::try_from(day).unwrap_or_default();
        let effects = app.on(event, self.shared.started.elapsed());
        let effects = self.shared.tell(&app, before, None, effects);
        drop(app);
        effects.into_iter().for_each(|effect| self.perform(effect));
    }

    pub fn open(&mut self, file: &Path) {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.on(AppEvent::Opened(name, home::read(file)));
    }

    pub fn receive(&mut self) {
        if self.asked.elapsed() >= BREATH {
            std::mem::take(&mut self.early).into_iter().for_each(|event| self.on(event));
        }
        if let Some((id, report)) = self.analyser.take_report() {
            self.on(AppEvent::Analysed(id, report.map_err(|why| engine_failure(&why))));
        }
        if let Some((id, report)) = self.reporter.take_report() {
            self.on(AppEvent::Reported(id, report.map_err(|why| engine_failure(&why))));
        }
        while let Ok(effect) = self.wanted.try_recv() {
            self.perform(effect);
        }
        while let Ok(event) = self.events.try_recv() {
            match event {
                AppEvent::Answer(..) | AppEvent::Played(..) if self.asked.elapsed() < BREATH => {
                    self.early.push(event)
                }
                event => self.on(event),
            }
        }
    }

    fn command(&mut self, command: PlayerCommand) {
        match command {
            PlayerCommand::Search(id, request) => {
                self.programs.cancel();
                self.search(id, *request);
            }
            PlayerCommand::Ask(question) => {
                (self.search, self.early, self.asked) = (None, Vec::new(), Instant::now());
                self.programs.ask(*question);
            }
            PlayerCommand::Stop => {
                (self.search, self.early) = (None, Vec::new());
                self.programs.cancel();
            }
            PlayerCommand::Start(side, number, line, rules) => {
                self.programs.start(side, number, line, rules);
            }
            PlayerCommand::Dismiss(side) => self.programs.stop(side),
            PlayerCommand::MoveNow => {
                self.search.iter().for_each(SearchHandle::stop);
                self.programs.hurry();
            }
        }
    }

    fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Command(command) => self.command(command),
            Effect::Analyse(Some(request)) => {
                let Settings { analysis_threads: threads, analysis_memory: memory, .. } =
                    self.app().cx().settings;
                let threads = if threads == 0 { analysis_threads() } else { threads.into() };
                let memory = if memory == 0 { self.hash } else { memory.into() };
                self.analyser.resize(memory, threads);
                self.analyser.analyse(*request);
            }
            Effect::Analyse(None) => self.analyser.stop(),
            Effect::Report(Some(request)) => {
                // With one thread, equal games get equal reports. So 0 (automatic) means one thread for a report.
                let threads = self.app().cx().settings.analysis_threads.max(1);
                self.reporter.resize(REPORT_MEBIBYTES, threads.into());
                self.reporter.analyse(*request);
            }
            Effect::Report(None) => self.reporter.stop(),
            Effect::Live(_) | Effect::Store(..) | Effect::StoreStudy(..) | Effect::Adopt(..) => {
                self.write(effect);
            }
            Effect::Sound(sound) => self.speaker.iter_mut().for_each(|it| it.play(sound)),
            Effect::Copy(text) => {
                if let Err(error) = self.clipboard.copy(text) {
                    self.on(AppEvent::Pasted(Err(error)));
                }
            }
            Effect::ProbeEngine(line, rules) => self.engine_tester.test(line, rules),
            Effect::Paste => {
                let text = self.clipboard.paste();
                self.on(AppEvent::Pasted(text));
            }
            Effect::Keep(mut settings) => {
                self.use_book(settings.book_file.clone());
                let own = self.scales.filter(|[of_run, _]| *of_run == settings.scale);
                settings.scale = own.map_or(settings.scale, |[_, kept]| kept);
                self.write(Effect::Keep(settings));
            }
            Effect::ChooseGame => self.on(AppEvent::Library),
            Effect::ChoosePlace(kind, place) => {
                system::choose(kind, &expand(&place), self.sender.clone());
            }
            Effect::Library(task) => {
                let start = || library_thread::start(self.home.clone(), self.sender.clone());
                // Sending does not fail, because the thread receives until the program ends.
                let _ = self.library_tasks.get_or_insert_with(start).send(task);
            }
            Effect::WriteFile(name, content) => {
                let saved = self.home.write_file(&name, &content);
                self.on(AppEvent::Saved(saved));
            }
            Effect::WriteMap(name, position) => {
                let map = self.home.write_map(&name, &position);
                self.on(AppEvent::MapWritten(map.map(|map| Box::new(Map::clone(&map)))));
            }
            Effect::Notify(_) => {}
            Effect::Quit(well) => self.ended = Some(well),
        }
    }

    fn write(&self, effect: Effect) {
        if let Some(file_writer) = &self.file_writer {
            file_writer.send(effect);
        }
    }

    fn search(&mut self, id: QuestionId, mut request: SearchRequest) {
        if let (Some(variety), Some(book)) =
            (&mut request.variety, self.own_book.as_ref().or(self.book.1.as_ref()))
            && matches!(variety.book, BookChoice::BuiltIn)
        {
            variety.book = BookChoice::Own(Arc::clone(book));
        }
        (self.search, self.early, self.asked) = (None, Vec::new(), Instant::now());
        let (thinking, answer) = (self.sender.clone(), self.sender.clone());
        // Sending fails only when the program ends.
        let search = self.shared.computer().ask_with_reports(
            request,
            move |line| drop(thinking.send(AppEvent::Thinking(id, line.clone()))),
            move |found| {
                let best = found.and_then(|line| {
                    log::debug!("{line}");
                    line.best().ok_or(SearchError::NoMove)
                });
                let event = match best {
                    Ok(best) => AppEvent::Answer(id, best),
                    Err(error) => {
                        log::error!("{error}");
                        AppEvent::SearchFailed(id, [error.to_string(), error.to_string()])
                    }
                };
                let _ = answer.send(event);
            },
        );
        self.search = Some(search);
    }

    /// True while the program waits for a move or hint, a report, the library's list or the lines of the analysis.
    pub fn is_busy(&self) -> bool {
        let app = self.app();
        app.board().game.thinking().is_some()
            || app.reporting().making.is_some()
            || app.cx().library.is_waiting()
            || app.analysis().is_awaited(app.board())
    }

    /// Runs until the player ends the program. Returns `Ok(true)` if the exit status is to mean success.
    pub fn run(&mut self, options: &Options) -> Result<bool, Box<dyn Error>> {
        let [width, height] = options.size.unwrap_or_else(|| self.app().cx().settings.window);
        // A window larger than the screen would stay black for a long time, so the screen's size is the limit.
        let [most_wide, most_high] = system::screen().unwrap_or([u16::MAX; 2]);
        let size = [width.min(most_wide), height.min(most_high)].map(usize::from);
        let mut window = Window::open(size, &icon(64))?;
        let shown_size = window.size.map(|side| u16::try_from(side).unwrap_or(u16::MAX));
        self.app().cx_mut().window = Some(shown_size);
        options.game.iter().for_each(|game| self.open(game));
        let mut screen = Screen::new(&self.app(), window.size).with_face(fonts::FACE);
        let mut inputs = Vec::new();
        let mut shown = Instant::now();
        if self.is_first_start {
            self.app().cx_mut().welcome();
        }
        self.on(AppEvent::Tick);
        screen.draw(&self.app());
        show(&mut window, &screen)?;
        log::info!("first picture after {} ms", self.shared.started.elapsed().as_millis());
        self.speaker = Speaker::new().inspect_err(|error| log::warn!("no sounds: {error}")).ok();
        while self.ended.is_none() {
            window.poll(&mut inputs);
            let mut stale = false;
            for input in inputs.drain(..) {
                stale |= self.input(input, &mut screen);
            }
            self.receive();
            self.on(AppEvent::Tick);
            if screen.draw(&self.app()) || stale || shown.elapsed() >= HEARTBEAT {
                show(&mut window, &screen)?;
                shown = Instant::now();
            }
        }
        self.search = None;
        self.on(AppEvent::Left);
        Ok(self.ended == Some(true))
    }

    /// Handles an input of the window. Returns true if the picture must be sent again.
    fn input(&mut self, input: Input, screen: &mut Screen) -> bool {
        // An earlier input may have changed the target under the pointer, so the picture is drawn before the look-up.
        screen.draw(&self.app());
        let target = |place| screen.target(place);
        let event = match input {
            Input::Moved(place) => AppEvent::Moved(target(place), place),
            Input::Pressed(place) => AppEvent::Pressed(target(place), place),
            Input::Released(place) => AppEvent::Released(target(place), place),
            Input::OtherPressed(place) => AppEvent::OtherPressed(target(place), place),
            Input::OtherReleased(place) => AppEvent::OtherReleased(target(place)),
            Input::Scrolled(rows) => AppEvent::Scrolled(rows),
            Input::Key(press) => AppEvent::Key(press),
            Input::Typed(letter, press) => AppEvent::Typed(letter, press),
            Input::Resized(size) => {
                screen.resize(size);
                AppEvent::Resized(size.map(|side| u16::try_from(side).unwrap_or(u16::MAX)))
            }
            Input::Focused => return true,
            Input::Dropped(file) => {
                self.open(&file);
                return false;
            }
            Input::Closed => AppEvent::Closed,
        };
        self.on(event);
        false
    }
}

fn starts(team: &Team) -> Vec<Map> {
    let mut starts: Vec<Map> = Rules::PLAYABLE.iter().map(|&rules| Map::standard(rules)).collect();
    for (_, map) in team.maps() {
        match map {
            Ok(map) => starts.push(Map::clone(map)),
            Err(refusal) => log::warn!("{refusal}"),
        }
    }
    starts
}

/// Makes the application, which begins with the restored game, or else with the map or the rules of the options.
fn app(settings: Settings, team: &Team, restored: Option<GameTree>, options: &Options) -> App {
    if !team.is_found() {
        log::warn!("no {}: no team name, no maps", team.file().display());
    }
    let starts = starts(team);
    let wanted = options.map.as_ref().map(|name| team.map(name));
    let start = match &wanted {
        None => {
            let rules = options.rules.unwrap_or_else(|| settings.game());
            starts.iter().position(|map| map.name.is_empty() && map.position.rules() == rules)
        }
        Some(Ok(map)) => starts.iter().position(|start| start.name == map.name),
        Some(Err(_)) => None,
    };
    let seed = options.seed.unwrap_or_else(|| Local::now().timestamp_micros().cast_unsigned());
    log::info!("seed {seed}");
    let start = start.unwrap_or_default();
    let mut app = App::new(settings, programs::found(), starts, start, restored, seed);
    if let Some(Err(refused)) = wanted {
        log::error!("{refused}");
        app.cx_mut().refuse_map(refused);
    }
    app
}

fn serve(
    shared: &Arc<Shared>,
    team: Team,
    options: &Options,
) -> Result<Option<Server>, Box<dyn Error>> {
    let records = options.record.as_deref().map(Records::create).transpose()?.map(Arc::new);
    let Some(address) = options.tcp else { return Ok(None) };
    let server = Server::start(address, Arc::clone(shared), team, records)
        .map_err(|error| format!("cannot listen at {address}: {error}"))?;
    shared.app().cx_mut().note = Note::Named(Text::ServedAt, server.address.to_string());
    Ok(Some(server))
}

struct Files {
    games: GameFiles,
    restored: Option<GameTree>,
    fault: Option<AppError>,
}

impl Files {
    fn open(home: &Home, options: &Options, notes: &mut Vec<Note>) -> Self {
        let claimed = if options.screenshot.is_some() { Ok(None) } else { home.claim() };
        let (claim, fault) = match claimed {
            Ok(claim) => (claim, None),
            Err(error) => (Some(Claim::default()), Some(error)),
        };
        let is_second = options.screenshot.is_none() && claim.is_none();
        let last = if is_second { None } else { last_game(home, options, notes) };
        if is_second {
            log::warn!("another window uses {}", home.0.display());
            notes.push(Note::Named(Text::SecondWindow, home.0.display().to_string()));
        }
        let mut games = GameFiles::new(home.clone(), claim);
        if let Some(error) = &fault {
            log::error!("{error}; nothing can be saved");
            games.has_failed = true;
        }
        let restored = last.map(|(path, record)| {
            games.adopt(GameNumber::default(), path);
            record
        });
        Self { games, restored, fault }
    }
}

/// Returns the last game and the path of its file. `None`: no game can be read, or the options ask for another game.
fn last_game(home: &Home, options: &Options, notes: &mut Vec<Note>) -> Option<(PathBuf, GameTree)> {
    if options.map.is_some() {
        return None;
    }
    let last = home.restore().unwrap_or_else(|error| {
        log::error!("{error}");
        notes.push(Note::Named(Text::NotRestored, error.to_string()));
        None
    });
    let (path, mut record) = last?;
    for (tag, player) in PLAYER_TAGS.into_iter().zip([&options.red, &options.black]) {
        if let Some(player) = player {
            record.set_tag(tag, player.to_string());
        }
    }
    options.rules.is_none_or(|wanted| wanted == record.rules()).then_some((path, record))
}

/// Returns the number of threads for the analysis: one fewer than the machine has, but at least 1 and at most 4.
fn analysis_threads() -> usize {
    const MOST: usize = 4;
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    all.saturating_sub(1).clamp(1, MOST)
}

fn show(window: &mut Window, screen: &Screen) -> Result<(), String> {
    let (pixels, size) = screen.pixels();
    window.show(pixels, size)
}

fn settings(stored: StoredSettings<SettingsTable>, options: &Options) -> (Settings, Vec<Note>) {
    let (mut settings, notes) = match stored {
        StoredSettings::Read(table) => {
            let (settings, unknown) = Settings::known(table, &Settings::default());
            let told = Note::Named(Text::SettingsUnknown, unknown.join(", "));
            (settings, if unknown.is_empty() { Vec::new() } else { vec![told] })
        }
        StoredSettings::Missing => (first_settings(), Vec::new()),
        StoredSettings::Broken { reason, renamed_to } => {
            // If the file cannot be renamed, it stays at its usual path.
            let usual = || Home(options.home.clone()).settings();
            let renamed_to = renamed_to.unwrap_or_else(usual).display().to_string();
            log::error!("the settings are broken, set aside as {renamed_to:?}: {reason}");
            (first_settings(), vec![Note::Named(Text::SettingsBroken, renamed_to)])
        }
    };
    settings.red = options.red.clone().unwrap_or(settings.red);
    settings.black = options.black.clone().unwrap_or(settings.black);
    (settings, notes)
}

fn first_settings() -> Settings {
    let mut settings = Settings::default();
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
    settings.language = Language::of_tag(&locale.unwrap_or_default());
    if let Some(scale) = system::scale() {
        settings.window = settings.window.map(|side| (f32::from(side) * scale) as u16);
    }
    settings
}
