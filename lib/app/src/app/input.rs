//! The pointer and the keyboard: each input goes to the dialog, the menus, the editor or the board.

use super::App;
use crate::Editor;
use crate::action::{Action, Key, Press};
use crate::board::WindowPoint;
use crate::event::Target;
use crate::form::{Change, PartId};
use chuhe_core::{Piece, SearchLine, Side, Square};

pub(super) const fn square(target: Option<Target>) -> Option<Square> {
    match target {
        Some(Target::Square(square)) => Some(square),
        _ => None,
    }
}

impl App {
    pub(super) fn moved(&mut self, target: Option<Target>, place: WindowPoint) {
        self.pointer.go(target, place, self.cx.now);
        if let Some(Target::Part(id, from)) = self.pointer.pressed {
            self.in_dialog(|dialog, cx| dialog.drag((id, from), (target, place), cx));
        }
        if self.board.selection.follow(place) {
            self.board.selection.cursor = None;
        }
        if self.menus.follow(target) {
            self.pointer.pressed = self.pointer.pressed.and(target);
        }
    }

    pub(super) fn press(&mut self, target: Option<Target>, place: WindowPoint) {
        (self.pointer.target, self.pointer.pressed) = (target, target);
        self.board.selection.cursor = None;
        self.pointer.disturb();
        self.cx.leave_banner(target.is_some_and(|target| !matches!(target, Target::Reply(_))));
        if self.cx.dialog.is_some() {
            if let Some(Target::Part(id, spot)) = target {
                self.in_dialog(|dialog, cx| dialog.press(id, spot, cx));
            }
            return;
        }
        if self.menus.press(target) {
            return;
        }
        let Self { cx, board, .. } = self;
        match target {
            Some(Target::Menu(title)) => self.menus.open = Some((title, 0)),
            Some(Target::Ply(ply)) => board.game.look_at(ply),
            Some(Target::Node(node)) => board.show_node(node, cx),
            Some(Target::Square(square)) => match &mut cx.editor {
                Some(editor) => editor.touch(square),
                None => board.press(square, place, cx),
            },
            Some(Target::Tray(piece)) => {
                if let Some(Err(refusal)) = cx.editor.as_mut().map(|editor| editor.take(piece)) {
                    cx.refuse(refusal);
                }
            }
            _ => {}
        }
    }

    pub(super) fn release(&mut self, target: Option<Target>) {
        let pressed = self.pointer.pressed.take();
        self.pointer.target = target;
        match (pressed, target) {
            // The button was held from the menu's title to the item.
            (Some(Target::Menu(_)), Some(Target::Action(action))) if self.menus.open.is_some() => {
                self.act(action);
            }
            (Some(pressed), Some(target)) if pressed == target => self.activate(target),
            _ => {}
        }
        let Self { cx, board, .. } = self;
        if let Some(editor) = &mut cx.editor {
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
        board.release(square(target), cx);
    }

    /// Handles a click on anything but the board.
    fn activate(&mut self, target: Target) {
        match target {
            Target::Action(action) => self.act(action),
            Target::Player(_) if self.cx.editor.is_some() => {}
            // The settings open at the player.
            Target::Player(side) => {
                self.act(Action::Settings);
                if let Some(dialog) = &mut self.cx.dialog {
                    dialog.part = Some([PartId::RedPlayer, PartId::BlackPlayer][side.index()]);
                }
            }
            Target::Reply(reply) => self.in_dialog(|_, _| Some(reply)),
            Target::Entry(row) => {
                self.in_dialog(|dialog, cx| {
                    dialog.change(PartId::Promotion, Change::Chosen(row), cx)
                });
            }
            Target::Part(id, spot) => {
                let double = self.pointer.click(target, self.cx.now);
                self.in_dialog(|dialog, cx| dialog.click((id, spot), double, cx));
            }
            Target::Line(line) => {
                let explored = self.explorer.answer().and_then(|it| Some(it.moves.get(line)?.mv));
                let analysed = self.analysis.results().lines.get(line).and_then(SearchLine::best);
                let Some(mv) = explored.or(analysed) else { return };
                if self.board.study.is_none() {
                    self.study_game();
                }
                self.board.play_in_study(mv, &mut self.cx);
            }
            Target::Square(_)
            | Target::Menu(_)
            | Target::Ply(_)
            | Target::Node(_)
            | Target::Tray(_) => {}
        }
    }

    /// Handles a press of the other button: it lets go what is held, or begins to draw.
    pub(super) fn other_press(&mut self, target: Option<Target>) {
        let is_busy =
            self.cx.editor.is_some() || self.cx.dialog.is_some() || self.menus.open.is_some();
        let selection = &self.board.selection;
        if is_busy || selection.is_active() || selection.dragged().is_some() {
            if !self.cancel()
                && let (Some(editor), Some(square)) = (&mut self.cx.editor, square(target))
            {
                editor.remove(square);
            }
            return;
        }
        self.board.drawings.begin(square(target));
    }

    /// Cancels selection and dragging, after the other button or a lost pointer. Returns true if the editor
    /// had a piece in the hand.
    pub(super) fn cancel(&mut self) -> bool {
        self.pointer.pressed = None;
        self.board.selection.let_go();
        self.cx.editor.as_mut().is_some_and(Editor::put_back)
    }

    /// Handles the wheel: scrolls a dialog, or looks back and ahead.
    pub(super) fn scroll(&mut self, rows: i32) {
        let over = match self.pointer.target {
            Some(Target::Part(id, _)) => Some(id),
            _ => None,
        };
        if self.cx.dialog.is_some() {
            self.in_dialog(|dialog, cx| {
                dialog.scroll(rows, over, cx);
                None
            });
        } else if self.cx.editor.is_none() {
            self.board.look_by(rows, &mut self.cx);
        }
    }

    /// Replaces the selection of the focused field by a text. Returns false if no field has the
    /// focus.
    pub(super) fn type_text(&mut self, text: &str) -> bool {
        let focused = self.cx.dialog.as_ref().and_then(|dialog| dialog.focused_field(&self.cx));
        let Some(id) = focused else { return false };
        self.in_dialog(|dialog, cx| dialog.type_text(id, text, cx));
        true
    }

    pub(super) fn key(&mut self, press: Press) {
        self.pointer.disturb();
        let turns = matches!(press.key, Key::Enter | Key::Space | Key::Escape | Key::Tab);
        let action = Action::of(press, self.cx.editor.is_some());
        self.cx.leave_banner(!turns && action.is_some_and(|action| action != Action::Quit));
        if self.cx.dialog.is_some() {
            match Action::of(press, false) {
                Some(Action::Quit) => self.close(),
                _ => self.in_dialog(|dialog, cx| dialog.key(press, cx)),
            }
        } else if self.menus.open.is_some() {
            let chosen = self.menus.key(press.key);
            chosen.into_iter().for_each(|action| self.act(action));
        } else if press.key == Key::Escape {
            self.escape();
        } else if let Some(action) = action {
            self.act(action);
        } else if !press.control {
            self.key_on_board(press);
        }
    }

    fn key_on_board(&mut self, press: Press) {
        let Self { cx, board, .. } = self;
        let (size, is_flipped) = (cx.rules.size(), board.is_flipped);
        let cursor = board.selection.cursor;
        let mut step = |towards| board.selection.move_cursor(towards, size, is_flipped);
        match press.key {
            Key::Up => step((0, 1)),
            Key::Down => step((0, -1)),
            Key::Left => step((-1, 0)),
            Key::Right => step((1, 0)),
            Key::Enter | Key::Space => match (cursor, &mut cx.editor) {
                (None, _) => step((0, 0)),
                (Some(square), Some(editor)) => editor.touch(square),
                (Some(square), None) => board.choose(square, cx),
            },
            Key::F(10) if !press.shift => self.menus.open = Some((0, 0)),
            Key::Delete | Key::Backspace => {
                if let (Some(editor), Some(square)) = (&mut cx.editor, cursor) {
                    editor.remove(square);
                }
            }
            // The piece of a FEN letter comes under the cursor: Red's with shift, otherwise Black's.
            Key::Char(letter) => {
                let (Some(editor), Some(square)) = (&mut cx.editor, cursor) else {
                    return;
                };
                let Some(kind) = editor.rules().variant().piece_of_fen(letter) else { return };
                let side = if press.shift { Side::Red } else { Side::Black };
                if let Err(refusal) = editor.put(Piece::new(side, kind.kind), square) {
                    cx.refuse(refusal);
                }
            }
            _ => {}
        }
    }

    /// Cancels one thing: the piece in the hand, the selection, the cursor, the editor, or looking
    /// back.
    fn escape(&mut self) {
        let held = self.cx.editor.as_mut().is_some_and(|editor| editor.put_back());
        let selection = &mut self.board.selection;
        if held || selection.let_go() || selection.cursor.take().is_some() {
        } else if self.cx.editor.is_some() {
            self.act(Action::Leave);
        } else if self.board.study.is_some() {
            self.act(Action::Study);
        } else {
            self.board.game.look_at(usize::MAX);
        }
    }
}
