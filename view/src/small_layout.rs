use crate::board::Board;
use crate::grid::Grid;
use crate::layout::{area, cut_bottom, cut_left};
use chuhe_core::Square;
use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;

/// Squares narrower than this have no room for a character.
const SMALLEST_CELL: i32 = 14;

/// Where everything stands on a small display, of 128 by 64 pixels or more.
///
/// Where there is room, all of the board is shown with its characters. Elsewhere it is shown as a
/// map of letters, and beside it, with characters, the squares around one of them.
///
/// ```
/// use chuhe_core::Square;
/// use chuhe_view::{Board, SmallLayout};
/// use embedded_graphics::prelude::Size;
/// let e0 = Square::from_name("e0").unwrap();
/// assert!(SmallLayout::new(Size::new(128, 64), &Board::XIANGQI, false, e0).map.is_some());
/// assert!(SmallLayout::new(Size::new(240, 240), &Board::XIANGQI, false, e0).map.is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmallLayout {
    /// Whose turn it is.
    pub turn: Rectangle,
    /// The whole board in letters.
    pub map: Option<Grid>,
    /// The area in which squares are shown with their characters.
    pub window: Rectangle,
    /// Where the board lies whose part the window shows.
    pub grid: Grid,
    /// What happened last.
    pub status: Rectangle,
}

impl SmallLayout {
    /// The layout of a display, the window around a square if it cannot show them all.
    #[must_use]
    pub fn new(size: Size, board: &'static Board, flipped: bool, focus: Square) -> Self {
        let (width, height) = (size.width as i32, size.height as i32);
        let (files, ranks) = (i32::from(board.files), i32::from(board.ranks));
        let mut rest = area(0, 0, width, height);
        let cell = (width / (files + 1)).min(height / ranks);
        if cell >= SMALLEST_CELL {
            let turn = cut_left(&mut rest, cell, 0);
            let status = cut_bottom(&mut rest, height - cell * ranks, 0);
            let window = cut_left(&mut rest, cell * files, 0);
            let corner = window.top_left + Point::new_equal(cell / 2);
            let grid = Grid::new(board, corner, Size::new_equal(cell as u32), flipped);
            return Self { turn, map: None, window, grid, status };
        }
        let turn = cut_left(&mut rest, (width / 8).max(SMALLEST_CELL), 1);
        let high = height / ranks;
        let step = Size::new(high.min(width / 2 / files).max(1) as u32, high.max(1) as u32);
        let map = cut_left(&mut rest, step.width as i32 * files, 2);
        let offset = Point::new(step.width as i32 / 2, (height - (ranks - 1) * high) / 2);
        let map = Grid::new(board, map.top_left + offset, step, flipped);
        let status = cut_bottom(&mut rest, 9, 1);
        let cell = (rest.size.width as i32 / 3).min(rest.size.height as i32 / 3).max(1);
        let grid = Grid::new(board, Point::zero(), Size::new_equal(cell as u32), flipped);
        // The focus in the middle, but no edge of the board further inside than half a square;
        // all of the board in the middle where it fits.
        let at = grid.center(focus);
        let corner = |at: i32, size: u32, squares: i32| {
            let spare = size as i32 - squares * cell;
            let first = size as i32 / 2 - at - cell / 2;
            cell / 2 + if spare < 0 { first.clamp(spare, 0) } else { spare / 2 }
        };
        let origin = rest.top_left
            + Point::new(
                corner(at.x, rest.size.width, files),
                corner(at.y, rest.size.height, ranks),
            );
        Self { turn, map: Some(map), window: rest, grid: Grid { origin, ..grid }, status }
    }

    /// The square that a pixel belongs to, on the map or in the window.
    #[must_use]
    pub fn square_at(&self, pixel: Point) -> Option<Square> {
        if self.window.contains(pixel) {
            return self.grid.square_at(pixel);
        }
        self.map.and_then(|map| map.square_at(pixel))
    }
}
