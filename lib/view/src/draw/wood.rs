use super::{Drawing, Drawn};
use crate::paint::{Blend, Mix};
use embedded_graphics::primitives::Rectangle;

/// Hashes a grid point to a number from 0 to 255.
const fn hash(x: i32, y: i32) -> i32 {
    let bits = (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca6b);
    let bits = (bits ^ bits >> 15).wrapping_mul(0x2c1b_3c6d);
    ((bits ^ bits >> 12).wrapping_mul(0x297a_2d39) >> 24) as i32
}

/// Eases a part of 256, so that steps begin and end smoothly.
const fn eased(part: i32) -> i32 {
    (part * part * (768 - 2 * part)) >> 16
}

const fn between(from: i32, to: i32, part: i32) -> i32 {
    from + (((to - from) * part) >> 8)
}

/// Smooth noise of 0 to 255 along a line, with grid points `1 << apart` units apart. It keeps the grid points on
/// both sides of the last place, because the next place is near.
fn noise(line: i32, apart: u32) -> impl FnMut(i32) -> i32 {
    let (mut grid, mut ends) = (i32::MIN, [0; 2]);
    move |at| {
        if at >> apart != grid {
            grid = at >> apart;
            ends = [hash(grid, line), hash(grid + 1, line)];
        }
        between(ends[0], ends[1], eased((at << 8 >> apart) & 255))
    }
}

/// Smooth noise of 0 to 255 in the row `y` of a plane, whose lines of grid points are `1 << down` units apart.
fn row_noise(y: i32, layer: i32, apart: u32, down: u32) -> impl FnMut(i32) -> i32 {
    let line = (y >> down) + layer;
    let part = eased((y << 8 >> down) & 255);
    let (mut above, mut below) = (noise(line, apart), noise(line + 1, apart));
    move |x| between(above(x), below(x), part)
}

/// The largest sum of the noises of wood.
const DARKEST: i32 = 4 * 255 * 14 + 255 * 20;

/// Divides a sum of noises by 76 * 32: there are 8 shades. A small processor multiplies faster than it divides.
const fn shade(sum: i32) -> usize {
    ((sum as u32 * 27_595) >> 26) as usize
}

const _: () = {
    let mut sum = 0;
    while sum <= DARKEST {
        assert!(shade(sum) == sum as usize / (76 * 32) && shade(sum) < 8);
        sum += 1;
    }
};

/// Returns the shade of sawn wood in the row `y` of a board, by the column. Growth rings run from left to right and
/// wander a little, with fine fibres along them. The width of a square in pixels is `cell`. Boards of all sizes
/// show the same wood.
fn wood(y: i32, cell: i32) -> impl FnMut(i32) -> usize {
    let y = y * 256 / cell;
    let mut wander = row_noise(y, 1_000, 8, 9);
    let (mut wide, mut narrow) = (noise(2_000, 6), noise(3_000, 4));
    let mut fibres = row_noise(y, 4_000, 6, 3);
    move |x| {
        let x = x * 64 / cell;
        let wander = wander(x);
        let rings = 3 * wide(y + 3 * wander) + narrow(y + 6 * wander);
        shade(rings * 14 + fibres(x) * 20)
    }
}

impl<D: Blend> Drawing<'_, '_, D> {
    /// Fills an area with wood.
    pub(super) fn wood(&mut self, area: Rectangle) -> Drawn<D> {
        let ([light, dark], corner, cell) = (self.theme.wood, area.top_left, self.grid.cell());
        // Few shades are enough for wood, and they keep picture files small.
        let shades: [D::Color; 8] =
            core::array::from_fn(|index| light.mix(dark, (index as u8) << 5).into());
        self.painter.texture(area, |y| {
            let mut wood = wood(y - corner.y, cell);
            move |x| shades[wood(x - corner.x)]
        })
    }
}
