//! The games of a text or file. A single game is opened; of more, or of a faulty one, a list is shown.

use super::screen::games_table;
use crate::app::form::{Change, Form, Part, PartId, Widgets};
use crate::app::{App, Note, Reply, Topic};
use crate::app_error::AppError;
use crate::words::Words;
use chuhe_records::{Collection, Fault, GameSummary, GameTree, Place, RecordError, RecordFault};
use chuhe_view::text::{Language, Text};

/// The most games that are read at once, so that nobody waits. The library lists any number.
const MOST: usize = 1000;

/// The most faults that are told.
const TOLD: usize = 3;

/// The games of the text or file that was read last.
#[derive(Debug, Default)]
pub(super) struct Found {
    games: Vec<GameTree>,
    /// Their lines in the list.
    summaries: Vec<GameSummary>,
    faults: Vec<Fault>,
    /// True if there are more games than are read.
    has_more: bool,
    /// The message when one of them is opened.
    note: Option<Note>,
}

/// Asks for one of the games that were found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FoundGames {
    chosen: usize,
}

impl Found {
    fn read(bytes: &[u8], note: Note) -> Self {
        let mut entries = chuhe_records::games(bytes);
        let Collection { games, faults } = entries.by_ref().take(MOST).collect();
        let summaries = games.iter().map(GameSummary::from).collect();
        let has_more = entries.next().is_some();
        Self { games, summaries, faults, has_more, note: Some(note) }
    }

    /// The sentences below the list: the number of games, and the faults with their places.
    fn told(&self, words: Words) -> String {
        let count = match self.games.len() {
            1 => words.get(Text::LibraryOne).to_owned(),
            games => words.with(Text::LibraryCount, &[&games]),
        };
        let more = self.has_more.then(|| words.with(Text::FoundLimit, &[&MOST]));
        let faults = self.faults.iter().take(TOLD).map(|fault| told(fault, words));
        let rest = self.faults.len().saturating_sub(TOLD);
        let rest = (rest > 0).then(|| words.with(Text::FoundFaults, &[&rest]));
        let lines = [count].into_iter().chain(more).chain(faults).chain(rest);
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// A sentence about a fault.
fn told(fault: &Fault, words: Words) -> String {
    let text = if fault.game_kept { Text::FoundPart } else { Text::FoundSkipped };
    let mut why = AppError::Game(fault.error.clone()).message(words.language());
    if words.language() == Language::English {
        why.push('.');
    }
    words.with(text, &[&fault.game, &why])
}

impl Form for FoundGames {
    fn ems(&self) -> i32 {
        60
    }

    fn parts<'a>(&'a self, app: &'a App, _widgets: &'a Widgets) -> Vec<Part<'a>> {
        let (found, words) = (&app.library.found, Words::new(app));
        let table = games_table(&found.summaries, self.chosen, words);
        vec![Part::new(PartId::FoundGames, "", table), Part::text(found.told(words))]
    }

    fn changed(
        &mut self,
        _app: &mut App,
        _widgets: &mut Widgets,
        id: PartId,
        change: Change,
    ) -> Option<Reply> {
        match (id, change) {
            (PartId::FoundGames, Change::Chosen(row)) => self.chosen = row,
            (PartId::FoundGames, Change::Opened) => return Some(Reply::Open),
            _ => {}
        }
        None
    }
}

impl App {
    /// Reads a text or a file with games, in any format.
    pub(in crate::app) fn take_up_bytes(&mut self, bytes: &[u8], note: Note) {
        let found = Found::read(bytes, note);
        match (found.games.len(), found.faults.is_empty()) {
            (0, _) => {
                let place = Place::Text { line: 1, column: 1 };
                let none = RecordError { place, fault: RecordFault::NoGame };
                let error = found.faults.into_iter().next().map_or(none, |fault| fault.error);
                self.fail(error.into());
            }
            (1, true) => {
                self.library.found = found;
                self.open_found(FoundGames::default());
            }
            _ => {
                self.library.found = found;
                self.open(Topic::FoundGames(FoundGames::default()));
                if let Some(dialog) = &mut self.dialog {
                    dialog.part = Some(PartId::FoundGames);
                }
            }
        }
    }

    /// Opens the chosen game.
    pub(in crate::app) fn open_found(&mut self, form: FoundGames) {
        let mut found = std::mem::take(&mut self.library.found);
        if form.chosen < found.games.len() {
            let tree = found.games.swap_remove(form.chosen);
            self.take_up(tree, found.note.unwrap_or(Note::Plain(Text::Pasted)));
        }
    }
}
