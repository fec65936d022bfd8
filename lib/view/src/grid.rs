use crate::board_design::{BoardDesign, Ground};
use crate::paint::{Dot, ONE};
use chuhe_core::Square;
use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;

/// The places of a board's squares on a display. A grid converts squares to pixels, and pixels to squares.
///
/// ```
/// use chuhe_core::Square;
/// use chuhe_view::{BoardDesign, Grid};
/// use embedded_graphics::prelude::{Point, Size};
/// let (origin, step) = (Point::new(100, 40), Size::new(50, 50));
/// let grid = Grid { board: &BoardDesign::XIANGQI, origin, step, flipped: false };
/// let a9 = Square::from_name("a9").unwrap();
/// assert_eq!(grid.center(a9), Point::new(100, 40));
/// assert_eq!(grid.square_at(Point::new(110, 55)), Some(a9));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The printed board, with the rules of its game.
    pub board: &'static BoardDesign,
    /// The pixel in the middle of the top left square.
    pub origin: Point,
    /// The distance between the middles of neighbouring squares, in pixels.
    pub step: Size,
    /// True if Black plays from the bottom.
    pub flipped: bool,
}

impl Grid {
    /// Returns the width or the height of a square in pixels, whichever is smaller.
    pub const fn cell(&self) -> i32 {
        let Size { width, height } = self.step;
        if width < height { width as i32 } else { height as i32 }
    }

    /// Returns the width of printed lines, which is 1 or 2 pixels.
    pub const fn line(&self) -> i32 {
        if self.cell() < 88 { 1 } else { 2 }
    }

    const fn place(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (square.file() as i32, square.rank() as i32);
        if self.flipped {
            (self.board.files as i32 - 1 - file, rank)
        } else {
            (file, self.board.ranks as i32 - 1 - rank)
        }
    }

    /// Returns the pixel in the middle of a square.
    pub const fn center(&self, square: Square) -> Point {
        let (column, row) = self.place(square);
        let (right, down) = (column * self.step.width as i32, row * self.step.height as i32);
        Point::new(self.origin.x + right, self.origin.y + down)
    }

    pub(crate) const fn dot_of(&self, square: Square) -> Dot {
        self.dot(self.center(square))
    }

    /// Returns the point on which a piece or a mark at `pixel` is centred. If a crossing of printed lines has its top
    /// left pixel there, this point is the middle of the crossing.
    pub const fn dot(&self, pixel: Point) -> Dot {
        let half = self.line() * ONE / 2;
        Dot::new(pixel.x * ONE + half, pixel.y * ONE + half)
    }

    /// Returns the area of a square, which has the size `step`, around its middle.
    pub fn area(&self, square: Square) -> Rectangle {
        Rectangle::new(self.center(square) - self.step / 2, self.step)
    }

    /// Returns the area of all squares together.
    pub fn field(&self) -> Rectangle {
        let squares = Size::new(self.board.files.into(), self.board.ranks.into());
        Rectangle::new(self.origin - self.step / 2, self.step.component_mul(squares))
    }

    /// Returns the printed area: all squares, or on a board of points the outermost lines and the area inside them.
    pub fn print(&self) -> Rectangle {
        match self.board.ground {
            Ground::Squares => self.field(),
            Ground::Points => {
                let line = self.line() as u32;
                let size = self.field().size - self.step + Size::new(line, line);
                Rectangle::new(self.origin, size)
            }
        }
    }

    /// Returns the square at a pixel, or `None` outside the board.
    pub fn square_at(&self, pixel: Point) -> Option<Square> {
        let field = self.field();
        if !field.contains(pixel) {
            return None;
        }
        let column = ((pixel.x - field.top_left.x) / self.step.width as i32) as u8;
        let row = ((pixel.y - field.top_left.y) / self.step.height as i32) as u8;
        if self.flipped {
            Square::new(self.board.files - 1 - column, row)
        } else {
            Square::new(column, self.board.ranks - 1 - row)
        }
    }
}

pub(crate) fn middle(area: Rectangle) -> Dot {
    let (at, size) = (area.top_left, area.size);
    Dot::new(at.x * ONE + size.width as i32 * ONE / 2, at.y * ONE + size.height as i32 * ONE / 2)
}
