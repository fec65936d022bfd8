//! Explains to people why a move is illegal, and how safe a general is. The search does not use
//! this code, so the code is simple rather than fast.

use crate::position::Position;
use crate::types::{Bitboard, Kind, Move, MoveKind, Side, Square};

/// The rule that a move breaks. Some variants hold the square of the piece that makes the move illegal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Illegal {
    /// The game has already ended, so no move is legal.
    Over,
    /// No own piece stands on the square that the move leaves, or a soldier given up is not exchangeable.
    NotOwn,
    /// A piece of the same side stands on the square that the move reaches.
    OwnPiece,
    /// The piece never moves in this way.
    Reach,
    /// A piece on this square is in the way: on a straight path, on a horse's leg or on an elephant's eye.
    Blocked(Square),
    /// A cannon can capture only over exactly one piece, its screen.
    Screen,
    /// The piece may not leave its palace or its side of the river.
    Bounds,
    /// The soldier would move sideways, but it has not crossed the river.
    River,
    /// The pawn would move diagonally, but there is no piece to capture.
    NothingToTake,
    /// The generals would face each other on a file, with no piece between them.
    Facing,
    /// The piece on this square gives check and would still give check after the move.
    StillInCheck(Square),
    /// The piece on this square would give check after the move.
    IntoCheck(Square),
    /// The piece that moves is the last guard of its general against the piece on this square.
    LastGuard(Square),
    /// The move would capture a general that is guarded.
    Guarded,
    /// The general would have no liberty: no empty point next to it.
    NoLiberty,
    /// The king or the rook has moved, or is not on the square where castling begins.
    CastlingLost,
    /// The piece on this square gives check, or attacks a square that the king would pass or reach.
    CastlingCheck(Square),
    /// The chosen piece is not an enemy piece, or it cannot be bought with soldiers.
    NotForSale,
    /// The piece costs this number of soldiers, but the exchange gives up a different number.
    Price(u8),
}

impl Illegal {
    /// Returns the square of the piece that makes the move illegal; `None` for a variant without a square.
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Blocked(square)
            | Self::StillInCheck(square)
            | Self::IntoCheck(square)
            | Self::LastGuard(square)
            | Self::CastlingCheck(square) => Some(square),
            _ => None,
        }
    }
}

/// The safety of a general, in a game where pieces of its own side can guard it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Safety {
    /// The square of the general that this safety describes.
    pub general: Square,
    /// The enemy pieces that attack the general, but give no check because its guards hold them off (牽將).
    pub held: Bitboard,
    /// The enemy pieces that give check, because no guard holds them off.
    pub checkers: Bitboard,
    /// The own pieces that hold off the pieces in `held`.
    pub guards: Bitboard,
    /// The empty points next to the general (氣點). A general must keep at least one.
    pub liberties: Bitboard,
}

/// Explanations of a position, for people: why a move is illegal, which pieces attack, and how safe a general is.
///
/// # Examples
/// ```
/// use chuhe_core::{Bitboard, Move};
/// use chuhe_core::rules::{Explain, Illegal, Xiangqi, squares::xiangqi::{B0, C0, D1}};
/// // The elephant on c0 blocks the horse.
/// let (start, mv) = (Xiangqi::start(), Move::new(B0, D1));
/// assert_eq!(start.why_not(mv), Some(Illegal::Blocked(C0)));
/// assert_eq!(start.culprits(mv), Bitboard::from(C0));
/// ```
pub trait Explain: Position {
    /// Returns the reason why a move is not legal, or `None` for a legal move.
    fn why_not(&self, mv: Move) -> Option<Illegal>;

    /// Returns the pieces of a side that attack a square, whatever stands on that square. A general
    /// that faces the enemy general does not attack it.
    ///
    /// ```
    /// use chuhe_core::rules::squares::xiangqi::{B9, C7, H2, H9};
    /// use chuhe_core::rules::{Explain, Xiangqi};
    /// use chuhe_core::{Bitboard, Side};
    /// let start = Xiangqi::start();
    /// // The cannon attacks the horse over the enemy's cannon.
    /// assert_eq!(start.attackers_of(H9, Side::Red), Bitboard::from(H2));
    /// assert_eq!(start.attackers_of(C7, Side::Black), Bitboard::from(B9));
    /// ```
    fn attackers_of(&self, square: Square, side: Side) -> Bitboard;

    /// Returns the squares of the pieces that make a move illegal. Such a piece blocks the move, or
    /// attacks or guards a general. It can also be a general that would face the other one, or have no liberty.
    fn culprits(&self, mv: Move) -> Bitboard {
        let general = |side| self.pieces(side, Kind::General).into_iter().next();
        let none = Bitboard::EMPTY;
        match (self.why_not(mv), mv.kind()) {
            (Some(Illegal::Screen), MoveKind::Normal { from, to, .. }) => {
                between(from, to).filter(|&at| self.piece_at(at).is_some()).collect()
            }
            (Some(Illegal::Facing), _) => {
                let own = general(self.side()).filter(|&at| mv.from() != Some(at));
                own.into_iter().chain(general(!self.side())).collect()
            }
            (Some(Illegal::NoLiberty), _) => general(self.side()).into_iter().collect(),
            (Some(Illegal::Guarded), _) => self.safety(!self.side()).map_or(none, |it| it.guards),
            (why, _) => why.and_then(Illegal::square).into_iter().collect(),
        }
    }

    /// Returns a side's soldiers that could be given up in an exchange.
    fn exchangeable(&self, _side: Side) -> Bitboard {
        Bitboard::EMPTY
    }

    /// Returns the move that exchanges soldiers of the side to move for an enemy piece.
    ///
    /// # Errors
    /// The reason why the exchange is not legal.
    fn exchange(&self, _soldiers: Bitboard, _victim: Square) -> Result<Move, Illegal> {
        Err(Illegal::Reach)
    }

    /// Returns the safety of a side's general; `None` in a game where nothing guards a general.
    fn safety(&self, _side: Side) -> Option<Safety> {
        None
    }
}

/// Returns the squares between two squares of one rank, file or diagonal; nothing for other pairs of squares.
pub(super) fn between(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let (files, ranks) = distance(from, to);
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let step = (files.signum(), ranks.signum());
    let next = move |at: &Square| at.offset(step.0, step.1).filter(|&next| next != to);
    let first = if straight { next(&from) } else { None };
    core::iter::successors(first, next)
}

/// Returns the way from one square to another: (files to the right, ranks up).
pub(super) const fn distance(from: Square, to: Square) -> (i8, i8) {
    (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8)
}
