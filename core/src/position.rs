//! The trait that every game implements for its positions, and the reasons why a game ends.

use crate::types::{Bitboard, Key, Kind, Move, MoveList, Piece, Side, Square};
use crate::variant::Rules;
use core::fmt;

/// The rule or event that ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum EndReason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// No piece checks the general, but no point next to it is empty, and no move is legal (困將).
    Enclosed,
    /// Five soldiers of one side stand on the enemy's home rank.
    FiveSoldiers,
    /// Neither side has enough pieces to give mate.
    InsufficientMaterial,
    /// One side gave check with every move of a repetition.
    PerpetualCheck,
    /// One side chased a piece with every move of a repetition.
    PerpetualChase,
    /// A position occurred for the third time, and neither side loses by the repetition.
    Repetition,
    /// Too many plies were played without a capture or another irreversible move.
    NoCapture,
    /// The record of the game has no room for another move.
    Length,
    /// A player resigned.
    Resignation,
    /// A player's time ran out.
    Time,
    /// The players agreed to a draw.
    Agreement,
    /// A player made an illegal move or could not play on.
    Forfeit,
    /// A judge ended the game because its result was clear.
    Adjudication,
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Enclosed => "enclosed general",
            Self::FiveSoldiers => "five soldiers on the home rank",
            Self::InsufficientMaterial => "insufficient material",
            Self::PerpetualCheck => "perpetual check",
            Self::PerpetualChase => "perpetual chase",
            Self::Repetition => "repetition",
            Self::NoCapture => "no capture",
            Self::Length => "as long as a game may be",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::Agreement => "agreement",
            Self::Forfeit => "forfeit",
            Self::Adjudication => "adjudication",
        })
    }
}

/// The end of a game: the winner, if any, and the reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ending {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The cause, which can also be an event outside the board, such as a resignation.
    pub reason: EndReason,
}

impl Ending {
    /// A win of `winner`. The reason is not checked, but must fit a win.
    pub const fn win(winner: Side, reason: EndReason) -> Self {
        Self { winner: Some(winner), reason }
    }

    /// An ending without a winner. The reason is not checked, but must fit a draw.
    pub const fn draw(reason: EndReason) -> Self {
        Self { winner: None, reason }
    }
}

/// One ply of the past, with the facts that repetition rules need.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Past {
    /// The key of the position before the move.
    pub key: Key,
    /// The move that was played in that position.
    pub mv: Move,
    /// True if the side that made the move was in check before it.
    pub check: bool,
}

/// The error of [`Position::try_play`]: the move is not legal in the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IllegalMove(pub Rules, pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a legal move", self.0.move_name(self.1))
    }
}

impl core::error::Error for IllegalMove {}

/// A position of a game, as a small plain value. [`play`](Position::play) gives the next position.
/// The trait [`Searchable`](crate::Searchable) adds the evaluation for the search.
///
/// # Examples
/// ```
/// use chuhe_core::{Position, rules::Chess};
/// let start = Chess::default();
/// assert_eq!(start.legal_moves().len(), 20);
/// let next = start.play(start.legal_moves()[0]);
/// assert!(!next.in_check() && next.ending().is_none());
/// // The other side is to move, so the same move is not legal any more.
/// assert!(next.try_play(start.legal_moves()[0]).is_err());
/// ```
pub trait Position: Clone + PartialEq + fmt::Debug {
    /// Returns the game, such as xiangqi or chess, that the position belongs to.
    fn rules(&self) -> Rules;

    /// Returns the side to move.
    fn side(&self) -> Side;

    /// Returns the hash of the position, without the plies that led to it.
    fn key(&self) -> Key;

    /// Returns the piece on a square; `None` if the square is empty or not on the board.
    fn piece_at(&self, square: Square) -> Option<Piece>;

    /// Returns the squares of a side's pieces of a kind.
    fn pieces(&self, side: Side, kind: Kind) -> Bitboard {
        let piece = Some(Piece::new(side, kind));
        Square::all().filter(|&square| self.piece_at(square) == piece).collect()
    }

    /// Checks whether the side to move must answer a threat to its general. A side in check cannot make a null move.
    fn in_check(&self) -> bool;

    /// Returns the ending if the pieces alone end the game at once, as five soldiers on the enemy's home rank do.
    fn variant_end(&self) -> Option<Ending> {
        None
    }

    /// Appends every legal move.
    fn generate_moves(&self, moves: &mut MoveList);

    /// Appends every legal capture.
    fn generate_captures(&self, moves: &mut MoveList);

    /// Appends every legal move that captures nothing.
    fn generate_quiets(&self, moves: &mut MoveList);

    /// Appends every legal move that captures nothing and gives check.
    fn generate_quiet_checks(&self, moves: &mut MoveList) {
        let begin = moves.len();
        self.generate_quiets(moves);
        let mut end = begin;
        for index in begin..moves.len() {
            if self.gives_check(moves[index]) {
                moves.swap(end, index);
                end += 1;
            }
        }
        moves.truncate(end);
    }

    /// Returns every legal move, in a list that needs no heap.
    fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate_moves(&mut moves);
        moves
    }

    /// Counts the legal moves. Some games do this without a list of the moves.
    fn count_moves(&self) -> u32 {
        self.legal_moves().len() as u32
    }

    /// Checks whether a move is legal in this position. The argument `mv` can be any move, even from another position.
    fn is_legal(&self, mv: Move) -> bool;

    /// Returns the ending by checkmate, stalemate or [`variant_end`](Position::variant_end).
    /// [`Game::ending`](crate::Game::ending) also tests repetition and the halfmove clock.
    fn ending(&self) -> Option<Ending> {
        self.variant_end()
            .or_else(|| (self.count_moves() == 0).then(|| self.ending_without_moves()))
    }

    /// Checks whether [`ending`](Position::ending) gives the reason [`EndReason::Checkmate`].
    fn is_checkmate(&self) -> bool {
        self.ending().is_some_and(|ending| ending.reason == EndReason::Checkmate)
    }

    /// Checks whether the side to move is stalemated, which loses in xiangqi and draws in chess.
    fn is_stalemate(&self) -> bool {
        self.ending().is_some_and(|ending| ending.reason == EndReason::Stalemate)
    }

    /// Checks whether a move gives check. The move must be legal.
    fn gives_check(&self, mv: Move) -> bool {
        self.play_unchecked(mv).in_check()
    }

    /// Returns the piece that a legal move captures; `None` for a quiet move.
    fn captured(&self, mv: Move) -> Option<Piece>;

    /// Returns the square of the rook that castles with the king; `None` if the move does not castle.
    fn castling_rook(&self, _mv: Move) -> Option<Square> {
        None
    }

    /// Returns the square where the moved piece stands after the move; `None` for an exchange. For
    /// castling, this is the king's new square.
    fn landing(&self, mv: Move) -> Option<Square> {
        mv.to()
    }

    /// Returns the legal move by which the king castles to the square `to`, or with the rook on `to`; otherwise `None`.
    fn castling_move(&self, _king: Square, _to: Square) -> Option<Move> {
        None
    }

    /// Plays a legal move in place. The move is not tested for legality.
    ///
    /// # Panics
    /// If the move is illegal, this call or a later call can panic, and later results can be wrong.
    fn make(&mut self, mv: Move);

    /// Returns the position after a legal move.
    ///
    /// # Panics
    /// Debug builds panic if the move is not legal. Other builds do not test the move.
    fn play(&self, mv: Move) -> Self {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self:?}");
        self.play_unchecked(mv)
    }

    /// Returns the position after a move. No build tests whether the move is legal.
    ///
    /// # Panics
    /// If the move is illegal, as in [`make`](Position::make).
    fn play_unchecked(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.make(mv);
        next
    }

    /// Returns the position after a move, or an error if the move is not legal.
    ///
    /// # Errors
    /// [`IllegalMove`] if the move is not legal in this position.
    fn try_play(&self, mv: Move) -> Result<Self, IllegalMove> {
        if self.is_legal(mv) { Ok(self.play(mv)) } else { Err(IllegalMove(self.rules(), mv)) }
    }

    /// Returns the position after the side to move passes. That side must not be in check.
    ///
    /// # Panics
    /// This call can panic if the side that passes is in check.
    fn null_move(&self) -> Self;

    /// Counts the plies since the last irreversible move.
    fn halfmove_clock(&self) -> u16;

    /// Returns the value of the halfmove clock at which the game is a draw.
    fn halfmove_limit(&self) -> u16;

    /// Returns the ending for a position whose side to move has no legal move.
    fn ending_without_moves(&self) -> Ending;

    /// Judges a repetition by the plies since an earlier occurrence of the position, oldest first.
    fn judge_repetition(&self, cycle: &[Past]) -> Ending;
}

/// Implements each listed method by a call to a method or function of the same name. With `by`, the call goes to
/// a function of the type `$game`. Otherwise it goes to a method of the value that `$inner` finds.
macro_rules! delegate {
    (by $game:ident: $($(#[$attribute:meta])* fn $name:ident(&$this:ident $(, $argument:ident: $kind:ty)*) $(-> $result:ty)?;)+) => {
        $($(#[$attribute])* fn $name(&$this $(, $argument: $kind)*) $(-> $result)? {
            $game::$name($this $(, $argument)*)
        })+
    };
    ($inner:ident: $($(#[$attribute:meta])* fn $name:ident(&$this:ident $(, $argument:ident: $kind:ty)*) $(-> $result:ty)?;)+) => {
        $($(#[$attribute])* fn $name(&$this $(, $argument: $kind)*) $(-> $result)? {
            $inner!($this, position => position.$name($($argument),*))
        })+
    };
}

/// Implements most methods of `Position` by calls to the position that `$inner` finds inside the value. The attribute,
/// such as `#[inline]`, is put on the short methods.
macro_rules! delegate_position {
    ($inner:ident $(#[$attribute:meta])?) => {
        $crate::position::delegate! {
            $inner:
            fn rules(&self) -> Rules;
            $(#[$attribute])? fn side(&self) -> Side;
            $(#[$attribute])? fn key(&self) -> Key;
            $(#[$attribute])? fn piece_at(&self, square: Square) -> Option<Piece>;
            $(#[$attribute])? fn in_check(&self) -> bool;
            $(#[$attribute])? fn variant_end(&self) -> Option<Ending>;
            fn generate_moves(&self, moves: &mut MoveList);
            fn generate_captures(&self, moves: &mut MoveList);
            fn generate_quiets(&self, moves: &mut MoveList);
            fn generate_quiet_checks(&self, moves: &mut MoveList);
            fn count_moves(&self) -> u32;
            fn is_legal(&self, mv: Move) -> bool;
            fn gives_check(&self, mv: Move) -> bool;
            fn captured(&self, mv: Move) -> Option<Piece>;
            $(#[$attribute])? fn castling_rook(&self, mv: Move) -> Option<Square>;
            $(#[$attribute])? fn landing(&self, mv: Move) -> Option<Square>;
            fn castling_move(&self, king: Square, to: Square) -> Option<Move>;
            $(#[$attribute])? fn halfmove_clock(&self) -> u16;
            $(#[$attribute])? fn halfmove_limit(&self) -> u16;
            fn ending_without_moves(&self) -> Ending;
            fn judge_repetition(&self, cycle: &[Past]) -> Ending;
        }
    };
}

pub(crate) use delegate;
pub(crate) use delegate_position;
