use crate::paint::Mix;
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::Point;

/// Hashes a grid point to a number from 0 to 255.
const fn hash(x: i32, y: i32) -> i32 {
    let bits = (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca6b);
    let bits = (bits ^ bits >> 15).wrapping_mul(0x2c1b_3c6d);
    ((bits ^ bits >> 12).wrapping_mul(0x297a_2d39) >> 24) as i32
}

/// Interpolates between two numbers with smooth ends; `part` runs from 0 to 256.
const fn smoothstep(from: i32, to: i32, part: i32) -> i32 {
    let eased = (part * part * (768 - 2 * part)) >> 16;
    from + (((to - from) * eased) >> 8)
}

/// Smooth noise of 0 to 255 in one dimension, with grid points `1 << APART` units apart.
const fn noise_1d<const APART: u32>(at: i32, line: i32) -> i32 {
    let part = (at << 8 >> APART) & 255;
    smoothstep(hash(at >> APART, line), hash((at >> APART) + 1, line), part)
}

/// Smooth noise of 0 to 255 in two dimensions, with lines of grid points `1 << LINES` units apart.
const fn noise_2d<const APART: u32, const LINES: u32>(at: Point, layer: i32) -> i32 {
    let line = (at.y >> LINES) + layer;
    let part = (at.y << 8 >> LINES) & 255;
    smoothstep(noise_1d::<APART>(at.x, line), noise_1d::<APART>(at.x, line + 1), part)
}

/// Returns the colour of sawn wood at a point of a board. Growth rings run from left to right and
/// wander a little, with fine fibres along them. The width of a square in pixels is `cell`. Boards
/// of all sizes show the same wood.
pub(super) fn wood(at: Point, cell: i32, [light, dark]: [Rgb888; 2]) -> Rgb888 {
    let at = Point::new(at.x * 64 / cell, at.y * 256 / cell);
    let wander = noise_2d::<8, 9>(at, 1_000);
    let rings =
        3 * noise_1d::<6>(at.y + 3 * wander, 2_000) + noise_1d::<4>(at.y + 6 * wander, 3_000);
    let fibres = noise_2d::<6, 3>(at, 4_000);
    let part = (rings * 14 + fibres * 20) / 76;
    // Few shades are enough for wood, and they keep picture files small.
    light.mix(dark, part.clamp(0, 255) as u8 & 0xe0)
}
