use chuhe_core::rules::Rules;
use chuhe_core::{Piece, Position, Square};
use core::array;

/// The lines, squares and labels printed on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardDesign {
    /// The game, which knows the pieces.
    pub rules: Rules,
    /// The number of files.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
    /// The places of the pieces.
    pub ground: Ground,
    /// The rank below the river.
    pub river: Option<u8>,
    /// The palaces, each by its lowest left and highest right point.
    pub palaces: &'static [[Square; 2]],
    /// The points with ticks around them.
    pub ticks: &'static [Square],
    /// The labels at the edges, unless a setting asks for others.
    pub labels: Labels,
}

/// The places where the pieces of a game stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// On the crossings of lines.
    Points,
    /// In squares of two colours.
    Squares,
}

/// The labels at the edges of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Labels {
    /// Nothing.
    None,
    /// The files as each side counts them from its right: 一 to 九 for Red, 1 to 9 for Black.
    Files,
    /// Files from `a` and ranks, as coordinates have them.
    Coordinates,
}

/// The piece on each square of a board.
pub(crate) fn pieces_of<P: Position>(position: &P) -> [Option<Piece>; Square::COUNT] {
    array::from_fn(|index| position.piece_at(Square::at(index)))
}

/// The points of a list of names.
const fn squares<const N: usize>(names: [&str; N]) -> [Square; N] {
    let mut squares = [Square::at(0); N];
    let mut index = 0;
    while index < N {
        squares[index] = match Square::from_name(names[index]) {
            Some(square) => square,
            None => panic!("the name of a square"),
        };
        index += 1;
    }
    squares
}

impl BoardDesign {
    /// Nine files by ten ranks, a river, a palace for each side.
    pub const XIANGQI: Self = Self {
        rules: Rules::Xiangqi,
        files: Rules::Xiangqi.size().0,
        ranks: Rules::Xiangqi.size().1,
        ground: Ground::Points,
        river: Some(4),
        palaces: &[squares(["d0", "f2"]), squares(["d7", "f9"])],
        ticks: &squares([
            "b2", "h2", "a3", "c3", "e3", "g3", "i3", "a6", "c6", "e6", "g6", "i6", "b7", "h7",
        ]),
        labels: Labels::Files,
    };

    /// Nine files by nine ranks, one palace in the middle for both sides.
    pub const ZHONGGONG: Self = Self {
        rules: Rules::Zhonggong,
        files: Rules::Zhonggong.size().0,
        ranks: Rules::Zhonggong.size().1,
        ground: Ground::Points,
        river: None,
        palaces: &[squares(["d3", "f5"])],
        ticks: &squares(["e1", "a2", "c2", "e2", "g2", "i2", "a6", "c6", "e6", "g6", "i6", "e7"]),
        labels: Labels::Files,
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

    /// Returns the board of a game.
    ///
    /// ```
    /// use chuhe_core::rules::Rules;
    /// use chuhe_view::BoardDesign;
    /// assert_eq!(BoardDesign::of(Rules::Xiangqi), &BoardDesign::XIANGQI);
    /// ```
    #[must_use]
    pub const fn of(rules: Rules) -> &'static Self {
        match rules {
            Rules::Xiangqi => &Self::XIANGQI,
            Rules::Zhonggong => &Self::ZHONGGONG,
            Rules::Chess => &Self::CHESS,
        }
    }

    /// True if the board has this square.
    pub const fn contains(&self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks
    }

    /// Every square of the board, by rank.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        Square::all().filter(|&square| self.contains(square))
    }
}
