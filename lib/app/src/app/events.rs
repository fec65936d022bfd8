//! Sends each event to the part that handles it, then updates the state.

use super::App;
use crate::dialog::{Export, Faults, LibraryForm};
use crate::keeping;
use crate::library::Exporting;
use crate::{
    Action, AppEvent, Change, Editor, Effect, Key, ListedUse, Message, Note, PartId, Press, Probe,
    Request, Sound, Target, WindowPoint,
};
use chuhe_core::{Piece, Position, SearchLine, Side, Square};
use chuhe_view::text::Text;
use std::time::Duration;

const fn square(target: Option<Target>) -> Option<Square> {
    match target {
        Some(Target::Square(square)) => Some(square),
        _ => None,
    }
}

impl App {
    /// Handles an event and returns the effects. `now` is the time since the program's start.
    pub fn on(&mut self, event: AppEvent, now: Duration) -> Vec<Effect> {
        let Self { cx, board, .. } = self;
        cx.now = now;
        let silent = match &event {
            AppEvent::Tick => true,
            AppEvent::Moved(target, _) => {
                let held = cx.editor.as_ref().is_some_and(|editor| editor.picked_up().is_some());
                *target == self.pointer.target && board.selection.dragged().is_none() && !held
            }
            _ => false,
        };
        match event {
            AppEvent::Tick => {
                if board.game.check_flag(now) {
                    board.selection.let_go();
                    // The time is up, so a promotion can no longer be chosen.
                    cx.dialog.take_if(|dialog| dialog.form.pieces().is_some());
                    cx.sound(Sound::End);
                    self.revision += 1;
                }
            }
            AppEvent::Moved(target, place) => self.moved(target, place),
            AppEvent::Pressed(target, place) => self.press(target, place),
            AppEvent::Released(target, _) => self.release(target),
            AppEvent::OtherPressed(target, _) => self.other_press(target),
            AppEvent::OtherReleased(target) => {
                let position = board.shown().position().key();
                board.drawings.end(square(target), position);
            }
            AppEvent::Cancelled => {
                self.cancel();
            }
            AppEvent::Scrolled(rows) => self.scroll(rows),
            AppEvent::Key(press) => self.key(press),
            AppEvent::Typed(letter, press) => {
                if !self.type_text(letter.encode_utf8(&mut [0; 4])) {
                    Press::typed(letter, press).into_iter().for_each(|press| self.key(press));
                }
            }
            AppEvent::Resized(size) => {
                cx.settings.window = size;
                cx.window = Some(size);
            }
            AppEvent::Thinking(id, line) => board.game.report(id, line),
            AppEvent::Answer(id, best) => board.answer(id, best, cx),
            AppEvent::SearchFailed(id, why) => board.search_failed(id, why, cx),
            AppEvent::Ready(side, number, name) => board.program_ready((side, number), name, cx),
            AppEvent::Played(number, action) => board.program_played(number, action, cx),
            AppEvent::Analysed(id, report) => self.analysis.analysed(id, report, board, cx),
            AppEvent::Reported(id, analysis) => {
                if !board.judge_retry(id, &analysis, cx) {
                    self.reporting.reported(id, analysis, board.study.as_mut(), cx);
                }
            }
            AppEvent::EngineProbed(line, rules, outcome) => {
                cx.engines.probed(line, rules, outcome.map_or_else(Probe::Fails, Probe::Plays));
            }
            AppEvent::Pasted(text) => self.pasted(text),
            AppEvent::Library => LibraryForm::open(board.shown().position(), cx),
            AppEvent::Explored(answer) => self.explorer.explored(answer),
            AppEvent::Listed(page) => cx.library.listed(*page),
            // Another dialog was opened meanwhile, so the late answer is dropped.
            AppEvent::ListedOpened(_, Ok(_)) | AppEvent::Faults(Ok(_)) if cx.asks_otherwise() => {}
            AppEvent::ListedOpened(ListedUse::Open, Ok(game)) => {
                self.fulfil(Request::OpenListed(game));
            }
            AppEvent::ListedOpened(ListedUse::Export, Ok(game)) => cx.open(Export::listed(*game)),
            AppEvent::PlaceChosen(place) => LibraryForm::chosen(place, cx),
            AppEvent::Faults(Ok(faults)) => cx.open(Faults { faults, chosen: 0 }),
            AppEvent::Exported(Ok(exported)) => cx.library.exporting = Exporting::Written(exported),
            AppEvent::Deleted(outcome) => {
                outcome.as_ref().err().into_iter().for_each(|error| cx.fail(error));
                cx.effects.extend(cx.library.deleted(outcome.ok()));
            }
            AppEvent::Undeleted(outcome) => {
                cx.effects.extend(cx.library.undeleted(outcome.is_err()));
                outcome.err().iter().for_each(|error| cx.fail(error));
            }
            AppEvent::Opened(name, Ok(bytes)) => {
                self.in_dialog(|dialog, _| dialog.form.keeps_typed(true));
                self.open_games(&bytes, Note::Named(Text::Loaded, name));
            }
            AppEvent::Saved(Ok(name)) => cx.note = Note::Named(Text::SavedAs, name),
            AppEvent::Stored(outcome) => keeping::stored(outcome, cx),
            AppEvent::MapWritten(Ok(start)) => {
                cx.note = Note::Named(Text::SavedAs, start.name.clone());
                cx.starts.add(*start);
                self.edits.keep();
            }
            AppEvent::BookRefused(error) => cx.tell(Message::no_book(error)),
            AppEvent::Exported(Err(error)) => {
                cx.library.exporting = Exporting::None;
                cx.fail(&error);
            }
            AppEvent::ListedOpened(_, Err(error))
            | AppEvent::Faults(Err(error))
            | AppEvent::Opened(_, Err(error))
            | AppEvent::Saved(Err(error))
            | AppEvent::MapWritten(Err(error)) => cx.fail(&error),
            AppEvent::Closed => self.close(),
            AppEvent::Left => self.keeping.keep_clocks(&board.game, cx),
        }
        self.settle(silent)
    }

    fn moved(&mut self, target: Option<Target>, place: WindowPoint) {
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

    fn press(&mut self, target: Option<Target>, place: WindowPoint) {
        (self.pointer.target, self.pointer.pressed) = (target, target);
        self.board.selection.cursor = None;
        self.pointer.since = None;
        self.cx.dismiss(target.is_some_and(|target| !matches!(target, Target::Reply(_))));
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
            Some(Target::Ply(ply)) => board.look_at(ply),
            Some(Target::Node(node)) => board.show_node(node, cx),
            // The press already plays the move, because the analysis can reorder its lines before the release.
            Some(Target::Line(line)) => {
                let explored = self.explorer.answer().and_then(|it| Some(it.moves.get(line)?.mv));
                let analysed = self.analysis.results().lines.get(line).and_then(SearchLine::best);
                let Some(mv) = explored.or(analysed) else { return };
                if board.study.is_none() {
                    self.study_game();
                }
                self.board.play_in_study(mv, &mut self.cx);
            }
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

    fn release(&mut self, target: Option<Target>) {
        let pressed = self.pointer.pressed.take();
        self.pointer.target = target;
        match (pressed, target) {
            // The mouse button was pressed on the menu's title and released on the item.
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
                // After a drag from the tray, the editor no longer holds the piece.
                (Some(Target::Tray(_)), Some(Target::Square(square))) if moved => {
                    editor.touch(square);
                    editor.held = None;
                }
                (Some(Target::Square(_)), _) if moved => editor.held = None,
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
            // The settings dialog opens with the focus on this player.
            Target::Player(side) => {
                self.act(Action::Settings);
                if let Some(dialog) = &mut self.cx.dialog {
                    dialog.part = Some([PartId::RedPlayer, PartId::BlackPlayer][side.index()]);
                }
            }
            Target::Reply(reply) => self.in_dialog(|_, _| Some(reply)),
            Target::Entry(row) => {
                let change = Change::Chosen(row);
                self.in_dialog(|dialog, cx| dialog.change(PartId::Promotion, change, cx));
            }
            Target::Part(id, spot) => {
                let double = self.pointer.click(target, self.cx.now);
                self.in_dialog(|dialog, cx| dialog.click((id, spot), double, cx));
            }
            Target::Square(_)
            | Target::Menu(_)
            | Target::Ply(_)
            | Target::Node(_)
            | Target::Line(_)
            | Target::Tray(_) => {}
        }
    }

    fn other_press(&mut self, target: Option<Target>) {
        let is_busy =
            self.cx.editor.is_some() || self.cx.dialog.is_some() || self.menus.open.is_some();
        if is_busy || self.board.selection.is_active() {
            if !self.cancel()
                && let (Some(editor), Some(square)) = (&mut self.cx.editor, square(target))
            {
                editor.remove(square);
            }
            return;
        }
        self.board.drawings.begun = square(target);
    }

    /// Cancels selection and dragging. Puts back the piece held in the editor, and returns true if a piece was held.
    fn cancel(&mut self) -> bool {
        self.pointer.pressed = None;
        self.board.selection.let_go();
        self.cx.editor.as_mut().is_some_and(Editor::put_back)
    }

    fn scroll(&mut self, rows: i32) {
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

    /// Types into the focused field. Returns false if no field has the focus.
    pub(super) fn type_text(&mut self, text: &str) -> bool {
        let focused = self.cx.dialog.as_ref().and_then(|dialog| dialog.focused_field(&self.cx));
        let Some(id) = focused else { return false };
        self.in_dialog(|dialog, cx| dialog.type_text(id, text, cx));
        true
    }

    fn key(&mut self, press: Press) {
        self.pointer.since = None;
        let turns = matches!(press.key, Key::Enter | Key::Space | Key::Escape | Key::Tab);
        let action = Action::of(press, self.cx.editor.is_some());
        self.cx.dismiss(!turns && action.is_some_and(|action| action != Action::Quit));
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
            // A letter puts the piece with this FEN letter on the cursor's square: red with shift, otherwise black.
            Key::Char(letter) => {
                let (Some(editor), Some(square)) = (&mut cx.editor, cursor) else { return };
                let Some(kind) = editor.rules().variant().piece_of_fen(letter) else { return };
                let side = if press.shift { Side::Red } else { Side::Black };
                if let Err(refusal) = editor.put(Piece::new(side, kind.kind), square) {
                    cx.refuse(refusal);
                }
            }
            _ => {}
        }
    }

    /// Ends the first of these that is active: a held piece, a selection, the cursor, the editor, "Try again", the
    /// study, looking back.
    fn escape(&mut self) {
        let held = self.cx.editor.as_mut().is_some_and(|editor| editor.put_back());
        let selection = &mut self.board.selection;
        if held || selection.let_go() || selection.cursor.take().is_some() {
        } else if self.cx.editor.is_some() {
            self.act(Action::Leave);
        } else if self.board.study.is_some() {
            if !self.board.leave_retry(&mut self.cx) {
                self.act(Action::Study);
            }
        } else {
            self.board.game.look_at(usize::MAX);
        }
    }
}
