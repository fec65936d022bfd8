//! The selected piece, dragging, the keyboard cursor, and the circles and arrows of the other button.

use crate::study::Shape;
use chuhe_core::{Bitboard, Key, Square};
use std::collections::HashMap;
use std::time::Duration;

/// A point in the window, in pixels.
pub type WindowPoint = (i32, i32);

/// The distance in pixels after which a press becomes a drag.
const DRAG: i32 = 8;

/// The time for which a blinking piece is visible, and then invisible.
const BLINK: Duration = Duration::from_millis(400);

/// The selected piece or soldiers, the pressed pointer, and the keyboard cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    selected: Option<Square>,
    selected_at: Duration,
    press: Option<Press>,
    /// The soldiers chosen in exchange mode; `None` outside of it.
    given: Option<Bitboard>,
    pub cursor: Option<Square>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Press {
    pub(super) square: Square,
    start: WindowPoint,
    now: WindowPoint,
    /// True if the square was selected before.
    pub(super) again: bool,
    pub(super) dragging: bool,
}

impl Selection {
    pub const fn selected(&self) -> Option<Square> {
        self.selected
    }

    /// The square of the dragged piece, and the pointer's position.
    pub fn dragged(&self) -> Option<(Square, WindowPoint)> {
        self.press.filter(|press| press.dragging).map(|press| (press.square, press.now))
    }

    /// True if a piece is selected, or soldiers are chosen.
    pub const fn is_active(&self) -> bool {
        self.selected.is_some() || self.given.is_some()
    }

    /// True if a blinking selection is visible at this time.
    pub fn is_lit(&self, now: Duration) -> bool {
        let phase = now.saturating_sub(self.selected_at).as_millis() / BLINK.as_millis();
        phase.is_multiple_of(2)
    }

    /// Moves the cursor in the directions of the display. It first appears in the middle of the
    /// bottom rank.
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

    /// Chooses soldiers in exchange mode.
    pub const fn give(&mut self, soldiers: Bitboard, now: Duration) {
        (self.selected, self.press) = (None, None);
        (self.given, self.selected_at) = (Some(soldiers), now);
    }

    /// Ends selection, dragging and exchange mode. Returns false if there was none.
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

    /// Handles a movement of the pressed pointer. Returns true if a piece is dragged.
    pub fn follow(&mut self, place: WindowPoint) -> bool {
        let Some(press) = &mut self.press else { return false };
        press.now = place;
        let (x, y) = (place.0 - press.start.0, place.1 - press.start.1);
        press.dragging |= x * x + y * y > DRAG * DRAG;
        press.dragging
    }

    pub(super) const fn release(&mut self) -> Option<Press> {
        self.press.take()
    }
}

/// The circles and arrows of the open game, by their positions.
#[derive(Debug, Default)]
pub(crate) struct Drawings {
    shapes: HashMap<Key, Vec<Shape>>,
    /// The square on which the other button was pressed.
    begun: Option<Square>,
}

impl Drawings {
    pub(super) fn on(&self, position: Key) -> &[Shape] {
        self.shapes.get(&position).map_or(&[], Vec::as_slice)
    }

    pub(crate) const fn begin(&mut self, square: Option<Square>) {
        self.begun = square;
    }

    /// Draws a circle or an arrow up to a square, or removes the same one.
    pub(crate) fn end(&mut self, to: Option<Square>, position: Key) {
        let (Some(from), Some(to)) = (self.begun.take(), to) else { return };
        let shapes = self.shapes.entry(position).or_default();
        match shapes.iter().position(|&shape| shape == (from, to)) {
            Some(same) => drop(shapes.remove(same)),
            None => shapes.push((from, to)),
        }
    }

    /// Removes the circles and arrows on a position.
    pub(crate) fn wipe(&mut self, position: Key) {
        self.shapes.remove(&position);
    }
}
