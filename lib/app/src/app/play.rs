//! Plays moves, and starts, loads and restores games.

use super::{App, Glide, Note, Notification, Refusal, Topic, WindowPoint};
use crate::app_error::AppError;
use crate::game_model::PlayedMove;
use crate::sound::Sound;
use chuhe_core::AnyPosition;
use chuhe_core::played::QuestionId;
use chuhe_core::rules::{Explain, Illegal};
use chuhe_core::{Game, Move, Position, Square};
use chuhe_host::Map;
use chuhe_host::fen;
use chuhe_records::GameTree;
use chuhe_view::text::Text;

impl App {
    /// The reason why no person can move a piece now.
    fn obstacle(&self) -> Option<Refusal> {
        let side = match self.game_model.turn() {
            _ if self.study.is_some() => return None,
            _ if self.game_model.is_looking_back() => return Some(Refusal::LookingBack),
            None => return Some(Refusal::Over),
            Some(side) => side,
        };
        self.game_model.player(side).is_computer().then_some(Refusal::Thinking)
    }

    /// Returns true if the square has a piece that the person can select. Otherwise handles the
    /// other meanings of the square.
    fn touches_own(&mut self, square: Square) -> bool {
        if let Some(obstacle) = self.obstacle() {
            self.refuse(obstacle);
            return false;
        }
        if let Some(given) = self.selection.given() {
            self.choose_in_exchange(given, square);
            return false;
        }
        let position = self.board();
        let owner = position.piece_at(square).map(|piece| piece.side());
        if let Some(from) = self.selection.selected()
            && let Some(mv) = castling_move(position, from, square)
        {
            self.play_move(mv);
            return false;
        }
        if owner == Some(position.side()) {
            return true;
        }
        match self.selection.selected() {
            Some(from) => self.try_move(from, square),
            None if owner.is_some() => self.refuse(Refusal::NotYours),
            None => {}
        }
        false
    }

    /// Handles a press on a square of the board.
    pub(super) fn press_square(&mut self, square: Square, place: WindowPoint) {
        if self.touches_own(square) {
            self.selection.press(square, place, self.now);
        }
    }

    /// Handles the choice of a square with the keyboard.
    pub(super) fn choose_square(&mut self, square: Square) {
        if !self.touches_own(square) {
        } else if self.selection.selected() == Some(square) {
            self.selection.let_go();
            self.chosen_again(square);
        } else {
            self.selection.select(square, self.now);
        }
    }

    /// Handles a second choice of the selected square: starts an exchange if the piece is a soldier
    /// that can be exchanged.
    pub(super) fn chosen_again(&mut self, square: Square) {
        if self.offered().contains(square) {
            self.turn_exchange(Some(square));
        }
    }

    /// Tries a person's move. If it is not legal, says why.
    pub(super) fn try_move(&mut self, from: Square, to: Square) {
        let position = self.board();
        let mut moves: Vec<Move> =
            moves_from(position, from).filter(|mv| mv.to() == Some(to)).collect();
        moves.sort();
        match (&moves[..], position.piece_at(from)) {
            (&[mv], _) => self.play_move(mv),
            ([], Some(_)) if let Some(mv) = castling_move(position, from, to) => self.play_move(mv),
            ([], Some(piece)) => {
                let mv = Move::new(from, to);
                let why = position.why_not(mv).unwrap_or(Illegal::Reach);
                self.refuse(Refusal::Illegal(why, piece, position.culprits(mv)));
            }
            ([], None) => {}
            // The moves differ only in their promotion.
            _ => self.open(Topic::Promotion(moves, 0)),
        }
    }

    /// Plays a move of a person.
    pub(super) fn play_move(&mut self, mv: Move) {
        if self.play_in_study(mv) {
            return;
        }
        if let Ok(played) = self.game_model.play(mv, self.now) {
            self.show_played(played);
        }
    }

    /// Handles an answer of the computer.
    pub(super) fn answer(&mut self, id: QuestionId, best: Move) {
        match self.game_model.answer(id, best, self.now) {
            Some(played) => {
                self.show_played(played);
                self.notify(Notification::ComputerMoved);
                self.judge_attempt();
            }
            None if self.game_model.hint().is_some() => self.note = Note::Hinted,
            None => {}
        }
    }

    /// Shows a move, and plays its sound.
    pub(super) fn show_played(&mut self, played: PlayedMove) {
        self.selection.let_go();
        let glides = self.settings.animation && !played.mv.is_exchange();
        let glide = Glide { mv: played.mv, to: played.landing, since: self.now };
        self.display.animation = glides.then_some(glide);
        self.note = Note::Moved(played);
        self.sound(match played {
            PlayedMove { ending: Some(_), .. } => Sound::End,
            PlayedMove { check: true, .. } => Sound::Check,
            PlayedMove { capture: true, .. } => Sound::Capture,
            _ => Sound::Move,
        });
    }

    /// Starts a game with the players and clocks of the settings.
    pub(super) fn begin(&mut self, game: Game<AnyPosition>) {
        self.game_model.set_players(self.settings.players(), self.settings.limit);
        self.game_model.begin(game, self.settings.clocks());
        self.wipe_all();
        self.attempt = None;
        self.tags.clear();
        self.keep_another();
        self.selection = Default::default();
        self.editor = None;
        self.study = None;
        self.menu = None;
        self.note = Note::Plain(Text::Begun);
        self.face_person();
    }

    /// Opens a game as a study, at its last move.
    pub(super) fn take_up(&mut self, tree: GameTree, note: Note) {
        let last = tree.last();
        self.open_study(tree, last, note);
    }

    /// Handles a text from the clipboard: a position or a game.
    pub(super) fn pasted(&mut self, text: Result<String, String>) {
        let text = match text {
            Ok(text) => text,
            Err(why) => return self.clipboard_failed(why),
        };
        if self.type_text(&text) {
            return;
        }
        let line = text.trim();
        let board = line.split_whitespace().next().unwrap_or_default();
        let looks_like_fen = !line.contains('\n') && !board.starts_with('[') && board.contains('/');
        if !looks_like_fen {
            return self.take_up_bytes(text.as_bytes(), Note::Plain(Text::Pasted));
        }
        match fen::read(line) {
            Ok(fen) => self.set_position(fen.position),
            Err(error) => self.fail(AppError::Position(error)),
        }
    }

    /// Handles a clipboard that takes or gives no text.
    fn clipboard_failed(&mut self, why: String) {
        if matches!(self.note, Note::Copied(_)) {
            self.note = Note::Plain(Text::NotCopied);
        }
        self.fail(AppError::Clipboard(why));
    }

    fn set_position(&mut self, position: AnyPosition) {
        match &mut self.editor {
            Some(editor) => *editor = super::Editor::of(&position),
            None => {
                self.begin(Game::new(position));
                self.game_model.pause(true, self.now);
                self.reported.ending_shown = self.game_model.turn().is_none();
            }
        }
        self.note = Note::Plain(Text::PositionPasted);
    }

    /// Handles the content of a file.
    pub(super) fn opened(&mut self, name: String, content: Result<Vec<u8>, AppError>) {
        match content {
            Ok(bytes) => self.take_up_bytes(&bytes, Note::Named(Text::Loaded, name)),
            Err(error) => self.fail(error),
        }
    }

    /// Handles a saved map: adds it to the starts.
    pub(super) fn map_written(&mut self, start: Result<Box<Map>, AppError>) {
        match start {
            Ok(start) => {
                self.note = Note::MapWritten(start.name.clone());
                let same = self.new_game.starts.iter().position(|known| known.name == start.name);
                match same {
                    Some(index) => self.new_game.starts[index] = *start,
                    None => self.new_game.starts.push(*start),
                }
            }
            Err(error) => self.fail(error),
        }
    }
}

/// The legal move of the piece on a square to another one. Castling may be shown by the rook and by
/// the square that the king reaches, where the piece has no other move there.
fn castling_move(position: &AnyPosition, from: Square, to: Square) -> Option<Move> {
    let castling = position.castling_move(from, to)?;
    moves_from(position, from).all(|mv| mv.to() != Some(to) || mv == castling).then_some(castling)
}

/// The legal moves of the piece on a square.
pub(super) fn moves_from(
    position: &AnyPosition,
    from: Square,
) -> impl Iterator<Item = Move> + use<> {
    let moves = position.legal_moves();
    moves.into_iter().filter(move |mv| mv.from() == Some(from))
}
