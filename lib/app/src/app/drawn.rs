//! Circles and arrows that a person draws on the board with the other button.

use super::{App, Target, WindowPoint};
use chuhe_core::{Key, Position, Square};
use std::collections::HashMap;

/// A circle, whose two squares are one, or an arrow.
pub type Shape = (Square, Square);

/// The circles and arrows of the open game.
#[derive(Debug, Default)]
pub(super) struct Drawings {
    shapes: HashMap<Key, Vec<Shape>>,
    /// The square on which the other button was pressed.
    begun: Option<Square>,
}

impl App {
    /// The circles and arrows on the position that is shown.
    #[must_use]
    pub fn drawn(&self) -> &[Shape] {
        let shapes = self.drawings.shapes.get(&self.shown_key());
        shapes.filter(|_| self.editor.is_none()).map_or(&[], Vec::as_slice)
    }

    fn shown_key(&self) -> Key {
        self.game_model.shown().position().key()
    }

    /// Handles a press of the other button: it lets go what is held, or begins to draw.
    pub(super) fn other_press(&mut self, target: Option<Target>, _place: WindowPoint) {
        let busy = self.editor.is_some() || self.dialog.is_some() || self.menu.is_some();
        let held = self.selection.selected().is_some() || self.selection.given().is_some();
        if busy || held || self.selection.dragged().is_some() {
            return self.cancel();
        }
        self.drawings.begun = match target {
            Some(Target::Square(square)) => Some(square),
            _ => None,
        };
    }

    /// Handles the release of the other button: draws a circle or an arrow, or removes the same
    /// one.
    pub(super) fn other_release(&mut self, target: Option<Target>) {
        let (Some(from), Some(Target::Square(to))) = (self.drawings.begun.take(), target) else {
            return;
        };
        let shapes = self.drawings.shapes.entry(self.game_model.shown().position().key());
        let shapes = shapes.or_default();
        match shapes.iter().position(|&shape| shape == (from, to)) {
            Some(same) => drop(shapes.remove(same)),
            None => shapes.push((from, to)),
        }
    }

    /// Removes the circles and arrows on the position that is shown.
    pub(super) fn wipe(&mut self) {
        let key = self.shown_key();
        self.drawings.shapes.remove(&key);
    }

    /// Removes all circles and arrows.
    pub(super) fn wipe_all(&mut self) {
        self.drawings = Drawings::default();
    }
}
