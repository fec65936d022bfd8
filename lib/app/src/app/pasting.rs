//! Takes text from the clipboard, from a link or from a dialog: a move, a position or games.

use super::App;
use crate::{AppError, Editor, Message, Note, Refusal, Request};
use chuhe_core::AnyPosition;
use chuhe_core::rules::Rules;
use chuhe_host::fen;
use chuhe_records::{GameTree, pgn};
use chuhe_view::text::Text;

impl App {
    /// Types the text into the focused field, plays it as a move, or opens it as a position or as games. A position
    /// replaces a running game only if the person agrees. A pasted game opens as a study, and the running game pauses.
    pub(super) fn pasted(&mut self, text: Result<String, String>) {
        let text = match text {
            Ok(text) if text.trim().is_empty() => {
                return self.cx.refuse(Refusal::Plain(Text::NothingToPaste));
            }
            Ok(text) => text,
            Err(why) => {
                if matches!(self.cx.note, Note::Plain(Text::Copied | Text::GameCopied)) {
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
        let rests = self.board.is_underway() && self.board.study.is_none();
        let note = Note::Plain(if rests { Text::PastedBeside } else { Text::Pasted });
        match read_setup(line, self.cx.rules) {
            None => self.open_games(text.as_bytes(), note),
            Some(Err(error)) => self.cx.fail(&error),
            Some(Ok(tree)) if tree.moves().is_empty() => self.set_position(tree.start().clone()),
            Some(Ok(tree)) => self.fulfil(Request::Open(Box::new(tree), note)),
        }
    }

    fn set_position(&mut self, position: AnyPosition) {
        let is_underway = self.board.is_underway();
        match &mut self.cx.editor {
            Some(editor) => {
                *editor = Editor::of(&position);
                self.cx.note = Note::Plain(Text::PositionPasted);
            }
            None if is_underway => self.cx.open(Message::confirm_position(position)),
            None => self.fulfil(Request::Position(Box::new(position))),
        }
    }
}

/// Reads a FEN, or a command for engines such as `position fen FEN moves MOVES`. The word `startpos` stands for the
/// start position of `rules`. Returns `None` for any other text.
fn read_setup(line: &str, rules: Rules) -> Option<Result<GameTree, AppError>> {
    let setup = line.strip_prefix("position ").unwrap_or(line).trim_start();
    let setup = setup.strip_prefix("fen ").unwrap_or(setup);
    let (start, moves) = setup.split_once(" moves").unwrap_or((setup, ""));
    let board = start.split_whitespace().next().unwrap_or_default();
    let tree = match start.trim() {
        _ if line.contains('\n') => return None,
        "startpos" => Ok(GameTree::new(rules.start())),
        fen if board.contains('/') && !board.starts_with('[') => {
            fen::read(fen).map(GameTree::starting).map_err(AppError::Position)
        }
        _ => return None,
    };
    let column = 1 + line.chars().count() - moves.chars().count();
    Some(tree.and_then(|tree| Ok(pgn::read_line(tree, moves, column)?)))
}
