use embedded_graphics::Pixel;
use embedded_graphics::geometry::Dimensions;
use embedded_graphics::image::GetPixel;
use embedded_graphics::pixelcolor::{
    BinaryColor, Gray2, Gray4, Gray8, GrayColor, PixelColor, Rgb565, Rgb888, RgbColor,
};
use embedded_graphics::prelude::{DrawTarget, Point, Transform};
use embedded_graphics::primitives::Rectangle;

/// A display that can mix a colour with the pixels already there, as smooth edges require. It
/// converts every RGB colour to one of its own.
pub trait Blend: DrawTarget<Color: From<Rgb888>> {
    /// Mixes a colour into a row of pixels, from `start` to the right. A coverage of 0 leaves a
    /// pixel as it is, 255 replaces it.
    ///
    /// # Errors
    /// Returns the error of the display.
    fn blend_row(
        &mut self,
        start: Point,
        color: Self::Color,
        coverage: &[u8],
    ) -> Result<(), Self::Error>;
}

/// A colour that can be mixed with another one of its type.
pub trait Mix: PixelColor {
    /// Mixes this colour with another one: a `part` of 0 gives this colour, 255 the other one.
    ///
    /// ```
    /// use chuhe_view::paint::Mix;
    /// use embedded_graphics::pixelcolor::Gray8;
    /// assert_eq!(Gray8::new(40).mix(Gray8::new(80), 128), Gray8::new(60));
    /// ```
    #[must_use]
    fn mix(self, other: Self, part: u8) -> Self;
}

/// Mixes one channel of two colours, rounded.
const fn channel(under: u8, over: u8, part: u8) -> u8 {
    let part = part as u32 + (part as u32 >> 7);
    ((over as u32 * part + under as u32 * (256 - part) + 128) >> 8) as u8
}

macro_rules! mix_rgb {
    ($($color:ty),+) => {$(
        impl Mix for $color {
            fn mix(self, other: Self, part: u8) -> Self {
                Self::new(
                    channel(self.r(), other.r(), part),
                    channel(self.g(), other.g(), part),
                    channel(self.b(), other.b(), part),
                )
            }
        }
    )+};
}

macro_rules! mix_grey {
    ($($color:ty),+) => {$(
        impl Mix for $color {
            fn mix(self, other: Self, part: u8) -> Self {
                Self::new(channel(self.luma(), other.luma(), part))
            }
        }
    )+};
}

mix_rgb!(Rgb888, Rgb565);
mix_grey!(Gray8, Gray4, Gray2);

impl Mix for BinaryColor {
    fn mix(self, other: Self, part: u8) -> Self {
        if part < 128 { self } else { other }
    }
}

/// Blends on a display with readable pixels, such as embedded-graphics' `Framebuffer`.
#[derive(Debug)]
pub struct Mixed<'a, D>(pub &'a mut D);

/// Paints pixels with a coverage of at least half and leaves the others as they are. It serves
/// displays of two colours, and displays that cannot be read.
#[derive(Debug)]
pub struct Threshold<'a, D>(pub &'a mut D);

impl<D> Blend for Mixed<'_, D>
where
    D: DrawTarget + GetPixel<Color = <D as DrawTarget>::Color>,
    <D as DrawTarget>::Color: Mix + From<Rgb888>,
{
    fn blend_row(
        &mut self,
        start: Point,
        color: <D as DrawTarget>::Color,
        coverage: &[u8],
    ) -> Result<(), D::Error> {
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
    fn blend_row(
        &mut self,
        start: Point,
        color: D::Color,
        coverage: &[u8],
    ) -> Result<(), D::Error> {
        let covered = (start.x..).zip(coverage).filter(|&(_, &part)| part >= 128);
        self.0.draw_iter(covered.map(|(x, _)| Pixel(Point::new(x, start.y), color)))
    }
}

/// A part of a picture in memory of its own, for a device without memory for the whole picture. Its
/// pixels keep their places: the first row of the memory is the row `top` of the picture.
#[derive(Debug)]
pub struct Strip<'a, D> {
    /// The memory.
    pub target: &'a mut D,
    /// The row of the picture in which the memory begins.
    pub top: i32,
}

impl<D: DrawTarget> Dimensions for Strip<'_, D> {
    fn bounding_box(&self) -> Rectangle {
        self.target.bounding_box().translate(Point::new(0, self.top))
    }
}

impl<D: DrawTarget> DrawTarget for Strip<'_, D> {
    type Color = D::Color;
    type Error = D::Error;

    fn draw_iter<I>(&mut self, pixels: I) -> Result<(), Self::Error>
    where
        I: IntoIterator<Item = Pixel<Self::Color>>,
    {
        let up = Point::new(0, self.top);
        self.target.draw_iter(pixels.into_iter().map(|Pixel(at, color)| Pixel(at - up, color)))
    }

    fn fill_solid(&mut self, area: &Rectangle, color: Self::Color) -> Result<(), Self::Error> {
        self.target.fill_solid(&area.translate(Point::new(0, -self.top)), color)
    }
}

impl<D: Blend> Blend for Strip<'_, D> {
    fn blend_row(
        &mut self,
        start: Point,
        color: Self::Color,
        coverage: &[u8],
    ) -> Result<(), Self::Error> {
        self.target.blend_row(start - Point::new(0, self.top), color, coverage)
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

            fn draw_iter<I>(&mut self, pixels: I) -> Result<(), Self::Error>
            where
                I: IntoIterator<Item = Pixel<Self::Color>>,
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
