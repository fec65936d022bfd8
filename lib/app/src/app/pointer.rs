//! The pointer: highlights, clicks, and dragging.

use super::selection::Release;
use super::{Action, App, PartId, Target, WindowPoint};
use chuhe_core::{Position, Side, Square};

/// The square of a target.
const fn square(target: Option<Target>) -> Option<Square> {
    match target {
        Some(Target::Square(square)) => Some(square),
        _ => None,
    }
}

impl App {
    pub(super) fn moved(&mut self, target: Option<Target>, place: WindowPoint) {
        self.rest(target);
        self.pointer.target = target;
        self.pointer.position = Some(place);
        if let (Some(Target::Part(pressed, _)), Some(Target::Part(id, spot))) =
            (self.pointer.pressed, target)
            && pressed == id
        {
            self.drag_part(spot);
        }
        if self.selection.follow(place) {
            self.selection.cursor = None;
        }
        // In an open menu the focus follows the pointer.
        match (self.menu, target) {
            (Some((menu, _)), Some(Target::Action(action))) => {
                let item = super::menu_actions(menu).position(|known| known == action);
                self.menu = item.map_or(self.menu, |item| Some((menu, item)));
            }
            (Some((menu, _)), Some(Target::Menu(other))) if menu != other => {
                self.menu = Some((other, 0));
                self.pointer.pressed = self.pointer.pressed.and(target);
            }
            _ => {}
        }
    }

    pub(super) fn press(&mut self, target: Option<Target>, place: WindowPoint) {
        self.pointer.target = target;
        self.pointer.pressed = target;
        self.selection.cursor = None;
        self.disturb();
        self.leave_result(target.filter(|target| !matches!(target, Target::Reply(_))).is_some());
        if self.dialog.is_some() {
            if let Some(Target::Part(id, spot)) = target {
                self.press_part(id, spot);
            }
            return;
        }
        if let Some((open, _)) = self.menu {
            match target {
                Some(Target::Action(_)) => {}
                Some(Target::Menu(title)) if title != open => self.menu = Some((title, 0)),
                _ => self.menu = None,
            }
            return;
        }
        match target {
            Some(Target::Menu(title)) => self.menu = Some((title, 0)),
            Some(Target::Ply(ply)) => self.game_model.look_at(ply),
            Some(Target::Node(node)) => self.show_node(node),
            Some(Target::Square(square)) => match &mut self.editor {
                Some(editor) => editor.touch(square),
                None => {
                    self.wipe();
                    self.press_square(square, place);
                }
            },
            Some(Target::Tray(piece)) => {
                let taken = self.editor.as_mut().map(|editor| editor.take(piece));
                if let Some(Err(refusal)) = taken {
                    self.refuse(refusal);
                }
            }
            _ => {}
        }
    }

    pub(super) fn release(&mut self, target: Option<Target>, _place: WindowPoint) {
        let pressed = self.pointer.pressed.take();
        self.pointer.target = target;
        match (pressed, target) {
            // The button was held from the menu's title to the item.
            (Some(Target::Menu(_)), Some(Target::Action(action))) if self.menu.is_some() => {
                self.act(action);
            }
            (Some(pressed), Some(target)) if pressed == target => self.activate(target),
            _ => {}
        }
        if let Some(editor) = &mut self.editor {
            let moved = pressed != target && editor.held().is_some();
            match (pressed, target) {
                (Some(Target::Square(_)), Some(Target::Square(square))) if moved => {
                    editor.touch(square);
                }
                // A piece dragged from the tray does not stay in the hand.
                (Some(Target::Tray(_)), Some(Target::Square(square))) if moved => {
                    editor.touch(square);
                    editor.discard();
                }
                (Some(Target::Square(_)), _) if moved => editor.discard(),
                _ => {}
            }
            return;
        }
        let released = self.selection.release(square(target));
        if let Some(Release::Again(square)) = released {
            self.chosen_again(square);
        }
        if let Some(Release::Dropped(from, to)) = released {
            match to {
                Some(to) if to == from => {}
                Some(to) => {
                    let count = self.game_model.changes();
                    self.try_move(from, to);
                    // A dragged piece needs no animation.
                    self.display.animation = None;
                    if self.game_model.changes() == count {
                        self.selection.let_go();
                    }
                }
                None => {
                    self.selection.let_go();
                }
            }
        }
    }

    /// Handles a click on anything but the board.
    fn activate(&mut self, target: Target) {
        match target {
            Target::Action(action) => self.act(action),
            Target::Player(side) => self.choose_player(side),
            Target::Reply(reply) => self.reply(reply),
            Target::Entry(entry) => self.choose_entry(entry),
            Target::Part(id, spot) => self.click_part(id, spot),
            Target::Line(line) => self.play_line(line),
            Target::Square(_)
            | Target::Menu(_)
            | Target::Ply(_)
            | Target::Node(_)
            | Target::Tray(_) => {}
        }
    }

    /// Opens the settings at the player of a side.
    fn choose_player(&mut self, side: Side) {
        if self.editor.is_none() {
            self.act(Action::Settings);
            if let Some(dialog) = &mut self.dialog {
                dialog.part = Some(match side {
                    Side::Red => PartId::RedPlayer,
                    Side::Black => PartId::BlackPlayer,
                });
            }
        }
    }

    /// Closes a banner, which leaves the board free, when something else is used.
    pub(super) fn leave_result(&mut self, elsewhere: bool) {
        let is_result = self.dialog.as_ref().is_some_and(|dialog| dialog.topic.is_banner());
        if is_result && elsewhere {
            self.dialog = None;
        }
    }

    /// Cancels selection and dragging, after the other button or a lost pointer.
    pub(super) fn cancel(&mut self) {
        self.pointer.pressed = None;
        self.selection.let_go();
        if let Some(editor) = &mut self.editor {
            let over = square(self.pointer.target);
            if !editor.put_back()
                && let Some(square) = over
            {
                editor.remove(square);
            }
        }
    }

    /// Handles the wheel: scrolls a dialog, or looks back and ahead.
    pub(super) fn scroll(&mut self, rows: i32) {
        if self.dialog.as_ref().is_some_and(|dialog| dialog.topic.form().is_some()) {
            return self.scroll_form(rows);
        }
        if let Some(dialog) = &mut self.dialog {
            dialog.scroll(rows);
            return self.move_entry(rows);
        }
        if self.editor.is_none() {
            self.look_by(rows);
        }
    }

    /// Shows the position a number of plies later, or earlier if negative.
    pub(super) fn look_by(&mut self, plies: i32) {
        if self.step_in_study(plies) {
            return;
        }
        let shown = self.game_model.shown().moves().len();
        let ply = shown.saturating_add_signed(plies as isize);
        if ply != shown {
            self.selection.let_go();
            self.game_model.look_at(ply);
        }
    }

    /// The squares to which the selected piece can move. In exchange mode, the pieces that the chosen
    /// soldiers can be exchanged for.
    #[must_use]
    pub fn destinations(&self) -> Vec<Square> {
        if self.selection.given().is_some() {
            return self.buyable().into_iter().collect();
        }
        let Some(from) = self.selection.selected().filter(|_| self.awaits_person()) else {
            return Vec::new();
        };
        let position = self.board();
        debug_assert!(position.piece_at(from).is_some());
        let mut squares: Vec<_> =
            super::play::moves_from(position, from).filter_map(|mv| mv.to()).collect();
        squares.dedup();
        squares
    }
}
