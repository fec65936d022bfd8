use super::Drawn;
use core::convert::Infallible;
use embedded_graphics::Pixel;
use embedded_graphics::geometry::Dimensions;
use embedded_graphics::image::GetPixel;
use embedded_graphics::pixelcolor::{
    BinaryColor, Gray2, Gray4, Gray8, GrayColor, PixelColor, Rgb565, Rgb888, RgbColor,
};
use embedded_graphics::prelude::{DrawTarget, Point, Size};
use embedded_graphics::primitives::Rectangle;

/// A display that can mix a colour into its pixels, for smooth edges. It converts RGB colours to its colour type.
pub trait Blend: DrawTarget<Color: From<Rgb888>> {
    /// Mixes a colour into a row of pixels from `start` to the right. A coverage of 0 keeps a pixel, 255 replaces it.
    fn blend_row(
        &mut self,
        start: Point,
        color: Self::Color,
        coverage: &[u8],
    ) -> Result<(), Self::Error>;
}

/// A colour that can be mixed with another colour of its type.
pub trait Mix: PixelColor {
    /// Returns `self` for a `part` of 0, and `other` for a `part` of 255.
    ///
    /// ```
    /// use chuhe_view::paint::Mix;
    /// use embedded_graphics::pixelcolor::Gray8;
    /// assert_eq!(Gray8::new(40).mix(Gray8::new(80), 128), Gray8::new(60));
    /// ```
    #[must_use]
    fn mix(self, other: Self, part: u8) -> Self;
}

/// Mixes one channel of two colours, and rounds the result.
const fn channel(under: u8, over: u8, part: u8) -> u8 {
    let part = part as u32 + (part as u32 >> 7);
    ((over as u32 * part + under as u32 * (256 - part) + 128) >> 8) as u8
}

macro_rules! mix {
    ($($color:ty: $($of:ident)+;)+) => {$(
        impl Mix for $color {
            fn mix(self, other: Self, part: u8) -> Self {
                Self::new($(channel(self.$of(), other.$of(), part)),+)
            }
        }
    )+};
}

mix! {
    Rgb888: r g b;
    Rgb565: r g b;
    Gray8: luma;
    Gray4: luma;
    Gray2: luma;
}

impl Mix for BinaryColor {
    fn mix(self, other: Self, part: u8) -> Self {
        if part < 128 { self } else { other }
    }
}

/// An adapter that implements [`Blend`] for displays with readable pixels, such as embedded-graphics' `Framebuffer`.
#[derive(Debug)]
pub struct Mixed<'a, D>(pub &'a mut D);

/// An adapter that implements [`Blend`] for displays with two colours or without readable pixels. It paints a pixel if
/// its coverage is at least 128.
#[derive(Debug)]
pub struct Threshold<'a, D>(pub &'a mut D);

impl<D> Blend for Mixed<'_, D>
where
    D: DrawTarget + GetPixel<Color = <D as DrawTarget>::Color>,
    <D as DrawTarget>::Color: Mix + From<Rgb888>,
{
    fn blend_row(&mut self, start: Point, color: Self::Color, coverage: &[u8]) -> Drawn<D> {
        for (x, &part) in (start.x..).zip(coverage) {
            let at = Point::new(x, start.y);
            if let Some(under) = self.0.pixel(at).filter(|_| part > 0) {
                self.0.draw_iter([Pixel(at, under.mix(color, part))])?;
            }
        }
        Ok(())
    }
}

impl<D: DrawTarget<Color: From<Rgb888>>> Blend for Threshold<'_, D> {
    fn blend_row(&mut self, start: Point, color: D::Color, coverage: &[u8]) -> Drawn<D> {
        let covered = (start.x..).zip(coverage).filter(|&(_, &part)| part >= 128);
        self.0.draw_iter(covered.map(|(x, _)| Pixel(Point::new(x, start.y), color)))
    }
}

/// Some rows of a larger picture, in borrowed memory. Points count from the top left corner of the whole picture.
#[derive(Debug)]
pub struct Strip<'a, C> {
    /// The pixels, row by row.
    pub pixels: &'a mut [C],
    /// The number of pixels in a row.
    pub width: u32,
    /// The row of the picture at which the memory begins.
    pub top: i32,
}

impl<C: PixelColor> Strip<'_, C> {
    fn pixel(&mut self, at: Point) -> Option<&mut C> {
        let row = usize::try_from(at.y - self.top).ok()?;
        let column = usize::try_from(at.x).ok().filter(|&column| column < self.width as usize)?;
        self.pixels.get_mut(row * self.width as usize + column)
    }
}

impl<C: PixelColor> Dimensions for Strip<'_, C> {
    fn bounding_box(&self) -> Rectangle {
        let rows = self.pixels.len() as u32 / self.width.max(1);
        Rectangle::new(Point::new(0, self.top), Size::new(self.width, rows))
    }
}

impl<C: PixelColor> DrawTarget for Strip<'_, C> {
    type Color = C;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<C>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        for Pixel(at, color) in pixels {
            if let Some(pixel) = self.pixel(at) {
                *pixel = color;
            }
        }
        Ok(())
    }

    fn fill_solid(&mut self, area: &Rectangle, color: C) -> Result<(), Infallible> {
        let area = self.bounding_box().intersection(area);
        for y in area.rows() {
            let start = (y - self.top) as usize * self.width as usize + area.top_left.x as usize;
            self.pixels[start..][..area.size.width as usize].fill(color);
        }
        Ok(())
    }
}

impl<C: Mix + From<Rgb888>> Blend for Strip<'_, C> {
    fn blend_row(&mut self, start: Point, color: C, coverage: &[u8]) -> Result<(), Infallible> {
        for (x, &part) in (start.x..).zip(coverage).filter(|&(_, &part)| part > 0) {
            if let Some(pixel) = self.pixel(Point::new(x, start.y)) {
                *pixel = pixel.mix(color, part);
            }
        }
        Ok(())
    }
}

macro_rules! draw_through {
    ($($wrapper:ident),+) => {$(
        impl<D: DrawTarget> Dimensions for $wrapper<'_, D> {
            fn bounding_box(&self) -> Rectangle {
                self.0.bounding_box()
            }
        }

        impl<D: DrawTarget> DrawTarget for $wrapper<'_, D> {
            type Color = D::Color;
            type Error = D::Error;

            fn draw_iter<I>(&mut self, pixels: I) -> Drawn<D>
            where
                I: IntoIterator<Item = Pixel<D::Color>>,
            {
                self.0.draw_iter(pixels)
            }

            fn fill_contiguous<I>(&mut self, area: &Rectangle, colors: I) -> Result<(), Self::Error>
            where
                I: IntoIterator<Item = Self::Color>,
            {
                self.0.fill_contiguous(area, colors)
            }

            fn fill_solid(&mut self, area: &Rectangle, color: Self::Color) -> Result<(), Self::Error> {
                self.0.fill_solid(area, color)
            }
        }
    )+};
}

draw_through!(Mixed, Threshold);
