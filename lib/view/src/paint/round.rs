use super::{Dot, ONE};
use core::ops::Range;
use embedded_graphics::primitives::Rectangle;

/// The width of a pixel in the units of this module. These are coarser than the units in which a pixel is [`ONE`] wide.
/// Therefore the square of a distance of up to 2800 pixels fits in 32 bits.
const FINE: i32 = 16;

/// A disc or a rounded rectangle, or the rim of such a shape. The points of the shape are at most a radius away from a
/// box. The box of a disc is a single point.
///
/// A pixel's coverage follows from `radius - d`, where `d` is the distance between its centre and the box. Near an
/// edge, this difference is about `(radius² - d²) / (2 radius)`, which needs no square root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    from: Dot,
    to: Dot,
    radius: i32,
    thickness: Option<i32>,
    fade: i32,
}

impl Round {
    /// Creates a disc. The radius is in units of 1/[`ONE`] of a pixel.
    pub const fn disc(center: Dot, radius: i32) -> Self {
        Self { from: center, to: center, radius, thickness: None, fade: ONE }
    }

    /// Creates a circle. Its line is `thickness` wide, in units of 1/[`ONE`] of a pixel, and lies inside the radius.
    pub const fn ring(center: Dot, radius: i32, thickness: i32) -> Self {
        Self::disc(center, radius).hollow(thickness)
    }

    /// Creates a rectangle with rounded corners. A radius above half of the shorter side is reduced to that half.
    pub fn rectangle(area: Rectangle, radius: i32) -> Self {
        let radius = radius.min(area.size.width.min(area.size.height) as i32 * ONE / 2);
        let from = Dot::new(area.top_left.x * ONE, area.top_left.y * ONE);
        let to = from.moved(area.size.width as i32 * ONE, area.size.height as i32 * ONE);
        Self { to: to.moved(-radius, -radius), ..Self::disc(from.moved(radius, radius), radius) }
    }

    /// Keeps only the rim of the shape. The rim is `thickness` wide, but at least one pixel.
    #[must_use]
    pub const fn hollow(self, thickness: i32) -> Self {
        Self { thickness: Some(if thickness < ONE { ONE } else { thickness }), ..self }
    }

    /// Gives the shape an edge that fades over the width `fade`. Half of this width lies outside the shape.
    #[must_use]
    pub const fn soft(self, fade: i32) -> Self {
        Self { fade, ..self }
    }

    pub(super) fn trace(&self) -> Trace {
        let scaled = |length: i32| length * FINE / ONE;
        let fine = |dot: Dot| Dot::new(scaled(dot.x), scaled(dot.y));
        let outer = scaled(self.radius).max(FINE / 2);
        let fade = scaled(self.fade).max(FINE);
        let inner = self.thickness.map(|thickness| (outer - scaled(thickness)).max(0));
        // A point is inside if the square of its distance from the box lies between `near` and `far`.
        let (near, far) = (inner.map_or(-outer * outer, |inner| inner * inner), outer * outer);
        let middle = inner.map_or(outer, |inner| i32::midpoint(inner, outer)).max(FINE);
        Trace {
            from: fine(self.from),
            to: fine(self.to),
            band: i32::midpoint(near, far),
            half: (far - near) / 2,
            reach: middle * fade,
            slope: (128 << 16) / (middle * fade),
            none: outer + fade / 2,
            even: inner.unwrap_or(outer) - fade / 2,
            filled: inner.is_none(),
        }
    }
}

/// Returns half the length of the chord at `distance` from the centre. `None`: the distance exceeds the radius.
fn chord(radius: i32, distance: i32) -> Option<i32> {
    if distance == 0 {
        return (radius >= 0).then_some(radius);
    }
    let square = radius * radius - distance * distance;
    (radius >= 0 && square >= 0).then(|| square.isqrt())
}

/// Returns the distance of `at` from the range `from` to `to`. The distance is 0 inside the range.
fn outside(at: i32, from: i32, to: i32) -> i32 {
    (from - at).max(at - to).max(0)
}

/// Returns the pixels whose centres lie between two positions.
const fn pixels(from: i32, to: i32) -> Range<i32> {
    (from + FINE / 2 - 1).div_euclid(FINE)..(to - FINE / 2).div_euclid(FINE) + 1
}

/// The constants for painting a round shape, in units of 1/[`FINE`] of a pixel.
pub(super) struct Trace {
    from: Dot,
    to: Dot,
    /// The shape covers the points whose squared distance from the box is `band - half` to `band + half`.
    band: i32,
    half: i32,
    /// Half the width of the soft edge, as a difference of squared distances. A difference of 1 changes the
    /// coverage by `slope / 65536`. A coverage of 256 then becomes 255.
    reach: i32,
    slope: i32,
    /// The distance from the box beyond which nothing is covered.
    none: i32,
    /// The distance from the box up to which all pixels have the same coverage.
    even: i32,
    pub(super) filled: bool,
}

impl Trace {
    pub(super) fn rows(&self) -> Range<i32> {
        pixels(self.from.y - self.none, self.to.y + self.none)
    }

    /// Returns two ranges of row `y`: all pixels from end to end of the shape, and those inside its edge. The pixels of
    /// the second range are covered in a filled shape, and lie in the hole of a hollow shape.
    pub(super) fn row(&self, y: i32) -> Option<[Range<i32>; 2]> {
        let distance = outside(y * FINE + FINE / 2, self.from.y, self.to.y);
        let span = |half: i32| pixels(self.from.x - half, self.to.x + half);
        let touched = span(chord(self.none, distance)?);
        let even = chord(self.even, distance).map_or(touched.end..touched.end, span);
        Some([touched, even])
    }

    pub(super) fn cover(&self, x: i32, y: i32, coverage: &mut [u8]) {
        let down = outside(y * FINE + FINE / 2, self.from.y, self.to.y);
        let band = self.band - down * down;
        for (x, part) in (x..).zip(coverage) {
            let across = outside(x * FINE + FINE / 2, self.from.x, self.to.x);
            let inside = self.half - (across * across - band).abs();
            let inside = inside.clamp(-self.reach, self.reach);
            *part = (128 + ((inside * self.slope) >> 16)).min(255) as u8;
        }
    }
}
