//! Holds the state of the page, and offers it to JavaScript.

mod charsets;
mod game_store;
mod parts;
mod picture;
mod snapshot;

use charsets::set_charsets;
use chuhe_app::endgames::set_problems;
use chuhe_app::game_model::PlayerCommand;
use chuhe_app::picture::Picture;
use chuhe_app::settings::{ColorTheme, Settings};
use chuhe_app::sound::wav;
use chuhe_app::{
    Action, App, AppEvent, Effect, GameNumber, Key, LibraryTask, Note, Press, Starts, Target,
};
use chuhe_core::played::QuestionId;
use chuhe_core::rules::Rules;
use chuhe_core::{Kind, Piece, SearchLine, Side, Square};
use chuhe_host::Map;
use chuhe_host::analysis::{Analysis, AnalysisRequest};
use chuhe_host::openings::{Tables, set_tables};
use chuhe_records::{GameTree, pgn};
use chuhe_view::text::{Language, Text};
use chuhe_view::{Body, HitTarget, Spot};
use embedded_graphics::primitives::Rectangle;
use game_store::{GameStore, KeptGame};
use parts::board_of;
use picture::{BoardPicture, SmallPicture};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use snapshot::Snapshot;
use std::time::Duration;
use tsify::Tsify;
use wasm_bindgen::prelude::wasm_bindgen;

/// The width and height for which the application lays out its texts. The page does not draw this layout.
const NOMINAL: [usize; 2] = [960, 720];

/// The data of a visit, which JavaScript passes to [`Page::new`].
#[derive(Debug, Deserialize)]
struct Visit {
    language: String,
    /// The settings and the game that the page restores, and the game's id in the database of the browser.
    settings: Option<String>,
    game: Option<String>,
    game_id: Option<i64>,
    /// The time at which the visit begins, in milliseconds, and its date in the form of PGN.
    begin: i64,
    date: String,
    seed: u32,
    /// True if the person wants less motion.
    is_calm: bool,
    /// True if the system of the person has dark colours.
    is_dark: bool,
}

/// An effect that the browser carries out.
#[derive(Debug, Serialize, Tsify)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum PageEffect {
    /// Ends the search that runs, and begins the search `id`. The worker gets `request`.
    Search { id: u32, request: String },
    /// Ends the search, and takes its best move so far as the answer.
    MoveNow,
    /// Ends the search without an answer.
    Stop,
    /// Analyses the position of `request` in place of the last position. A worker gets the request. `None` ends
    /// the analysis.
    Analyse { id: u64, request: Option<String> },
    /// Analyses a position for the report of the game. The fields have the meaning of those of `Analyse`.
    Report { id: u64, request: Option<String> },
    /// Plays a sound. `wav` has the bytes of a WAV file.
    Sound { wav: Vec<u8> },
    /// Writes a text to the clipboard.
    Copy { text: String },
    /// Reads the clipboard.
    Paste,
    /// Keeps the settings for the next visit.
    Settings { text: String },
    /// Keeps a game. `order` is its number in this visit; `None` for a deleted game that comes back. The next visit
    /// restores the last game whose `is_played` is true.
    Game { game: KeptGame, order: Option<u32>, is_played: bool },
    /// Keeps the shown study, so that a reload restores it. `pgn` is `None` when the person leaves the study.
    Study { pgn: Option<String> },
    /// Reads all kept games from the database of the browser.
    ReadGames,
    /// Removes a game from the database of the browser.
    Delete { id: i64 },
    /// Lets the browser save `bytes` as a file.
    Download { name: String, bytes: Vec<u8> },
    /// Renames the kept settings or the kept game, which cannot be read. `name` is `settings` or `game`.
    SetAside { name: &'static str },
}

/// The page: a game, its players, menus and dialogs, and the picture of the board.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Page {
    app: App,
    texts: Picture,
    board: BoardPicture,
    store: GameStore,
    effects: Vec<PageEffect>,
    /// (number, changes): the study that was shown last, and the count of its changes.
    studied: Option<(GameNumber, u32)>,
}

#[wasm_bindgen]
impl Page {
    /// Makes a page from a visit in JSON, with the settings and the game that the browser has kept, if any.
    ///
    /// If the settings cannot be read, the page uses the default settings in the language of the browser. Unreadable
    /// settings and games are kept under another name.
    ///
    /// # Errors
    /// The text is not the JSON of a visit.
    #[wasm_bindgen(constructor)]
    pub fn new(visit: &str) -> Result<Self, String> {
        let visit: Visit = read(visit)?;
        let usual = usual_settings(&visit);
        let Visit { settings, game, game_id, begin, date, seed, .. } = visit;
        set_charsets();
        let settings = settings.filter(|text| !text.is_empty()).map(|text| read(&text));
        let are_settings_broken = matches!(settings, Some(Err(_)));
        let table = settings.and_then(Result::ok).unwrap_or_default();
        let (settings, unknown) = Settings::known(table, &usual);
        let game = game.map(|text| pgn::read(&text));
        let is_game_broken = matches!(game, Some(Err(_)));
        let record = game.and_then(Result::ok);
        let game = settings.game();
        let start = Rules::PLAYABLE.iter().position(|&rules| rules == game).unwrap_or_default();
        let store = GameStore::new(begin, date, game_id.filter(|_| record.is_some()));
        let starts = || Rules::PLAYABLE.iter().map(|&rules| Map::standard(rules)).collect();
        let own = vec![Map::standard(game)];
        let mut app = App::new(settings, Vec::new(), own, 0, record, seed.into());
        app.cx_mut().starts = Starts::new(start, starts);
        app.cx_mut().in_page = true;
        if !unknown.is_empty() {
            app.cx_mut().note = Note::Named(Text::SettingsUnknown, unknown.join(", "));
        }
        let broken = [("settings", are_settings_broken), ("game", is_game_broken)];
        let broken = broken.into_iter().filter(|&(_, is_broken)| is_broken);
        let effects = broken.map(|(name, _)| PageEffect::SetAside { name }).collect();
        let (texts, board) = (Picture::new(&app, NOMINAL), BoardPicture::default());
        Ok(Self { app, texts, board, store, effects, studied: None })
    }

    /// Shows a note that unreadable settings, or an unreadable game, are now kept under the name `to`.
    pub fn set_aside(&mut self, name: &str, to: String) {
        self.app.cx_mut().note = match name {
            "settings" => Note::Named(Text::SettingsBroken, to),
            _ => Note::Named(Text::NotRestored, to),
        };
    }

    /// Shows the welcome. JavaScript calls this at the first visit, if the address of the page names no game.
    pub fn welcome(&mut self, now: f64) {
        self.app.cx_mut().welcome();
        self.tick(now);
    }

    /// Receives the tables of openings and of endgame problems, which are fetched after the board is shown.
    pub fn set_tables(
        &mut self,
        xiangqi: String,
        chess: String,
        chess_families: String,
        problems: String,
    ) {
        let [xiangqi, chess, chess_families, problems] =
            [xiangqi, chess, chess_families, problems].map(|text| &*text.leak());
        set_tables(Tables { xiangqi, chess, chess_families });
        set_problems(problems);
        self.app.resume_attempt();
        self.texts = Picture::new(&self.app, NOMINAL);
        if self.store.list_again() {
            self.effects.push(PageEffect::ReadGames);
        }
    }

    pub fn version() -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    /// Lets time pass. In all functions, `now` is the time in milliseconds since the page began, without its sleep.
    pub fn tick(&mut self, now: f64) {
        self.on(AppEvent::Tick, now);
    }

    /// Saves the times of the clocks, because the person possibly does not return to the page.
    pub fn leave(&mut self, now: f64) {
        self.on(AppEvent::Left, now);
    }

    /// Handles an event of the pointer at a pixel of the canvas. `event` is `pressed`, `moved`, `released` or
    /// `cancelled`. Events of the right button are `other-pressed` and `other-released`.
    pub fn pointer(&mut self, event: &str, x: i32, y: i32, now: f64) {
        let target = self.board.square_at(x, y).map(Target::Square);
        let event = match event {
            "pressed" => AppEvent::Pressed(target, (x, y)),
            "released" => AppEvent::Released(target, (x, y)),
            "moved" => AppEvent::Moved(target, (x, y)),
            "other-pressed" => AppEvent::OtherPressed(target, (x, y)),
            "other-released" => AppEvent::OtherReleased(target),
            _ => AppEvent::Cancelled,
        };
        self.on(event, now);
    }

    /// Presses the control of the page that has the kind `kind` and the index `index` in the snapshot.
    pub fn click(&mut self, kind: &str, index: usize, now: f64) {
        let hit = match kind {
            "menu" => HitTarget::Menu(index),
            "item" => HitTarget::Item(index),
            "step" => HitTarget::Step(index),
            "tool" => HitTarget::Tool(index),
            "button" => HitTarget::Button(index),
            "answer" => HitTarget::Answer(index),
            "row" => HitTarget::Row(index),
            "ply" => HitTarget::Ply(index),
            "node" => HitTarget::TreeItem(index),
            "analysis" => HitTarget::AnalysisControl(index),
            "line" => HitTarget::AnalysisLine(index),
            "chart" => HitTarget::Chart(index),
            "tray" => match pieces().find(|piece| piece.index() == index) {
                Some(piece) => HitTarget::Tray(piece),
                None => return,
            },
            "square" => match Square::all().nth(index) {
                Some(square) => HitTarget::Square(square),
                None => return,
            },
            _ => return,
        };
        self.press(hit, now);
    }

    /// Chooses an item in a part of the dialog. `part` and `item` are indices in the snapshot.
    pub fn choose(&mut self, part: usize, item: usize, now: f64) {
        self.press(HitTarget::Part(part, Spot::Item(item)), now);
    }

    /// Sorts the table in a part of the dialog by a column.
    pub fn sort(&mut self, part: usize, column: usize, now: f64) {
        self.press(HitTarget::Part(part, Spot::Column(column)), now);
    }

    /// Sets the language by a tag, such as `zh-Hans`.
    pub fn set_language(&mut self, tag: &str, now: f64) {
        self.app.cx_mut().settings.language = Language::of_tag(tag);
        self.tick(now);
    }

    /// Replaces the text of the field in a part of the dialog.
    pub fn write(&mut self, part: usize, text: String, now: f64) {
        self.press(HitTarget::Part(part, Spot::Caret(0)), now);
        for press in ["Ctrl+a", "Backspace"].into_iter().filter_map(Press::named) {
            self.on(AppEvent::Key(press), now);
        }
        if !text.trim().is_empty() {
            self.on(AppEvent::Pasted(Ok(text)), now);
        }
    }

    /// Handles a key by its name, such as `Ctrl+Z`. Returns false if the page does not use the key. Then
    /// the browser handles it.
    pub fn key(&mut self, name: &str, now: f64) -> bool {
        let press = Press::named(name).filter(|&press| self.uses(press));
        press.into_iter().for_each(|press| self.on(AppEvent::Key(press), now));
        press.is_some()
    }

    /// Reads a pasted text: a position, a game or a move.
    pub fn paste(&mut self, text: String, now: f64) {
        self.on(AppEvent::Pasted(Ok(text)), now);
    }

    /// Shows the reason why the browser could not write or read the clipboard.
    pub fn clipboard_failed(&mut self, why: String, now: f64) {
        self.on(AppEvent::Pasted(Err(why)), now);
    }

    /// Receives the best moves so far, which the worker reports before it answers a question.
    pub fn report(&mut self, question: u32, line: &str, now: f64) {
        let Ok(line) = read(line) else { return };
        self.on(AppEvent::Thinking(QuestionId(question), line), now);
    }

    /// Receives the reason why a worker cannot answer a question.
    pub fn failed(&mut self, question: u32, why: String, now: f64) {
        self.on(AppEvent::SearchFailed(QuestionId(question), [why.clone(), why]), now);
    }

    /// Receives the results of an analysis. `of_report` is true if they are for the report of the game.
    pub fn analysed(&mut self, of_report: bool, id: u32, analysis: &str, now: f64) {
        let Ok(analysis) = read(analysis) else { return };
        self.on(analysis_event(of_report, id, Ok(analysis)), now);
    }

    /// Receives the reason why a worker cannot analyse a position.
    pub fn analysis_failed(&mut self, of_report: bool, id: u32, why: String, now: f64) {
        self.on(analysis_event(of_report, id, Err([why.clone(), why])), now);
    }

    /// Receives, as JSON, the games that the browser keeps, or the reason why the browser cannot read them.
    pub fn show_games(&mut self, games: &str, now: f64) {
        let page = self.store.take(read::<Result<_, _>>(games).flatten()).map(Box::new);
        page.into_iter().for_each(|page| self.on(AppEvent::Listed(page), now));
    }

    /// The PGN of the shown study, or of the game if no study is shown.
    pub fn pgn(&self) -> String {
        let played = || GameTree::from(self.app.board().game.game());
        let tree =
            self.app.board().study.as_ref().map_or_else(played, |study| study.tree().clone());
        tree.to_pgn(self.app.cx().settings.style()).to_string()
    }

    /// Receives the name of a file of `PageEffect::Download`, after the browser was asked to save it.
    pub fn saved(&mut self, name: String, now: f64) {
        self.on(AppEvent::Saved(Ok(name)), now);
    }

    pub fn open(&mut self, name: String, bytes: Vec<u8>, now: f64) {
        self.on(AppEvent::Opened(name, Ok(bytes)), now);
    }

    /// Receives the worker's last report, which answers a question.
    pub fn answer(&mut self, question: u32, line: &str, now: f64) {
        let best = read(line).ok().and_then(|line: SearchLine| line.best());
        let Some(best) = best else { return };
        self.on(AppEvent::Answer(QuestionId(question), best), now);
    }

    /// Returns the effects since the last call, as a JSON list.
    pub fn effects(&mut self) -> String {
        write(&std::mem::take(&mut self.effects))
    }

    /// A number that grows when an event changes the shown state. A call of `set_language` does not count.
    pub fn revision(&self) -> f64 {
        self.app.revision() as f64
    }

    /// Everything that the page shows around the board, as JSON.
    pub fn snapshot(&mut self) -> String {
        self.texts.update(&self.app, NOMINAL);
        write(&self.texts.show(|scene| Snapshot::of(&self.app, scene)))
    }

    /// Draws the next rows of the empty board with squares `cell` pixels wide. Returns false if no row was left.
    pub fn prepare(&mut self, cell: u32) -> bool {
        self.texts.update(&self.app, NOMINAL);
        self.board.prepare(&self.app, &self.texts, cell)
    }

    /// Draws the board with squares `cell` pixels wide. Returns the area of the picture that has changed: the left and
    /// the upper edge, the width and the height.
    pub fn draw(&mut self, cell: u32) -> Vec<i32> {
        self.texts.update(&self.app, NOMINAL);
        let Rectangle { top_left, size } = self.board.draw(&self.app, &self.texts, cell);
        vec![top_left.x, top_left.y, size.width as i32, size.height as i32]
    }

    /// The width of the picture in pixels.
    pub fn width(&self) -> u32 {
        self.board.size().width
    }

    /// The height of the picture in pixels.
    pub fn height(&self) -> u32 {
        self.board.size().height
    }

    /// The x and y of the middle of the top left square, and the distances to the next column and row, in pixels.
    pub fn grid(&self) -> Vec<i32> {
        self.board.grid().into()
    }

    /// True while a moved piece still glides to its square.
    pub fn is_moving(&self) -> bool {
        self.app.board().gliding(self.app.cx().now).is_some()
    }

    /// Draws the small board of a part of the dialog, or of an item in this part, at most `width` pixels wide.
    pub fn small_board(
        &self,
        part: usize,
        item: Option<usize>,
        width: u32,
    ) -> Option<SmallPicture> {
        self.texts.show(|scene| {
            let dialog = scene.banner.as_ref().or(scene.dialog.as_ref())?;
            let Body::Form(form) = &dialog.body else { return None };
            let board = board_of(&form.parts.get(part)?.widget, item)?;
            Some(SmallPicture::board(self.texts.view(), &board, width))
        })
    }

    /// Draws the piece with this index, `width` pixels wide, on the background colour `ground`.
    pub fn piece(&self, index: usize, ground: u32, width: u32) -> Option<SmallPicture> {
        let piece = pieces().find(|piece| piece.index() == index)?;
        let of = (self.app.cx().rules, piece);
        Some(SmallPicture::piece(self.texts.view(), of, ground, width))
    }

    /// The address of the picture in memory. Each pixel is four bytes: red, green, blue and alpha.
    pub fn pixels(&self) -> u32 {
        self.board.pixels().as_ptr().addr() as u32
    }
}

impl Page {
    /// Does the action of a control. If the control has no action, presses and releases the pointer on the control.
    fn press(&mut self, hit: HitTarget, now: f64) {
        self.texts.update(&self.app, NOMINAL);
        let target = self.texts.target_of(&self.app, hit);
        if let Some(Target::Action(action)) = target {
            let effects = self.app.press_button(action, duration(now));
            return self.carry_out(effects, now);
        }
        let place = (-1, -1);
        self.on(AppEvent::Pressed(target, place), now);
        self.on(AppEvent::Released(target, place), now);
    }

    /// True if the application handles a key. In a dialog, the browser handles the keys that move the focus.
    fn uses(&self, press: Press) -> bool {
        let cx = self.app.cx();
        let (is_editing, dialog) = (cx.editor.is_some(), cx.dialog());
        let is_blocked = dialog.is_some_and(|dialog| !dialog.is_banner());
        let does = |action: Action| {
            action.keys_in(true, is_editing).filter_map(Press::named).any(|it| it == press)
        };
        match press.key {
            Key::Escape | Key::F(10) => !(press.control || press.shift),
            Key::Enter if dialog.is_some() => !press.control,
            _ => !is_blocked && Action::of(press, is_editing).is_some_and(does),
        }
    }

    fn on(&mut self, event: AppEvent, now: f64) {
        let effects = self.app.on(event, duration(now));
        self.carry_out(effects, now);
    }

    /// Carries out effects of the application. Then keeps the study if it has changed.
    fn carry_out(&mut self, effects: Vec<Effect>, now: f64) {
        effects.into_iter().for_each(|effect| self.do_effect(effect, now));
        let study = self.app.board().study.as_ref();
        let studied = study.map(|study| (study.number(), study.changes()));
        if self.studied != studied {
            self.studied = studied;
            let pgn = studied.map(|_| self.pgn());
            self.effects.push(PageEffect::Study { pgn });
        }
    }

    /// Carries out an effect of the application, or leaves it to the browser.
    fn do_effect(&mut self, effect: Effect, now: f64) {
        let effect = match effect {
            Effect::Command(PlayerCommand::Search(id, request)) => {
                PageEffect::Search { id: id.0, request: write(&request) }
            }
            Effect::Command(PlayerCommand::MoveNow) => PageEffect::MoveNow,
            Effect::Command(PlayerCommand::Stop) => PageEffect::Stop,
            Effect::Analyse(request) => {
                let (id, request) = for_worker(request.as_deref());
                PageEffect::Analyse { id, request }
            }
            Effect::Report(request) => {
                let (id, request) = for_worker(request.as_deref());
                PageEffect::Report { id, request }
            }
            Effect::Sound(sound) => PageEffect::Sound { wav: wav(sound) },
            Effect::Copy(text) => PageEffect::Copy { text },
            Effect::Paste => PageEffect::Paste,
            Effect::Keep(settings) => PageEffect::Settings { text: write(&settings) },
            Effect::WriteFile(name, bytes) => PageEffect::Download { name, bytes },
            Effect::Store(number, tree) => self.keep(number, &tree, true),
            Effect::StoreStudy(number, tree) => self.keep(number, &tree, false),
            Effect::Adopt(number, path) => return self.store.adopt(number, &path),
            Effect::ChooseGame => return self.on(AppEvent::Library, now),
            Effect::Library(LibraryTask::List(request)) => match self.store.list(&request) {
                Some(page) => return self.on(AppEvent::Listed(Box::new(page)), now),
                None => PageEffect::ReadGames,
            },
            Effect::Library(LibraryTask::Fetch(id, to)) => {
                let Some(game) = self.store.fetch(id) else { return };
                return self.on(AppEvent::ListedOpened(to, Ok(Box::new(game))), now);
            }
            Effect::Library(LibraryTask::Delete(id)) => {
                let deleted = self.store.delete(id, self.app.cx().settings.style());
                let Some(name) = deleted else { return };
                self.effects.push(PageEffect::Delete { id: id.0 });
                return self.on(AppEvent::Deleted(Ok(name)), now);
            }
            Effect::Library(LibraryTask::Undelete(name)) => {
                let Some(game) = self.store.undelete(&name) else { return };
                self.effects.push(PageEffect::Game { game, order: None, is_played: false });
                return self.on(AppEvent::Undeleted(Ok(())), now);
            }
            // Ignored: a page cannot run other programs, has no files of its own, and cannot quit.
            Effect::Command(
                PlayerCommand::Ask(_) | PlayerCommand::Start(..) | PlayerCommand::Dismiss(_),
            )
            | Effect::Library(
                LibraryTask::Explore(_) | LibraryTask::Faults(_) | LibraryTask::Export(..),
            )
            | Effect::ProbeEngine(..)
            | Effect::Live(_)
            | Effect::ChoosePlace(..)
            | Effect::WriteMap(..)
            | Effect::Notify(_)
            | Effect::Quit(_) => return,
        };
        self.effects.push(effect);
    }

    /// Adds a game to the store. Returns the effect that writes the game into the browser's database.
    fn keep(&mut self, number: GameNumber, tree: &GameTree, is_played: bool) -> PageEffect {
        let game = self.store.keep(number, tree, self.app.cx().settings.style());
        PageEffect::Game { game, order: Some(number.0), is_played }
    }
}

fn pieces() -> impl Iterator<Item = Piece> {
    Side::ALL.into_iter().flat_map(|side| Kind::ALL.map(|kind| Piece::new(side, kind)))
}

fn analysis_event(of_report: bool, id: u32, analysis: Result<Analysis, [String; 2]>) -> AppEvent {
    match of_report {
        true => AppEvent::Reported(id.into(), analysis),
        false => AppEvent::Analysed(id.into(), analysis),
    }
}

fn duration(millis: f64) -> Duration {
    Duration::from_secs_f64((millis / 1000.0).max(0.0))
}

/// Returns the settings of a person who has not changed any.
fn usual_settings(visit: &Visit) -> Settings {
    let (language, moves) = (Language::of_tag(&visit.language), !visit.is_calm);
    let theme = if visit.is_dark { ColorTheme::Dark } else { ColorTheme::default() };
    Settings { language, theme, blink: moves, animation: moves, ..Settings::default() }
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn write(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Returns the `id` and the JSON of a request; 0 and `None` if there is no request.
fn for_worker(request: Option<&AnalysisRequest>) -> (u64, Option<String>) {
    (request.map_or(0, |request| request.id), request.map(write))
}
