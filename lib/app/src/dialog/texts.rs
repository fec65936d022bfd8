//! The texts of a dialog, and the dialog that the view makes of them.

use super::{Dialog, DialogFrame};
use crate::board::WindowPoint;
use crate::context::Context;
use crate::form::{FormPart, PartId, Widget, Widgets};
use crate::look;
use crate::reply::Reply;
use chuhe_core::{Piece, Square};
use chuhe_view::letters::FULL;
use chuhe_view::{self as view, Body, Column, Control, Layout, Page, Spot};
use embedded_graphics::prelude::Point;

/// Everything that a dialog shows.
#[derive(Debug)]
pub struct DialogTexts {
    title: &'static str,
    text: String,
    parts: Vec<FormPart>,
    replies: Vec<Reply>,
    answers: Vec<Control<'static>>,
    pieces: Option<(Vec<Piece>, Option<usize>)>,
    square: Option<Square>,
    /// The width in sizes of text.
    ems: i32,
    /// The height in sizes of text; 0 if it follows from the parts.
    high: i32,
    widgets: Widgets,
    focus: usize,
    part: Option<PartId>,
    scrolled: usize,
}

/// The lists within a part, in the form that the view takes.
#[derive(Default)]
struct Items<'a> {
    options: Vec<Control<'a>>,
    columns: Vec<Column<'a>>,
}

impl<'a> Items<'a> {
    fn of(part: &'a FormPart) -> Self {
        match &part.widget {
            Widget::Options(items, chosen) => {
                let option = |(index, label): (usize, &'a String)| Control {
                    checked: *chosen == Some(index),
                    ..Control::new(label, "")
                };
                let options = items.iter().enumerate().map(option).collect();
                Self { options, ..Self::default() }
            }
            Widget::Table { columns, .. } => {
                let columns = columns.iter().map(|column| Column {
                    title: &column.title,
                    widest: column.widest,
                    share: column.share,
                    right: column.right,
                });
                Self { columns: columns.collect(), ..Self::default() }
            }
            _ => Self::default(),
        }
    }
}

impl DialogTexts {
    pub fn of(dialog: &Dialog, cx: &Context) -> Self {
        let (form, words) = (&dialog.form, cx.words());
        let DialogFrame { title, buttons, ems, high, .. } = form.frame();
        let answer = |reply| Control::new(words.reply(reply), "");
        Self {
            // Behind a label the dots tell of a dialog. The dialog is open now.
            title: words.get(title).trim_end_matches('…'),
            text: form.text().to_owned(),
            parts: dialog.parts(cx),
            answers: buttons.iter().map(|&reply| answer(reply)).collect(),
            replies: buttons,
            pieces: form.pieces().map(|(pieces, chosen)| (pieces.to_vec(), chosen)),
            square: form.square(),
            ems,
            high,
            widgets: cx.widgets.clone(),
            focus: dialog.focus,
            part: dialog.part,
            scrolled: dialog.scrolled,
        }
    }

    pub(crate) fn has_parts(&self) -> bool {
        !self.parts.is_empty()
    }

    /// The button of this number.
    pub(crate) fn reply(&self, index: usize) -> Option<Reply> {
        self.replies.get(index).copied()
    }

    /// The number of the part of this name.
    fn index(&self, id: PartId) -> Option<usize> {
        self.parts.iter().position(|part| part.id == id)
    }

    /// The name of the part of this number.
    pub(crate) fn id(&self, index: usize) -> Option<PartId> {
        self.parts.get(index).map(|part| part.id)
    }

    /// Calls `use_it` with the dialog in the form that the view takes.
    pub fn show<T>(&self, use_it: impl FnOnce(&view::Dialog<'_>) -> T) -> T {
        let items: Vec<_> = self.parts.iter().map(Items::of).collect();
        let parts: Vec<_> =
            self.parts.iter().zip(&items).map(|(part, items)| self.part(part, items)).collect();
        let part = self.parts.iter().position(|part| Some(part.id) == self.part);
        let body = match &self.pieces {
            Some((pieces, chosen)) => Body::Pieces { pieces, chosen: *chosen, at: self.square },
            None if parts.is_empty() => Body::Text(&self.text),
            None => {
                let Self { ems, high, .. } = *self;
                Body::Form(view::Form { parts: &parts, focus: part, ems, high })
            }
        };
        let is_chosen = matches!(body, Body::Pieces { chosen: Some(_), .. });
        use_it(&view::Dialog {
            title: self.title,
            body,
            first: if self.pieces.is_some() { 0 } else { self.scrolled },
            answers: &self.answers,
            focus: Some(self.focus).filter(|_| !is_chosen && part.is_none()),
        })
    }

    fn part<'a>(&'a self, part: &'a FormPart, items: &'a Items<'a>) -> view::Part<'a> {
        let first = self.widgets.first(part.id);
        let widget = match &part.widget {
            Widget::Heading => view::Widget::Heading,
            Widget::Text(text) => view::Widget::Text(text),
            Widget::Options(..) => view::Widget::Options(&items.options),
            Widget::Slider { steps, at, word } => {
                view::Widget::Slider(view::Slider { steps: *steps, at: *at, word })
            }
            Widget::Check(checked) => view::Widget::Check(*checked),
            Widget::Field(placeholder) => {
                let field = self.widgets.field(part.id);
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
            Widget::Cards { cards, chosen, ems } => view::Widget::Cards(view::Cards {
                cards: &**cards,
                chosen: *chosen,
                first,
                ems: *ems,
            }),
            Widget::Board(board) => view::Widget::Board(**board),
        };
        let enabled = part.disabled.is_none();
        let FormPart { ref label, beside, lines, .. } = *part;
        view::Part { label, widget, enabled, beside, lines }
    }

    /// The spot of a part to which the pointer drags from another one.
    pub(crate) fn dragged(
        &self,
        cx: &Context,
        (id, from): (PartId, Spot),
        to: WindowPoint,
    ) -> Spot {
        let ((view, layout), to) = (placed(cx), Point::new(to.0, to.1));
        let spot = |index| self.show(|dialog| view.dragged(&layout, dialog, (index, from), to));
        self.index(id).map_or(from, spot)
    }

    /// The part of a list that is shown.
    pub(crate) fn page(&self, cx: &Context, id: PartId) -> Page {
        let (view, layout) = placed(cx);
        let index = self.index(id);
        self.show(|dialog| {
            index.map_or_else(Page::default, |index| view.page(&layout, dialog, index, false))
        })
    }

    /// The first line that is shown, and the first rows or places of the lists and fields. With
    /// `reveal` the part with the focus, the chosen rows and the caret are in sight.
    pub(crate) fn pages(&self, cx: &Context, reveal: bool) -> (usize, Vec<(PartId, usize)>) {
        let (view, layout) = placed(cx);
        self.show(|dialog| {
            let first = |index| view.page(&layout, dialog, index, reveal).first;
            let firsts = self.parts.iter().enumerate().map(|(index, part)| (part.id, first(index)));
            (view.first_line(&layout, dialog, reveal), firsts.collect())
        })
    }
}

/// The view, and the layout of the window as far as it concerns dialogs.
fn placed(cx: &Context) -> (view::View<'static>, Layout) {
    let view = look::view(&cx.settings, cx.rules, FULL);
    (view, look::layout(&cx.settings, cx.rules, false, cx.window().map(usize::from)))
}
