//! Second implementations of the rules: a mailbox, loops, and nothing clever, written from the
//! rules alone to be compared with the core's.

pub mod chess;
pub mod xiangqi;
pub mod zhonggong;

use chuhe_core::{Side, Square};

/// A point of a board or a step on it, file first.
type Point = (i32, i32);

const ORTHOGONAL: [Point; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Point; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

const fn sum(point: Point, step: Point) -> Point {
    (point.0 + step.0, point.1 + step.1)
}

/// The points that a piece reaches in some directions: those that are free, and the first one that is not.
/// For a cannon, which jumps over one screen, it is the second one that is not.
fn slides(
    from: Point,
    steps: &[Point],
    screens: usize,
    is_on_board: fn(Point) -> bool,
    is_empty: impl Fn(Point) -> bool,
) -> Vec<Point> {
    let mut to = Vec::new();
    for &step in steps {
        let line = std::iter::successors(Some(sum(from, step)), |&at| Some(sum(at, step)));
        let line: Vec<Point> = line.take_while(|&at| is_on_board(at)).collect();
        to.extend(line.iter().take_while(|&&at| is_empty(at)));
        to.extend(line.iter().filter(|&&at| !is_empty(at)).nth(screens));
    }
    to
}

/// The step of a side's soldiers.
const fn forward(side: Side) -> Point {
    match side {
        Side::Red => (0, 1),
        Side::Black => (0, -1),
    }
}

const fn point(square: Square) -> Point {
    (square.file() as i32, square.rank() as i32)
}

fn square((file, rank): Point) -> Square {
    Square::new(file as u8, rank as u8).expect("a point of the board")
}
