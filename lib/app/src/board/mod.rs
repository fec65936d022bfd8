//! The board: the game or the study on it, and what a person has selected and drawn.

mod playing;
mod programs;
mod retrying;
mod studying;

pub use playing::Selection;
pub(crate) use retrying::Retry;

use crate::words::Mode;
use crate::{Attempt, Context, GameModel, Shape, Study, Topic};
use chuhe_core::rules::Explain;
use chuhe_core::{AnyPosition, Bitboard, Game, Key, Kind, Move, Position, Side, Square};
use std::collections::HashMap;
use std::time::Duration;

#[derive(Debug)]
pub struct GameBoard {
    /// The game in play, with its players. The game is paused while a study is open.
    pub game: GameModel,
    pub study: Option<Study>,
    /// The opened games that are not shown now. The last element is the game that was shown most recently.
    pub(crate) documents: Vec<Study>,
    pub(crate) retry: Option<Retry>,
    /// The number of evaluations requested for a [`Retry`]. It makes the ids of the requests unique.
    tries: u64,
    pub attempt: Option<Attempt>,
    pub selection: Selection,
    pub(crate) drawings: Drawings,
    /// True if the board shows Black's side at the bottom.
    pub is_flipped: bool,
    glide: Option<Glide>,
}

#[derive(Clone, Copy, Debug)]
struct Glide {
    mv: Move,
    /// The square on which the piece stands after the move; `None` if no piece moves.
    to: Option<Square>,
    since: Duration,
}

/// The circles and arrows that a person draws with the second mouse button. Each position has its own shapes.
#[derive(Debug, Default)]
pub(crate) struct Drawings {
    shapes: HashMap<Key, Vec<Shape>>,
    /// The square on which the button was pressed.
    pub(crate) begun: Option<Square>,
}

impl Drawings {
    /// Draws an arrow from the pressed square to `to`, or a circle if both are equal. A shape that exists is removed.
    pub(crate) fn end(&mut self, to: Option<Square>, position: Key) {
        let (Some(from), Some(to)) = (self.begun.take(), to) else { return };
        let shapes = self.shapes.entry(position).or_default();
        match shapes.iter().position(|&shape| shape == (from, to)) {
            Some(same) => drop(shapes.remove(same)),
            None => shapes.push((from, to)),
        }
    }
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

    /// The position in which a person moves: the position of the study, or the last position of the game.
    pub fn position(&self) -> &AnyPosition {
        self.study.as_ref().map_or_else(|| self.game.game(), Study::game).position()
    }

    pub fn awaits_person(&self) -> bool {
        self.study.is_some() || self.game.awaits_person()
    }

    pub(crate) fn is_underway(&self) -> bool {
        self.game.turn().is_some() && !self.game.game().moves().is_empty()
    }

    pub(crate) fn mode(&self, cx: &Context) -> Mode {
        Mode {
            is_paused: self.game.is_paused(),
            is_editing: cx.editor.is_some(),
            is_studying: self.study.is_some(),
            in_page: cx.in_page,
        }
    }

    /// The side of the person who can resign or offer a draw: the person to move, or the only person.
    pub fn person(&self) -> Option<Side> {
        let side = self.game.turn()?;
        let to_move = (!self.game.player(side).is_computer()).then_some(side);
        to_move.or(self.game.only_person())
    }

    pub(crate) fn hint(&self) -> Option<Move> {
        self.game.hint().filter(|_| self.study.is_none() && !self.game.is_looking_back())
    }

    /// The soldiers that the person to move can give up in an exchange.
    pub fn offered(&self) -> Bitboard {
        if !self.awaits_person() {
            return Bitboard::EMPTY;
        }
        self.position().exchangeable(self.position().side())
    }

    /// The squares of the enemy pieces for which the chosen soldiers can be exchanged.
    pub fn buyable(&self) -> Bitboard {
        let Some(given) = self.selection.given() else { return Bitboard::EMPTY };
        Square::all().filter(|&at| self.position().exchange(given, at).is_ok()).collect()
    }

    /// The kind of piece whose price is the number of chosen soldiers; `None` if there is no such kind.
    pub fn bought(&self) -> Option<Kind> {
        let given = self.selection.given()?.len() as usize;
        self.position().rules().prices().get(given.checked_sub(1)?).copied()
    }

    /// The squares to which the selected piece can move; in exchange mode, the squares of [`Self::buyable`].
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

    /// (from, to, part) of the animated piece: its two squares, and the part of the way already covered, in 256ths.
    pub fn gliding(&self, now: Duration) -> Option<(Square, Square, i32)> {
        let Glide { mv, to, since } = self.glide?;
        let time = now.saturating_sub(since);
        let rest = ANIMATION_TIME.checked_sub(time).filter(|rest| !rest.is_zero())?;
        let rest = (256 * rest.as_micros() / ANIMATION_TIME.as_micros()) as i32;
        let is_last = self.shown().moves().last() == Some(&mv);
        Some((mv.from()?, to.filter(|_| is_last)?, 256 - rest * rest / 256))
    }

    /// The index of the animation's present picture, at 62.5 pictures per second; `None` if nothing moves.
    pub(crate) fn frame(&self, now: Duration) -> Option<u128> {
        let time = now.saturating_sub(self.glide?.since);
        (time < ANIMATION_TIME).then_some(time.as_millis() / 16)
    }

    pub fn is_selection_lit(&self, cx: &Context) -> bool {
        !cx.settings.blink || !self.selection.is_active() || self.selection.is_lit(cx.now)
    }

    /// The circles and arrows on the position shown: those in its comment and those that the person drew.
    pub fn drawn(&self, cx: &Context) -> Vec<Shape> {
        if cx.editor.is_some() {
            return Vec::new();
        }
        let mut shapes = self.study.as_ref().map_or_else(Vec::new, Study::shapes);
        let position = self.shown().position().key();
        shapes.extend(self.drawings.shapes.get(&position).into_iter().flatten());
        shapes
    }

    pub(crate) fn begin(&mut self, game: Game<AnyPosition>, cx: &mut Context) {
        cx.rules = game.position().rules();
        cx.editor = None;
        // A banner or the question whether to give up is about the previous game, so the dialog closes.
        cx.dialog.take_if(|it| it.is_banner() || it.form.topic() == Some(Topic::GiveUp));
        self.game.set_players(cx.settings.players(), cx.settings.limit);
        self.game.begin(game, cx.settings.clocks(), [None; 2]);
        self.drawings = Drawings::default();
        self.attempt = None;
        self.selection = Selection::default();
        self.put_study_aside();
        self.face_person();
    }

    pub(crate) fn face_person(&mut self) {
        self.is_flipped = self.game.only_person() == Some(Side::Black);
    }

    /// Sets the game's players to those of the settings. An endgame problem keeps its own players.
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

    pub(crate) fn look_at(&mut self, ply: usize) {
        self.selection.let_go();
        self.game.look_at(ply);
    }

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
