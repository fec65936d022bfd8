use crate::paint::{Dot, ONE, Outline};
use core::ops::Range;

/// The number of units in an em. An em is the size of a typeface.
pub(crate) const EM: i32 = 216;
const ENTRY: usize = 6;

/// Outlines of characters on a grid of 216 units an em. `glyphs/glyphs.py` documents the format.
#[derive(Clone, Copy)]
pub struct Font(Source);

#[derive(Clone, Copy)]
enum Source {
    Quantised(&'static [u8]),
    Fallback(&'static dyn Fallback),
}

/// A source of glyphs from the host, such as the fonts of a system. It supplies the characters that other fonts lack.
pub trait Fallback: Sync {
    /// Returns the glyph of a character, or `None` if the source lacks the character.
    fn glyph(&self, character: char) -> Option<Glyph>;
}

impl core::fmt::Debug for Font {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            Source::Quantised(bytes) => write!(f, "Font of {} glyphs", number(bytes, 0, 2)),
            Source::Fallback(_) => f.write_str("fallback font"),
        }
    }
}

impl PartialEq for Font {
    /// Compares the outlines of two fonts. Two fonts of a host are equal only if their source is the same object.
    fn eq(&self, other: &Self) -> bool {
        match (self.0, other.0) {
            (Source::Quantised(one), Source::Quantised(other)) => one == other,
            (Source::Fallback(one), Source::Fallback(other)) => core::ptr::addr_eq(one, other),
            _ => false,
        }
    }
}

impl Eq for Font {}

impl Font {
    /// Chinese characters in a brush style for pieces, the river and the numbers of files.
    pub const KAI: Self = Self::quantised(include_bytes!("../../glyphs/kai.bin"));
    /// The letters of pieces and coordinates.
    pub const SERIF: Self = Self::quantised(include_bytes!("../../glyphs/serif.bin"));
    /// ASCII and a few more signs.
    pub const LATIN: Self = Self::quantised(include_bytes!("../../glyphs/latin.bin"));
    /// The Chinese characters of the interface and of moves.
    pub const HANZI: Self = Self::quantised(include_bytes!("../../glyphs/hanzi.bin"));
    /// Drawings of pieces, for people who do not read Chinese, and icons of buttons.
    pub const FIGURES: Self = Self::quantised(include_bytes!("../../glyphs/figures.bin"));

    const fn quantised(bytes: &'static [u8]) -> Self {
        Self(Source::Quantised(bytes))
    }

    /// Creates a font from a source of the host. In a typeface, this font must stand after the other fonts.
    pub const fn fallback(fallback: &'static dyn Fallback) -> Self {
        Self(Source::Fallback(fallback))
    }

    /// Returns the glyph of a character, or `None` if the font lacks the character.
    pub fn glyph(&self, character: char) -> Option<Glyph> {
        match self.0 {
            Source::Quantised(bytes) => find(bytes, character),
            Source::Fallback(fallback) => fallback.glyph(character),
        }
    }
}

fn number(bytes: &[u8], at: usize, count: usize) -> usize {
    let bytes = bytes.get(at..at + count).unwrap_or_default();
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
}

fn find(bytes: &'static [u8], character: char) -> Option<Glyph> {
    let (entries, _) = bytes.get(2..)?.as_chunks::<ENTRY>();
    let entries = entries.get(..number(bytes, 0, 2))?;
    let code = |entry: &[u8; ENTRY]| number(entry, 0, 2);
    let at = entries.partition_point(|entry| code(entry) < character as usize);
    let entry = entries.get(at).filter(|entry| code(entry) == character as usize)?;
    Some(Glyph { advance: entry[2], outline: bytes.get(number(entry, 3, 3)..)? })
}

pub(crate) const SIGNS: Typeface<'static> = &[Font::KAI, Font::SERIF, Font::FIGURES];

/// A list of fonts. The first font that contains a character supplies its glyph.
pub type Typeface<'a> = &'a [Font];

/// The typeface with all characters of the interface. It is empty in a web page, so that the page
/// loads faster. There the glyphs come from the browser's own fonts.
pub const FULL: Typeface<'static> = match cfg!(target_family = "wasm") {
    true => &[],
    false => &[Font::LATIN, Font::HANZI, Font::KAI],
};
/// The typeface for English alone, for devices with little flash memory. Moves in Chinese need [`FULL`].
pub const ENGLISH: Typeface<'static> = &[Font::LATIN];

/// Returns the glyph of a character from the first font that contains it, or the glyph of a space for a line break.
pub(crate) fn glyph(typeface: Typeface<'_>, character: char) -> Option<Glyph> {
    let character = if character == '\n' { ' ' } else { character };
    typeface.iter().find_map(|font| font.glyph(character))
}

/// The outline of a character, in units of 1/216 of an em.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glyph {
    advance: u8,
    outline: &'static [u8],
}

/// A closed curve of a glyph: its points, and one bit for each point. The bit is set if the point lies on the curve.
struct Contour {
    on: &'static [u8],
    points: &'static [u8],
}

impl Contour {
    fn len(&self) -> usize {
        self.points.len() / 2
    }

    /// Returns a point as (x, y, lies on the curve). An index after the last point gives the first point.
    fn point(&self, index: usize) -> (i32, i32, bool) {
        let index = if index < self.len() { index } else { 0 };
        let on = self.on[index / 8] >> (index % 8) & 1 == 1;
        (i32::from(self.points[2 * index]), i32::from(self.points[2 * index + 1]), on)
    }
}

impl Glyph {
    /// The number of units in an em.
    pub const UNITS: u8 = EM as u8;
    /// The column of the pen in the grid of outlines, which has 256 by 256 units.
    pub const PEN_X: u8 = 12;
    /// The row of the baseline in the grid. Rows count downwards.
    pub const BASELINE: u8 = 192;

    /// Creates a glyph from an outline of the host.
    ///
    /// The outline begins with a byte: the number of contours. Each contour begins with a byte: the number of its
    /// points. A bit for each point follows, the lowest bit first. It is set if the point lies on the curve. Then x and
    /// y of each point follow, a byte each. If two points in succession lie off the curve, the curve passes through the
    /// point halfway between them, as in TrueType.
    pub const fn new(advance: u8, outline: &'static [u8]) -> Self {
        Self { advance, outline }
    }

    /// Returns the advance of the pen, in 216ths of the size.
    pub const fn advance(&self) -> i32 {
        self.advance as i32
    }

    fn contours(&self) -> impl Iterator<Item = Contour> + use<> {
        let (&count, mut rest) = self.outline.split_first().unwrap_or((&0, &[]));
        (0..count).map_while(move |_| {
            let (&len, after) = rest.split_first()?;
            let (on, after) = after.split_at_checked(usize::from(len).div_ceil(8))?;
            let (points, after) = after.split_at_checked(2 * usize::from(len))?;
            rest = after;
            Some(Contour { on, points })
        })
    }

    fn extent(&self) -> Option<(Dot, Dot)> {
        let points = self.contours().flat_map(|contour| contour.points.chunks_exact(2));
        points.fold(None, |extent, point| {
            let (x, y) = (i32::from(point[0]), i32::from(point[1]));
            let (from, to) = extent.unwrap_or((Dot::new(x, y), Dot::new(x, y)));
            Some((Dot::new(from.x.min(x), from.y.min(y)), Dot::new(to.x.max(x), to.y.max(y))))
        })
    }

    /// Places the glyph with the start of its baseline at `pen`; `size` is in pixels.
    pub fn at(self, pen: Dot, size: i32) -> PlacedGlyph {
        let scale = Scale::of(size);
        let [x, y] = [Self::PEN_X, Self::BASELINE].map(|units| scale.of_units(units.into()));
        let corner = pen.moved(-x, -y);
        PlacedGlyph { glyph: self, corner, scale }
    }

    /// Places the glyph with the middle of its ink at a point; `size` is in pixels.
    pub fn centered(self, middle: Dot, size: i32) -> PlacedGlyph {
        let scale = Scale::of(size);
        let (from, to) = self.extent().unwrap_or_default();
        let half = |from: i32, to: i32| scale.of_units(from + to) / 2;
        let corner = middle.moved(-half(from.x, to.x), -half(from.y, to.y));
        PlacedGlyph { glyph: self, corner, scale }
    }
}

/// The factor, in 1/1024, that converts units of the grid to units of 1/[`ONE`] of a pixel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scale(i32);

/// The type of the product in `of_units`. A long line of large text needs 64 bits. A handheld has no such line, and its
/// processor multiplies numbers of 64 bits slowly.
#[cfg(not(target_os = "none"))]
type Wide = i64;
#[cfg(target_os = "none")]
type Wide = i32;

impl Scale {
    /// Returns the scale of a size in pixels. A size above 2000 counts as 2000.
    pub(crate) fn of(size: i32) -> Self {
        Self(size.clamp(1, 2000) * ONE * 1024 / EM)
    }

    pub(crate) const fn of_units(self, units: i32) -> i32 {
        ((units as Wide * self.0 as Wide + 512) >> 10) as i32
    }
}

/// A glyph with a position and a size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedGlyph {
    glyph: Glyph,
    corner: Dot,
    scale: Scale,
}

impl PlacedGlyph {
    fn dot(&self, x: i32, y: i32) -> Dot {
        self.corner.moved(self.scale.of_units(x), self.scale.of_units(y))
    }
}

impl Outline for PlacedGlyph {
    fn bounds(&self) -> (Range<i32>, Range<i32>) {
        let Some((from, to)) = self.glyph.extent() else { return (0..0, 0..0) };
        let (from, to) = (self.dot(from.x, from.y), self.dot(to.x, to.y));
        let pixels = |from: i32, to: i32| from.div_euclid(ONE)..(to + ONE - 1).div_euclid(ONE);
        (pixels(from.x, to.x), pixels(from.y, to.y))
    }

    fn lines(&self, line: &mut impl FnMut(Dot, Dot)) {
        for contour in self.glyph.contours() {
            let (x, y, _) = contour.point(0);
            let mut pen = self.dot(x, y);
            let mut control: Option<Dot> = None;
            for index in 1..=contour.len() {
                let (x, y, on) = contour.point(index);
                let dot = self.dot(x, y);
                let end = match control {
                    Some(control) if !on => middle(control, dot),
                    _ => dot,
                };
                match control {
                    Some(control) => curve(pen, control, end, line),
                    None if on => line(pen, end),
                    None => {}
                }
                if on || control.is_some() {
                    pen = end;
                }
                control = (!on).then_some(dot);
            }
        }
    }
}

const fn middle(one: Dot, other: Dot) -> Dot {
    Dot::new((one.x + other.x) >> 1, (one.y + other.y) >> 1)
}

/// Approximates a quadratic Bézier curve by straight lines, with an error of at most about an eighth of a pixel.
fn curve(from: Dot, control: Dot, to: Dot, line: &mut impl FnMut(Dot, Dot)) {
    let bend = |from: i32, control: i32, to: i32| (from - 2 * control + to).unsigned_abs();
    let bend = bend(from.x, control.x, to.x).max(bend(from.y, control.y, to.y));
    let steps = 1 + (bend / (ONE as u32 / 2)).isqrt().min(63) as i32;
    let mut pen = from;
    for step in 1..=steps {
        let at = |from: i32, control: i32, to: i32| {
            let rest = steps - step;
            let sum = i64::from(from) * i64::from(rest * rest)
                + i64::from(control) * i64::from(2 * rest * step)
                + i64::from(to) * i64::from(step * step);
            (sum / i64::from(steps * steps)) as i32
        };
        let next = if step == steps {
            to
        } else {
            Dot::new(at(from.x, control.x, to.x), at(from.y, control.y, to.y))
        };
        line(pen, next);
        pen = next;
    }
}
