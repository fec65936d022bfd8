//! Prepares the texts of a dialog for the view.

use super::{Dialog, DialogFrame};
use crate::look;
use crate::{Context, FormPart, PartId, Reply, Widget, Widgets};
use chuhe_core::{Piece, Square};
use chuhe_view::letters::FULL;
use chuhe_view::{self as view, Body, Control, Layout, Page, Spot};
use embedded_graphics::prelude::Point;

#[derive(Debug)]
pub struct DialogTexts {
    title: &'static str,
    text: String,
    pub(super) parts: Vec<FormPart>,
    frame: DialogFrame,
    answers: Vec<Control<'static>>,
    pieces: Option<(Vec<Piece>, Option<usize>, Option<Square>)>,
    widgets: Widgets,
    focus: usize,
    part: Option<PartId>,
    scrolled: usize,
}

fn options(part: &FormPart) -> Vec<Control<'_>> {
    let Widget::Options(items, chosen) = &part.widget else { return Vec::new() };
    let checked = |index| *chosen == Some(index);
    let labels = items.iter().enumerate();
    labels
        .map(|(index, label)| Control { checked: checked(index), ..Control::new(label, "") })
        .collect()
}

impl DialogTexts {
    pub fn of(dialog: &Dialog, cx: &Context) -> Self {
        let (form, frame, words) = (&dialog.form, dialog.form.frame(), cx.words());
        let answer = |reply| Control::new(words.reply(reply), "");
        Self {
            // In a menu, dots announce a dialog. The title of the open dialog needs no dots.
            title: words.get(frame.title).trim_end_matches('…'),
            text: form.text(words),
            parts: form.parts(cx),
            answers: frame.buttons.iter().map(|&reply| answer(reply)).collect(),
            frame,
            pieces: form.pieces().map(|(pieces, chosen, at)| (pieces.to_vec(), chosen, at)),
            widgets: cx.widgets.clone(),
            focus: dialog.focus,
            part: dialog.part,
            scrolled: dialog.scrolled,
        }
    }

    pub(crate) fn reply(&self, index: usize) -> Option<Reply> {
        self.frame.buttons.get(index).copied()
    }

    fn index(&self, id: PartId) -> Option<usize> {
        self.parts.iter().position(|part| part.id == id)
    }

    pub(crate) fn id(&self, index: usize) -> Option<PartId> {
        self.parts.get(index).map(|part| part.id)
    }

    pub fn show<T>(&self, use_it: impl FnOnce(&view::Dialog<'_>) -> T) -> T {
        let options: Vec<_> = self.parts.iter().map(options).collect();
        let parts = self.parts.iter().zip(&options);
        let parts: Vec<_> = parts.map(|(part, options)| self.part(part, options)).collect();
        let part = self.part.and_then(|id| self.index(id));
        let body = match &self.pieces {
            Some((pieces, chosen, at)) => Body::Pieces { pieces, chosen: *chosen, at: *at },
            None if parts.is_empty() => Body::Text(&self.text),
            None => {
                let DialogFrame { ems, high, .. } = self.frame;
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

    fn part<'a>(&'a self, part: &'a FormPart, options: &'a [Control<'a>]) -> view::Part<'a> {
        let first = self.widgets.first(part.id);
        let widget = match &part.widget {
            Widget::Heading => view::Widget::Heading,
            Widget::Text(text) => view::Widget::Text(text),
            Widget::Options(..) => view::Widget::Options(options),
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
            Widget::Table { columns, rows, chosen, sorted } => view::Widget::Table(view::Table {
                columns,
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

    pub(crate) fn dragged(&self, cx: &Context, (id, from): (PartId, Spot), to: Point) -> Spot {
        let (view, layout) = placed(cx);
        let spot = |index| self.show(|dialog| view.dragged(&layout, dialog, (index, from), to));
        self.index(id).map_or(from, spot)
    }

    pub(crate) fn page(&self, cx: &Context, id: PartId) -> Page {
        let (view, layout) = placed(cx);
        let index = self.index(id);
        self.show(|dialog| {
            index.map_or_else(Page::default, |index| view.page(&layout, dialog, index, false))
        })
    }

    /// (line, firsts): the first visible line of the dialog, and the first visible row or character of each part. If
    /// `reveal` is true, the part with the focus, the chosen rows and the caret are in sight.
    pub(crate) fn pages(&self, cx: &Context, reveal: bool) -> (usize, Vec<(PartId, usize)>) {
        let (view, layout) = placed(cx);
        self.show(|dialog| {
            let first = |index| view.page(&layout, dialog, index, reveal).first;
            let firsts = self.parts.iter().enumerate().map(|(index, part)| (part.id, first(index)));
            (view.first_line(&layout, dialog, reveal), firsts.collect())
        })
    }
}

fn placed(cx: &Context) -> (view::View<'static>, Layout) {
    let view = look::view(&cx.settings, cx.rules, FULL);
    (view, look::layout(&cx.settings, cx.rules, false, cx.window().map(usize::from)))
}
