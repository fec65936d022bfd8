//! Smooth shapes on any embedded-graphics display, in whole numbers only: the same pixels on
//! every machine.

mod blend;
mod canvas;
mod lines;
mod mask;
mod painter;
mod round;

pub use blend::{Blend, Mix, Mixed, Threshold};
pub use canvas::Canvas;
pub use lines::{arrow, stroke};
pub(crate) use mask::Mask;
pub use mask::{Outline, Polygon};
pub use painter::{Paint, Painter};
pub use round::Round;

/// A pixel's width in the finer units that shapes are placed with.
pub const ONE: i32 = 256;

/// A place between the pixels, in [`ONE`] of a pixel: `(0, 0)` is the top left corner of the
/// display, and its first pixel's centre lies half a pixel further.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dot {
    /// To the right.
    pub x: i32,
    /// Downwards.
    pub y: i32,
}

impl Dot {
    /// A place in finer units.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The place so much further right and down.
    #[must_use]
    pub const fn moved(self, x: i32, y: i32) -> Self {
        Self { x: self.x + x, y: self.y + y }
    }
}
