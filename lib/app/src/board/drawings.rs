//! The circles and arrows of the other button.

use crate::study::Shape;
use chuhe_core::{Key, Square};
use std::collections::HashMap;

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

    pub(crate) fn wipe(&mut self, position: Key) {
        self.shapes.remove(&position);
    }
}
