//! Tests how characters are drawn that other fonts have and the program's own fonts lack.

use crate::pictures::screenshot;
use chuhe_desktop::fonts::{FACE, Fonts};
use chuhe_tests::programs::{Trial, test};
use chuhe_tests::snapshot::Picture;
use chuhe_view::letters::{Align, Fallback, Font, Glyph, Type, Typeface};
use chuhe_view::paint::{Canvas, Dot, ONE, Painter};
use embedded_graphics::pixelcolor::{Rgb888, RgbColor};
use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;
use std::path::Path;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test(None, shapes_of_lines_and_of_cubic_curves_are_drawn_as_the_fonts_have_them),
        test(None, advances_are_those_of_the_fonts),
        test(None, a_text_has_boxes_only_for_characters_that_no_font_has),
        test(missing(), the_fonts_of_the_system_have_the_characters_of_names),
        test(missing(), the_window_shows_names_with_the_fonts_of_the_system),
    ]
}

const SIDE: usize = 100;

/// Two rare Chinese characters, Cyrillic and Greek letters, and letters with marks.
const NAMES: [char; 6] = ['龘', '喆', 'Я', 'Ω', 'ё', 'ž'];

fn plain_shapes() -> &'static Fonts {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/fonts");
    Box::leak(Box::new(Fonts::in_folder(&folder)))
}

/// Paints white on black, so that each pixel's value is its coverage.
fn coverage(draw: impl Fn(&mut Painter<'_, Canvas<'_>>)) -> Vec<u8> {
    let mut pixels = vec![0; SIDE * SIDE];
    let size = Size::new(SIDE as u32, SIDE as u32);
    draw(&mut Painter::new(&mut Canvas::new(&mut pixels, size)));
    pixels.into_iter().map(|pixel| pixel as u8).collect()
}

/// Compares a glyph, drawn at (0, 80) in size 100, with the shape defined by `distance`. Pixels at the edge may differ.
#[track_caller]
fn check(character: char, distance: impl Fn(f64, f64) -> f64) {
    let glyph = Font::fallback(plain_shapes()).glyph(character).expect("a glyph");
    let glyph = glyph.at(Dot::new(0, 80 * ONE), 100);
    let drawn = coverage(|painter| painter.outline(&glyph, Rgb888::WHITE).unwrap_or_default());
    for (index, value) in drawn.into_iter().enumerate() {
        let (x, y) = ((index % SIDE) as f64 + 0.5, (index / SIDE) as f64 + 0.5);
        match distance(x, 80.0 - y) {
            inside if inside < -1.0 => assert_eq!(value, 255, "inside, at ({x}, {y})"),
            outside if outside > 1.0 => assert_eq!(value, 0, "outside, at ({x}, {y})"),
            _ => {}
        }
    }
}

/// The distance of the point (x, y) from a square with these sides; negative inside.
fn from_square(x: f64, y: f64, [left, right]: [f64; 2], [low, high]: [f64; 2]) -> f64 {
    (left - x).max(x - right).max(low - y).max(y - high)
}

fn shapes_of_lines_and_of_cubic_curves_are_drawn_as_the_fonts_have_them() {
    check('Ж', |x, y| from_square(x, y, [10.0, 60.0], [0.0, 50.0]));
    check('🙂', |x, y| from_square(x, y, [10.0, 60.0], [0.0, 50.0]));
    check('Ω', |x, y| (x - 40.0).hypot(y - 30.0) - 30.0);
}

fn advances_are_those_of_the_fonts() {
    let advance = |character| plain_shapes().glyph(character).map(|glyph| glyph.advance());
    // The font's em has 1000 units, in which these advances are 700 and 800. The view's em has 216 units.
    assert_eq!([advance('Ж'), advance('Ω')], [Some(151), Some(173)]);
    // The view draws a mark after its letter, not on it. Therefore a mark needs an advance.
    assert!(advance('\u{301}').is_some_and(|advance| advance > 20));
    // These characters only control how other characters are shown.
    assert_eq!([advance('\u{200d}'), advance('\u{fe0f}')], [Some(0), Some(0)]);
    assert_eq!(advance('Я'), None);
}

fn a_text_has_boxes_only_for_characters_that_no_font_has() {
    let own: Typeface<'static> = &[Font::LATIN];
    let both: Typeface<'static> =
        Box::leak(Box::new([Font::LATIN, Font::fallback(plain_shapes())]));
    let text = |face, text: &str| {
        let area = Rectangle::new(Point::zero(), Size::new(SIDE as u32, SIDE as u32));
        coverage(|painter| {
            let ty = Type { face, size: 30 };
            painter.text(ty, &text, area, Align::Left, Rgb888::WHITE).unwrap_or_default();
        })
    };
    assert_eq!(text(own, "Ab"), text(both, "Ab"));
    assert_eq!(text(own, "Я"), text(both, "Я"));
    assert_ne!(text(own, "ЖΩ"), text(both, "ЖΩ"));
}

fn missing() -> Option<String> {
    let missing: String =
        NAMES.into_iter().filter(|&name| glyph_of_system(name).is_none()).collect();
    (!missing.is_empty()).then(|| format!("a font with {missing}"))
}

fn glyph_of_system(character: char) -> Option<Glyph> {
    FACE.iter().find_map(|font| font.glyph(character))
}

fn the_fonts_of_the_system_have_the_characters_of_names() {
    for character in NAMES {
        let glyph = glyph_of_system(character).expect("a glyph").at(Dot::new(0, 80 * ONE), 100);
        let pixels = coverage(|painter| painter.outline(&glyph, Rgb888::WHITE).unwrap_or_default());
        let ink = pixels.iter().filter(|&&pixel| pixel == 255).count();
        assert!((300..5000).contains(&ink), "{character}: {ink}");
    }
}

fn picture_of_game(name: &str) -> Picture {
    let folder = tempfile::tempdir().expect("a folder");
    let game = format!("[Red \"{name}\"]\n\n1. h2e2 *\n");
    std::fs::write(folder.path().join(name), game).expect("a file");
    let shot = folder.path().join("shot.png");
    screenshot(folder.path(), &shot, ["--home", ".", "--game", name])
}

/// The window must show a rare character, not the box for a character that no font can have.
fn the_window_shows_names_with_the_fonts_of_the_system() {
    let [rare, unknown] = ["龘龘", "\u{10fffd}\u{10fffd}"].map(picture_of_game);
    assert_ne!(rare.pixels, unknown.pixels);
}
