//! Texts from the clipboard, from a link, or from a field for them: a move, a position or games.

use super::App;
use crate::app_error::AppError;
use crate::dialog::Message;
use crate::editor::Editor;
use crate::note::{Note, Refusal};
use chuhe_core::{AnyPosition, Game};
use chuhe_host::fen;
use chuhe_view::text::Text;

impl App {
    /// Plays a move of the position shown, or else takes a position or games. A game in progress is left only
    /// when the person has agreed, or rests.
    pub(super) fn pasted(&mut self, text: Result<String, String>) {
        let text = match text {
            Ok(text) if text.trim().is_empty() => {
                return self.cx.refuse(Refusal::Plain(Text::NothingToPaste));
            }
            Ok(text) => text,
            Err(why) => {
                if matches!(self.cx.note, Note::Copied(_)) {
                    self.cx.note = Note::Plain(Text::NotCopied);
                }
                return self.cx.fail(&AppError::Clipboard(why));
            }
        };
        if self.type_text(&text) {
            return;
        }
        let line = text.trim();
        let board = line.split_whitespace().next().unwrap_or_default();
        let is_word = board == line && self.cx.editor.is_none();
        if is_word && self.board.play_text(line, &mut self.cx) {
            return;
        }
        let looks_like_fen = !line.contains('\n') && !board.starts_with('[') && board.contains('/');
        if !looks_like_fen {
            let rests = self.board.is_underway() && self.board.study.is_none();
            let told = if rests { Text::PastedBeside } else { Text::Pasted };
            return self.open_games(text.as_bytes(), Note::Plain(told));
        }
        match fen::read(line) {
            Ok(fen) => self.set_position(fen.position),
            Err(error) => self.cx.fail(&AppError::Position(error)),
        }
    }

    /// Shows a position in the editor, or begins a game with it.
    fn set_position(&mut self, position: AnyPosition) {
        let is_underway = self.board.is_underway();
        match &mut self.cx.editor {
            Some(editor) => {
                *editor = Editor::of(&position);
                self.cx.note = Note::Plain(Text::PositionPasted);
            }
            None if is_underway => {
                self.cx.open(Message::confirm_position(position, self.cx.words()));
            }
            None => self.begin_position(position),
        }
    }

    pub(super) fn begin_position(&mut self, position: AnyPosition) {
        self.begin(Game::new(position), Note::Plain(Text::PositionPasted));
        self.board.game.pause(true, self.cx.now);
        self.reported.ending_shown = self.board.game.turn().is_none();
    }
}
