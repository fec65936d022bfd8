//! Stores and lists the games that the browser keeps.

use chuhe_app::app_error::{AppError, FileFault, fault_in_chinese};
use chuhe_app::{GameNumber, ListFaults, ListPage, ListRequest, OpenedGame};
use chuhe_core::notation::{Fen, Style};
use chuhe_records::{Fault, GameId, GameSummary, GameTree, ListColumn, ListQuery, ListedGame, pgn};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use tsify::Tsify;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// A game in the form in which the browser stores it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, Tsify)]
pub(crate) struct KeptGame {
    /// The time in milliseconds at which the visit that created the game began, plus the game's number in that visit.
    pub(crate) id: i64,
    pub(crate) pgn: String,
}

/// The stored games that the list shows, and the ids of the games of this visit.
#[derive(Debug, Default)]
pub(crate) struct GameStore {
    /// The time at which the visit began, in milliseconds. The `id` of a new game is this time plus its number.
    begin: i64,
    /// The date of the visit in the format of PGN, such as `2025.01.31`.
    date: String,
    ids: HashMap<GameNumber, i64>,
    /// All games that the last read returned, without the games deleted since then.
    games: Vec<(ListedGame, GameTree)>,
    /// The number of stored games that are not valid PGN, and the first fault.
    faults: ListFaults,
    /// The reason why the browser could not read the games; `None` if it could.
    error: Option<AppError>,
    /// The number of reads of the browser's storage that have not finished.
    reads: u32,
    /// The request that waits until the games are read (`waiting`), and the last request (`asked`).
    waiting: Option<ListRequest>,
    asked: Option<ListRequest>,
    /// The games that were deleted in this visit. Each key is the name of the game in the list.
    deleted: HashMap<String, KeptGame>,
}

impl GameStore {
    /// Makes the store for a visit. The visit begins with the kept game whose `id` is `restored`, or with a new game.
    pub(crate) fn new(begin: i64, date: String, restored: Option<i64>) -> Self {
        let ids = restored.map(|id| (GameNumber::default(), id)).into_iter().collect();
        Self { begin, date, ids, ..Self::default() }
    }

    pub(crate) fn keep(&mut self, number: GameNumber, tree: &GameTree, style: Style) -> KeptGame {
        let id = *self.ids.entry(number).or_insert(self.begin + i64::from(number.0));
        let mut tree = tree.clone();
        if tree.tag("Date").is_none() {
            tree.set_tag("Date", &*self.date);
        }
        KeptGame { id, pgn: tree.to_pgn(style).to_string() }
    }

    /// Lets the store keep game `number` of this visit under the `id` of a kept game. `path` is this `id` as text.
    pub(crate) fn adopt(&mut self, number: GameNumber, path: &Path) {
        let id = path.to_str().and_then(|name| name.parse().ok());
        self.ids.extend(id.map(|id| (number, id)));
    }

    /// Returns the page of the list that `request` asks for. If `request.refresh` is true, returns `None`, and
    /// [`Self::take`] returns the page after a read.
    pub(crate) fn list(&mut self, request: &ListRequest) -> Option<ListPage> {
        self.asked = Some(request.clone());
        if request.refresh {
            self.waiting = Some(request.clone());
            self.reads += 1;
            return None;
        }
        Some(self.page(request))
    }

    /// Makes the next read answer the last request again. Returns false if no request was made yet.
    pub(crate) fn list_again(&mut self) -> bool {
        self.waiting.clone_from(&self.asked);
        self.reads += u32::from(self.waiting.is_some());
        self.waiting.is_some()
    }

    /// Receives all games, or the reason why they cannot be read. Answers the waiting request. If other reads are under
    /// way, each of them answers the same request again.
    pub(crate) fn take(&mut self, games: Result<Vec<KeptGame>, String>) -> Option<ListPage> {
        (self.games, self.faults) = (Vec::new(), ListFaults::default());
        for kept in games.iter().flatten() {
            match pgn::read(&kept.pgn) {
                Ok(tree) => self.games.push(listed(kept.id, tree)),
                Err(error) => {
                    self.faults.count += 1;
                    if self.faults.count == 1 {
                        self.faults.file = file_name(kept.id);
                        let english = error.to_string();
                        let fault = Fault { game: 1, error, game_kept: false };
                        self.faults.first = [english, fault_in_chinese(&fault)];
                    }
                }
            }
        }
        let unread = |why| AppError::file(Path::new("IndexedDB"), FileFault::Content(why));
        self.error = games.err().map(unread);
        self.reads = self.reads.saturating_sub(1);
        let request = if self.reads == 0 { self.waiting.take() } else { self.waiting.clone() };
        Some(self.page(&request?))
    }

    fn page(&self, request: &ListRequest) -> ListPage {
        let query = &request.query;
        let games = self.games.iter().map(|(game, _)| game);
        let mut rows: Vec<&ListedGame> = games.filter(|game| is_wanted(game, query)).collect();
        rows.sort_by_cached_key(|game| (sort_text(game, query.sort), game.id));
        if !query.upwards {
            rows.reverse();
        }
        // The browser needs all rows at once, because it scrolls the list itself.
        let (total, faults, error) = (rows.len(), self.faults.clone(), self.error.clone());
        let (request, rows) =
            (ListRequest { first: 0, ..request.clone() }, rows.into_iter().cloned().collect());
        ListPage { request, total, rows, faults, error, ..ListPage::default() }
    }

    pub(crate) fn fetch(&self, id: GameId) -> Option<OpenedGame> {
        let (game, tree) = self.games.iter().find(|(game, _)| game.id == id)?;
        let path = Some(PathBuf::from(id.0.to_string()));
        Some(OpenedGame { name: game.file.clone(), tree: tree.clone(), path })
    }

    /// Removes a game from the list, and returns its name. [`Self::undelete`] finds the game by this name.
    pub(crate) fn delete(&mut self, id: GameId, style: Style) -> Option<String> {
        let index = self.games.iter().position(|(game, _)| game.id == id)?;
        let (game, tree) = self.games.remove(index);
        let kept = KeptGame { id: id.0, pgn: tree.to_pgn(style).to_string() };
        self.deleted.insert(game.file.clone(), kept);
        Some(game.file)
    }

    pub(crate) fn undelete(&mut self, name: &str) -> Option<KeptGame> {
        self.deleted.remove(name)
    }
}

fn file_name(id: i64) -> String {
    format!("{id}.pgn")
}

fn listed(id: i64, tree: GameTree) -> (ListedGame, GameTree) {
    let summary = GameSummary::from(&tree);
    let last = Fen { position: tree.position(tree.last()), move_number: 1 }.to_string();
    (ListedGame { id: GameId(id), summary, last, file: file_name(id), is_alone: true }, tree)
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = String)]
    type BrowserText;

    #[wasm_bindgen(method, js_name = toLowerCase)]
    fn to_lower_case(this: &BrowserText) -> String;
}

/// Converts a text to lower case with the tables of the browser.
fn lower_case(text: &str) -> String {
    JsValue::from_str(text).unchecked_into::<BrowserText>().to_lower_case()
}

/// True if a game matches all words, the rules and the outcome of a query.
fn is_wanted(game: &ListedGame, query: &ListQuery) -> bool {
    let GameSummary { red, black, event, opening, opening_names, .. } = &game.summary;
    let [english, chinese] = opening_names;
    let texts = [red, black, event, opening, english, chinese, &game.file];
    let texts = texts.map(|text| lower_case(text));
    let has = |word: &str| texts.iter().any(|text| text.contains(word));
    lower_case(&query.words).split_whitespace().all(has)
        && query.rules.is_none_or(|rules| rules == game.summary.rules)
        && query.outcome.is_none_or(|outcome| outcome == game.summary.outcome)
}

/// The text by which a column sorts a game. Games with the same text are sorted by `id`, that is, by age.
fn sort_text(game: &ListedGame, column: ListColumn) -> String {
    let summary = &game.summary;
    match column {
        ListColumn::Red => lower_case(&summary.red),
        ListColumn::Black => lower_case(&summary.black),
        ListColumn::Result => format!("{:?}", summary.outcome),
        ListColumn::Date => summary.date.clone(),
        ListColumn::Event => lower_case(&summary.event),
        ListColumn::Opening => summary.opening.clone(),
        ListColumn::Plies => format!("{:5}", summary.plies),
        ListColumn::File => game.file.clone(),
    }
}
