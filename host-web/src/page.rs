//! The state of the page, and what the page may ask of it.

use crate::effect::PageEffect;
use crate::engine::{AnalysisNews, SearchAnswer, SearchReport, moves};
use crate::picture::BoardPicture;
use crate::snapshot::Snapshot;
use chuhe_app::game_model::SearchInfo;
use chuhe_app::picture::Picture;
use chuhe_app::settings::Settings;
use chuhe_app::{App, AppEvent, Press, Target};
use chuhe_core::played::QuestionId;
use chuhe_core::rules::Rules;
use chuhe_core::{Kind, Piece, Position, Score, Side, Square};
use chuhe_host::Map;
use chuhe_records::pgn;
use chuhe_view::text::Language;
use chuhe_view::{HitTarget, Spot};
use std::time::Duration;
use wasm_bindgen::prelude::wasm_bindgen;

/// The size for which the application lays out its texts. Nothing of this layout is drawn.
const NOMINAL: [usize; 2] = [960, 720];

/// The page: a game, its players, menus and dialogs, and the picture of the board.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Page {
    app: App,
    texts: Picture,
    board: BoardPicture,
    effects: Vec<PageEffect>,
}

#[wasm_bindgen]
impl Page {
    /// A page with the settings and the game that the browser has kept, if it has any.
    ///
    /// Settings that cannot be read are replaced by the usual ones in the language of the browser.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(language: &str, settings: Option<String>, game: Option<String>, seed: u32) -> Self {
        let kept = settings.and_then(|text| serde_json::from_str(&text).ok());
        let settings = kept.unwrap_or_else(|| first_settings(language));
        let starts: Vec<Map> = Rules::PLAYABLE.iter().map(|&rules| Map::standard(rules)).collect();
        let start = starts.iter().position(|map| map.position.rules() == settings.game());
        let record = game.and_then(|text| pgn::read(&text).ok());
        let app = App::new(settings, starts, start.unwrap_or_default(), record, seed.into());
        let (texts, board) = (Picture::new(&app, NOMINAL), BoardPicture::default());
        Self { app, texts, board, effects: Vec::new() }
    }

    /// Lets time pass. `now` is in milliseconds since the page began, here and below.
    pub fn tick(&mut self, now: f64) {
        self.on(AppEvent::Tick, now);
    }

    /// Handles the pointer on the canvas: `pressed`, `moved`, `released` or `cancelled`, at a pixel.
    pub fn pointer(&mut self, event: &str, x: i32, y: i32, now: f64) {
        let target = self.board.square_at(x, y).map(Target::Square);
        let event = match event {
            "pressed" => AppEvent::Pressed(target, (x, y)),
            "released" => AppEvent::Released(target, (x, y)),
            "moved" => AppEvent::Moved(target, (x, y)),
            _ => AppEvent::Cancelled,
        };
        self.on(event, now);
    }

    /// Presses a control of the page, by its kind and its index in the snapshot.
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
            "player" => HitTarget::Player(Side::ALL[index % Side::ALL.len()]),
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

    /// Chooses an item of a dialog's part, both by their index in the snapshot.
    pub fn choose(&mut self, part: usize, item: usize, now: f64) {
        self.press(HitTarget::Part(part, Spot::Item(item)), now);
    }

    /// Writes a text into a field of the dialog.
    pub fn write(&mut self, part: usize, text: String, now: f64) {
        self.press(HitTarget::Part(part, Spot::Caret(0)), now);
        for name in ["Ctrl+a", "Backspace"] {
            self.key(name, now);
        }
        if !text.is_empty() {
            self.on(AppEvent::Pasted(Ok(text)), now);
        }
    }

    /// Handles a key by its name, such as `Ctrl+Z`. Returns false if the page does not know it.
    pub fn key(&mut self, name: &str, now: f64) -> bool {
        let Some(press) = Press::named(name) else { return false };
        self.on(AppEvent::Key(press), now);
        true
    }

    /// Takes a text from the clipboard: a position, a game or a move.
    pub fn paste(&mut self, text: String, now: f64) {
        self.on(AppEvent::Pasted(Ok(text)), now);
    }

    /// Takes a report of the worker.
    pub fn report(&mut self, report: &str, now: f64) {
        let Ok(report) = serde_json::from_str::<SearchReport>(report) else { return };
        let Ok(line) = moves(&report.line) else { return };
        let game = self.app.game_model().game();
        let info = SearchInfo {
            ply: game.moves().len(),
            side: game.position().side(),
            depth: report.depth,
            score: Score::new(report.score),
            nodes: report.nodes,
            millis: report.millis,
            line,
        };
        self.on(AppEvent::Thinking(QuestionId(report.id), info), now);
    }

    /// Takes the fault of the worker that was to answer a question.
    pub fn failed(&mut self, question: u32, why: String, now: f64) {
        self.on(AppEvent::SearchFailed(QuestionId(question), why), now);
    }

    /// Takes the results of the worker that analyses.
    pub fn analysed(&mut self, news: &str, now: f64) {
        let Ok((id, analysis)) = AnalysisNews::read(news) else { return };
        self.on(AppEvent::Analysed(id, Ok(analysis)), now);
    }

    /// Takes the fault of the worker that was to analyse.
    pub fn analysis_failed(&mut self, id: u32, why: String, now: f64) {
        self.on(AppEvent::Analysed(id.into(), Err(why)), now);
    }

    /// Takes a file with a game.
    pub fn open(&mut self, name: String, bytes: Vec<u8>, now: f64) {
        self.on(AppEvent::Opened(name, Ok(bytes)), now);
    }

    /// Takes the answer of the worker.
    pub fn answer(&mut self, answer: &str, now: f64) {
        let Ok(answer) = serde_json::from_str::<SearchAnswer>(answer) else { return };
        let Ok(best) = answer.best.parse() else { return };
        self.on(AppEvent::Answer(QuestionId(answer.id), best), now);
    }

    /// Takes the effects since the last call, as a JSON list.
    pub fn effects(&mut self) -> String {
        serde_json::to_string(&std::mem::take(&mut self.effects)).unwrap_or_default()
    }

    /// The number of changes of what is shown.
    #[must_use]
    pub fn revision(&self) -> f64 {
        self.app.revision() as f64
    }

    /// Everything that the page shows around the board, as JSON.
    pub fn snapshot(&mut self) -> String {
        self.texts.update(&self.app, NOMINAL);
        let snapshot = Snapshot::of(&self.app, &self.texts);
        serde_json::to_string(&snapshot).unwrap_or_default()
    }

    /// Draws the board with squares of `cell` pixels.
    pub fn draw(&mut self, cell: u32) {
        self.texts.update(&self.app, NOMINAL);
        self.board.draw(&self.app, &self.texts, cell);
    }

    /// The width of the picture in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.board.size().width
    }

    /// The height of the picture in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.board.size().height
    }

    /// The middle of the top left square in the picture, and the distance between neighbouring squares.
    #[must_use]
    pub fn grid(&self) -> Vec<i32> {
        self.board.grid().into()
    }

    /// True while a piece is on its way.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        self.app.gliding().is_some()
    }

    /// The picture: red, green, blue and alpha of each pixel.
    #[must_use]
    pub fn pixels(&self) -> Vec<u8> {
        self.board.rgba()
    }
}

impl Page {
    /// Presses and releases the pointer on a control.
    fn press(&mut self, hit: HitTarget, now: f64) {
        let target = self.texts.target_of(&self.app, hit);
        let place = (-1, -1);
        self.on(AppEvent::Pressed(target, place), now);
        self.on(AppEvent::Released(target, place), now);
    }

    fn on(&mut self, event: AppEvent, now: f64) {
        let now = Duration::from_secs_f64((now / 1000.0).max(0.0));
        let effects = self.app.on(event, now);
        self.effects.extend(effects.iter().filter_map(|effect| PageEffect::of(&self.app, effect)));
    }
}

/// All pieces of both sides.
fn pieces() -> impl Iterator<Item = Piece> {
    Side::ALL.into_iter().flat_map(|side| Kind::ALL.map(|kind| Piece::new(side, kind)))
}

/// The settings of the first visit.
fn first_settings(language: &str) -> Settings {
    Settings { language: Language::of_tag(language), ..Settings::default() }
}
