//! The library: a list of the kept games, or of the games in any folder or file.

use crate::{AppError, Effect, LibraryTask};
use chuhe_core::AnyPosition;
use chuhe_core::notation::Style;
use chuhe_records::{GameTree, ListColumn, ListQuery, ListedGame, PlayedMove};
use std::path::PathBuf;

/// The state of the library. It outlives the dialog of the library.
#[derive(Debug, Default)]
pub struct Library {
    /// The folder or file, as the person named it; empty for the kept games.
    pub(super) place: String,
    pub(super) query: ListQuery,
    /// The last request, with `refresh` set to false.
    asked: Option<ListRequest>,
    waits: bool,
    pub(super) page: ListPage,
    /// The chosen row. `selected` is the game of this row, once the game has arrived.
    pub(super) chosen: Option<usize>,
    pub(super) selected: Option<ListedGame>,
    /// True if a person chose the row. Otherwise the first row is chosen whenever a page arrives.
    is_picked: bool,
    /// The names of the deleted games in the trash, the latest at the end.
    pub(super) deleted: Vec<String>,
    undeleting: Option<String>,
    pub(super) exporting: Exporting,
    pub(super) choice: Choice,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaceKind {
    File,
    Folder,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Choice {
    #[default]
    None,
    Open,
    /// Nothing was chosen, or the system has no dialog for files.
    Left,
}

#[derive(Debug, Default)]
pub(super) enum Exporting {
    #[default]
    None,
    Writes,
    Written(Exported),
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct ListRequest {
    /// The folder or file; empty for the kept games.
    pub place: String,
    pub query: ListQuery,
    pub first: usize,
    pub count: usize,
    /// True if changed files are to be read again.
    pub refresh: bool,
}

#[derive(Clone, Debug, Default)]
pub struct ListPage {
    pub request: ListRequest,
    pub total: usize,
    /// The rows from `request.first` on.
    pub rows: Vec<ListedGame>,
    pub progress: Option<ListProgress>,
    pub faults: ListFaults,
    pub error: Option<AppError>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ListProgress {
    pub files: usize,
    /// The number of all new or changed files, including those not read yet.
    pub of: usize,
    pub games: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListFaults {
    pub count: usize,
    pub file: String,
    /// The first fault with its place, in English and in Chinese.
    pub first: [String; 2],
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedFault {
    pub file: String,
    /// The reason with its place, in English and in Chinese.
    pub why: [String; 2],
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exported {
    pub path: String,
    pub games: usize,
    /// The number of listed games that could no longer be read.
    pub left_out: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListedUse {
    Open,
    Export,
}

#[derive(Clone, Debug)]
pub struct OpenedGame {
    pub name: String,
    pub tree: GameTree,
    /// The path of a kept game that is alone in its file; `None` for other games.
    pub path: Option<PathBuf>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ExploreRequest {
    pub place: String,
    pub position: AnyPosition,
    pub refresh: bool,
}

#[derive(Clone, Debug)]
pub struct Explored {
    pub request: ExploreRequest,
    /// The moves, the most frequent one first.
    pub moves: Vec<PlayedMove>,
    /// The size of the index in bytes.
    pub size: u64,
    pub progress: Option<ListProgress>,
    pub error: Option<AppError>,
}

/// Half the number of rows that are asked for at once.
const ROWS: usize = 200;

impl Library {
    fn row(&self, row: usize) -> Option<&ListedGame> {
        self.page.rows.get(row.checked_sub(self.page.request.first)?)
    }

    /// True if the page belongs to the present place and query.
    fn is_current(&self) -> bool {
        (&self.page.request.place, &self.page.request.query) == (&self.place, &self.query)
    }

    pub fn is_waiting(&self) -> bool {
        self.waits || self.page.progress.is_some()
    }

    /// The request for the rows from `first` on; `None` if they have arrived or are on their way.
    pub(super) fn request(&mut self, first: usize) -> Option<Effect> {
        let last = (first + ROWS / 4).min(self.page.total).max(first + 1) - 1;
        let has_arrived = self.page.total == 0 || self.row(first).and(self.row(last)).is_some();
        if self.is_current() && has_arrived {
            return None;
        }
        self.ask(first, false)
    }

    /// The request for the rows around `first`. If `refresh` is true, changed files are read again.
    fn ask(&mut self, first: usize, refresh: bool) -> Option<Effect> {
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
        (self.exporting, self.choice) = (Exporting::None, Choice::None);
        self.asked = Some(ListRequest { refresh: false, ..request.clone() });
        Some(Effect::Library(LibraryTask::List(request)))
    }

    /// Sorts by a column, or reverses the order if the list is sorted by this column already.
    pub(super) fn sort(&mut self, column: ListColumn) {
        let query = &mut self.query;
        query.upwards = if query.sort == column {
            !query.upwards
        } else {
            !matches!(column, ListColumn::Date | ListColumn::Plies)
        };
        query.sort = column;
    }

    pub(super) fn choose(&mut self, row: usize) {
        self.chosen = Some(row);
        self.selected = self.row(row).cloned();
        self.is_picked = true;
    }

    /// True if the list shows a folder or file that the person named. Only such a list has a column of file names.
    pub(super) fn has_files(&self) -> bool {
        !self.place.is_empty()
    }

    /// Opens the system's dialog for a file or folder, unless the dialog is already open.
    pub(super) fn choose_place(&mut self, kind: PlaceKind) -> Option<Effect> {
        let is_open = std::mem::replace(&mut self.choice, Choice::Open) == Choice::Open;
        (!is_open).then(|| Effect::ChoosePlace(kind, self.place.clone()))
    }

    pub(super) fn go(&mut self, place: &str) -> Option<Effect> {
        if self.place != place {
            place.clone_into(&mut self.place);
            (self.is_picked, self.chosen, self.selected) = (false, None, None);
        }
        self.ask(0, true)
    }

    pub(super) fn listed(&mut self, page: ListPage) {
        if (&page.request.place, &page.request.query) != (&self.place, &self.query) {
            return;
        }
        self.waits = false;
        self.page = page;
        let rows = &self.page.rows;
        let same = |game: &ListedGame| rows.iter().position(|row| row.id == game.id);
        match self.selected.as_ref().filter(|_| self.is_picked).and_then(same) {
            Some(index) => self.chosen = Some(self.page.request.first + index),
            None => {
                let last = self.page.total.checked_sub(1);
                let wanted = self.chosen.filter(|_| self.is_picked).unwrap_or_default();
                self.chosen = last.map(|last| wanted.min(last));
                self.selected = self.chosen.and_then(|row| self.row(row)).cloned();
            }
        }
    }

    pub(super) fn refresh(&mut self) -> Option<Effect> {
        self.ask(self.page.request.first, true)
    }

    pub(super) fn fetch(&self, to: ListedUse) -> Option<Effect> {
        Some(Effect::Library(LibraryTask::Fetch(self.selected.as_ref()?.id, to)))
    }

    pub(super) fn export_all(&mut self, style: Style) -> Effect {
        self.exporting = Exporting::Writes;
        Effect::Library(LibraryTask::Export(Box::new(self.page.request.clone()), style))
    }

    /// Deletes the chosen game. Then no game is chosen until the new list arrives, so a second press deletes nothing.
    pub(super) fn delete(&mut self) -> Option<Effect> {
        Some(Effect::Library(LibraryTask::Delete(self.selected.take()?.id)))
    }

    pub(super) fn deleted(&mut self, name: Option<String>) -> Option<Effect> {
        self.deleted.extend(name);
        self.refresh()
    }

    /// Brings back the game that was deleted last. Does nothing if an earlier call has no answer yet.
    pub(super) fn undelete(&mut self) -> Option<Effect> {
        if self.undeleting.is_some() {
            return None;
        }
        self.undeleting = self.deleted.pop();
        Some(Effect::Library(LibraryTask::Undelete(self.undeleting.clone()?)))
    }

    /// Handles the result of bringing a game back. After a failure, `undelete` tries this game last.
    pub(super) fn undeleted(&mut self, has_failed: bool) -> Option<Effect> {
        if let Some(name) = self.undeleting.take().filter(|_| has_failed) {
            self.deleted.insert(0, name);
        }
        self.refresh()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_did_not_come_back_is_not_forgotten() {
        let mut library = Library { deleted: vec!["a".into(), "b".into()], ..Library::default() };
        assert!(library.undelete().is_some() && library.undelete().is_none());
        library.undeleted(true);
        assert_eq!(library.deleted, ["b", "a"]);
    }
}
