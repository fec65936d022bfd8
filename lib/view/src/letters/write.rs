use super::font::{EM, Scale, Typeface, glyph};
use crate::paint::{Blend, Dot, Mask, ONE, Paint, Painter};
use core::fmt::{self, Display, Write};
use embedded_graphics::prelude::{DrawTarget, Point, Size};
use embedded_graphics::primitives::Rectangle;

const ELLIPSIS: char = '…';
/// The width of the box drawn for a missing glyph, in 216ths of the size.
const MISSING: i32 = EM * 3 / 4;

/// The alignment of a line of text in its area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// The line begins at the left edge. A line that is too wide begins there with any alignment.
    Left,
    /// The line has equal space at its left and its right.
    Center,
    /// The line ends at the right edge, as is usual for numbers.
    Right,
}

/// A typeface at a size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Type<'a> {
    /// The fonts, in the order of preference.
    pub face: Typeface<'a>,
    /// The size of an em in pixels.
    pub size: i32,
}

impl<'a> Type<'a> {
    /// Returns the same typeface at another size.
    #[must_use]
    pub const fn sized(self, size: i32) -> Self {
        Self { size, ..self }
    }

    /// Returns the width of a character, in 216ths of the size.
    pub(super) fn advance(&self, character: char) -> i32 {
        glyph(self.face, character).map_or(MISSING, |glyph| glyph.advance())
    }

    /// Returns the width of a line of text, in units of 1/[`ONE`] of a pixel.
    pub fn width(&self, text: &dyn Display) -> i32 {
        let mut ruler = Ruler { ty: self, units: 0 };
        // Writing to a ruler never fails.
        let _ = write!(ruler, "{text}");
        Scale::of(self.size).of_units(ruler.units)
    }

    /// Returns the width of a line of text in pixels, rounded up.
    pub fn columns(&self, text: &dyn Display) -> i32 {
        (self.width(text) + ONE - 1) / ONE
    }

    /// Returns the typeface at the largest size, up to the current size, at which a line fits into `columns` pixels.
    /// The result is never below three quarters of the current size.
    #[must_use]
    pub fn fitted(self, text: &dyn Display, columns: i32) -> Self {
        let smallest = (self.size * 3 + 3) / 4;
        let fits = |&size: &i32| self.sized(size).columns(text) <= columns;
        self.sized((smallest..=self.size).rev().find(fits).unwrap_or(smallest))
    }
}

struct Ruler<'a> {
    ty: &'a Type<'a>,
    units: i32,
}

impl Write for Ruler<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.units += text.chars().map(|character| self.ty.advance(character)).sum::<i32>();
        Ok(())
    }
}

struct Pen<'p, 'd, D: DrawTarget> {
    painter: &'p mut Painter<'d, D>,
    ty: Type<'p>,
    paint: Paint,
    mask: Mask,
    start: Dot,
    /// The current width of the text and its largest width before an ellipsis, in 216ths of the size.
    units: i32,
    limit: i32,
    failure: Option<D::Error>,
}

impl<D: Blend> Pen<'_, '_, D> {
    fn put(&mut self, character: char) -> Result<(), D::Error> {
        let pen = self.start.moved(Scale::of(self.ty.size).of_units(self.units), 0);
        self.units += self.ty.advance(character);
        match glyph(self.ty.face, character) {
            Some(glyph) => {
                let glyph = glyph.at(pen, self.ty.size);
                self.painter.outline_by(&mut self.mask, &glyph, self.paint)
            }
            None => {
                let (size, margin) = (self.ty.size, self.ty.size / 8);
                let corner = Point::new(pen.x / ONE + margin, pen.y / ONE - size * 3 / 4);
                let size = Size::new((size * 3 / 4 - 2 * margin) as u32, (size * 3 / 4) as u32);
                self.painter.border(Rectangle::new(corner, size), 1, self.paint)
            }
        }
    }
}

impl<D: Blend> Write for Pen<'_, '_, D> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            let full = self.units + self.ty.advance(character) > self.limit;
            if let Err(failure) = self.put(if full { ELLIPSIS } else { character }) {
                self.failure = Some(failure);
                return Err(fmt::Error);
            }
            if full {
                return Err(fmt::Error);
            }
        }
        Ok(())
    }
}

impl<D: Blend> Painter<'_, D> {
    /// Writes a line of text into the vertical middle of an area. A line that is too wide is cut off with an ellipsis.
    pub fn text(
        &mut self,
        ty: Type<'_>,
        text: &dyn Display,
        area: Rectangle,
        align: Align,
        paint: impl Into<Paint>,
    ) -> Result<(), D::Error> {
        let room = area.size.width as i32 * ONE;
        let width = ty.width(text);
        let spare = (room - width).max(0);
        let x = match align {
            Align::Left => 0,
            Align::Center => spare / 2,
            Align::Right => spare,
        };
        let y = area.top_left.y + baseline(area.size.height as i32, ty.size);
        let start = Dot::new(area.top_left.x * ONE + (x & -ONE), y * ONE);
        let limit = if width <= room {
            i32::MAX
        } else {
            room * EM / (ty.size * ONE) - ty.advance(ELLIPSIS)
        };
        let (paint, mask) = (paint.into(), Mask::new());
        let mut pen = Pen { painter: self, ty, paint, mask, start, units: 0, limit, failure: None };
        // Writing fails after an ellipsis or a display error. Only a display error is stored in `failure`.
        let _ = write!(pen, "{text}");
        pen.failure.map_or(Ok(()), Err)
    }
}

/// Returns the distance from the top of a line to the baseline that centres capitals and Chinese characters.
const fn baseline(height: i32, size: i32) -> i32 {
    (height * 50 + size * 37) / 100
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letters::FULL;

    /// At this size, a unit is as wide as a pixel. The product of units and scale needs more than 32 bits.
    #[test]
    fn a_very_long_line_has_its_width() {
        let ty = Type { face: FULL, size: EM };
        assert_eq!(ty.width(&format_args!("{:x>9999}", "")), 9999 * ty.width(&"x"));
    }
}
