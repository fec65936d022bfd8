//! The dialog of the library: filters, the list of games and buttons.

use super::{DialogFrame, Form, Outcome};
use crate::context::Context;
use crate::event::{Effect, LibraryTask};
use crate::form::{Change, FormPart, PartId, Rows, Widget, Widgets};
use crate::library::{Choice, Exported, Exporting, Library, ListProgress, ListedUse, PlaceKind};
use crate::reply::Reply;
use crate::words::Words;
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Side};
use chuhe_host::fen;
use chuhe_records::{self as records, GameSummary, ListColumn, ListQuery, ListedGame};
use chuhe_view::text::Text;
use chuhe_view::{BoardPicture, Column};

#[derive(Debug)]
pub(crate) struct LibraryForm {
    shown: AnyPosition,
}

/// True if the operating system has a dialog for files. In a web page, a button outside the dialog opens files.
const HAS_SYSTEM_DIALOG: bool = cfg!(not(target_family = "wasm"));

/// The results to choose from: `None` for all games, `Some(None)` for games without a result.
const RESULTS: [Option<Option<records::Outcome>>; 5] = [
    None,
    Some(Some(records::Outcome::Won(Side::Red))),
    Some(Some(records::Outcome::Drawn)),
    Some(Some(records::Outcome::Won(Side::Black))),
    Some(None),
];

fn rules_choices() -> impl Iterator<Item = Option<Rules>> {
    std::iter::once(None).chain(Rules::PLAYABLE.iter().copied().map(Some))
}

const fn written(outcome: Option<records::Outcome>) -> &'static str {
    match outcome {
        Some(records::Outcome::Won(Side::Red)) => "1-0",
        Some(records::Outcome::Won(Side::Black)) => "0-1",
        Some(records::Outcome::Drawn) => "½-½",
        None => "*",
    }
}

/// The columns of a list of games. The column of file names is included only if `has_files` is true.
fn shown(has_files: bool) -> impl Iterator<Item = ListColumn> {
    ListColumn::ALL.into_iter().filter(move |&column| has_files || column != ListColumn::File)
}

fn cells(summary: &GameSummary, file: Option<&str>, words: Words) -> Vec<String> {
    shown(file.is_some())
        .map(|column| match column {
            ListColumn::Red => words.name_in_file(&summary.red),
            ListColumn::Black => words.name_in_file(&summary.black),
            ListColumn::Result => written(summary.outcome).to_owned(),
            ListColumn::Date => summary.date.clone(),
            ListColumn::Event => summary.event.clone(),
            ListColumn::File => file.unwrap_or_default().to_owned(),
            ListColumn::Opening => {
                let name = words.of(&summary.opening_names);
                [&*summary.opening, &*name].join(" ").trim().to_owned()
            }
            ListColumn::Plies => summary.plies.div_ceil(2).to_string(),
        })
        .collect()
}

impl LibraryForm {
    pub(crate) fn open(shown: &AnyPosition, cx: &mut Context) {
        cx.open(Self { shown: shown.clone() });
        cx.effects.extend(cx.library.refresh());
    }

    pub(crate) fn chosen(place: Option<String>, cx: &mut Context) {
        cx.library.choice = if place.is_none() { Choice::Left } else { Choice::None };
        let Some(place) = place else { return };
        cx.widgets.field_mut(PartId::LibraryPlace).set(&place);
        cx.settings.remember_folder(&place);
        cx.effects.extend(cx.library.go(&place));
    }
}

impl Form for LibraryForm {
    fn frame(&self) -> DialogFrame {
        DialogFrame::new(Text::Library, [Reply::Open, Reply::Close])
            .sized(72, 40)
            .at(PartId::LibraryGames)
    }

    fn fields(&self, cx: &Context) -> Widgets {
        let mut widgets = Widgets::default();
        widgets.field_mut(PartId::LibrarySearch).set(&cx.library.query.words);
        widgets.field_mut(PartId::LibraryPlace).set(&cx.library.place);
        widgets
    }

    fn parts(&self, cx: &Context) -> Vec<FormPart> {
        let (library, words) = (&cx.library, cx.words());
        let mut parts = filters(cx);
        parts.push(table(library, words));
        parts.extend(picture(library));
        parts.push(FormPart::told(told(library, words), 2));
        parts.extend(buttons(library, words));
        parts
    }

    fn changed(&mut self, cx: &mut Context, id: PartId, change: Change) -> Option<Reply> {
        let library = &mut cx.library;
        match (id, change) {
            (PartId::LibraryGames, Change::Chosen(row)) => library.choose(row),
            (PartId::LibraryGames, Change::Sorted(column)) => {
                shown(library.has_files()).nth(column).into_iter().for_each(|it| library.sort(it));
            }
            (PartId::LibraryGames | PartId::LibrarySearch, Change::Opened) => {
                return library.selected.is_some().then_some(Reply::Open);
            }
            (PartId::LibrarySearch, Change::Edited) => {
                cx.widgets.text(id).clone_into(&mut library.query.words);
            }
            (PartId::LibraryPlace, Change::Opened) => {
                let place = cx.widgets.text(id).trim().to_owned();
                cx.settings.remember_folder(&place);
                cx.effects.extend(library.go(&place));
            }
            (PartId::LibraryRules, Change::Chosen(item)) => {
                library.query.rules = rules_choices().nth(item).flatten();
            }
            (PartId::LibraryResult, Change::Chosen(item)) => {
                library.query.outcome = RESULTS[item];
            }
            (PartId::LibraryPosition, Change::Checked(on)) => {
                library.query.position = on.then(|| Box::new(self.shown.clone()));
            }
            (PartId::LibraryRecent, Change::Chosen(item)) => {
                let place = item.checked_sub(1).and_then(|item| cx.settings.folders.get(item));
                let place = place.cloned().unwrap_or_default();
                cx.widgets.field_mut(PartId::LibraryPlace).set(&place);
                cx.effects.extend(library.go(&place));
            }
            (PartId::LibraryFile, _) => cx.effects.extend(library.choose_place(PlaceKind::File)),
            (PartId::LibraryFolder, _) => {
                cx.effects.extend(library.choose_place(PlaceKind::Folder))
            }
            (PartId::LibraryExportAll, _) => {
                cx.effects.push(library.export_all(cx.settings.style()));
            }
            (PartId::LibraryFaults, _) => {
                cx.effects.push(Effect::Library(LibraryTask::Faults(library.place.clone())));
            }
            (PartId::LibraryDelete, _) => cx.effects.extend(library.delete()),
            (PartId::LibraryUndelete, _) => cx.effects.extend(library.undelete()),
            (PartId::LibraryExport, _) => cx.effects.extend(library.fetch(ListedUse::Export)),
            _ => change.ignore(id),
        }
        None
    }

    fn settled(&mut self, cx: &mut Context) {
        let first = cx.widgets.first(PartId::LibraryGames);
        cx.effects.extend(cx.library.request(first));
    }

    fn answered(&mut self, reply: Reply, cx: &mut Context) -> Outcome {
        if reply == Reply::Open {
            cx.effects.extend(cx.library.fetch(ListedUse::Open));
        }
        Outcome::Close
    }
}

fn filters(cx: &Context) -> Vec<FormPart> {
    let words = cx.words();
    let game =
        |rules: &Option<Rules>| words.get(rules.map_or(Text::AllGames, Text::game)).to_owned();
    let result = |result: &Option<Option<records::Outcome>>| {
        result.map_or_else(|| words.get(Text::AllResults), written).to_owned()
    };
    let games: Vec<_> = rules_choices().collect();
    let get = |text| words.get(text);
    let query = &cx.library.query;
    let position = Widget::Check(query.position.is_some());
    let label = get(Text::ColumnResult);
    let mut parts = vec![
        FormPart::field(PartId::LibrarySearch, get(Text::LibraryFind), get(Text::LibraryFindWords)),
        FormPart::field(PartId::LibraryPlace, get(Text::LibraryPlace), get(Text::LibraryOwn)),
    ];
    if HAS_SYSTEM_DIALOG {
        parts.push(FormPart::button(PartId::LibraryFile, get(Text::LibraryFile)));
        parts.push(FormPart::button(PartId::LibraryFolder, get(Text::LibraryFolder)).beside());
    }
    parts.extend([
        recent(cx),
        FormPart::options(PartId::LibraryRules, get(Text::Game), &games, &query.rules, game),
        FormPart::options(PartId::LibraryResult, label, &RESULTS, &query.outcome, result),
        FormPart::new(PartId::LibraryPosition, get(Text::LibraryPosition), position),
    ]);
    parts
}

fn recent(cx: &Context) -> FormPart {
    let folders = cx.settings.folders.iter().map(|it| &**it);
    let places: Vec<&str> = std::iter::once("").chain(folders).collect();
    let name = |place: &&str| match place.trim_end_matches(['/', '\\']) {
        "" => cx.words().get(Text::LibraryOwnShort).to_owned(),
        place => place.rsplit(['/', '\\']).next().unwrap_or(place).to_owned(),
    };
    let label = cx.words().get(Text::LibraryRecent);
    FormPart::options(PartId::LibraryRecent, label, &places, &&*cx.library.place, name)
}

fn columns(has_files: bool, words: Words) -> Vec<Column<'static>> {
    let column = |column: ListColumn| {
        // (title, widest, share): the column has room for the text `widest`, and gets `share` of the remaining width.
        let (text, widest, share) = match column {
            ListColumn::Red => (Text::ColumnRed, "", 18),
            ListColumn::Black => (Text::ColumnBlack, "", 18),
            ListColumn::Event => (Text::ColumnEvent, "", 20),
            ListColumn::Result => (Text::ColumnResult, "½-½", 0),
            ListColumn::Date => (Text::ColumnDate, "2026.12.30", 0),
            ListColumn::Opening => (Text::ColumnOpening, "", 20),
            ListColumn::Plies => (Text::ColumnMoves, "200", 0),
            ListColumn::File => (Text::ColumnFile, "", 18),
        };
        Column { title: words.get(text), widest, share, right: column == ListColumn::Plies }
    };
    shown(has_files).map(column).collect()
}

pub(super) fn games_table(games: &[GameSummary], chosen: usize, words: Words) -> Widget {
    let cells = games.iter().map(|game| cells(game, None, words)).collect();
    Widget::table(columns(false, words), cells, Some(chosen))
}

fn table(library: &Library, words: Words) -> FormPart {
    let has_files = library.has_files();
    let sorted = shown(has_files).position(|column| column == library.query.sort);
    let page = &library.page;
    let row = |game: &ListedGame| cells(&game.summary, has_files.then_some(&*game.file), words);
    let cells = page.rows.iter().map(row).collect();
    let widget = Widget::Table {
        columns: columns(has_files, words),
        rows: Box::new(Rows { total: page.total, first: page.request.first, cells }),
        chosen: library.chosen,
        sorted: sorted.map(|index| (index, library.query.upwards)),
    };
    FormPart::new(PartId::LibraryGames, "", widget)
}

fn picture(library: &Library) -> Option<FormPart> {
    let game = library.selected.as_ref()?;
    let last = fen::read_for(game.summary.rules, &game.last).ok()?;
    let board = Box::new(BoardPicture::of(&last.position));
    Some(FormPart::new(PartId::Picture, "", Widget::Board(board)).beside())
}

/// The text below the table: an error, the progress, or the number of games, the faults and the selected event.
fn told(library: &Library, words: Words) -> String {
    let page = &library.page;
    match library.choice {
        Choice::None => {}
        Choice::Open => return words.get(Text::LibraryChoosing).to_owned(),
        Choice::Left => return words.get(Text::LibraryNotChosen).to_owned(),
    }
    if let Some(error) = &page.error {
        return error.message(words.language);
    }
    if let Some(ListProgress { files, of, games }) = page.progress {
        return words.with(Text::LibraryReads, &[&files, &of, &games]);
    }
    match &library.exporting {
        Exporting::None => {}
        Exporting::Writes => return words.get(Text::LibraryWrites).to_owned(),
        Exporting::Written(Exported { path, games, left_out: 0 }) => {
            return words.with(Text::LibraryWritten, &[games, path]);
        }
        Exporting::Written(Exported { path, games, left_out }) => {
            return words.with(Text::LibraryWrittenPart, &[games, path, left_out]);
        }
    }
    let query = &library.query;
    let all = ListQuery { sort: query.sort, upwards: query.upwards, ..ListQuery::default() };
    let games = match page.total {
        0 if library.place.is_empty() && *query == all => words.get(Text::LibraryEmpty).to_owned(),
        0 => words.get(Text::LibraryNothing).to_owned(),
        1 => words.get(Text::LibraryOne).to_owned(),
        total => words.with(Text::LibraryCount, &[&total]),
    };
    let faults = &page.faults;
    let faulty = (faults.count > 0).then(|| {
        words.with(Text::LibraryFaults, &[&faults.count, &faults.file, &words.of(&faults.first)])
    });
    // The column of events can be too narrow, so the event of the selected game also stands below the table.
    let title = library.selected.as_ref().map(|game| game.summary.event.clone());
    let told = [Some(games), faulty, title.filter(|title| !title.is_empty())];
    told.into_iter().flatten().collect::<Vec<_>>().join(words.language.space())
}

fn buttons(library: &Library, words: Words) -> Vec<FormPart> {
    let button = |id, label| FormPart::button(id, words.get(label));
    let selected = library.selected.as_ref();
    let none = selected.is_none().then(|| words.get(Text::LibraryChoose).to_owned());
    let foreign = !library.place.is_empty();
    let refused =
        if foreign { Some(words.get(Text::LibraryNotOwn).to_owned()) } else { none.clone() };
    let faultless = library.page.faults.count == 0;
    let faultless = faultless.then(|| words.get(Text::LibraryFaultless).to_owned());
    let undone = library.deleted.is_empty().then(|| words.get(Text::LibraryNoneDeleted).to_owned());
    vec![
        button(PartId::LibraryExport, Text::Export).unless(none.clone()),
        button(PartId::LibraryExportAll, Text::ExportAll).beside().unless(none),
        button(PartId::LibraryFaults, Text::LibraryFaultList).beside().unless(faultless),
        button(PartId::LibraryDelete, Text::Delete).beside().unless(refused),
        button(PartId::LibraryUndelete, Text::UndoDelete).beside().unless(undone),
    ]
}
