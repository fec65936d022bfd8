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
