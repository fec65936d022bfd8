//! The screen of the library.

use super::{Library, ListedUse};
use crate::app::form::{Change, Form, Part, PartId, TableColumn, Widget, Widgets};
use crate::app::{App, Reply};
use crate::words::Words;
use chuhe_core::Side;
use chuhe_core::rules::Rules;
use chuhe_host::fen;
use chuhe_records::{GameSummary, ListColumn, Outcome};
use chuhe_view::text::{Language, Text};
use chuhe_view::{BoardPicture, TableRows};

/// The screen of the library.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LibraryScreen;

/// The results to choose from; `None` for all.
const RESULTS: [Option<Option<Outcome>>; 5] = [
    None,
    Some(Some(Outcome::Won(Side::Red))),
    Some(Some(Outcome::Drawn)),
    Some(Some(Outcome::Won(Side::Black))),
    Some(None),
];

/// The games to choose from; `None` for all.
fn rules_choices() -> impl Iterator<Item = Option<Rules>> {
    std::iter::once(None).chain(Rules::PLAYABLE.iter().copied().map(Some))
}

/// The result as it is written in PGN.
const fn written(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Won(Side::Red)) => "1-0",
        Some(Outcome::Won(Side::Black)) => "0-1",
        Some(Outcome::Drawn) => "½-½",
        None => "*",
    }
}

/// The rows of the table. Those that have not arrived are empty.
#[derive(Debug)]
struct Rows {
    total: usize,
    first: usize,
    cells: Vec<[String; ListColumn::ALL.len()]>,
}

impl TableRows for Rows {
    fn len(&self) -> usize {
        self.total
    }

    fn cell(&self, row: usize, column: usize) -> &str {
        let cells = row.checked_sub(self.first).and_then(|index| self.cells.get(index));
        cells.map_or("…", |cells| &cells[column])
    }
}

impl Rows {
    fn of(library: &Library, words: Words) -> Self {
        let page = &library.page;
        let cells = page.rows.iter().map(|game| cells(&game.summary, words)).collect();
        Self { total: page.total, first: page.request.first, cells }
    }
}

fn cells(summary: &GameSummary, words: Words) -> [String; ListColumn::ALL.len()] {
    let player = |name: &str| {
        if name.is_empty() { words.get(Text::Human).to_owned() } else { words.name_in_file(name) }
    };
    ListColumn::ALL.map(|column| match column {
        ListColumn::Red => player(&summary.red),
        ListColumn::Black => player(&summary.black),
        ListColumn::Result => written(summary.outcome).to_owned(),
        ListColumn::Date => summary.date.clone(),
        ListColumn::Rules => words.get(Text::game(summary.rules)).to_owned(),
        ListColumn::Opening => {
            let [english, chinese] = &summary.opening_names;
            let name = if words.language() == Language::English { english } else { chinese };
            [&*summary.opening, name].join(" ").trim().to_owned()
        }
        ListColumn::Plies => summary.plies.div_ceil(2).to_string(),
    })
}

/// The title of a column, a text that must have room in it, and its share of the rest.
const fn title(column: ListColumn) -> (Text, &'static str, u16) {
    match column {
        ListColumn::Red => (Text::ColumnRed, "", 18),
        ListColumn::Black => (Text::ColumnBlack, "", 18),
        ListColumn::Result => (Text::ColumnResult, "½-½", 0),
        ListColumn::Date => (Text::ColumnDate, "2026.12.30", 0),
        ListColumn::Rules => (Text::ColumnGame, "", 16),
        ListColumn::Opening => (Text::ColumnOpening, "", 26),
        ListColumn::Plies => (Text::ColumnMoves, "200", 0),
    }
}

impl Form for LibraryScreen {
    fn ems(&self) -> i32 {
        72
    }

    fn parts<'a>(&'a self, app: &'a App, _widgets: &'a Widgets) -> Vec<Part<'a>> {
        let (library, words) = (app.library(), Words::new(app));
        let mut parts = filters(library, words);
        parts.push(table(library, words));
        parts.extend(picture(library));
        parts.extend(told(library, words).map(Part::text));
        parts.extend(buttons(library, words));
        parts
    }

    fn changed(
        &mut self,
        app: &mut App,
        widgets: &mut Widgets,
        id: PartId,
        change: Change,
    ) -> Option<Reply> {
        let library = &mut app.library;
        match (id, change) {
            (PartId::LibraryGames, Change::Chosen(row)) => library.choose(row),
            (PartId::LibraryGames, Change::Sorted(column)) => {
                library.sort(ListColumn::ALL[column]);
            }
            (PartId::LibraryGames | PartId::LibrarySearch, Change::Opened) => {
                return library.selected.is_some().then_some(Reply::Open);
            }
            (PartId::LibrarySearch, Change::Edited) => {
                widgets.text(id).clone_into(&mut library.query.words);
            }
            (PartId::LibraryPlace, Change::Opened) => {
                widgets.text(id).trim().clone_into(&mut library.place);
                app.refresh_library();
            }
            (PartId::LibraryRules, Change::Chosen(item)) => {
                library.query.rules = rules_choices().nth(item).flatten();
            }
            (PartId::LibraryResult, Change::Chosen(item)) => {
                library.query.outcome = RESULTS[item];
            }
            (PartId::LibraryDelete, _) => app.delete_listed(),
            (PartId::LibraryUndelete, _) => app.undelete(),
            (PartId::LibraryExport, _) => drop(app.fetch_listed(ListedUse::Export)),
            _ => {}
        }
        None
    }
}

/// The fields and options above the table.
fn filters<'a>(library: &Library, words: Words) -> Vec<Part<'a>> {
    let games: Vec<String> = rules_choices()
        .map(|rules| words.get(rules.map_or(Text::AllGames, Text::game)).to_owned())
        .collect();
    let game = rules_choices().position(|rules| rules == library.query.rules);
    let results = RESULTS
        .map(|result| result.map_or_else(|| words.get(Text::AllResults), written).to_owned())
        .to_vec();
    let result = RESULTS.iter().position(|result| *result == library.query.outcome);
    let field = |id, label: Text, placeholder: Text| {
        let placeholder = words.get(placeholder).to_owned();
        Part::new(id, words.get(label), Widget::Field(placeholder))
    };
    vec![
        field(PartId::LibrarySearch, Text::LibraryFind, Text::LibraryFindWords),
        field(PartId::LibraryPlace, Text::LibraryPlace, Text::LibraryOwn),
        Part::new(PartId::LibraryRules, words.get(Text::Game), Widget::Options(games, game)),
        Part::new(
            PartId::LibraryResult,
            words.get(Text::ColumnResult),
            Widget::Options(results, result),
        ),
    ]
}

/// The columns of a list of games.
fn columns(words: Words) -> Vec<TableColumn> {
    let column = |column: ListColumn| {
        let (text, widest, share) = title(column);
        let title = words.get(text).to_owned();
        TableColumn { title, widest, share, right: column == ListColumn::Plies }
    };
    ListColumn::ALL.map(column).to_vec()
}

/// A list of games that are all at hand, in their order.
pub(super) fn games_table(games: &[GameSummary], chosen: usize, words: Words) -> Widget<'static> {
    let cells = games.iter().map(|game| cells(game, words)).collect();
    Widget::Table {
        columns: columns(words),
        rows: Box::new(Rows { total: games.len(), first: 0, cells }),
        chosen: Some(chosen),
        sorted: None,
    }
}

fn table<'a>(library: &Library, words: Words) -> Part<'a> {
    let sorted = ListColumn::ALL.iter().position(|&column| column == library.query.sort);
    let widget = Widget::Table {
        columns: columns(words),
        rows: Box::new(Rows::of(library, words)),
        chosen: library.chosen,
        sorted: sorted.map(|index| (index, library.query.upwards)),
    };
    Part::new(PartId::LibraryGames, "", widget)
}

/// The last position of the chosen game.
fn picture<'a>(library: &Library) -> Option<Part<'a>> {
    let game = library.selected.as_ref()?;
    let last = fen::read_for(game.summary.rules, &game.last).ok()?;
    let board = Box::new(BoardPicture::of(&last.position));
    Some(Part::new(PartId::Picture, "", Widget::Board(board)).beside())
}

/// The sentence below the table: an error, the progress, or the numbers of games and faults.
fn told(library: &Library, words: Words) -> Option<String> {
    let page = &library.page;
    if let Some(error) = &page.error {
        return Some(error.message(words.language()));
    }
    if let Some(progress) = page.progress {
        let numbers: [&dyn std::fmt::Display; 3] = [&progress.files, &progress.of, &progress.games];
        return Some(words.with(Text::LibraryReads, &numbers));
    }
    let games = match (page.total, library.query.words.is_empty(), library.place.is_empty()) {
        (0, true, true) if library.query.rules.or(None).is_none() => {
            words.get(Text::LibraryEmpty).to_owned()
        }
        (0, ..) => words.get(Text::LibraryNothing).to_owned(),
        (1, ..) => words.get(Text::LibraryOne).to_owned(),
        (total, ..) => words.with(Text::LibraryCount, &[&total]),
    };
    let faults = &page.faults;
    let faulty = (faults.count > 0)
        .then(|| words.with(Text::LibraryFaults, &[&faults.count, &faults.file, &faults.first]));
    Some(match faulty {
        Some(faulty) => format!("{games} {faulty}"),
        None => games,
    })
}

/// The buttons below the table.
fn buttons<'a>(library: &Library, words: Words) -> Vec<Part<'a>> {
    let button = |id, label: Text| {
        Part::new(id, "", Widget::Options(vec![words.get(label).to_owned()], None))
    };
    let selected = library.selected.as_ref();
    let none = selected.is_none().then(|| words.get(Text::LibraryChoose).to_owned());
    let foreign = !library.place.is_empty();
    let refused =
        if foreign { Some(words.get(Text::LibraryNotOwn).to_owned()) } else { none.clone() };
    let undone = library.deleted.is_empty().then(|| words.get(Text::LibraryNoneDeleted).to_owned());
    vec![
        button(PartId::LibraryExport, Text::Export).unless(none),
        button(PartId::LibraryDelete, Text::Delete).beside().unless(refused),
        button(PartId::LibraryUndelete, Text::UndoDelete).beside().unless(undone),
    ]
}
