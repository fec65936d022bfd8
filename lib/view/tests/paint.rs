//! Compares shapes with many samples of each pixel, and with the same shapes painted in pieces.

use chuhe_view::letters::Font;
use chuhe_view::paint::{Canvas, Dot, ONE, Paint, Painter, Round, arrow, stroke};
use embedded_graphics::pixelcolor::{Rgb888, RgbColor};
use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;

const SIZE: Size = Size::new(64, 64);

/// Returns the coverage of each pixel, after `draw` has painted in white on black.
fn coverage(draw: impl Fn(&mut Painter<'_, Canvas<'_>>)) -> Vec<u8> {
    let mut pixels = vec![0; 64 * 64];
    draw(&mut Painter::new(&mut Canvas::new(&mut pixels, SIZE)));
    pixels.into_iter().map(|pixel| pixel as u8).collect()
}

/// Compares the coverage of each pixel with 16 by 16 samples of `inside` in this pixel.
#[track_caller]
fn check(
    tolerance: u8,
    draw: impl Fn(&mut Painter<'_, Canvas<'_>>),
    inside: impl Fn(f64, f64) -> bool,
) {
    for (index, drawn) in coverage(draw).into_iter().enumerate() {
        let (x, y) = ((index % 64) as f64, (index / 64) as f64);
        let place = |sample: u32| (f64::from(sample) + 0.5) / 16.0;
        let is_in = |&sample: &u32| inside(x + place(sample % 16), y + place(sample / 16));
        let samples = (0..256).filter(is_in).count();
        let wanted = (samples * 255 / 256) as u8;
        let is_near = drawn.abs_diff(wanted) <= tolerance;
        assert!(is_near, "at ({x}, {y}): drawn {drawn}, sampled {wanted}");
    }
}

fn in_pixels(dot: Dot) -> (f64, f64) {
    (f64::from(dot.x) / f64::from(ONE), f64::from(dot.y) / f64::from(ONE))
}

/// Returns true if a point lies in a polygon: a ray from the point to the right then crosses an odd number of edges.
fn in_polygon(corners: &[Dot], x: f64, y: f64) -> bool {
    let ends = corners.iter().zip(corners.iter().cycle().skip(1));
    let crossed = ends.filter(|&(&from, &to)| {
        let ((x0, y0), (x1, y1)) = (in_pixels(from), in_pixels(to));
        (y0 > y) != (y1 > y) && x < x0 + (y - y0) / (y1 - y0) * (x1 - x0)
    });
    crossed.count() % 2 == 1
}

#[test]
fn discs_and_rings_cover_what_they_should() {
    let middle = Dot::new(31 * ONE + 100, 33 * ONE - 37);
    let (x0, y0) = in_pixels(middle);
    let distance = |x: f64, y: f64| (x - x0).hypot(y - y0);
    for radius in [3 * ONE, 11 * ONE + 70, 28 * ONE] {
        let outer = f64::from(radius) / f64::from(ONE);
        let disc = Round::disc(middle, radius);
        check(24, |p| p.round(&disc, Rgb888::WHITE).unwrap(), |x, y| distance(x, y) < outer);
    }
    for radius in [8 * ONE, 11 * ONE + 70, 28 * ONE] {
        let outer = f64::from(radius) / f64::from(ONE);
        let ring = Round::ring(middle, radius, 2 * ONE);
        let inside = |x: f64, y: f64| (outer - 2.0..outer).contains(&distance(x, y));
        check(40, |p| p.round(&ring, Rgb888::WHITE).unwrap(), inside);
    }
}

#[test]
fn rounded_rectangles_cover_what_they_should() {
    let shape = Round::rectangle(Rectangle::new(Point::new(5, 9), Size::new(40, 22)), 6 * ONE);
    let inside = |x: f64, y: f64| (x - x.clamp(11.0, 39.0)).hypot(y - y.clamp(15.0, 25.0)) < 6.0;
    check(24, |p| p.round(&shape, Rgb888::WHITE).unwrap(), inside);
}

#[test]
fn lines_and_arrows_cover_what_they_should() {
    let ends = [(3, 5, 60, 50), (60, 8, 4, 11), (30, 2, 33, 61), (50, 50, 20, 20)];
    for (x0, y0, x1, y1) in ends {
        let (from, to) = (Dot::new(x0 * ONE + 31, y0 * ONE), Dot::new(x1 * ONE, y1 * ONE + 99));
        let line = stroke(from, to, 3 * ONE / 2);
        let draw = |p: &mut Painter<'_, Canvas<'_>>| p.outline(&line, Rgb888::WHITE).unwrap();
        check(20, draw, |x, y| in_polygon(&line.0, x, y));
        let shape = arrow(from, to, 4 * ONE);
        let draw = |p: &mut Painter<'_, Canvas<'_>>| p.outline(&shape, Rgb888::WHITE).unwrap();
        check(20, draw, |x, y| in_polygon(&shape.0, x, y));
    }
}

#[test]
fn areas_painted_piece_by_piece_make_the_same_picture() {
    let paint = Paint::fading(Rgb888::WHITE, Rgb888::RED).alpha(201);
    let glyph = Font::KAI.glyph('馬').expect("the glyph").centered(Dot::new(8000, 8100), 58);
    let disc = Round::disc(Dot::new(7000, 9000), 30 * ONE).soft(9 * ONE);
    let draw = |painter: &mut Painter<'_, Canvas<'_>>| {
        painter.rectangle(Rectangle::new(Point::new(-7, 20), Size::new(90, 9)), paint).unwrap();
        painter.round(&disc, paint).unwrap();
        painter.outline(&glyph, paint).unwrap();
    };
    let whole = coverage(draw);
    let pieces = coverage(|painter| {
        for index in 0..25 {
            let corner = Point::new(index % 5 * 13, index / 5 * 13);
            draw(&mut painter.within(Rectangle::new(corner, Size::new_equal(13))));
        }
    });
    assert!(whole == pieces);
}

#[test]
fn what_lies_outside_is_cut() {
    let paint = Paint::new(Rgb888::WHITE).alpha(77);
    coverage(|painter| {
        for (x, y) in [(-40, -40), (70, 30), (30, 90), (-3000, 0), (0, 100_000)] {
            let middle = Dot::new(x * ONE, y * ONE);
            painter.round(&Round::disc(middle, 25 * ONE), paint).unwrap();
            painter.round(&Round::ring(middle, 2000 * ONE, 9 * ONE), paint).unwrap();
            painter.outline(&arrow(middle, Dot::new(9000, 9000), 12 * ONE), paint).unwrap();
        }
    });
}
