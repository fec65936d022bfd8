//! Second implementations of the rules, with loops over an array of points. They were written from the rules alone, so
//! a comparison with the core shows errors of the core.

pub mod chess;
pub mod xiangqi;
pub mod zhonggong;

use chuhe_core::{Kind, Piece, Position, Side, Square};

/// (file, rank) of a point, or of a step from one point to another.
type Point = (i32, i32);

/// The pieces on at most nine files and ten ranks, rank by rank from Red's home, and the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plain {
    ranks: [[Option<Piece>; 9]; 10],
    side: Side,
}

impl Plain {
    pub fn of(position: &impl Position) -> Self {
        let mut plain = Self { ranks: [[None; 9]; 10], side: position.side() };
        Square::all().for_each(|square| plain.put(point(square), position.piece_at(square)));
        plain
    }

    /// The piece on a point; `None` if the point is empty or off the board.
    fn at(&self, (file, rank): Point) -> Option<Piece> {
        *self.ranks.get(rank as usize)?.get(file as usize)?
    }

    fn is_of(&self, at: Point, side: Side) -> bool {
        self.at(at).is_some_and(|piece| piece.side() == side)
    }

    fn put(&mut self, (file, rank): Point, piece: Option<Piece>) {
        self.ranks[rank as usize][file as usize] = piece;
    }

    fn pieces(&self, side: Side) -> impl Iterator<Item = Point> {
        let points = (0..10).flat_map(|rank| (0..9).map(move |file| (file, rank)));
        points.filter(move |&point| self.is_of(point, side))
    }

    fn all(&self, side: Side, kind: Kind) -> impl Iterator<Item = Point> {
        self.pieces(side).filter(move |&point| self.at(point) == Some(Piece::new(side, kind)))
    }

    fn general(&self, side: Side) -> Point {
        self.all(side, Kind::General).next().expect("each side has a general")
    }

    /// The points that a piece could go to or capture on if the board had no river and no palace.
    fn free_moves(&self, from: Point, is_on_board: fn(Point) -> bool) -> Vec<Point> {
        let piece = self.at(from).expect("a piece moves");
        let is_empty = |at: Point| self.at(at).is_none();
        let slides = |screens| slides(from, &ORTHOGONAL, screens, is_on_board, is_empty);
        let mut to = match piece.kind() {
            Kind::General => ORTHOGONAL.map(|step| sum(from, step)).to_vec(),
            Kind::Advisor => DIAGONAL.map(|step| sum(from, step)).to_vec(),
            Kind::Elephant => DIAGONAL
                .into_iter()
                .filter(|eye| is_empty(sum(from, *eye)))
                .map(|eye| sum(sum(from, eye), eye))
                .collect(),
            Kind::Horse => ORTHOGONAL
                .into_iter()
                .filter(|leg| is_empty(sum(from, *leg)))
                .flat_map(|leg| DIAGONAL.map(|turn| (leg, turn)))
                .filter(|(leg, turn)| leg.0 == turn.0 || leg.1 == turn.1)
                .map(|(leg, turn)| sum(sum(from, leg), turn))
                .collect(),
            Kind::Chariot => slides(0),
            Kind::Cannon => slides(1),
            Kind::Soldier => {
                [forward(piece.side()), (1, 0), (-1, 0)].map(|step| sum(from, step)).to_vec()
            }
            Kind::Queen => Vec::new(),
        };
        to.retain(|&to| is_on_board(to) && !self.is_of(to, piece.side()));
        to
    }

    /// The position after a piece has moved, with the other side to move.
    fn moved(&self, from: Point, to: Point) -> Self {
        let mut next = Self { side: !self.side, ..self.clone() };
        next.put(to, self.at(from));
        next.put(from, None);
        next
    }
}

const ORTHOGONAL: [Point; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Point; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

const fn sum(point: Point, step: Point) -> Point {
    (point.0 + step.0, point.1 + step.1)
}

/// The points that a piece reaches in each direction of `steps`: the empty points before the first piece, and one point
/// with a piece. The number of pieces before this piece is `screens`: 1 for a cannon, else 0.
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
