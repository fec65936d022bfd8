//! The board: the game or the study on it, and what a person has selected and drawn.

mod drawings;
mod playing;
mod programs;
mod retrying;
mod studying;

pub(crate) use drawings::Drawings;
pub use playing::Selection;
pub(crate) use retrying::Retry;

use super::context::Context;
use crate::dialog::Topic;
use crate::endgames::Attempt;
use crate::game_model::GameModel;
use crate::study::{Shape, Study};
use crate::words::Mode;
use chuhe_core::rules::Explain;
use chuhe_core::{AnyPosition, Bitboard, Game, Kind, Move, Position, Side, Square};
use std::time::Duration;

#[derive(Debug)]
pub struct GameBoard {
    /// The game with its players. It rests while a study is open.
    pub game: GameModel,
    pub study: Option<Study>,
    /// The opened games that are not shown now, the one shown last at the end.
    pub(crate) documents: Vec<Study>,
    /// The search of a person for a better move than a bad one of the study.
    pub(crate) retry: Option<Retry>,
    /// The number of moves that were evaluated for a [`Retry`].
    tries: u64,
    /// The attempt to solve an endgame problem.
    pub attempt: Option<Attempt>,
    pub selection: Selection,
    pub(crate) drawings: Drawings,
    /// True if Black plays from the bottom.
    pub is_flipped: bool,
    /// The last move, while its piece moves across the board.
    glide: Option<Glide>,
}

/// A piece that moves across the board.
#[derive(Clone, Copy, Debug)]
struct Glide {
    mv: Move,
    /// The square on which the piece stands after the move; `None` if no piece moves.
    to: Option<Square>,
    since: Duration,
}

const ANIMATION_TIME: Duration = Duration::from_millis(160);

impl GameBoard {
    pub(crate) fn new(game: GameModel) -> Self {
        let mut board = Self {
            game,
            study: None,
            documents: Vec::new(),
            retry: None,
            tries: 0,
            attempt: None,
            selection: Selection::default(),
            drawings: Drawings::default(),
            is_flipped: false,
            glide: None,
        };
        board.face_person();
        board
    }

    pub fn shown(&self) -> &Game<AnyPosition> {
        self.study.as_ref().map_or_else(|| self.game.shown(), Study::game)
    }

    /// The position in which a person moves the pieces: that of the study, or the last one of the game.
    pub fn position(&self) -> &AnyPosition {
        self.study.as_ref().map_or_else(|| self.game.game(), Study::game).position()
    }

    /// True if a person may move a piece on the board now.
    pub fn awaits_person(&self) -> bool {
        self.study.is_some() || self.game.awaits_person()
    }

    /// True if the game has begun and goes on.
    pub(crate) fn is_underway(&self) -> bool {
        self.game.turn().is_some() && !self.game.game().moves().is_empty()
    }

    /// The state, as far as labels of actions depend on it.
    pub(crate) fn mode(&self, cx: &Context) -> Mode {
        Mode {
            is_paused: self.game.is_paused(),
            is_editing: cx.editor.is_some(),
            is_studying: self.study.is_some(),
            in_page: cx.in_page,
        }
    }

    /// The person who resigns or offers a draw: the one to move, or the only one.
    pub fn person(&self) -> Option<Side> {
        let side = self.game.turn()?;
        let to_move = (!self.game.player(side).is_computer()).then_some(side);
        to_move.or(self.game.only_person())
    }

    /// The computer's hint for the position shown.
    pub(crate) fn hint(&self) -> Option<Move> {
        self.game.hint().filter(|_| self.study.is_none() && !self.game.is_looking_back())
    }

    /// The soldiers that the person to move can give up.
    pub fn offered(&self) -> Bitboard {
        if !self.awaits_person() {
            return Bitboard::EMPTY;
        }
        self.position().exchangeable(self.position().side())
    }

    /// The pieces that the chosen soldiers can be exchanged for.
    pub fn buyable(&self) -> Bitboard {
        let Some(given) = self.selection.given() else { return Bitboard::EMPTY };
        Square::all().filter(|&at| self.position().exchange(given, at).is_ok()).collect()
    }

    /// The kind of piece that the chosen soldiers can be exchanged for.
    pub fn bought(&self) -> Option<Kind> {
        let given = self.selection.given()?.len() as usize;
        self.position().rules().prices().get(given.checked_sub(1)?).copied()
    }

    /// The squares to which the selected piece can move. In exchange mode, the pieces that the chosen
    /// soldiers can be exchanged for.
    pub fn destinations(&self) -> Vec<Square> {
        if self.selection.given().is_some() {
            return self.buyable().into_iter().collect();
        }
        let Some(from) = self.selection.selected().filter(|_| self.awaits_person()) else {
            return Vec::new();
        };
        let mut squares: Vec<_> =
            playing::moves_from(self.position(), from).filter_map(|mv| mv.to()).collect();
        squares.dedup();
        squares
    }

    /// The squares that the animated piece leaves and reaches, and the part of its way in 256ths. It
    /// begins fast and ends slowly.
    pub fn gliding(&self, now: Duration) -> Option<(Square, Square, i32)> {
        let Glide { mv, to, since } = self.glide?;
        let time = now.saturating_sub(since);
        let rest = ANIMATION_TIME.checked_sub(time).filter(|rest| !rest.is_zero())?;
        let rest = (256 * rest.as_micros() / ANIMATION_TIME.as_micros()) as i32;
        let is_last = self.shown().moves().last() == Some(&mv);
        Some((mv.from()?, to.filter(|_| is_last)?, 256 - rest * rest / 256))
    }

    /// The number of the animation's picture. Sixty of them in a second suffice.
    pub(crate) fn frame(&self, now: Duration) -> Option<u128> {
        let time = now.saturating_sub(self.glide?.since);
        (time < ANIMATION_TIME).then_some(time.as_millis() / 16)
    }

    /// True if the selected piece is visible. A blinking piece is visible half of the time.
    pub fn is_selection_lit(&self, cx: &Context) -> bool {
        !cx.settings.blink || !self.selection.is_active() || self.selection.is_lit(cx.now)
    }

    /// The circles and arrows on the position that is shown: those of its comment, and those of a person. The
    /// editor has none.
    pub fn drawn(&self, cx: &Context) -> Vec<Shape> {
        if cx.editor.is_some() {
            return Vec::new();
        }
        let mut shapes = self.study.as_ref().map_or_else(Vec::new, Study::shapes);
        shapes.extend(self.drawings.on(self.shown().position().key()));
        shapes
    }

    /// Starts a game with the players and clocks of the settings.
    pub(crate) fn begin(&mut self, game: Game<AnyPosition>, cx: &mut Context) {
        cx.rules = game.position().rules();
        cx.editor = None;
        // A banner tells of the game before, and a question may be about its end.
        cx.dialog.take_if(|it| it.is_banner() || it.form.topic() == Some(Topic::GiveUp));
        self.game.set_players(cx.settings.players(), cx.settings.limit);
        self.game.begin(game, cx.settings.clocks(), [None; 2]);
        self.drawings = Drawings::default();
        self.attempt = None;
        self.selection = Selection::default();
        self.put_study_aside();
        self.face_person();
    }

    /// Turns the board towards the only person.
    pub(crate) fn face_person(&mut self) {
        self.is_flipped = self.game.only_person() == Some(Side::Black);
    }

    /// Gives the game the players of the settings. An endgame problem has its own.
    pub(crate) fn use_players(&mut self, cx: &Context) {
        if self.attempt.is_some() {
            return;
        }
        let faced = self.game.only_person();
        self.game.set_players(cx.settings.players(), cx.settings.limit);
        if self.game.only_person() != faced && self.game.only_person().is_some() {
            self.face_person();
        }
    }

    /// Shows the position after a number of plies.
    pub(crate) fn look_at(&mut self, ply: usize) {
        self.selection.let_go();
        self.game.look_at(ply);
    }

    /// Shows the position a number of plies later, or earlier if negative.
    pub(crate) fn look_by(&mut self, plies: i32, cx: &mut Context) {
        if let Some(study) = &self.study {
            let node = study.later(plies);
            if node != study.node() {
                self.show_node(node, cx);
            }
            return;
        }
        let shown = self.game.shown().moves().len();
        let ply = shown.saturating_add_signed(plies as isize);
        if ply != shown {
            self.look_at(ply);
        }
    }
}
