//! The dialog with the games of a text or file. A single game without faults opens without the dialog.

use super::library::games_table;
use super::{DialogFrame, Form, Outcome, Request};
use crate::{AppError, Change, Context, FormPart, Note, PartId, Reply, Words};
use chuhe_records::{Collection, Fault, GameSummary, GameTree, Place, RecordError, RecordFault};
use chuhe_view::text::{Language, Text};

/// The greatest number of games that are read from a text, so that reading stays fast. The library has no such limit.
const MOST: usize = 1000;

const TOLD: usize = 3;

#[derive(Debug)]
pub(crate) struct FoundGames {
    games: Vec<GameTree>,
    summaries: Vec<GameSummary>,
    faults: Vec<Fault>,
    has_more: bool,
    note: Note,
    chosen: usize,
}

impl FoundGames {
    pub(crate) fn read(bytes: &[u8], note: Note) -> Result<Self, RecordError> {
        let mut entries = chuhe_records::games(bytes);
        let Collection { games, faults } = entries.by_ref().take(MOST).collect();
        if games.is_empty() {
            let place = Place::Text { line: 1, column: 1 };
            let none = RecordError { place, fault: RecordFault::NoGame };
            return Err(faults.into_iter().next().map_or(none, |fault| fault.error));
        }
        let summaries = games.iter().map(GameSummary::from).collect();
        let has_more = entries.next().is_some();
        Ok(Self { games, summaries, faults, has_more, note, chosen: 0 })
    }

    /// Takes the only game out of the list. Returns `None` if there are several games or any faults.
    pub(crate) fn single(&mut self) -> Option<GameTree> {
        self.games.pop_if(|_| self.summaries.len() == 1 && self.faults.is_empty())
    }

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

fn told(fault: &Fault, words: Words) -> String {
    let text = if fault.game_kept { Text::FoundPart } else { Text::FoundSkipped };
    let mut why = AppError::Game(fault.error.clone()).message(words.language);
    if words.language == Language::English {
        why.push('.');
    }
    words.with(text, &[&fault.game, &why])
}

impl Form for FoundGames {
    fn frame(&self) -> DialogFrame {
        DialogFrame::new(Text::TitleFound, [Reply::Open, Reply::Cancel])
            .sized(60, 0)
            .at(PartId::FoundGames)
    }

    fn parts(&self, cx: &Context) -> Vec<FormPart> {
        let words = cx.words();
        let table = games_table(&self.summaries, self.chosen, words);
        vec![FormPart::new(PartId::FoundGames, "", table), FormPart::text(self.told(words))]
    }

    fn changed(&mut self, _: &mut Context, _: PartId, change: Change) -> Option<Reply> {
        if let Change::Chosen(row) = change {
            self.chosen = row;
        }
        (change == Change::Opened).then_some(Reply::Open)
    }

    fn answered(&mut self, reply: Reply, _: &mut Context) -> Outcome {
        if reply != Reply::Open || self.chosen >= self.games.len() {
            return Outcome::Close;
        }
        let tree = Box::new(self.games.swap_remove(self.chosen));
        Outcome::Do(Request::Open(tree, self.note.clone()))
    }
}
