use crate::board_design::BoardDesign;
use crate::grid::Grid;
use crate::layout::{Sides, area, cut_bottom, cut_left, cut_top, inset};
use chuhe_core::Square;
use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;

/// The width in pixels of the smallest square into which a character fits.
const SMALLEST_CELL: i32 = 14;

/// The height in pixels of a line of text on a display without a map.
pub(crate) const LINE: i32 = 16;

/// The layout of a display of 128 by 64 pixels or more. If the squares of the board would be too small for
/// characters, a map shows the board in letters. Next to it, a window shows the squares around a focus in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmallLayout {
    /// The whole display. Its corner is the pixel (0, 0).
    pub display: Rectangle,
    /// The area that shows which side is to move.
    pub turn: Rectangle,
    /// The map: the whole board in letters. `None`: the window shows the whole board.
    pub map: Option<Grid>,
    /// The area in which characters show the pieces on some or all squares.
    pub window: Rectangle,
    /// The grid of the whole board in the window. Some of the board's squares can lie outside the window.
    pub grid: Grid,
    /// The status line, below the window.
    pub status: Rectangle,
    /// The areas for captured pieces: first those that Red captured, then those that Black captured. Both areas
    /// are empty on a display with a map.
    pub taken: [Rectangle; 2],
    /// The areas of the clocks, Red's first. Both areas are empty on a display with a map, or without clocks.
    pub clocks: [Rectangle; 2],
}

impl SmallLayout {
    /// Lays out a display. If the window is too small for all squares, it shows the squares around `focus`.
    pub fn new(
        size: Size,
        board: &'static BoardDesign,
        flipped: bool,
        focus: Square,
        clocks: bool,
    ) -> Self {
        let (width, height) = (size.width as i32, size.height as i32);
        let (files, ranks) = (i32::from(board.files), i32::from(board.ranks));
        let display = area(0, 0, width, height);
        let mut rest = display;
        let cell = (width / (files + 1)).min((height - LINE) / ranks);
        if cell >= SMALLEST_CELL {
            return Self::whole(display, board, flipped, cell, clocks);
        }
        let turn = cut_left(&mut rest, (width / 8).max(SMALLEST_CELL), 1);
        let high = height / ranks;
        let step = Size::new(high.min(width / 2 / files).max(1) as u32, high.max(1) as u32);
        let map = cut_left(&mut rest, step.width as i32 * files, 2);
        let offset = Point::new(step.width as i32 / 2, (height - (ranks - 1) * high) / 2);
        let map = Some(Grid { board, origin: map.top_left + offset, step, flipped });
        let status = cut_bottom(&mut rest, 9, 1);
        let cell = (rest.width() / 3).min(rest.height() / 3).max(1);
        let step = Size::new_equal(cell as u32);
        let grid = Grid { board, origin: Point::zero(), step, flipped };
        // The focus is in the middle of the window, unless the window would then go beyond the edge of the board.
        // A board that fits into the window is centred.
        let at = grid.center(focus);
        let corner = |at: i32, size: u32, squares: i32| {
            let spare = size as i32 - squares * cell;
            let first = size as i32 / 2 - at - cell / 2;
            cell / 2 + if spare < 0 { first.clamp(spare, 0) } else { spare / 2 }
        };
        let (x, y) = (corner(at.x, rest.size.width, files), corner(at.y, rest.size.height, ranks));
        let origin = rest.top_left + Point::new(x, y);
        let (grid, none) = (Grid { origin, ..grid }, [Rectangle::zero(); 2]);
        Self { display, turn, map, window: rest, grid, status, taken: none, clocks: none }
    }

    fn whole(
        display: Rectangle,
        board: &'static BoardDesign,
        flipped: bool,
        cell: i32,
        clocks: bool,
    ) -> Self {
        let (width, height) = (display.width(), display.height());
        let (files, ranks) = (i32::from(board.files), i32::from(board.ranks));
        let mut rest = display;
        let mut foot = cut_bottom(&mut rest, height - cell * ranks, 0);
        let (wider, line) = if clocks { (width - cell * (files + 1), LINE) } else { (0, 0) };
        let mut column = cut_left(&mut rest, cell + wider.min(cell), 0);
        let turn = inset(column, (column.width() - cell) / 2);
        cut_top(&mut column, cell, 0);
        cut_bottom(&mut column, cell, 0);
        let clocks = [cut_bottom(&mut column, line, 0), cut_top(&mut column, line, 0)];
        let window = cut_left(&mut rest, cell * files, 0);
        let origin = window.top_left + Point::new_equal(cell / 2);
        let grid = Grid { board, origin, step: Size::new_equal(cell as u32), flipped };
        let line = foot.height();
        let (status, [below, above]) = if rest.width() >= 3 * cell {
            // Captured pieces stand next to the board, near the side that captured them.
            let mut rest = inset(rest, cell / 4);
            (foot, [cut_bottom(&mut rest, cell, 0), cut_top(&mut rest, cell, 0)])
        } else if line >= 3 * LINE {
            let line = (line / 3).min(cell);
            let above = cut_top(&mut foot, line, 0);
            (cut_bottom(&mut foot, LINE, 0), [cut_top(&mut foot, line, 0), above])
        } else {
            let status = cut_left(&mut foot, width * 2 / 5, 0);
            (status, [cut_left(&mut foot, width * 3 / 10, 0), foot])
        };
        let by_side =
            |[below, above]: [_; 2]| if flipped { [above, below] } else { [below, above] };
        let (taken, clocks) = (by_side([below, above]), by_side(clocks));
        Self { display, turn, map: None, window, grid, status, taken, clocks }
    }

    /// Returns the square at a pixel, on the map or in the window.
    pub fn square_at(&self, pixel: Point) -> Option<Square> {
        if self.window.contains(pixel) {
            return self.grid.square_at(pixel);
        }
        self.map.and_then(|map| map.square_at(pixel))
    }
}
