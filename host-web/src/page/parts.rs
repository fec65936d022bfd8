//! Converts the parts of a dialog to values that the page can read.

use super::snapshot::{ControlTexts, controls, is_absent};
use chuhe_core::Square;
use chuhe_view::text::{Language, Named};
use chuhe_view::{BoardPicture, Card, Part, Table, Widget};
use serde::Serialize;
use tsify::Tsify;

#[derive(Debug, Default, Serialize, Tsify)]
pub(crate) struct PartTexts {
    /// The kind of the widget, such as `options` or `field`.
    kind: &'static str,
    /// True if the page hides the part, because it concerns a thing that pages cannot use, such as other programs.
    hidden: bool,
    label: String,
    enabled: bool,
    /// The content of a field or a text part, the word for a slider's value, or the pieces of a board.
    text: String,
    /// The marked squares of a small board: the squares to which the pieces of the lesson can go.
    targets: String,
    placeholder: String,
    /// The words or cards to choose from.
    options: Vec<ControlTexts>,
    /// The titles of a table's columns (`columns`), and the texts of each row (`cells`).
    columns: Vec<String>,
    cells: Vec<Vec<String>>,
    chosen: Option<usize>,
    /// (column, upwards): the column by which a table is sorted, and true if the order is ascending.
    sorted: Option<(usize, bool)>,
    /// The number of values of a slider (`steps`), and the index of its present value (`at`).
    steps: usize,
    at: usize,
    checked: bool,
}

impl PartTexts {
    pub(crate) fn of(part: &Part<'_>, language: Language) -> Self {
        let mut texts = Self {
            kind: "text",
            hidden: is_absent(part.label),
            label: part.label.to_owned(),
            enabled: part.enabled,
            ..Self::default()
        };
        match &part.widget {
            Widget::Heading => texts.kind = "heading",
            Widget::Text(text) => {
                (texts.text, texts.hidden) = ((*text).to_owned(), is_absent(text))
            }
            Widget::Options(items) => (texts.kind, texts.options) = ("options", controls(items)),
            Widget::Slider(slider) => {
                (texts.kind, texts.text) = ("slider", slider.word.to_owned());
                (texts.steps, texts.at) = (slider.steps, slider.at);
            }
            Widget::Check(checked) => (texts.kind, texts.checked) = ("check", *checked),
            Widget::Field(field) => {
                let kind = if field.text.contains('\n') { "lines" } else { "field" };
                (texts.kind, texts.text) = (kind, field.text.to_owned());
                texts.placeholder = field.placeholder.to_owned();
            }
            Widget::Table(table) => {
                (texts.kind, texts.chosen, texts.sorted) = ("table", table.chosen, table.sorted);
                texts.columns = table.columns.iter().map(|it| it.title.to_owned()).collect();
                texts.cells = (0..table.rows.len()).map(|row| cells(table, row)).collect();
            }
            Widget::Cards(cards) => {
                texts.kind = "cards";
                let card = |index| {
                    let Card { title, detail, ticked, .. } = cards.cards.card(index);
                    let label = format!("{}{title}\n{detail}", if ticked { "✓ " } else { "" });
                    ControlTexts::card(label, cards.chosen == Some(index))
                };
                texts.options = (0..cards.cards.len()).map(card).collect();
            }
            Widget::Board(board) => {
                texts.kind = "board";
                (texts.text, texts.targets) = (pieces(board, language), targets(board));
            }
        }
        texts
    }
}

pub(crate) fn board_of(widget: &Widget<'_>, item: Option<usize>) -> Option<BoardPicture> {
    match (widget, item) {
        (Widget::Board(board), None) => Some(*board),
        (Widget::Cards(cards), Some(item)) if item < cards.cards.len() => {
            cards.cards.card(item).board
        }
        _ => None,
    }
}

/// The square and the name of each piece on a small board, separated by commas.
fn pieces(board: &BoardPicture, language: Language) -> String {
    let rules = board.board.rules;
    let named = |square: Square| {
        let piece = Named(board.pieces[square.index()]?, rules, language);
        Some(format!("{} {piece}", rules.square_name(square)))
    };
    Square::all().filter_map(named).collect::<Vec<_>>().join(", ")
}

/// The names of the squares that a small board marks, separated by commas.
fn targets(board: &BoardPicture) -> String {
    let rules = board.board.rules;
    let name = |square| rules.square_name(square).to_string();
    board.targets.into_iter().map(name).collect::<Vec<_>>().join(", ")
}

fn cells(table: &Table<'_>, row: usize) -> Vec<String> {
    (0..table.columns.len()).map(|column| table.rows.cell(row, column).to_owned()).collect()
}
