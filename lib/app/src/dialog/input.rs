//! The pointer, the wheel and typed text in a dialog.

use super::{Dialog, DialogTexts};
use crate::{Change, Context, FormPart, PartId, Reply, Target, Widget, WindowPoint};
use chuhe_view::Spot;
use std::mem::discriminant;

impl Dialog {
    fn usable(&self, id: PartId, cx: &Context) -> Option<FormPart> {
        self.form.parts(cx).into_iter().find(|part| part.id == id && part.disabled.is_none())
    }

    pub(crate) fn press(&mut self, id: PartId, spot: Spot, cx: &mut Context) -> Option<Reply> {
        let part = self.usable(id, cx)?;
        if part.takes_focus() {
            self.part = Some(id);
        }
        if part.drags(spot) { self.go_to(id, spot, false, cx) } else { None }
    }

    pub(crate) fn drag(
        &mut self,
        (id, from): (PartId, Spot),
        (target, place): (Option<Target>, WindowPoint),
        cx: &mut Context,
    ) -> Option<Reply> {
        self.usable(id, cx).filter(|part| part.drags(from))?;
        let to = match target {
            Some(Target::Part(at, to)) if at == id && discriminant(&to) == discriminant(&from) => {
                to
            }
            // The pointer is outside the dragged part.
            _ => DialogTexts::of(self, cx).dragged(cx, (id, from), place.into()),
        };
        self.go_to(id, to, true, cx)
    }

    /// Moves the caret, the scroll bar or the slider to a spot. If `extend` is true, moving the caret selects text.
    fn go_to(&mut self, id: PartId, to: Spot, extend: bool, cx: &mut Context) -> Option<Reply> {
        match to {
            Spot::Caret(at) => cx.widgets.field_mut(id).place(at, extend),
            Spot::Bar(first) => drop(cx.widgets.firsts.insert(id, first)),
            Spot::Item(value) => return self.change(id, Change::Chosen(value), cx),
            Spot::Whole | Spot::Column(_) => {}
        }
        None
    }

    pub(crate) fn click(
        &mut self,
        (id, spot): (PartId, Spot),
        double: bool,
        cx: &mut Context,
    ) -> Option<Reply> {
        if let (Spot::Caret(at), true) = (spot, double) {
            cx.widgets.field_mut(id).select_word(at);
            return None;
        }
        let change = match (self.usable(id, cx)?.widget, spot) {
            (Widget::Check(checked), _) => Change::Checked(!checked),
            (Widget::Options(..), Spot::Item(item)) => Change::Chosen(item),
            (Widget::Table { .. } | Widget::Cards { .. }, Spot::Item(_)) if double => {
                Change::Opened
            }
            (Widget::Table { .. } | Widget::Cards { .. }, Spot::Item(item)) => Change::Chosen(item),
            (Widget::Table { .. }, Spot::Column(column)) => Change::Sorted(column),
            _ => return None,
        };
        self.change(id, change, cx)
    }

    pub(crate) fn scroll(&mut self, rows: i32, over: Option<PartId>, cx: &mut Context) {
        let parts = self.form.parts(cx);
        if parts.is_empty() {
            self.scroll_text(rows);
            return self.form.step(rows);
        }
        let under = over.or(self.part);
        let list = parts.iter().find(|part| {
            Some(part.id) == under
                && matches!(part.widget, Widget::Table { .. } | Widget::Cards { .. })
        });
        let step = match list.map(|part| &part.widget) {
            Some(Widget::Cards { .. }) => 1,
            _ => 3,
        };
        cx.widgets.reveals = false;
        let by = (rows * step) as isize;
        match list {
            Some(part) => {
                let first = cx.widgets.first(part.id).saturating_add_signed(by);
                cx.widgets.firsts.insert(part.id, first);
            }
            None => self.scrolled = self.scrolled.saturating_add_signed(by),
        }
    }

    pub fn focused_field(&self, cx: &Context) -> Option<PartId> {
        let part = self.usable(self.part?, cx)?;
        matches!(part.widget, Widget::Field(_)).then_some(part.id)
    }

    pub(crate) fn type_text(&mut self, id: PartId, text: &str, cx: &mut Context) -> Option<Reply> {
        cx.widgets.field_mut(id).insert(text);
        self.change(id, Change::Edited, cx)
    }

    /// Scrolls chosen rows and the caret into sight, unless the wheel was used last. No part is scrolled past its end.
    pub(crate) fn settle(&mut self, cx: &mut Context) {
        let texts = DialogTexts::of(self, cx);
        if !texts.parts.is_empty() {
            let (first, firsts) = texts.pages(cx, cx.widgets.reveals);
            self.scrolled = first;
            cx.widgets.firsts.extend(firsts);
        }
    }
}
