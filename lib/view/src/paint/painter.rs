use super::mask::{MAX_WIDTH, Mask};
use super::{Blend, Drawn, Mix, Outline, Round};
use core::ops::Range;
use embedded_graphics::Pixel;
use embedded_graphics::geometry::Dimensions;
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::{DrawTarget, Point, Size};
use embedded_graphics::primitives::Rectangle;

/// The largest number of pixels that [`Painter::texture`] asks for in one call of its function `row`.
pub const PIECE: usize = 64;

/// The filling of a shape: one colour, or a gradient from top to bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    top: Rgb888,
    bottom: Rgb888,
    alpha: u8,
}

impl Paint {
    /// Creates an opaque filling of one colour.
    pub const fn new(color: Rgb888) -> Self {
        Self::fading(color, color)
    }

    /// Creates an opaque gradient from the top to the bottom of the shape.
    pub const fn fading(top: Rgb888, bottom: Rgb888) -> Self {
        Self { top, bottom, alpha: 255 }
    }

    /// Sets the opacity: 0 is invisible, 255 is opaque.
    #[must_use]
    pub const fn alpha(self, alpha: u8) -> Self {
        Self { alpha, ..self }
    }

    fn at(&self, y: i32, rows: &Range<i32>) -> Rgb888 {
        if self.top == self.bottom {
            return self.top;
        }
        let part = (y - rows.start) * 255 / (rows.end - rows.start).max(1);
        self.top.mix(self.bottom, part.clamp(0, 255) as u8)
    }
}

impl From<Rgb888> for Paint {
    fn from(color: Rgb888) -> Self {
        Self::new(color)
    }
}

/// A painter of shapes and text on an area of a display. Parts of shapes outside the area are not painted.
#[derive(Debug)]
pub struct Painter<'a, D> {
    target: &'a mut D,
    area: Rectangle,
    alpha: u8,
}

impl<'a, D: Blend> Painter<'a, D> {
    /// Creates a painter for the whole display.
    pub fn new(target: &'a mut D) -> Self {
        let area = target.bounding_box();
        Self { target, area, alpha: 255 }
    }

    /// Returns a painter for the pixels that lie both in `area` and in the area of this painter.
    pub fn within(&mut self, area: Rectangle) -> Painter<'_, D> {
        Painter { area: self.area.intersection(&area), target: self.target, alpha: self.alpha }
    }

    /// Returns a painter for the same area. The new painter multiplies the opacity of each filling by `alpha / 255`.
    pub fn faded(&mut self, alpha: u8) -> Painter<'_, D> {
        Painter { area: self.area, target: self.target, alpha }
    }

    const fn thinned(&self, paint: Paint) -> Paint {
        paint.alpha((paint.alpha as u32 * self.alpha as u32 / 255) as u8)
    }

    /// Returns the area that this painter can change.
    pub const fn area(&self) -> Rectangle {
        self.area
    }

    /// Fills an area of whole pixels.
    pub fn rectangle(&mut self, area: Rectangle, paint: impl Into<Paint>) -> Result<(), D::Error> {
        let paint = self.thinned(paint.into());
        let rows = area.rows();
        let seen = self.area.intersection(&area);
        if paint.alpha == 255 && paint.top == paint.bottom {
            return self.target.fill_solid(&seen, paint.top.into());
        }
        for y in seen.rows() {
            self.fill_row(seen.columns(), y, paint.at(y, &rows), paint.alpha)?;
        }
        Ok(())
    }

    /// Draws a border of `thickness` pixels inside the edges of an area.
    pub fn border(
        &mut self,
        area: Rectangle,
        thickness: i32,
        paint: impl Into<Paint>,
    ) -> Result<(), D::Error> {
        let paint = paint.into();
        let (at, width, height) = (area.top_left, area.size.width, area.size.height);
        let thick = thickness.max(0) as u32;
        let between = height.saturating_sub(2 * thick);
        let [right, bottom] = [width, height].map(|side| side.saturating_sub(thick) as i32);
        for (x, y, width, height) in [
            (0, 0, width, thick),
            (0, bottom, width, thick),
            (0, thickness, thick, between),
            (right, thickness, thick, between),
        ] {
            let edge = Rectangle::new(at + Point::new(x, y), Size::new(width, height));
            self.rectangle(edge, paint)?;
        }
        Ok(())
    }

    /// Fills an area, piece by piece, with the colours that `row` writes. A piece has up to [`PIECE`] pixels of one
    /// row. Each call of `row` gets the place of a piece's first pixel, and a buffer for the colours of the piece. The
    /// pieces of a strip of columns follow each other from top to bottom. Then the next strip to the right begins.
    pub fn texture(
        &mut self,
        area: Rectangle,
        color: D::Color,
        mut row: impl FnMut(Point, &mut [D::Color]),
    ) -> Result<(), D::Error> {
        let seen = self.area.intersection(&area);
        let mut colors = [color; PIECE];
        for left in seen.columns().step_by(PIECE) {
            let width = PIECE.min((seen.columns().end - left) as usize);
            for y in seen.rows() {
                let (start, colors) = (Point::new(left, y), &mut colors[..width]);
                row(start, colors);
                let line = Rectangle::new(start, Size::new(width as u32, 1));
                self.target.fill_contiguous(&line, colors.iter().copied())?;
            }
        }
        Ok(())
    }

    /// Fills a disc or a rounded rectangle, or the rim of such a shape.
    pub fn round(&mut self, shape: &Round, paint: impl Into<Paint>) -> Result<(), D::Error> {
        let paint = self.thinned(paint.into());
        let trace = shape.trace();
        let rows = trace.rows();
        let seen = self.area.columns();
        let mut buffer = [0; 64];
        for y in intersection(&rows, &self.area.rows()) {
            let Some([touched, even]) = trace.row(y) else { continue };
            let color = paint.at(y, &rows);
            let even = intersection(&even, &touched);
            for side in [touched.start..even.start, even.end..touched.end] {
                for columns in chunks(intersection(&side, &seen), buffer.len()) {
                    let coverage = &mut buffer[..columns.len()];
                    trace.cover(columns.start, y, coverage);
                    fade(coverage, paint.alpha);
                    self.target.blend_row(Point::new(columns.start, y), color.into(), coverage)?;
                }
            }
            if trace.filled {
                self.fill_row(intersection(&even, &seen), y, color, paint.alpha)?;
            }
        }
        Ok(())
    }

    /// Fills a shape given by its outline.
    // Not inlined, so that the stack holds the mask of 4 KB only during this call.
    #[inline(never)]
    pub fn outline(
        &mut self,
        shape: &impl Outline,
        paint: impl Into<Paint>,
    ) -> Result<(), D::Error> {
        self.outline_by(&mut Mask::new(), shape, paint.into())
    }

    /// Fills a shape with the help of a mask. The mask must be empty before, and is empty afterwards.
    pub(crate) fn outline_by(
        &mut self,
        mask: &mut Mask,
        shape: &impl Outline,
        paint: Paint,
    ) -> Drawn<D> {
        let paint = self.thinned(paint);
        let (all_columns, all_rows) = shape.bounds();
        let seen_columns = intersection(&all_columns, &self.area.columns());
        let seen_rows = intersection(&all_rows, &self.area.rows());
        let mut buffer = [0; MAX_WIDTH];
        for columns in chunks(seen_columns, MAX_WIDTH) {
            for rows in chunks(seen_rows.clone(), Mask::capacity(columns.len())) {
                mask.cover(shape, columns.clone(), rows.clone());
                for (index, y) in rows.enumerate() {
                    let len = mask.read(index, &mut buffer).len();
                    let coverage = &mut buffer[..len];
                    fade(coverage, paint.alpha);
                    let color = paint.at(y, &all_rows);
                    self.target.blend_row(Point::new(columns.start, y), color.into(), coverage)?;
                }
            }
        }
        Ok(())
    }

    fn fill_row(&mut self, columns: Range<i32>, y: i32, color: Rgb888, alpha: u8) -> Drawn<D> {
        if columns.is_empty() {
            return Ok(());
        }
        if alpha == 255 {
            let area =
                Rectangle::new(Point::new(columns.start, y), Size::new(columns.len() as u32, 1));
            return self.target.fill_solid(&area, color.into());
        }
        let coverage = [alpha; 64];
        for piece in chunks(columns, coverage.len()) {
            let start = Point::new(piece.start, y);
            self.target.blend_row(start, color.into(), &coverage[..piece.len()])?;
        }
        Ok(())
    }
}

impl<D: Blend> Dimensions for Painter<'_, D> {
    fn bounding_box(&self) -> Rectangle {
        self.area
    }
}

/// A painter is also a display, so that embedded-graphics can draw on the painter's area.
impl<D: Blend> DrawTarget for Painter<'_, D> {
    type Color = D::Color;
    type Error = D::Error;

    fn draw_iter<I: IntoIterator<Item = Pixel<D::Color>>>(&mut self, pixels: I) -> Drawn<D> {
        let area = self.area;
        self.target.draw_iter(pixels.into_iter().filter(|pixel| area.contains(pixel.0)))
    }
}

fn intersection(one: &Range<i32>, other: &Range<i32>) -> Range<i32> {
    let start = one.start.max(other.start);
    start..one.end.min(other.end).max(start)
}

fn chunks(range: Range<i32>, longest: usize) -> impl Iterator<Item = Range<i32>> {
    let end = range.end;
    range.step_by(longest).map(move |start| start..end.min(start + longest as i32))
}

fn fade(coverage: &mut [u8], alpha: u8) {
    if alpha < 255 {
        let scaled = |part: u8| ((u32::from(part) * u32::from(alpha) + 127) / 255) as u8;
        coverage.iter_mut().for_each(|part| *part = scaled(*part));
    }
}
