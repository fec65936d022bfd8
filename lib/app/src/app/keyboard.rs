//! The keyboard: keys of actions, the cursor on the board, menus and dialogs.

use super::{Action, App, Dialog, Key, MENUS, Press, Topic, menu_actions};
use chuhe_core::{Piece, Side, Square};

impl App {
    /// Handles a typed character: text for the field with the focus, otherwise a key.
    pub(super) fn typed(&mut self, letter: char, press: Option<Press>) {
        if !self.type_text(letter.encode_utf8(&mut [0; 4])) {
            press.into_iter().for_each(|press| self.key(press));
        }
    }

    pub(super) fn key(&mut self, press: Press) {
        self.disturb();
        let turns = matches!(press.key, Key::Enter | Key::Space | Key::Escape | Key::Tab);
        let action = Action::of(press, self.editor.is_some());
        self.leave_result(!turns && action.is_some_and(|action| action != Action::Quit));
        if self.dialog.as_ref().is_some_and(|dialog| dialog.topic.form().is_some()) {
            self.key_in_form(press);
        } else if self.dialog.is_some() {
            self.key_in_dialog(press);
        } else if let Some((menu, item)) = self.menu {
            self.key_in_menu(press.key, menu, item);
        } else if press.key == Key::Escape {
            self.escape();
        } else if let Some(action) = Action::of(press, self.editor.is_some()) {
            self.act(action);
        } else if !press.control {
            self.key_on_board(press);
        }
    }

    fn key_in_menu(&mut self, key: Key, menu: usize, item: usize) {
        let (menus, items) = (MENUS.len(), menu_actions(menu).count());
        self.menu = match key {
            Key::Left => Some(((menu + menus - 1) % menus, 0)),
            Key::Right => Some(((menu + 1) % menus, 0)),
            Key::Up => Some((menu, (item + items - 1) % items)),
            Key::Down => Some((menu, (item + 1) % items)),
            Key::Enter | Key::Space => {
                return menu_actions(menu)
                    .nth(item)
                    .into_iter()
                    .for_each(|action| self.act(action));
            }
            Key::Escape | Key::F(10) => None,
            _ => self.menu,
        };
    }

    fn key_on_board(&mut self, press: Press) {
        match press.key {
            Key::Up => self.move_cursor(0, 1),
            Key::Down => self.move_cursor(0, -1),
            Key::Left => self.move_cursor(-1, 0),
            Key::Right => self.move_cursor(1, 0),
            Key::Enter | Key::Space => self.choose_under_cursor(),
            Key::F(10) => self.menu = Some((0, 0)),
            Key::Delete | Key::Backspace => {
                if let (Some(editor), Some(square)) = (&mut self.editor, self.selection.cursor) {
                    editor.remove(square);
                }
            }
            Key::Char(letter) => self.put_by_letter(letter, press.shift),
            _ => {}
        }
    }

    /// Moves the cursor in the directions of the display. It first appears in the middle of the
    /// bottom rank.
    fn move_cursor(&mut self, right: i8, up: i8) {
        let (files, ranks) = self.rules().size();
        let towards = if self.display.flipped { -1 } else { 1 };
        let next = match self.selection.cursor {
            None => Square::new(files / 2, if self.display.flipped { ranks - 1 } else { 0 }),
            Some(square) => square.offset(right * towards, up * towards),
        };
        if let Some(square) = next.filter(|next| next.file() < files && next.rank() < ranks) {
            self.selection.cursor = Some(square);
        }
    }

    fn choose_under_cursor(&mut self) {
        match (self.selection.cursor, &mut self.editor) {
            (None, _) => self.move_cursor(0, 0),
            (Some(square), Some(editor)) => editor.touch(square),
            (Some(square), None) => self.choose_square(square),
        }
    }

    /// Cancels one thing: the piece in the hand, the selection, the cursor, the editor, or looking
    /// back.
    fn escape(&mut self) {
        let held = self.editor.as_mut().is_some_and(|editor| editor.put_back());
        if held || self.selection.let_go() || self.selection.cursor.take().is_some() {
            return;
        }
        if self.editor.is_some() {
            return self.act(Action::Leave);
        }
        if self.study.is_some() {
            return self.act(Action::Study);
        }
        self.game_model.look_at(usize::MAX);
    }

    /// Puts the piece of a FEN letter under the editor's cursor: Red's with shift, otherwise
    /// Black's.
    fn put_by_letter(&mut self, letter: char, shift: bool) {
        let (Some(editor), Some(square)) = (&mut self.editor, self.selection.cursor) else {
            return;
        };
        let Some(kind) = editor.rules().variant().piece_of_fen(letter) else { return };
        let side = if shift { Side::Red } else { Side::Black };
        if let Err(refusal) = editor.put(Piece::new(side, kind.kind), square) {
            self.refuse(refusal);
        }
    }

    fn key_in_dialog(&mut self, press: Press) {
        let rules = self.rules();
        let Some(dialog) = &mut self.dialog else { return };
        if let Some(rows) = dialog.topic.rows_of_key(press.key) {
            return match dialog.topic {
                Topic::Page(_) => dialog.scroll(rows),
                _ => self.move_entry(rows),
            };
        }
        match (press.key, &mut dialog.topic) {
            (Key::Char(letter), Topic::Promotion(moves, _)) => {
                let kind = rules.variant().piece_of_fen(letter).map(|piece| piece.kind);
                let mv = moves.iter().position(|mv| Some(mv.promotion().kind()) == kind);
                mv.into_iter().for_each(|mv| self.choose_entry(mv));
            }
            (Key::Enter | Key::Space, Topic::Promotion(moves, chosen)) if *chosen < moves.len() => {
                let chosen = *chosen;
                self.choose_entry(chosen);
            }
            _ => self.key_on_controls(press),
        }
    }

    /// Handles the keys that work on the buttons of any dialog.
    fn key_on_controls(&mut self, press: Press) {
        let Some(dialog) = &mut self.dialog else { return };
        match press.key {
            Key::Up | Key::Left => dialog.turn(false),
            Key::Down | Key::Right => dialog.turn(true),
            Key::Tab => dialog.turn(!press.shift),
            Key::Enter | Key::Space => {
                dialog.reply().into_iter().for_each(|reply| self.reply(reply));
            }
            Key::Escape => {
                let escape = dialog.topic.escape();
                escape.into_iter().for_each(|reply| self.reply(reply));
            }
            _ if Action::of(press, false) == Some(Action::Quit) => self.close(),
            _ => {}
        }
    }

    /// Moves the choice of a promotion.
    pub(super) fn move_entry(&mut self, rows: i32) {
        if let Some(Dialog { topic: Topic::Promotion(moves, chosen), .. }) = &mut self.dialog {
            let count = moves.len() as i32 + 1;
            *chosen = (*chosen as i32 + rows).rem_euclid(count) as usize;
        }
    }

    /// Plays a promotion of the dialog.
    pub(super) fn choose_entry(&mut self, entry: usize) {
        if let Some(Dialog { topic: Topic::Promotion(moves, _), .. }) = &self.dialog {
            let mv = moves.get(entry).copied();
            self.dialog = None;
            mv.into_iter().for_each(|mv| self.play_move(mv));
        }
    }
}

impl Topic {
    /// The number of rows by which a key moves the choice, or scrolls a page.
    const fn rows_of_key(&self, key: Key) -> Option<i32> {
        match (self, key) {
            (Self::Promotion(..) | Self::Page(_), Key::Up) | (Self::Promotion(..), Key::Left) => {
                Some(-1)
            }
            (Self::Promotion(..) | Self::Page(_), Key::Down)
            | (Self::Promotion(..), Key::Right | Key::Tab) => Some(1),
            (Self::Page(_), Key::PageUp) => Some(-10),
            (Self::Page(_), Key::PageDown) => Some(10),
            _ => None,
        }
    }
}
