//! The library: a list of the kept games, or of the games in any folder or file.

mod export;
mod found;
mod list;
mod screen;

pub use export::Export;
pub use found::FoundGames;
pub use list::{ListFaults, ListPage, ListProgress, ListRequest, ListedUse, OpenedGame};
pub use screen::LibraryScreen;

use super::form::{PartId, Widgets};
use super::{App, Dialog, Effect, Note, PLAYER_TAGS, Topic};
use crate::app_error::AppError;
use chuhe_records::{GameTree, ListColumn, ListQuery, ListedGame};
use chuhe_view::text::Text;
use std::path::PathBuf;

/// The state of the library. It outlives the screen.
#[derive(Debug, Default)]
pub struct Library {
    /// The folder or file, as the person named it; empty for the kept games.
    place: String,
    query: ListQuery,
    /// The last request, and the part of the list that has arrived.
    asked: Option<ListRequest>,
    waits: bool,
    page: ListPage,
    /// The chosen row, and its game as soon as it has arrived.
    chosen: Option<usize>,
    selected: Option<ListedGame>,
    /// The names of the games that were deleted, the last one at the end.
    deleted: Vec<String>,
    /// The game that is being exported.
    exported: Option<GameTree>,
    found: found::Found,
}

/// The date of a game that was played nobody knows when, as PGN has it.
const UNKNOWN_DATE: &str = "????.??.??";

/// The number of rows that are asked for at once.
const ROWS: usize = 200;

impl Library {
    /// The game of a row, if it has arrived.
    fn row(&self, row: usize) -> Option<&ListedGame> {
        self.page.rows.get(row.checked_sub(self.page.request.first)?)
    }

    /// True if the page answers what is asked now.
    fn is_current(&self) -> bool {
        (&self.page.request.place, &self.page.request.query) == (&self.place, &self.query)
    }

    /// True until the list has arrived.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.waits || self.page.progress.is_some()
    }

    /// The request for the rows from one on, if they have not arrived and are not on their way.
    fn request(&mut self, first: usize) -> Option<ListRequest> {
        let last = (first + ROWS / 4).min(self.page.total).max(first + 1) - 1;
        let has_arrived = self.page.total == 0 || self.row(first).and(self.row(last)).is_some();
        if self.is_current() && has_arrived {
            return None;
        }
        self.ask(first, false)
    }

    /// The request for the rows around one. `refresh` reads the files that have changed.
    fn ask(&mut self, first: usize, refresh: bool) -> Option<ListRequest> {
        let request = ListRequest {
            place: self.place.clone(),
            query: self.query.clone(),
            first: first.saturating_sub(ROWS / 2),
            count: 2 * ROWS,
            refresh,
        };
        if !refresh && self.asked.as_ref() == Some(&request) {
            return None;
        }
        self.waits = true;
        self.asked = Some(ListRequest { refresh: false, ..request.clone() });
        Some(request)
    }

    /// Sorts by a column. The same column once more turns the order around.
    fn sort(&mut self, column: ListColumn) {
        let query = &mut self.query;
        query.upwards = if query.sort == column {
            !query.upwards
        } else {
            !matches!(column, ListColumn::Date | ListColumn::Plies)
        };
        query.sort = column;
    }

    fn choose(&mut self, row: usize) {
        self.chosen = Some(row);
        self.selected = self.row(row).cloned();
    }

    /// Takes a page that has arrived, and finds the chosen game in it.
    fn take(&mut self, page: ListPage) {
        self.waits = false;
        self.page = page;
        let rows = &self.page.rows;
        let same = |game: &ListedGame| rows.iter().position(|row| row.id == game.id);
        match self.selected.as_ref().and_then(same) {
            Some(index) => self.chosen = Some(self.page.request.first + index),
            None => {
                let last = self.page.total.checked_sub(1);
                self.chosen = last.map(|last| self.chosen.unwrap_or_default().min(last));
                self.selected = self.chosen.and_then(|row| self.row(row)).cloned();
            }
        }
    }
}

impl App {
    /// The library.
    #[must_use]
    pub const fn library(&self) -> &Library {
        &self.library
    }

    /// Opens the library, and reads what has changed on the disk.
    pub(super) fn open_library(&mut self) {
        self.open(Topic::Library(LibraryScreen));
        if let Some(dialog) = &mut self.dialog {
            dialog.widgets = Widgets::default();
            dialog.part = Some(PartId::LibraryGames);
            dialog.widgets.field_mut(PartId::LibrarySearch).set(&self.library.query.words);
            dialog.widgets.field_mut(PartId::LibraryPlace).set(&self.library.place);
        }
        self.refresh_library();
    }

    /// Reads what has changed on the disk.
    fn refresh_library(&mut self) {
        let first = self.library.page.request.first;
        self.effects.extend(self.library.ask(first, true).map(Effect::List));
    }

    /// Asks for the rows that the open library shows and that have not arrived.
    pub(super) fn fill_library(&mut self) {
        if let Some(Dialog { topic: Topic::Library(_), widgets, .. }) = &self.dialog {
            let first = widgets.first(PartId::LibraryGames);
            self.effects.extend(self.library.request(first).map(Effect::List));
        }
    }

    /// Handles a part of the list that arrives.
    pub(super) fn listed(&mut self, page: ListPage) {
        let library = &mut self.library;
        if (&page.request.place, &page.request.query) == (&library.place, &library.query) {
            library.take(page);
        }
    }

    /// Asks for the chosen game. Returns false if none is chosen.
    pub(super) fn fetch_listed(&mut self, to: ListedUse) -> bool {
        let chosen = self.library.selected.as_ref().map(|game| game.id);
        self.effects.extend(chosen.map(|id| Effect::FetchListed(id, to)));
        chosen.is_some()
    }

    /// Handles a game of the list that was read.
    pub(super) fn listed_opened(
        &mut self,
        to: ListedUse,
        opened: Result<Box<OpenedGame>, AppError>,
    ) {
        match opened {
            Ok(opened) if to == ListedUse::Open => self.open_listed(*opened),
            Ok(opened) => self.export_listed(*opened),
            Err(error) => self.fail(error),
        }
    }

    /// Opens a game of the list. One that was kept and not finished goes on, in its file. Changes of
    /// a study go to the file of a kept game, or to a copy of any other game.
    fn open_listed(&mut self, OpenedGame { name, mut tree, path }: OpenedGame) {
        let was_played = tree.tag(PLAYER_TAGS[0]).is_some() && tree.is_plain();
        match path {
            Some(path) if was_played && tree.ending().is_none() => self.go_on_with(tree, path),
            path => {
                if path.is_none() && tree.tag("Date").is_none() {
                    tree.set_tag("Date", UNKNOWN_DATE);
                }
                self.take_up(tree, Note::Named(Text::Loaded, name.clone()));
                let Some(study) = &mut self.study else { return };
                match path {
                    Some(path) => self.effects.push(Effect::Adopt(study.number(), path)),
                    None => study.copied_from = Some(name),
                }
            }
        }
    }

    fn go_on_with(&mut self, tree: GameTree, path: PathBuf) {
        self.begin(tree.game());
        self.restore(tree);
        self.game_model.pause(true, self.now);
        self.effects.push(Effect::Adopt(self.keeping.number(), path));
    }

    /// Deletes the chosen game.
    fn delete_listed(&mut self) {
        let chosen = self.library.selected.as_ref().map(|game| game.id);
        self.effects.extend(chosen.map(Effect::DeleteListed));
    }

    /// Handles the name of the game that was deleted.
    pub(super) fn listed_deleted(&mut self, name: Result<String, AppError>) {
        match name {
            Ok(name) => {
                self.library.deleted.push(name);
                self.refresh_library();
            }
            Err(error) => self.fail(error),
        }
    }

    /// Brings back the game that was deleted last.
    fn undelete(&mut self) {
        self.effects.extend(self.library.deleted.pop().map(Effect::Undelete));
    }

    /// Handles a game that is back.
    pub(super) fn undeleted(&mut self, outcome: Result<(), AppError>) {
        match outcome {
            Ok(()) => self.refresh_library(),
            Err(error) => self.fail(error),
        }
    }
}
