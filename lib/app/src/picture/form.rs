//! Makes the parts of a dialog for the view.

use super::Picture;
use crate::app::form::{Part, PartId, TableColumn, Widget, Widgets};
use crate::app::{App, Dialog};
use chuhe_view as view;
use chuhe_view::{Body, Column, Control, Page};

/// The lists within a part, in the form that the view takes.
#[derive(Debug, Default)]
pub(super) struct Items<'a> {
    options: Vec<Control<'a>>,
    columns: Vec<Column<'a>>,
}

impl<'a> Items<'a> {
    /// The lists of all parts.
    pub(super) fn all(parts: &'a [Part<'_>]) -> Vec<Self> {
        parts.iter().map(Self::of).collect()
    }

    fn of(part: &'a Part<'_>) -> Self {
        match &part.widget {
            Widget::Options(items, chosen) => {
                let option = |(index, label): (usize, &'a String)| Control {
                    checked: *chosen == Some(index),
                    ..Control::new(label, "")
                };
                let options = items.iter().enumerate().map(option).collect();
                Self { options, columns: Vec::new() }
            }
            Widget::Table { columns, .. } => {
                let column = |column: &'a TableColumn| Column {
                    title: &column.title,
                    widest: column.widest,
                    share: column.share,
                    right: column.right,
                };
                Self { options: Vec::new(), columns: columns.iter().map(column).collect() }
            }
            _ => Self::default(),
        }
    }
}

/// The parts of a dialog in the form that the view takes.
#[derive(Debug)]
pub(super) struct ShownForm<'a> {
    parts: Vec<view::Part<'a>>,
    focus: Option<usize>,
    ems: i32,
    first: usize,
}

impl ShownForm<'_> {
    /// Makes these parts the body of a dialog.
    pub(super) fn put_into<'b>(&'b self, dialog: &mut view::Dialog<'b>) {
        if self.parts.is_empty() {
            return;
        }
        let Self { parts, focus, ems, first } = self;
        dialog.body = Body::Form(view::Form { parts, focus: *focus, ems: *ems });
        dialog.first = *first;
        dialog.focus = dialog.focus.filter(|_| focus.is_none());
    }
}

/// Converts the parts of a dialog.
pub(super) fn shown<'a>(
    dialog: &'a Dialog,
    parts: &'a [Part<'_>],
    items: &'a [Items<'a>],
) -> ShownForm<'a> {
    let focus = parts.iter().position(|part| Some(part.id) == dialog.part);
    let ems = dialog.topic.form().map_or(0, |form| form.ems());
    let parts = parts.iter().zip(items);
    ShownForm {
        parts: parts.map(|(part, items)| shown_part(&dialog.widgets, part, items)).collect(),
        focus,
        ems,
        first: dialog.scrolled,
    }
}

fn shown_part<'a>(
    widgets: &'a Widgets,
    part: &'a Part<'_>,
    items: &'a Items<'a>,
) -> view::Part<'a> {
    let first = widgets.first(part.id);
    let widget = match &part.widget {
        Widget::Heading => view::Widget::Heading,
        Widget::Text(text) => view::Widget::Text(text),
        Widget::Options(..) => view::Widget::Options(&items.options),
        Widget::Slider { steps, at, word } => {
            view::Widget::Slider(view::Slider { steps: *steps, at: *at, word })
        }
        Widget::Check(checked) => view::Widget::Check(*checked),
        Widget::Field(placeholder) => {
            let field = widgets.field(part.id);
            view::Widget::Field(view::Field {
                text: field.map_or("", |field| field.text()),
                placeholder,
                caret: field.map_or(0, |field| field.caret()),
                anchor: field.map_or(0, |field| field.anchor()),
                first,
            })
        }
        Widget::Table { rows, chosen, sorted, .. } => view::Widget::Table(view::Table {
            columns: &items.columns,
            rows: &**rows,
            chosen: *chosen,
            first,
            sorted: *sorted,
        }),
        Widget::Cards { cards, chosen, ems } => {
            view::Widget::Cards(view::Cards { cards: &**cards, chosen: *chosen, first, ems: *ems })
        }
        Widget::Board(board) => view::Widget::Board(**board),
    };
    view::Part { label: &part.label, widget, enabled: part.disabled.is_none(), beside: part.beside }
}

/// The number of the part of this name in the open dialog.
pub(super) fn part_index(app: &App, id: PartId) -> Option<usize> {
    let parts = app.dialog()?.form_parts(app);
    parts.iter().position(|part| part.id == id)
}

/// The picture of the window at its present size.
fn picture(app: &App) -> Picture {
    Picture::new(app, app.window().map(usize::from))
}

/// The part of a list that the open dialog shows.
#[must_use]
pub fn page(app: &App, id: PartId) -> Page {
    let (picture, mut page) = (picture(app), Page::default());
    picture.show(app, |scene| {
        if let (Some(dialog), Some(part)) = (&scene.dialog, part_index(app, id)) {
            page = picture.view().page(picture.layout(), dialog, part, false);
        }
    });
    page
}

/// The first line of the open dialog that is shown, and the first rows or places of its lists and
/// fields. With `reveal` the part with the focus, the chosen rows and the caret are in sight.
#[must_use]
pub fn pages(app: &App, reveal: bool) -> (usize, Vec<(PartId, usize)>) {
    let Some(dialog) = app.dialog() else { return (0, Vec::new()) };
    let ids: Vec<PartId> = dialog.form_parts(app).iter().map(|part| part.id).collect();
    let (picture, mut first, mut firsts) = (picture(app), 0, Vec::new());
    picture.show(app, |scene| {
        let Some(dialog) = &scene.dialog else { return };
        let (view, layout) = (picture.view(), picture.layout());
        first = view.first_line(layout, dialog, reveal);
        let page = |index| view.page(layout, dialog, index, reveal).first;
        firsts = ids.iter().enumerate().map(|(index, &id)| (id, page(index))).collect();
    });
    (first, firsts)
}
