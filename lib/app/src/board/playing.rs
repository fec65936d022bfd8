//! Selects, drags and moves a person's pieces. In exchange mode the person chooses soldiers, then an enemy piece.

use super::{GameBoard, Glide};
use crate::dialog::Promotion;
use crate::game_model::PlayedMove;
use crate::{Context, Effect, Note, Notification, Refusal, Sound, WindowPoint};
use chuhe_core::notation::{self, MoveError};
use chuhe_core::played::QuestionId;
use chuhe_core::rules::{Explain, Illegal};
use chuhe_core::{AnyPosition, Bitboard, Move, Position, Square};
use chuhe_view::text::Text;
use std::time::Duration;

/// The distance in pixels after which a press becomes a drag.
const DRAG: i32 = 8;

/// The time for which a blinking piece is visible. It is then invisible for the same time.
const BLINK: Duration = Duration::from_millis(400);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    selected: Option<Square>,
    selected_at: Duration,
    press: Option<Press>,
    /// The soldiers chosen in exchange mode; `None` outside this mode.
    given: Option<Bitboard>,
    pub cursor: Option<Square>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Press {
    square: Square,
    start: WindowPoint,
    now: WindowPoint,
    /// True if the square was selected before the press.
    again: bool,
    dragging: bool,
}

impl Selection {
    pub const fn selected(&self) -> Option<Square> {
        self.selected
    }

    pub fn dragged(&self) -> Option<(Square, WindowPoint)> {
        self.press.filter(|press| press.dragging).map(|press| (press.square, press.now))
    }

    pub const fn is_active(&self) -> bool {
        self.selected.is_some() || self.given.is_some()
    }

    pub fn is_lit(&self, now: Duration) -> bool {
        let phase = now.saturating_sub(self.selected_at).as_millis() / BLINK.as_millis();
        phase.is_multiple_of(2)
    }

    /// Moves the cursor in a direction of the screen. A hidden cursor appears in the middle of the bottom rank.
    pub(crate) fn move_cursor(
        &mut self,
        (right, up): (i8, i8),
        (files, ranks): (u8, u8),
        is_flipped: bool,
    ) {
        let towards = if is_flipped { -1 } else { 1 };
        let next = match self.cursor {
            None => Square::new(files / 2, if is_flipped { ranks - 1 } else { 0 }),
            Some(square) => square.offset(right * towards, up * towards),
        };
        if let Some(square) = next.filter(|next| next.file() < files && next.rank() < ranks) {
            self.cursor = Some(square);
        }
    }

    pub const fn select(&mut self, square: Square, now: Duration) {
        self.selected = Some(square);
        self.selected_at = now;
    }

    pub const fn given(&self) -> Option<Bitboard> {
        self.given
    }

    pub const fn give(&mut self, soldiers: Bitboard, now: Duration) {
        (self.selected, self.press) = (None, None);
        (self.given, self.selected_at) = (Some(soldiers), now);
    }

    /// Ends selection, dragging and exchange mode. Returns false if none of these was active.
    pub fn let_go(&mut self) -> bool {
        let had = self.selected.is_some() || self.press.is_some() || self.given.is_some();
        (self.selected, self.press, self.given) = (None, None, None);
        had
    }

    pub fn press(&mut self, square: Square, place: WindowPoint, now: Duration) {
        let again = self.selected == Some(square);
        if !again {
            self.select(square, now);
        }
        self.press = Some(Press { square, start: place, now: place, again, dragging: false });
    }

    /// Handles a movement of the pressed pointer. Returns true if a piece is being dragged.
    pub fn follow(&mut self, place: WindowPoint) -> bool {
        let Some(press) = &mut self.press else { return false };
        press.now = place;
        let (x, y) = (place.0 - press.start.0, place.1 - press.start.1);
        press.dragging |= x * x + y * y > DRAG * DRAG;
        press.dragging
    }
}

impl GameBoard {
    /// The reason why no person can move a piece now; `None` if a person can.
    fn obstacle(&self) -> Option<Refusal> {
        let side = match self.game.turn() {
            _ if self.study.is_some() => return None,
            _ if self.game.is_looking_back() => return Some(Refusal::LookingBack),
            None => return Some(Refusal::Over),
            Some(side) => side,
        };
        self.game.player(side).is_computer().then_some(Refusal::Thinking)
    }

    /// Returns true if the person can select the piece on the square. Otherwise moves, exchanges, or shows a refusal.
    fn touches_own(&mut self, square: Square, cx: &mut Context) -> bool {
        if let Some(obstacle) = self.obstacle() {
            cx.refuse(obstacle);
            return false;
        }
        if let Some(given) = self.selection.given() {
            self.choose_in_exchange(given, square, cx);
            return false;
        }
        let position = self.position();
        let owner = position.piece_at(square).map(|piece| piece.side());
        if let Some(from) = self.selection.selected()
            && let Some(mv) = castling_move(position, from, square)
        {
            self.play_move(mv, cx);
            return false;
        }
        if owner == Some(position.side()) {
            return true;
        }
        match self.selection.selected() {
            Some(from) => self.try_move(from, square, cx),
            None if owner.is_some() => cx.refuse(Refusal::NotYours),
            None => {}
        }
        false
    }

    pub(crate) fn press(&mut self, square: Square, place: WindowPoint, cx: &mut Context) {
        self.drawings.shapes.remove(&self.shown().position().key());
        if self.touches_own(square, cx) {
            self.selection.press(square, place, cx.now);
        }
    }

    pub(crate) fn release(&mut self, square: Option<Square>, cx: &mut Context) {
        let Some(press) = self.selection.press.take() else { return };
        match square {
            None if press.dragging => drop(self.selection.let_go()),
            Some(to) if press.dragging && to != press.square => {
                let count = self.game.changes();
                self.try_move(press.square, to, cx);
                // A dragged piece needs no animation.
                self.glide = None;
                if self.game.changes() == count {
                    self.selection.let_go();
                }
            }
            Some(to) if !press.dragging && press.again && to == press.square => {
                self.choose_again(to, cx);
            }
            // The press has already handled any other click.
            _ => {}
        }
    }

    pub(crate) fn choose(&mut self, square: Square, cx: &mut Context) {
        if !self.touches_own(square, cx) {
        } else if self.selection.selected() == Some(square) {
            self.choose_again(square, cx);
        } else {
            self.selection.select(square, cx.now);
        }
    }

    /// Handles a second choice of the selected square. A soldier that can be given up starts exchange mode.
    fn choose_again(&mut self, square: Square, cx: &mut Context) {
        self.selection.let_go();
        if self.offered().contains(square) {
            self.turn_exchange(Some(square), cx);
        }
    }

    fn try_move(&mut self, from: Square, to: Square, cx: &mut Context) {
        let position = self.position();
        let mut moves: Vec<Move> =
            moves_from(position, from).filter(|mv| mv.to() == Some(to)).collect();
        moves.sort();
        match (&moves[..], position.piece_at(from)) {
            (&[mv], _) => self.play_move(mv, cx),
            ([], Some(_)) if let Some(mv) = castling_move(position, from, to) => {
                self.play_move(mv, cx);
            }
            ([], Some(piece)) => {
                let mv = Move::new(from, to);
                let why = position.why_not(mv).unwrap_or(Illegal::Reach);
                cx.refuse(Refusal::Illegal(why, piece, position.culprits(mv)));
            }
            ([], None) => {}
            // The moves differ only in their promotion.
            _ => cx.open(Promotion::new(moves, position)),
        }
    }

    /// Plays a move given as text, or refuses it with the reason. Returns false if the text cannot be read as a move.
    pub(crate) fn play_text(&mut self, text: &str, cx: &mut Context) -> bool {
        match (notation::read_any(text, self.shown().position()), self.obstacle()) {
            (Err(MoveError::Unreadable { .. }), _) => return false,
            (_, Some(obstacle)) => cx.refuse(obstacle),
            (Ok(mv), None) => self.play_move(mv, cx),
            (Err(error), None) => cx.refuse(Refusal::NoMove(error)),
        }
        true
    }

    pub(crate) fn play_move(&mut self, mv: Move, cx: &mut Context) {
        if self.study.is_some() {
            self.play_in_study(mv, cx);
        } else if let Ok(played) = self.game.play(mv, cx.now) {
            self.show_played(played, cx);
        }
    }

    pub(crate) fn answer(&mut self, id: QuestionId, best: Move, cx: &mut Context) {
        match self.game.answer(id, best, cx.now) {
            Some(played) => {
                self.show_played(played, cx);
                cx.effects.push(Effect::Notify(Notification::ComputerMoved));
                self.judge_attempt(cx);
            }
            None if self.game.hint().is_some() => cx.note = Note::Hinted,
            None => {}
        }
    }

    pub(crate) fn show_played(&mut self, played: PlayedMove, cx: &mut Context) {
        self.animate(played.mv, played.landing, cx);
        cx.note = Note::Moved(played);
        cx.sound(match played {
            PlayedMove { ending: Some(_), .. } => Sound::End,
            PlayedMove { check: true, .. } => Sound::Check,
            PlayedMove { capture: true, .. } => Sound::Capture,
            _ => Sound::Move,
        });
    }

    pub(super) fn animate(&mut self, mv: Move, to: Option<Square>, cx: &Context) {
        self.selection.let_go();
        let glides = cx.settings.animation && !mv.is_exchange();
        self.glide = glides.then_some(Glide { mv, to, since: cx.now });
    }

    pub(crate) fn take_back(&mut self, back: bool, cx: &mut Context) {
        self.selection.let_go();
        let done = if back { self.game.takeback(cx.now) } else { self.game.redo(cx.now) };
        if done {
            cx.note = if back { Note::TakenBack } else { Note::Redone };
        }
    }

    /// Ends exchange mode if it is on. Otherwise starts the mode, and chooses the soldier on `first`, if any.
    pub(crate) fn turn_exchange(&mut self, first: Option<Square>, cx: &mut Context) {
        if self.selection.given().is_some() {
            self.selection.let_go();
            cx.note = Note::Plain(Text::ExchangeLeft);
        } else {
            self.selection.give(first.into_iter().collect(), cx.now);
            cx.note = Note::Exchange;
        }
    }

    /// Adds or removes a soldier of `given`, or exchanges `given` for an enemy piece. A wrong choice empties `given`.
    fn choose_in_exchange(&mut self, given: Bitboard, square: Square, cx: &mut Context) {
        if self.offered().contains(square) {
            let given = given ^ Bitboard::from(square);
            self.selection.give(given, cx.now);
            cx.note = Note::Exchange;
            return;
        }
        let position = self.position();
        let side = position.side();
        match position.piece_at(square).filter(|piece| piece.side() != side) {
            None => cx.refuse(Refusal::Plain(Text::OnlyBottom)),
            Some(piece) => match position.exchange(given, square) {
                Ok(mv) => return self.play_move(mv, cx),
                Err(why) => {
                    let culprits = why.square().into_iter().collect();
                    cx.refuse(Refusal::Illegal(why, piece, culprits));
                }
            },
        }
        self.selection.give(Bitboard::EMPTY, cx.now);
    }
}

/// The castling move that a person means who selects `from`, then `to`. The target `to` is the rook's square or the
/// king's square after castling. `None` if the king has an ordinary move to `to`.
fn castling_move(position: &AnyPosition, from: Square, to: Square) -> Option<Move> {
    let castling = position.castling_move(from, to)?;
    moves_from(position, from).all(|mv| mv.to() != Some(to) || mv == castling).then_some(castling)
}

pub(super) fn moves_from(position: &AnyPosition, at: Square) -> impl Iterator<Item = Move> + use<> {
    position.legal_moves().into_iter().filter(move |mv| mv.from() == Some(at))
}
