//! The player's hand above the board: what is selected, dragged, or under the keyboard's cursor.

use chuhe_core::{Bitboard, Square};
use std::time::Duration;

/// A place in the window, in pixels.
pub type Place = (i32, i32);

/// How far the pointer moves before a press becomes a drag, in pixels.
const DRAG: i32 = 8;

/// How long a blinking piece is seen, and then not seen.
const BLINK: Duration = Duration::from_millis(400);

/// What the hand does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hand {
    selected: Option<Square>,
    selected_at: Duration,
    press: Option<Press>,
    /// The soldiers chosen to be given up, in exchange mode.
    given: Option<Bitboard>,
    /// The square of the keyboard's cursor.
    pub cursor: Option<Square>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Press {
    square: Square,
    start: Place,
    now: Place,
    /// Whether the square was selected before.
    again: bool,
    dragging: bool,
}

/// What came of letting go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Release {
    /// A piece was dropped here, or beside the board.
    Dropped(Square, Option<Square>),
    /// A click, of which the press did all.
    Clicked,
    /// A click on what was selected before, which is not selected any more.
    Again(Square),
}

impl Hand {
    /// The selected square.
    #[must_use]
    pub const fn selected(&self) -> Option<Square> {
        self.selected
    }

    /// The square a piece is dragged from, and where it is.
    #[must_use]
    pub fn dragged(&self) -> Option<(Square, Place)> {
        self.press.filter(|press| press.dragging).map(|press| (press.square, press.now))
    }

    /// Whether a blinking selection is seen at this time.
    #[must_use]
    pub fn is_lit(&self, now: Duration) -> bool {
        let phase = now.saturating_sub(self.selected_at).as_millis() / BLINK.as_millis();
        phase.is_multiple_of(2)
    }

    /// Selects a square.
    pub const fn select(&mut self, square: Square, now: Duration) {
        self.selected = Some(square);
        self.selected_at = now;
    }

    /// The soldiers chosen to be given up, in exchange mode.
    #[must_use]
    pub const fn given(&self) -> Option<Bitboard> {
        self.given
    }

    /// Holds soldiers to be given up, and nothing else.
    pub const fn give(&mut self, soldiers: Bitboard, now: Duration) {
        (self.selected, self.press) = (None, None);
        (self.given, self.selected_at) = (Some(soldiers), now);
    }

    /// Selects nothing, drags nothing; the cursor stays. Says whether there was anything.
    pub fn let_go(&mut self) -> bool {
        let had = self.selected.is_some() || self.press.is_some() || self.given.is_some();
        (self.selected, self.press, self.given) = (None, None, None);
        had
    }

    /// The pointer is pressed on a piece that can be taken; it is selected from then on.
    pub fn press(&mut self, square: Square, place: Place, now: Duration) {
        let again = self.selected == Some(square);
        if !again {
            self.select(square, now);
        }
        self.press = Some(Press { square, start: place, now: place, again, dragging: false });
    }

    /// The pressed pointer moves. Says whether a piece follows it.
    pub fn follow(&mut self, place: Place) -> bool {
        let Some(press) = &mut self.press else { return false };
        press.now = place;
        let (x, y) = (place.0 - press.start.0, place.1 - press.start.1);
        press.dragging |= x * x + y * y > DRAG * DRAG;
        press.dragging
    }

    /// The pointer is released above a square, or beside the board.
    pub fn release(&mut self, square: Option<Square>) -> Option<Release> {
        let press = self.press.take()?;
        if press.dragging {
            return Some(Release::Dropped(press.square, square));
        }
        if press.again && square == Some(press.square) {
            self.selected = None;
            return Some(Release::Again(press.square));
        }
        Some(Release::Clicked)
    }
}
