use super::{Dot, ONE};
use core::ops::Range;

/// A shape given by closed contours. Where contours of the same direction overlap, a pixel is covered only once.
pub trait Outline {
    /// Returns the columns and rows of the pixels that the shape can touch.
    fn bounds(&self) -> (Range<i32>, Range<i32>);

    /// Calls `line` with the start and the end of every straight line, in order around each contour.
    fn lines(&self, line: &mut impl FnMut(Dot, Dot));
}

/// A polygon, given by its corners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Polygon<const N: usize>(pub [Dot; N]);

impl<const N: usize> Outline for Polygon<N> {
    fn bounds(&self) -> (Range<i32>, Range<i32>) {
        let pixels = |at: fn(&Dot) -> i32| {
            let from = self.0.iter().map(at).min().unwrap_or(0);
            let to = self.0.iter().map(at).max().unwrap_or(0);
            from.div_euclid(ONE)..(to + ONE - 1).div_euclid(ONE)
        };
        (pixels(|dot| dot.x), pixels(|dot| dot.y))
    }

    fn lines(&self, line: &mut impl FnMut(Dot, Dot)) {
        if let (Some(&first), Some(&last)) = (self.0.first(), self.0.last()) {
            self.0.windows(2).for_each(|ends| line(ends[0], ends[1]));
            line(last, first);
        }
    }
}

const CELLS: usize = 1024;
pub(super) const MAX_WIDTH: usize = 255;
/// The area of a pixel in the units in which cells store areas.
const FULL: i32 = 2 * ONE * ONE;

/// The coverage of the pixels of a small area by a shape. A line of the shape adds, to each cell on its way, the signed
/// area between the line and the right edge of the cell. The running sum in a row is a pixel's exact coverage.
pub(crate) struct Mask {
    cells: [i32; CELLS],
    columns: Range<i32>,
    rows: Range<i32>,
}

impl Mask {
    pub(crate) const fn new() -> Self {
        Self { cells: [0; CELLS], columns: 0..0, rows: 0..0 }
    }

    pub(super) const fn capacity(width: usize) -> usize {
        CELLS / (width + 1)
    }

    /// Computes how a shape covers the pixels of an area. The area must fit into the mask, and the mask must be empty.
    pub(super) fn cover(&mut self, outline: &impl Outline, columns: Range<i32>, rows: Range<i32>) {
        debug_assert!(columns.len() <= MAX_WIDTH && rows.len() <= Self::capacity(columns.len()));
        let (left, top) = (columns.start * ONE, rows.start * ONE);
        self.columns = columns;
        self.rows = rows;
        outline.lines(&mut |from, to| self.line(from.moved(-left, -top), to.moved(-left, -top)));
    }

    pub(super) fn read<'a>(&mut self, row: usize, coverage: &'a mut [u8; MAX_WIDTH]) -> &'a [u8] {
        let width = self.columns.len();
        let cells = &mut self.cells[row * (width + 1)..][..=width];
        let mut covered = 0;
        for (cell, part) in cells.iter_mut().zip(coverage.iter_mut()) {
            covered += *cell;
            *part = (covered.unsigned_abs() / (FULL as u32 / 256)).min(255) as u8;
        }
        cells.fill(0);
        &coverage[..width]
    }

    fn line(&mut self, from: Dot, to: Dot) {
        let (upper, lower, sign) = if from.y < to.y { (from, to, 1) } else { (to, from, -1) };
        let bottom = lower.y.min(self.rows.len() as i32 * ONE);
        let mut y = upper.y.max(0);
        if y >= bottom {
            return;
        }
        let slope = slope(lower.x - upper.x, lower.y - upper.y);
        let at = |y: i32| {
            if y == lower.y {
                lower.x
            } else {
                upper.x + ((i64::from(y - upper.y) * slope) >> 16) as i32
            }
        };
        let mut x = at(y);
        while y < bottom {
            let row = y / ONE;
            let next = ((row + 1) * ONE).min(bottom);
            let next_x = at(next);
            self.within_row(row as usize, (x, next_x), sign * (next - y));
            (x, y) = (next_x, next);
        }
    }

    /// Adds the part of a line that lies in row `row`. The `height` of this part is positive if the line goes down.
    fn within_row(&mut self, row: usize, (from, to): (i32, i32), height: i32) {
        let width = self.columns.len() as i32;
        let cells = &mut self.cells[row * (width as usize + 1)..][..=width as usize];
        let (left, right) = if from < to { (from, to) } else { (to, from) };
        if right <= 0 {
            cells[0] += 2 * ONE * height;
            return;
        }
        if left >= width * ONE {
            return;
        }
        let mut add = |column: i32, offsets: i32, height: i32| {
            if column < 0 {
                cells[0] += 2 * ONE * height;
            } else if column < width {
                cells[column as usize] += (2 * ONE - offsets) * height;
                cells[column as usize + 1] += offsets * height;
            }
        };
        let (first, last) = (left.div_euclid(ONE), (right - 1).div_euclid(ONE));
        if first >= last {
            add(first, left + right - 2 * first * ONE, height);
            return;
        }
        let mut x = left;
        let mut done = 0;
        for column in first..=last {
            let end = ((column + 1) * ONE).min(right);
            let reached =
                (i64::from(end - left) * i64::from(height) / i64::from(right - left)) as i32;
            add(column, x + end - 2 * column * ONE, reached - done);
            (x, done) = (end, reached);
        }
    }
}

/// Returns the slope of a line: the distance to the right for each unit down, in 1/65536 of a unit.
fn slope(right: i32, down: i32) -> i64 {
    if right.unsigned_abs() < 1 << 15 {
        i64::from((right << 16) / down)
    } else {
        (i64::from(right) << 16) / i64::from(down)
    }
}
