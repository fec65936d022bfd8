//! The parts of a dialog, as values that the page can read.

use crate::snapshot::{ControlTexts, controls, is_absent};
use chuhe_view::{Part, Table, Widget};
use serde::Serialize;

/// A part of a dialog.
#[derive(Debug, Serialize)]
pub(crate) struct PartTexts {
    /// The kind of the widget, such as `options` or `field`.
    kind: &'static str,
    /// True if a page cannot do it.
    hidden: bool,
    label: String,
    enabled: bool,
    /// The text of a field, the word of a slider, or a text to read.
    text: String,
    placeholder: String,
    options: Vec<ControlTexts>,
    /// The rows of a table or the cards of a grid.
    rows: Vec<String>,
    chosen: Option<usize>,
    /// The number of values of a slider, and its value.
    steps: usize,
    at: usize,
    checked: bool,
}

impl PartTexts {
    pub(crate) fn of(part: &Part<'_>) -> Self {
        let mut texts = Self {
            kind: "text",
            hidden: is_absent(part.label),
            label: part.label.to_owned(),
            enabled: part.enabled,
            text: String::new(),
            placeholder: String::new(),
            options: Vec::new(),
            rows: Vec::new(),
            chosen: None,
            steps: 0,
            at: 0,
            checked: false,
        };
        match &part.widget {
            Widget::Heading => texts.kind = "heading",
            Widget::Text(text) => texts.text = (*text).to_owned(),
            Widget::Options(items) => (texts.kind, texts.options) = ("options", controls(items)),
            Widget::Slider(slider) => {
                (texts.kind, texts.text) = ("slider", slider.word.to_owned());
                (texts.steps, texts.at) = (slider.steps, slider.at);
            }
            Widget::Check(checked) => (texts.kind, texts.checked) = ("check", *checked),
            Widget::Field(field) => {
                (texts.kind, texts.text) = ("field", field.text.to_owned());
                texts.placeholder = field.placeholder.to_owned();
            }
            Widget::Table(table) => {
                (texts.kind, texts.chosen) = ("list", table.chosen);
                texts.rows = (0..table.rows.len()).map(|row| line(table, row)).collect();
            }
            Widget::Cards(cards) => {
                (texts.kind, texts.chosen) = ("list", cards.chosen);
                let title = |index| {
                    let card = cards.cards.card(index);
                    format!("{}{}", if card.ticked { "✓ " } else { "" }, card.title)
                };
                texts.rows = (0..cards.cards.len()).map(title).collect();
            }
            Widget::Board(_) => texts.kind = "board",
        }
        texts
    }
}

/// A row of a table as one line.
fn line(table: &Table<'_>, row: usize) -> String {
    let cells = (0..table.columns.len()).map(|column| table.rows.cell(row, column));
    cells.filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(" · ")
}
