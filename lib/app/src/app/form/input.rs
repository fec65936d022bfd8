//! The pointer, the wheel and typed text in the parts of a dialog.

use super::{Change, PartId, Widget};
use crate::app::{App, Effect, Target};
use crate::picture;
use chuhe_view::Spot;
use std::time::Duration;

/// The longest time between the two clicks of a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(500);

impl App {
    /// The part that the pointer drags in: a slider, a scroll bar, or the text of a field.
    #[must_use]
    pub fn captured(&self) -> Option<(PartId, Spot)> {
        let Some(Target::Part(id, spot)) = self.pointer.pressed else { return None };
        let parts = self.dialog.as_ref()?.form_parts(self);
        let drags = parts.iter().any(|part| {
            part.id == id
                && part.disabled.is_none()
                && matches!(
                    (&part.widget, spot),
                    (Widget::Slider { .. }, Spot::Item(_)) | (_, Spot::Caret(_) | Spot::Bar(_))
                )
        });
        drags.then_some((id, spot))
    }

    /// Handles a press on a part.
    pub(in crate::app) fn press_part(&mut self, id: PartId, spot: Spot) {
        let Some(dialog) = &self.dialog else { return };
        let parts = dialog.form_parts(self);
        let Some(part) = parts.iter().find(|part| part.id == id) else { return };
        if part.disabled.is_some() {
            return;
        }
        let slides = matches!(part.widget, Widget::Slider { .. });
        let takes_focus = part.takes_focus();
        drop(parts);
        let Some(dialog) = &mut self.dialog else { return };
        if takes_focus {
            dialog.part = Some(id);
        }
        match spot {
            Spot::Caret(at) => dialog.widgets.field_mut(id).place(at, false),
            Spot::Bar(first) => drop(dialog.widgets.firsts.insert(id, first)),
            Spot::Item(value) if slides => self.part_changed(id, Change::Chosen(value)),
            _ => {}
        }
    }

    /// Handles the pointer that moves to a spot with the button held.
    pub(in crate::app) fn drag_part(&mut self, to: Spot) {
        let Some((id, _)) = self.captured() else { return };
        let Some(dialog) = &mut self.dialog else { return };
        match to {
            Spot::Caret(at) => dialog.widgets.field_mut(id).place(at, true),
            Spot::Bar(first) => drop(dialog.widgets.firsts.insert(id, first)),
            Spot::Item(value) => self.part_changed(id, Change::Chosen(value)),
            Spot::Whole | Spot::Column(_) => {}
        }
    }

    /// Handles a click on a part.
    pub(in crate::app) fn click_part(&mut self, id: PartId, spot: Spot) {
        let target = Some(Target::Part(id, spot));
        let last = std::mem::replace(&mut self.pointer.clicked, (target, self.now));
        let double = last.0 == target && self.now.saturating_sub(last.1) <= DOUBLE_CLICK;
        let Some(dialog) = &mut self.dialog else { return };
        if let (Spot::Caret(at), true) = (spot, double) {
            return dialog.widgets.field_mut(id).select_word(at);
        }
        let parts = self.dialog.iter().flat_map(|dialog| dialog.form_parts(self));
        let part = parts.into_iter().find(|part| part.id == id && part.disabled.is_none());
        let change = match (part.map(|part| part.widget), spot) {
            (Some(Widget::Check(checked)), _) => Change::Checked(!checked),
            (Some(Widget::Options(..)), Spot::Item(item)) => Change::Chosen(item),
            (Some(Widget::Table { .. } | Widget::Cards { .. }), Spot::Item(item)) => {
                if double {
                    Change::Opened
                } else {
                    Change::Chosen(item)
                }
            }
            (Some(Widget::Table { .. }), Spot::Column(column)) => Change::Sorted(column),
            _ => return,
        };
        self.part_changed(id, change);
    }

    /// Turns the wheel over a dialog made of parts.
    pub(in crate::app) fn scroll_form(&mut self, rows: i32) {
        let Some(dialog) = &self.dialog else { return };
        let under = match self.pointer.target {
            Some(Target::Part(id, _)) => Some(id),
            _ => dialog.part,
        };
        let parts = dialog.form_parts(self);
        let list = parts.iter().find(|part| {
            Some(part.id) == under
                && matches!(part.widget, Widget::Table { .. } | Widget::Cards { .. })
        });
        let step = match list.map(|part| &part.widget) {
            Some(Widget::Cards { .. }) => 1,
            _ => 3,
        };
        let list = list.map(|part| part.id);
        drop(parts);
        let Some(dialog) = &mut self.dialog else { return };
        dialog.widgets.reveals = false;
        let by = (rows * step) as isize;
        match list {
            Some(id) => {
                let first = dialog.widgets.first(id).saturating_add_signed(by);
                dialog.widgets.firsts.insert(id, first);
            }
            None => dialog.scrolled = dialog.scrolled.saturating_add_signed(by),
        }
    }

    /// The field with the keyboard focus.
    #[must_use]
    pub fn focused_field(&self) -> Option<PartId> {
        let dialog = self.dialog.as_ref()?;
        let id = dialog.part?;
        let parts = dialog.form_parts(self);
        let is_field = |part: &super::Part<'_>| {
            part.id == id && part.disabled.is_none() && matches!(part.widget, Widget::Field(_))
        };
        parts.iter().any(is_field).then_some(id)
    }

    /// Replaces the selection of the focused field by a text. Returns false if no field has the
    /// focus.
    pub(in crate::app) fn type_text(&mut self, text: &str) -> bool {
        let Some(id) = self.focused_field() else { return false };
        if let Some(dialog) = &mut self.dialog {
            dialog.widgets.field_mut(id).insert(text);
        }
        self.part_changed(id, Change::Edited);
        true
    }

    /// Copies the selection of a field to the clipboard; `cut` removes it.
    pub(super) fn copy_from_field(&mut self, id: PartId, cut: bool) {
        let Some(dialog) = &mut self.dialog else { return };
        let field = dialog.widgets.field_mut(id);
        let text = field.selection().to_owned();
        if text.is_empty() {
            return;
        }
        self.effects.push(Effect::Copy(text));
        if cut {
            field.insert("");
            self.part_changed(id, Change::Edited);
        }
    }

    /// Scrolls the dialog so that what was chosen is in sight, and its lists and fields so that they
    /// are filled.
    pub(in crate::app) fn settle_form(&mut self) {
        let Some(dialog) = self.dialog.as_ref().filter(|dialog| dialog.topic.form().is_some())
        else {
            return;
        };
        let (first, firsts) = picture::pages(self, dialog.widgets.reveals);
        let Some(dialog) = &mut self.dialog else { return };
        dialog.scrolled = first;
        dialog.widgets.firsts.extend(firsts);
    }
}
