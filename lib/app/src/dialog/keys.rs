//! Handles key presses in a dialog: they move the focus, choose items, edit fields and press buttons.

use super::{Dialog, DialogTexts, Topic};
use crate::form::Step;
use crate::{Change, Context, Effect, FormPart, Key, PartId, Press, Reply, Widget};

impl Dialog {
    pub(crate) fn key(&mut self, press: Press, cx: &mut Context) -> Option<Reply> {
        cx.widgets.reveals = true;
        if let Some(reply) = self.form.key(press.key, cx.rules) {
            return Some(reply);
        }
        if let Some(id) = self.part
            && let Some(reply) = self.key_in_part(id, press, cx)
        {
            return reply;
        }
        let is_page = self.form.topic() == Some(Topic::Page);
        match press.key {
            Key::Up if is_page => self.scroll_text(-1),
            Key::Down if is_page => self.scroll_text(1),
            Key::PageUp if is_page => self.scroll_text(-10),
            Key::PageDown if is_page => self.scroll_text(10),
            Key::Tab => self.move_focus(!press.shift, cx),
            Key::Up | Key::Left => self.move_focus(false, cx),
            Key::Down | Key::Right => self.move_focus(true, cx),
            Key::Escape => return self.form.frame().escape,
            Key::Enter | Key::Space if self.part.is_none() => return self.reply(),
            Key::Enter => return self.form.frame().buttons.first().copied(),
            _ => {}
        }
        None
    }

    /// Moves the form's choice, and moves the focus to the next or previous usable part or button.
    fn move_focus(&mut self, forward: bool, cx: &mut Context) {
        self.form.step(if forward { 1 } else { -1 });
        let parts = self.form.parts(cx);
        let mut stops: Vec<Option<PartId>> =
            parts.iter().filter(|part| part.takes_focus()).map(|part| Some(part.id)).collect();
        let first_reply = stops.len();
        stops.resize(first_reply + self.form.frame().buttons.len(), None);
        let present = match self.part {
            Some(id) => stops.iter().position(|&stop| stop == Some(id)).unwrap_or(0),
            None => first_reply + self.focus,
        };
        let count = stops.len().max(1);
        let next = (present + if forward { 1 } else { count - 1 }) % count;
        self.part = stops.get(next).copied().flatten();
        self.focus = next.saturating_sub(first_reply);
        if let Some(field) = self.part.and_then(|id| cx.widgets.fields.get_mut(&id)) {
            field.select_all();
        }
    }

    /// Returns `None` if the part does not use the key, and `Some(None)` if it uses the key without pressing a button.
    fn key_in_part(&mut self, id: PartId, press: Press, cx: &mut Context) -> Option<Option<Reply>> {
        let part = self.form.parts(cx).into_iter().find(|part| part.id == id)?;
        if matches!(part.widget, Widget::Field(_)) {
            return self.edit_by_key(id, press, cx);
        }
        let change = self.change_by_key(&part, press.key, cx)?;
        Some(self.change(id, change, cx))
    }

    fn change_by_key(&self, part: &FormPart, key: Key, cx: &Context) -> Option<Change> {
        let page = || DialogTexts::of(self, cx).page(cx, part.id);
        let choice = match &part.widget {
            Widget::Options(items, Some(chosen)) => moved_along(key, *chosen, items.len()),
            Widget::Options(..) => is_press(key).then_some(0),
            Widget::Slider { steps, at, .. } => moved_along(key, *at, *steps),
            Widget::Check(checked) if is_press(key) => return Some(Change::Checked(!checked)),
            Widget::Table { chosen: Some(_), .. } | Widget::Cards { chosen: Some(_), .. }
                if key == Key::Enter =>
            {
                return Some(Change::Opened);
            }
            Widget::Table { .. } if matches!(key, Key::Left | Key::Right) => None,
            Widget::Table { rows, chosen, .. } => {
                moved_in_list(key, *chosen, rows.len(), (1, page().shown))
            }
            Widget::Cards { cards, chosen, .. } => {
                let page = page();
                let across = page.across.max(1);
                moved_in_list(key, *chosen, cards.len(), (across, page.shown * across))
            }
            _ => None,
        };
        choice.map(Change::Chosen)
    }

    fn edit_by_key(&mut self, id: PartId, press: Press, cx: &mut Context) -> Option<Option<Reply>> {
        let Press { key, control, shift } = press;
        let field = cx.widgets.field_mut(id);
        let towards = |left: bool| match (left, control) {
            (true, false) => Step::Left,
            (true, true) => Step::WordLeft,
            (false, false) => Step::Right,
            (false, true) => Step::WordRight,
        };
        let step = match key {
            Key::Left | Key::Right => Some(towards(key == Key::Left)),
            Key::Home => Some(Step::Home),
            Key::End => Some(Step::End),
            _ => None,
        };
        if let Some(step) = step {
            field.step(step, shift);
            return Some(None);
        }
        match (key, control) {
            (Key::Char('a'), true) => field.select_all(),
            (Key::Char('c'), true) => drop(self.copy(id, false, cx)),
            (Key::Char('x'), true) => return Some(self.copy(id, true, cx)),
            (Key::Char('v'), true) => cx.effects.push(Effect::Paste),
            (Key::Backspace | Key::Delete, _) => {
                field.remove(towards(key == Key::Backspace));
                return Some(self.change(id, Change::Edited, cx));
            }
            (Key::Enter, _) => return Some(self.change(id, Change::Opened, cx)),
            // The character of such a key comes as `AppEvent::Typed`, and that event inserts it.
            (Key::Char(_) | Key::Space, false) => {}
            _ => return None,
        }
        Some(None)
    }

    fn copy(&mut self, id: PartId, cut: bool, cx: &mut Context) -> Option<Reply> {
        let field = cx.widgets.field_mut(id);
        let text = field.selection().to_owned();
        if text.is_empty() {
            return None;
        }
        cx.effects.push(Effect::Copy(text));
        if !cut {
            return None;
        }
        field.insert("");
        self.change(id, Change::Edited, cx)
    }
}

const fn is_press(key: Key) -> bool {
    matches!(key, Key::Enter | Key::Space)
}

/// The value, from 0 to `last`, that a key chooses. A row has `row` values. `None` for a key that chooses no value.
fn moved(key: Key, present: usize, last: usize, row: usize) -> Option<usize> {
    let next = match key {
        Key::Left => present.saturating_sub(1),
        Key::Right => present + 1,
        Key::Up if present >= row => present - row,
        Key::Down if present + row <= last => present + row,
        Key::Up | Key::Down => present,
        Key::Home => 0,
        Key::End => last,
        _ => return None,
    };
    Some(next.min(last))
}

/// As [`moved`], for `count` values in one row. Returns `None` also for Up and Down, because they move the focus.
fn moved_along(key: Key, present: usize, count: usize) -> Option<usize> {
    let last = count.saturating_sub(1);
    moved(key, present, last, 1).filter(|_| !matches!(key, Key::Up | Key::Down))
}

/// As [`moved`], but the page keys move by `page` items. If no item is chosen, any key but End chooses the first item.
fn moved_in_list(
    key: Key,
    present: Option<usize>,
    count: usize,
    (row, page): (usize, usize),
) -> Option<usize> {
    let (at, last) = (present.unwrap_or_default(), count.checked_sub(1)?);
    let next = match key {
        Key::PageUp => at.saturating_sub(page.max(1)),
        Key::PageDown => at + page.max(1),
        key => moved(key, at, last, row)?,
    };
    let is_first = present.is_none() && key != Key::End;
    Some(if is_first { 0 } else { next.min(last) })
}
