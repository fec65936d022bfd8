//! Finds glyphs in the system's fonts for characters that the program's own fonts lack.
//!
//! The fonts are listed when a character is missing for the first time. For each missing character, the fonts are read
//! in order until one has the character. Coloured characters and bitmaps are not drawn, but most systems also have
//! emoji as plain outlines. An accent that is a character of its own is drawn after its letter, not on it. Letters are
//! not joined, and every script runs from left to right.

use chuhe_view::letters::{Fallback, Font, Glyph, Typeface};
use fontdb::{Database, FaceInfo, ID, Style};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Instant;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The font families that look most like the program's own fonts, the most similar one first.
const FAMILIES: [&str; 8] = [
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "PingFang SC",
    "Microsoft YaHei",
    "Noto Sans",
    "DejaVu Sans",
    "Segoe UI",
];

static SYSTEM: LazyLock<Fonts> = LazyLock::new(|| Fonts::new(Database::load_system_fonts));

/// The typeface of the program, which uses the program's own fonts first, then those of the system.
pub static FACE: Typeface<'static> =
    &[Font::LATIN, Font::HANZI, Font::KAI, Font::fallback(&System)];

struct System;

impl Fallback for System {
    fn glyph(&self, character: char) -> Option<Glyph> {
        SYSTEM.glyph(character)
    }
}

#[derive(Debug)]
pub struct Fonts {
    database: Database,
    /// The fonts in the order in which a missing character is looked up.
    order: Vec<ID>,
    known: Mutex<HashMap<char, Option<Glyph>>>,
}

impl Fonts {
    fn new(load: impl FnOnce(&mut Database)) -> Self {
        let begun = Instant::now();
        let mut database = Database::new();
        load(&mut database);
        let mut faces: Vec<&FaceInfo> = database.faces().collect();
        faces.sort_by_key(|face| rank(face));
        let order: Vec<ID> = faces.iter().map(|face| face.id).collect();
        log::info!("{} fonts listed in {} ms", order.len(), begun.elapsed().as_millis());
        Self { database, order, known: Mutex::default() }
    }

    pub fn in_folder(folder: &Path) -> Self {
        Self::new(|database| database.load_fonts_dir(folder))
    }

    fn find(&self, character: char) -> Option<Glyph> {
        if is_invisible(character) {
            return Some(Glyph::new(0, &[0]));
        }
        self.order.iter().find_map(|&id| {
            self.database.with_face_data(id, |data, index| {
                let face = Face::parse(data, index).ok()?;
                let glyph = face.glyph_index(character)?;
                quantise(&face, glyph, character)
            })?
        })
    }
}

impl Fallback for Fonts {
    fn glyph(&self, character: char) -> Option<Glyph> {
        *self.known.lock().entry(character).or_insert_with(|| self.find(character))
    }
}

/// Returns the sort key of a font. Upright fonts of normal weight come first, and among them the known families.
fn rank(face: &FaceInfo) -> (bool, u16, usize, bool, String) {
    let known = |family: &&str| face.families.iter().any(|(name, _)| name == family);
    let family = FAMILIES.iter().position(known);
    (
        face.style != Style::Normal,
        face.weight.0.abs_diff(400),
        family.unwrap_or(FAMILIES.len()),
        face.monospaced,
        face.post_script_name.clone(),
    )
}

/// Returns true for invisible characters, which only control how other characters are shown.
fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns the outline of a glyph on the grid of the view.
///
/// The memory of an outline is never freed, because the view needs the outline until the program ends. This costs
/// little, because the program shows only a few hundred such characters.
fn quantise(face: &Face<'_>, glyph: GlyphId, character: char) -> Option<Glyph> {
    let scale = f32::from(Glyph::UNITS) / f32::from(face.units_per_em());
    let mut outline = Contours { scale, contours: Vec::new(), pen: (0.0, 0.0) };
    let drawn = face.outline_glyph(glyph, &mut outline).is_some();
    if !drawn && !character.is_whitespace() {
        return None;
    }
    let advance = f32::from(face.glyph_hor_advance(glyph)?) * outline.scale;
    let (bytes, advance) = outline.finish(advance)?;
    Some(Glyph::new(advance, bytes.leak()))
}

/// (x, y, on): a point on the grid. `on` is true if the curve goes through the point.
type Point = (f32, f32, bool);

struct Contours {
    scale: f32,
    contours: Vec<Vec<Point>>,
    pen: (f32, f32),
}

impl Contours {
    fn add(&mut self, x: f32, y: f32, on: bool) {
        if let Some(contour) = self.contours.last_mut() {
            let x = f32::from(Glyph::PEN_X) + x * self.scale;
            let y = f32::from(Glyph::BASELINE) - y * self.scale;
            contour.push((x, y, on));
        }
        self.pen = (x, y);
    }

    /// Returns the bytes of the outline, and the advance. Returns `None` if the outline has more than 255 contours, or
    /// a contour has more than 255 points.
    ///
    /// A glyph that begins left of the grid is moved to the right. Such a glyph is a mark for the previous letter, but
    /// the view cannot draw the mark on that letter.
    fn finish(self, advance: f32) -> Option<(Vec<u8>, u8)> {
        let all = || self.contours.iter().flatten().map(|point| point.0);
        let left = all().fold(0.0, f32::min);
        let shift = if left < 0.0 { f32::from(Glyph::PEN_X) - left } else { 0.0 };
        let needed = if left < 0.0 { all().fold(left, f32::max) - left } else { 0.0 };
        let mut contours: Vec<Vec<(u8, u8, bool)>> = Vec::new();
        for contour in &self.contours {
            let mut points: Vec<_> =
                contour.iter().map(|&(x, y, on)| (byte(x + shift), byte(y), on)).collect();
            points.dedup();
            while points.len() > 1 && points.first() == points.last() {
                points.pop();
            }
            if points.len() > 2 {
                contours.push(points);
            }
        }
        let mut bytes = vec![u8::try_from(contours.len()).ok()?];
        for points in contours {
            bytes.push(u8::try_from(points.len()).ok()?);
            let bit = |&(place, point): &(usize, &(u8, u8, bool))| u8::from(point.2) << place;
            let flags = points
                .chunks(8)
                .map(|eight| eight.iter().enumerate().map(|at| bit(&at)).sum::<u8>());
            bytes.extend(flags);
            bytes.extend(points.iter().flat_map(|&(x, y, _)| [x, y]));
        }
        Some((bytes, byte(advance.max(needed))))
    }
}

fn byte(value: f32) -> u8 {
    // The cast saturates at the bounds of a byte.
    value.round() as u8
}

impl OutlineBuilder for Contours {
    fn move_to(&mut self, x: f32, y: f32) {
        self.contours.push(Vec::new());
        self.add(x, y, true);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add(x, y, true);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add(x1, y1, false);
        self.add(x, y, true);
    }

    /// Replaces a cubic curve by quadratic ones. The error is less than half a unit.
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let from = self.pen;
        let bend = |p: f32, a: f32, b: f32, q: f32| q - 3.0 * b + 3.0 * a - p;
        let bend = bend(from.0, x1, x2, x).hypot(bend(from.1, y1, y2, y)) * self.scale;
        // The error of this approximation is the bend times √3/36, divided by the cube of the number of parts.
        let parts = (bend * 0.0481 / 0.4).cbrt().ceil().clamp(1.0, 8.0) as u8;
        let at = |t: f32| {
            let blend = |p: f32, a: f32, b: f32, q: f32| {
                let s = 1.0 - t;
                s * s * s * p + 3.0 * s * s * t * a + 3.0 * s * t * t * b + t * t * t * q
            };
            (blend(from.0, x1, x2, x), blend(from.1, y1, y2, y))
        };
        // The control point is chosen such that the middle of each part lies on the cubic curve.
        for part in 0..parts {
            let t = |place: f32| (f32::from(part) + place) / f32::from(parts);
            let (begin, middle, end) = (at(t(0.0)), at(t(0.5)), at(t(1.0)));
            let control = |begin: f32, middle: f32, end: f32| 2.0 * middle - (begin + end) / 2.0;
            self.add(control(begin.0, middle.0, end.0), control(begin.1, middle.1, end.1), false);
            self.add(end.0, end.1, true);
        }
    }

    fn close(&mut self) {}
}
