use chuhe_core::rules::{Rules, squares::xiangqi::*};
use chuhe_core::{Piece, Position, Square};
use core::array;

/// The lines, squares and labels printed on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardDesign {
    /// The game, which determines the pieces.
    pub rules: Rules,
    /// The number of files, at most 9.
    pub files: u8,
    /// The number of ranks, at most 10.
    pub ranks: u8,
    /// The places of the pieces: crossings of lines, or squares.
    pub ground: Ground,
    /// The rank below the river; `None` if the board has no river.
    pub river: Option<u8>,
    /// The palaces, each given by its lower left and upper right corner.
    pub palaces: &'static [[Square; 2]],
    /// The points around which small angles are drawn: four, or two on the first and the last file.
    pub ticks: &'static [Square],
    /// The usual labels at the edges of the board. A host can choose others.
    pub labels: Labels,
}

/// The places where the pieces of a game stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Crossings of lines.
    Points,
    /// Squares of two colours.
    Squares,
}

/// The kind of labels at the edges of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Labels {
    /// No labels at any edge.
    None,
    /// The numbers of the files, which each side counts from its right: 一 to 九 for Red, 1 to 9 for Black.
    Files,
    /// The files as letters from `a`, and the ranks as numbers.
    Coordinates,
}

pub(crate) fn pieces_of<P: Position>(position: &P) -> [Option<Piece>; Square::COUNT] {
    array::from_fn(|index| position.piece_at(Square::at(index)))
}

impl BoardDesign {
    /// Nine files by ten ranks, a river, a palace for each side.
    pub const XIANGQI: Self = Self {
        rules: Rules::Xiangqi,
        files: Rules::Xiangqi.size().0,
        ranks: Rules::Xiangqi.size().1,
        ground: Ground::Points,
        river: Some(4),
        palaces: &[[D0, F2], [D7, F9]],
        ticks: &[B2, H2, A3, C3, E3, G3, I3, A6, C6, E6, G6, I6, B7, H7],
        labels: Labels::Files,
    };

    /// Nine files by nine ranks, one palace in the middle for both sides.
    pub const ZHONGGONG: Self = Self {
        rules: Rules::Zhonggong,
        ranks: Rules::Zhonggong.size().1,
        river: None,
        palaces: &[[D3, F5]],
        ticks: &[E1, A2, C2, E2, G2, I2, A6, C6, E6, G6, I6, E7],
        ..Self::XIANGQI
    };

    /// Eight by eight squares.
    pub const CHESS: Self = Self {
        rules: Rules::Chess,
        files: Rules::Chess.size().0,
        ranks: Rules::Chess.size().1,
        ground: Ground::Squares,
        river: None,
        palaces: &[],
        ticks: &[],
        labels: Labels::Coordinates,
    };

    /// Returns the board on which games by these rules are played.
    pub const fn of(rules: Rules) -> &'static Self {
        match rules {
            Rules::Xiangqi => &Self::XIANGQI,
            Rules::Zhonggong => &Self::ZHONGGONG,
            Rules::Chess => &Self::CHESS,
        }
    }

    /// True if the board has the square: chess and Zhonggong xiangqi use only some of the 90 squares.
    pub const fn contains(&self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks
    }

    /// Returns every square of the board, rank by rank.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        Square::all().filter(|&square| self.contains(square))
    }
}
