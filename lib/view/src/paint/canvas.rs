use super::{Blend, Drawn};
use core::convert::Infallible;
use embedded_graphics::Pixel;
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::pixelcolor::raw::{RawData, RawU24};
use embedded_graphics::prelude::{Dimensions, DrawTarget, Point, Size};
use embedded_graphics::primitives::Rectangle;

/// A picture in borrowed memory, row by row from the top left. A pixel is `0x00RRGGBB`. In a web
/// page, a pixel is four bytes instead: red, green, blue and alpha, as in the browser's canvas.
///
/// ```
/// use chuhe_view::paint::{Blend, Canvas};
/// use embedded_graphics::{pixelcolor::Rgb888, prelude::*};
/// let mut pixels = [0; 6];
/// let mut canvas = Canvas::new(&mut pixels, Size::new(3, 2));
/// canvas.blend_row(Point::new(1, 1), Rgb888::WHITE, &[255, 128]);
/// assert_eq!(pixels, [0, 0, 0, 0, 0xffffff, 0x808080]);
/// ```
#[derive(Debug)]
pub struct Canvas<'a> {
    pixels: &'a mut [u32],
    area: Rectangle,
}

impl<'a> Canvas<'a> {
    /// Creates a canvas for a whole picture. The function panics like [`Self::rows`].
    pub fn new(pixels: &'a mut [u32], size: Size) -> Self {
        Self::rows(pixels, size, 0)
    }

    /// Creates a canvas for some rows of a picture, from row `top` on. The `size` is the size of these rows alone.
    ///
    /// # Panics
    /// Panics if the number of pixels does not match the size.
    pub fn rows(pixels: &'a mut [u32], size: Size, top: i32) -> Self {
        let (width, height) = (size.width as usize, size.height as usize);
        assert_eq!(Some(pixels.len()), width.checked_mul(height), "a pixel for each of {size}");
        Self { pixels, area: Rectangle::new(Point::new(0, top), size) }
    }

    /// Returns (number of pixels cut off at the left, visible pixels) for the `len` pixels from `start` on.
    fn row(&mut self, start: Point, len: usize) -> Option<(usize, &mut [u32])> {
        let Rectangle { top_left, size } = self.area;
        let y = u32::try_from(start.y - top_left.y).ok().filter(|&y| y < size.height)?;
        let cut = if start.x < 0 { start.x.unsigned_abs() as usize } else { 0 };
        let first = usize::try_from(start.x).unwrap_or(0);
        let end = (start.x as i64 + len as i64).min(size.width.into());
        let end = usize::try_from(end).ok().filter(|&end| end > first)?;
        Some((cut, &mut self.pixels[(y * size.width) as usize..][first..end]))
    }
}

const OPAQUE: u32 = if cfg!(target_family = "wasm") { 0xff00_0000 } else { 0 };

fn packed(color: Rgb888) -> u32 {
    let bits = RawU24::from(color).into_inner();
    if cfg!(target_family = "wasm") { OPAQUE | bits.swap_bytes() >> 8 } else { bits }
}

/// Mixes two pixels. One multiplication is enough for red and blue, because each product fits into 16 bits.
const fn mixed(under: u32, over: u32, part: u8) -> u32 {
    const RED_BLUE: u32 = 0x00ff_00ff;
    const GREEN: u32 = 0x0000_ff00;
    let part = part as u32 + (part as u32 >> 7);
    let rest = 256 - part;
    let red_blue = (over & RED_BLUE) * part + (under & RED_BLUE) * rest + 0x0080_0080;
    let green = (over >> 8 & 0xff) * part + (under >> 8 & 0xff) * rest + 0x80;
    OPAQUE | red_blue >> 8 & RED_BLUE | green & GREEN
}

impl Dimensions for Canvas<'_> {
    fn bounding_box(&self) -> Rectangle {
        self.area
    }
}

impl Blend for Canvas<'_> {
    fn blend_row(&mut self, start: Point, color: Rgb888, coverage: &[u8]) -> Drawn<Self> {
        let over = packed(color);
        if let Some((cut, row)) = self.row(start, coverage.len()) {
            for (pixel, &part) in row.iter_mut().zip(&coverage[cut..]) {
                *pixel = mixed(*pixel, over, part);
            }
        }
        Ok(())
    }
}

impl DrawTarget for Canvas<'_> {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(&mut self, pixels: I) -> Drawn<Self> {
        for Pixel(at, color) in pixels {
            if let Some((_, [pixel])) = self.row(at, 1) {
                *pixel = packed(color);
            }
        }
        Ok(())
    }

    fn fill_contiguous<I>(&mut self, area: &Rectangle, colors: I) -> Result<(), Infallible>
    where
        I: IntoIterator<Item = Rgb888>,
    {
        let (mut colors, width) = (colors.into_iter(), area.size.width as usize);
        for y in area.rows() {
            let mut colors = colors.by_ref().take(width);
            if let Some((cut, row)) = self.row(Point::new(area.top_left.x, y), width) {
                for (pixel, color) in row.iter_mut().zip(colors.by_ref().skip(cut)) {
                    *pixel = packed(color);
                }
            }
            colors.for_each(drop);
        }
        Ok(())
    }

    fn fill_solid(&mut self, area: &Rectangle, color: Rgb888) -> Result<(), Infallible> {
        let (color, width) = (packed(color), area.size.width as usize);
        for y in area.rows() {
            if let Some((_, row)) = self.row(Point::new(area.top_left.x, y), width) {
                row.fill(color);
            }
        }
        Ok(())
    }
}
