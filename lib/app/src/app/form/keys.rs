//! The keyboard in the parts of a dialog.

use super::{Change, PartId, Step, Widget};
use crate::app::{Action, App, Effect, Key, Press};
use crate::picture;

/// The use of a key in a part.
enum KeyUse {
    /// It changes the part.
    Change(Change),
    /// It edits a field.
    Edit,
    /// The part has no use for it.
    None,
}

impl App {
    /// Handles a key in a dialog made of parts.
    pub(in crate::app) fn key_in_form(&mut self, press: Press) {
        if let Some(dialog) = &mut self.dialog {
            dialog.widgets.reveal();
        }
        let focused = self.dialog.as_ref().and_then(|dialog| dialog.part);
        if let Some(id) = focused
            && self.key_in_part(id, press)
        {
            return;
        }
        match press.key {
            Key::Tab => self.move_focus(!press.shift),
            Key::Up | Key::Left => self.move_focus(false),
            Key::Down | Key::Right => self.move_focus(true),
            Key::Escape => {
                let escape = self.dialog.as_ref().and_then(|dialog| dialog.topic.escape());
                escape.into_iter().for_each(|reply| self.reply(reply));
            }
            Key::Enter | Key::Space if focused.is_none() || press.key == Key::Enter => {
                let reply = self.dialog.as_ref().and_then(|dialog| match dialog.part {
                    None => dialog.reply(),
                    Some(_) => dialog.topic.replies().first().copied(),
                });
                reply.into_iter().for_each(|reply| self.reply(reply));
            }
            _ if Action::of(press, false) == Some(Action::Quit) => self.close(),
            _ => {}
        }
    }

    /// Moves the focus to the next or the previous part or button that can be used.
    fn move_focus(&mut self, forward: bool) {
        let Some(dialog) = &self.dialog else { return };
        let parts = dialog.form_parts(self);
        let mut stops: Vec<Option<PartId>> =
            parts.iter().filter(|part| part.takes_focus()).map(|part| Some(part.id)).collect();
        drop(parts);
        let replies = dialog.topic.replies().len();
        let first_reply = stops.len();
        stops.resize(first_reply + replies, None);
        let present = match dialog.part {
            Some(id) => stops.iter().position(|&stop| stop == Some(id)).unwrap_or(0),
            None => first_reply + dialog.focus,
        };
        let count = stops.len().max(1);
        let next = (present + if forward { 1 } else { count - 1 }) % count;
        let stop = stops.get(next).copied().flatten();
        let Some(dialog) = &mut self.dialog else { return };
        dialog.part = stop;
        dialog.focus = next.saturating_sub(first_reply);
        if let Some(field) = stop.and_then(|id| dialog.widgets.fields.get_mut(&id)) {
            field.select_all();
        }
    }

    /// Handles a key in the focused part. Returns false if the part has no use for it.
    fn key_in_part(&mut self, id: PartId, press: Press) -> bool {
        match self.use_of_key(id, press.key) {
            KeyUse::Change(change) => self.part_changed(id, change),
            KeyUse::Edit => return self.key_in_field(id, press),
            KeyUse::None => return false,
        }
        true
    }

    /// The use of a key in a part.
    fn use_of_key(&self, id: PartId, key: Key) -> KeyUse {
        let parts = self.dialog.iter().flat_map(|dialog| dialog.form_parts(self));
        let Some(part) = parts.into_iter().find(|part| part.id == id) else {
            return KeyUse::None;
        };
        let choice = match &part.widget {
            Widget::Options(items, Some(chosen)) => {
                let last = items.len().saturating_sub(1);
                moved(key, *chosen, last, 1).filter(|_| !is_upright(key))
            }
            Widget::Options(..) => is_press(key).then_some(0),
            Widget::Slider { steps, at, .. } => {
                let moved = moved(key, *at, steps.saturating_sub(1), 1);
                moved.filter(|_| !is_upright(key))
            }
            Widget::Check(checked) if is_press(key) => {
                return KeyUse::Change(Change::Checked(!checked));
            }
            Widget::Field(_) => return KeyUse::Edit,
            Widget::Table { chosen: Some(_), .. } | Widget::Cards { chosen: Some(_), .. }
                if key == Key::Enter =>
            {
                return KeyUse::Change(Change::Opened);
            }
            Widget::Table { rows, chosen, .. } => {
                let page = picture::page(self, id).shown;
                let moved = |last| moved_in_list(key, *chosen, last, (1, page));
                rows.len().checked_sub(1).and_then(moved).filter(|_| !is_sideways(key))
            }
            Widget::Cards { cards, chosen, .. } => {
                let page = picture::page(self, id);
                let across = page.across.max(1);
                let moved = |last| moved_in_list(key, *chosen, last, (across, page.shown * across));
                cards.len().checked_sub(1).and_then(moved)
            }
            Widget::Check(_) | Widget::Heading | Widget::Text(_) | Widget::Board(_) => None,
        };
        choice.map_or(KeyUse::None, |item| KeyUse::Change(Change::Chosen(item)))
    }

    fn key_in_field(&mut self, id: PartId, press: Press) -> bool {
        let Press { key, control, shift } = press;
        let Some(dialog) = &mut self.dialog else { return false };
        let field = dialog.widgets.field_mut(id);
        let step = match (key, control) {
            (Key::Left, false) => Some(Step::Left),
            (Key::Left, true) => Some(Step::WordLeft),
            (Key::Right, false) => Some(Step::Right),
            (Key::Right, true) => Some(Step::WordRight),
            (Key::Home, _) => Some(Step::Home),
            (Key::End, _) => Some(Step::End),
            _ => None,
        };
        if let Some(step) = step {
            field.step(step, shift);
            return true;
        }
        match (key, control) {
            (Key::Char('a'), true) => field.select_all(),
            (Key::Char('c'), true) => self.copy_from_field(id, false),
            (Key::Char('x'), true) => self.copy_from_field(id, true),
            (Key::Char('v'), true) => self.effects.push(Effect::Paste),
            (Key::Backspace | Key::Delete, control) => {
                field.remove(match (key, control) {
                    (Key::Backspace, false) => Step::Left,
                    (Key::Backspace, true) => Step::WordLeft,
                    (_, false) => Step::Right,
                    (_, true) => Step::WordRight,
                });
                self.part_changed(id, Change::Edited);
            }
            (Key::Enter, _) => self.part_changed(id, Change::Opened),
            // The text of these keys comes as typed text.
            (Key::Char(_) | Key::Space, false) => {}
            _ => return false,
        }
        true
    }
}

/// True for the keys that press a button or check a box.
const fn is_press(key: Key) -> bool {
    matches!(key, Key::Enter | Key::Space)
}

const fn is_sideways(key: Key) -> bool {
    matches!(key, Key::Left | Key::Right)
}

const fn is_upright(key: Key) -> bool {
    matches!(key, Key::Up | Key::Down)
}

/// The value to which a key leads from a value of 0 to `last`; `row` values stand side by side.
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

/// As [`moved`] in a list that is shown a page at a time. The first key chooses the first item.
fn moved_in_list(
    key: Key,
    present: Option<usize>,
    last: usize,
    (row, page): (usize, usize),
) -> Option<usize> {
    let page = page.max(1);
    let next = match (key, present) {
        (Key::PageUp, Some(present)) => present.saturating_sub(page),
        (Key::PageDown, Some(present)) => present + page,
        (key, Some(present)) => moved(key, present, last, row)?,
        (Key::End, None) => last,
        (Key::Up | Key::Down | Key::Left | Key::Right | Key::Home, None) => 0,
        (Key::PageUp | Key::PageDown, None) => 0,
        _ => return None,
    };
    Some(next.min(last))
}
