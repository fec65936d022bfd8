use super::{Drawing, Drawn};
use crate::paint::{Blend, Mix, PIECE};
use embedded_graphics::{prelude::Point, primitives::Rectangle};

/// Returns a hash from 0 to 255 for a grid point.
const fn hash(x: i32, y: i32) -> i32 {
    let bits = (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca6b);
    let bits = (bits ^ bits >> 15).wrapping_mul(0x2c1b_3c6d);
    ((bits ^ bits >> 12).wrapping_mul(0x297a_2d39) >> 24) as i32
}

/// Maps `part`, from 0 to 256, to a number of the same range. The result changes slowly near 0 and 256.
const fn eased(part: i32) -> i32 {
    (part * part * (768 - 2 * part)) >> 16
}

const fn between(from: i32, to: i32, part: i32) -> i32 {
    from + (((to - from) * part) >> 8)
}

/// Returns a function from a place on a line to smooth noise of 0 to 255. Grid points are `1 << apart` units apart. The
/// function stores the noise at the last two grid points, because the next place mostly lies between them.
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

/// Smooth noise of 0 to 255 in a plane, for up to [`PIECE`] pixels of a row. For each column, `Plane` stores the noise
/// on the lines of grid points above and below the row. The next row often lies between the same lines and uses the
/// same noise.
struct Plane {
    layer: i32,
    /// Grid points on a line are `1 << apart` units apart. Lines are `1 << down` units apart.
    apart: u32,
    down: u32,
    lines: Option<(i32, i32)>,
    above: [u8; PIECE],
    below: [u8; PIECE],
    part: i32,
}

impl Plane {
    const fn new(layer: i32, apart: u32, down: u32) -> Self {
        let [above, below] = [[0; PIECE]; 2];
        Self { layer, apart, down, lines: None, above, below, part: 0 }
    }

    /// Computes the noise of the row at `y` units, for the columns of pixels from `left` on.
    fn go(&mut self, left: i32, y: i32, cell: i32) {
        let line = y >> self.down;
        let row = |line: i32| {
            let mut noise = noise(line + self.layer, self.apart);
            core::array::from_fn(|column| noise((left + column as i32) * 64 / cell) as u8)
        };
        if self.lines != Some((left, line)) {
            let follows = self.lines == Some((left, line - 1));
            self.above = if follows { self.below } else { row(line) };
            self.below = row(line + 1);
            self.lines = Some((left, line));
        }
        self.part = eased((y << 8 >> self.down) & 255);
    }

    #[inline(always)]
    fn at(&self, column: usize) -> i32 {
        between(self.above[column].into(), self.below[column].into(), self.part)
    }
}

const DARKEST: i32 = 4 * 255 * 14 + 255 * 20;

/// Divides a sum of noises by 76 * 32, to one of 8 shades. It multiplies and shifts, as small processors divide slowly.
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

/// Sawn wood: wavy growth rings, and fine fibres along them. The pattern is scaled with the board.
struct Wood {
    /// The width of a square in pixels.
    cell: i32,
    wander: Plane,
    fibres: Plane,
}

impl Wood {
    const fn new(cell: i32) -> Self {
        let (wander, fibres) = (Plane::new(1_000, 8, 9), Plane::new(4_000, 6, 3));
        Self { cell, wander, fibres }
    }

    fn row(&mut self, start: Point) -> impl Iterator<Item = usize> {
        let y = start.y * 256 / self.cell;
        self.wander.go(start.x, y, self.cell);
        self.fibres.go(start.x, y, self.cell);
        let (mut wide, mut narrow) = (noise(2_000, 6), noise(3_000, 4));
        (0..PIECE).map(move |column| {
            let wander = self.wander.at(column);
            let rings = 3 * wide(y + 3 * wander) + narrow(y + 6 * wander);
            shade(rings * 14 + self.fibres.at(column) * 20)
        })
    }
}

impl<D: Blend> Drawing<'_, '_, D> {
    pub(super) fn wood(&mut self, area: Rectangle) -> Drawn<D> {
        let ([light, dark], corner) = (self.theme.wood, area.top_left);
        // Eight shades are enough for wood, and keep picture files small.
        let shades: [D::Color; 8] =
            core::array::from_fn(|index| light.mix(dark, (index as u8) << 5).into());
        let mut wood = Wood::new(self.grid.cell());
        self.painter.texture(area, shades[0], |start, colors| {
            for (color, shade) in colors.iter_mut().zip(wood.row(start - corner)) {
                *color = shades[shade];
            }
        })
    }
}
