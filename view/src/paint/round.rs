use super::{Dot, ONE};
use core::ops::Range;
use embedded_graphics::primitives::Rectangle;

/// A pixel's width in the coarser units that distances are measured in: squares stay within 32
/// bits for shapes of up to 2800 pixels.
const FINE: i32 = 16;

/// All that lies within a radius of a box: a disc when the box is a point, a rounded rectangle
/// when it is not; only its rim when it is hollow.
///
/// How much of a pixel it covers follows from the distance `d` of the pixel's centre to the box:
/// near an edge `radius - d` is `(radius² - d²) / 2 radius`, which needs no root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    from: Dot,
    to: Dot,
    radius: i32,
    thickness: Option<i32>,
    fade: i32,
}

impl Round {
    /// A disc, its radius in [`ONE`] of a pixel.
    #[must_use]
    pub const fn disc(center: Dot, radius: i32) -> Self {
        Self { from: center, to: center, radius, thickness: None, fade: ONE }
    }

    /// A circle whose line, as thick as this, lies inside the radius.
    #[must_use]
    pub const fn ring(center: Dot, radius: i32, thickness: i32) -> Self {
        Self::disc(center, radius).hollow(thickness)
    }

    /// An area of whole pixels with rounded corners.
    #[must_use]
    pub fn rectangle(area: Rectangle, radius: i32) -> Self {
        let radius = radius.min(area.size.width.min(area.size.height) as i32 * ONE / 2);
        let from = Dot::new(area.top_left.x * ONE, area.top_left.y * ONE);
        let to = from.moved(area.size.width as i32 * ONE, area.size.height as i32 * ONE);
        Self {
            from: from.moved(radius, radius),
            to: to.moved(-radius, -radius),
            radius,
            thickness: None,
            fade: ONE,
        }
    }

    /// Only the rim of the shape, as thick as this and at least a pixel, inside its edge.
    #[must_use]
    pub const fn hollow(self, thickness: i32) -> Self {
        Self { thickness: Some(if thickness < ONE { ONE } else { thickness }), ..self }
    }

    /// The same shape with an edge that fades over this width, half of it outside.
    #[must_use]
    pub const fn soft(self, fade: i32) -> Self {
        Self { fade, ..self }
    }

    /// What painting the shape needs to know.
    pub(super) fn trace(&self) -> Trace {
        let scaled = |length: i32| length * FINE / ONE;
        let fine = |dot: Dot| Dot::new(scaled(dot.x), scaled(dot.y));
        let outer = scaled(self.radius).max(FINE / 2);
        let fade = scaled(self.fade).max(FINE);
        let inner = self.thickness.map(|thickness| (outer - scaled(thickness)).max(0));
        // Filled is what lies nearer than the radius: its square within a band around zero.
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
            even: inner.map_or(outer, |inner| inner) - fade / 2,
            filled: inner.is_none(),
        }
    }
}

/// Half the length of the chord at a distance from the centre.
fn chord(radius: i32, distance: i32) -> Option<i32> {
    let square = radius * radius - distance * distance;
    (radius >= 0 && square >= 0).then(|| square.isqrt())
}

/// How far `at` lies outside of a range.
const fn outside(at: i32, from: i32, to: i32) -> i32 {
    if at < from {
        from - at
    } else if at > to {
        at - to
    } else {
        0
    }
}

/// The pixels whose centres lie between two places.
const fn pixels(from: i32, to: i32) -> Range<i32> {
    (from + FINE / 2 - 1).div_euclid(FINE)..(to - FINE / 2).div_euclid(FINE) + 1
}

/// What a shape does in a row of pixels.
pub(super) struct Row {
    /// The pixels that it touches at all.
    pub(super) touched: Range<i32>,
    /// Those of them whose coverage is the same: all for a filled shape, none within a hollow one.
    pub(super) even: Range<i32>,
    /// Whether the even pixels are painted.
    pub(super) filled: bool,
}

/// A shape in the units that its distances are measured in.
pub(super) struct Trace {
    from: Dot,
    to: Dot,
    /// The square of the distance where the shape is thickest, and how far its edges are from it.
    band: i32,
    half: i32,
    /// How far from an edge, in squares, coverage is all or nothing; and what one unit makes of
    /// it, in 1/65536.
    reach: i32,
    slope: i32,
    /// From this distance on nothing is covered.
    none: i32,
    /// Up to this distance all is covered, or nothing where the shape is hollow.
    even: i32,
    filled: bool,
}

impl Trace {
    /// The rows of pixels that the shape touches.
    pub(super) fn rows(&self) -> Range<i32> {
        pixels(self.from.y - self.none, self.to.y + self.none)
    }

    /// What it does in a row.
    pub(super) fn row(&self, y: i32) -> Option<Row> {
        let distance = outside(y * FINE + FINE / 2, self.from.y, self.to.y);
        let span = |half: i32| pixels(self.from.x - half, self.to.x + half);
        let touched = span(chord(self.none, distance)?);
        let even = chord(self.even, distance).map_or(touched.end..touched.end, span);
        Some(Row { touched, even, filled: self.filled })
    }

    /// How much of each pixel of a row is covered, from `x` on.
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
