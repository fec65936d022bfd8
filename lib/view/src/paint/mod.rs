//! Paints smooth shapes with integer arithmetic, so that every machine paints the same pixels.

mod blend;
mod canvas;
mod lines;
mod mask;
mod painter;
mod round;

pub use blend::{Blend, Mix, Mixed, Strip, Threshold};
pub use canvas::Canvas;
pub use lines::{arrow, stroke};
pub(crate) use mask::Mask;
pub use mask::{Outline, Polygon};
pub use painter::{PIECE, Paint, Painter};
pub use round::Round;

use embedded_graphics::prelude::DrawTarget;

pub(crate) type Drawn<D> = Result<(), <D as DrawTarget>::Error>;

/// The width of a pixel in the subpixel units of shapes.
pub const ONE: i32 = 256;

/// A point in subpixel units from the top left corner: the first pixel is centred at `(ONE / 2, ONE / 2)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dot {
    /// The distance from the left edge, in subpixel units.
    pub x: i32,
    /// The distance from the top edge, in subpixel units.
    pub y: i32,
}

impl Dot {
    /// Creates the point `x` units to the right of the corner and `y` units below it.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Returns the point moved by `x` units to the right and `y` units down.
    #[must_use]
    pub const fn moved(self, x: i32, y: i32) -> Self {
        Self { x: self.x + x, y: self.y + y }
    }
}
