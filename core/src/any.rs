//! A type for the positions of all games. Methods of [`Rules`] create such positions.

use crate::perft::perft;
use crate::position::{Ending, Past, Position, delegate, delegate_position};
#[cfg(not(all(feature = "zhonggong", feature = "chess")))]
use crate::rules::SetupFault;
#[cfg(feature = "zhonggong")]
use crate::rules::Zhonggong;
#[cfg(feature = "chess")]
use crate::rules::{Chess, castling_rooks, possible_rights};
use crate::rules::{Explain, Illegal, Rights, Rules, Safety, SetupError, Xiangqi};
use crate::search::{
    Cluster, GameTuning, Limits, Monitor, SearchLine, SearchMemory, Searchable, search,
};
use crate::types::{Bitboard, Key, Move, MoveList, Piece, Score, Side, Square};

/// A position of any game, for hosts that choose the game at run time. Devices with room for only
/// one copy of the search use this type, too. [`Rules`] has an example.
#[allow(clippy::large_enum_variant, reason = "there is no heap to put a larger one on")]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AnyPosition {
    /// A position of xiangqi, which every build can play.
    Xiangqi(Xiangqi),
    /// A position of Zhonggong xiangqi, in builds with the feature `zhonggong`.
    #[cfg(feature = "zhonggong")]
    Zhonggong(Zhonggong),
    /// A position of chess, in builds with the feature `chess`.
    #[cfg(feature = "chess")]
    Chess(Chess),
}

/// Evaluates an expression with the position inside an `AnyPosition`.
macro_rules! each {
    ($any:expr, $position:ident => $body:expr) => {
        match $any {
            AnyPosition::Xiangqi($position) => $body,
            #[cfg(feature = "zhonggong")]
            AnyPosition::Zhonggong($position) => $body,
            #[cfg(feature = "chess")]
            AnyPosition::Chess($position) => $body,
        }
    };
}
pub(crate) use each;

impl AnyPosition {
    /// Searches like [`search`](crate::search()), by code compiled only for the game of this position. This
    /// code is a little faster than the code for positions of any game.
    pub fn search(
        &self,
        past: &[Past],
        limits: &Limits,
        table: &[Cluster],
        memory: &mut dyn SearchMemory,
        monitor: &mut dyn Monitor,
    ) -> SearchLine {
        each!(self, position => search(position, past, limits, table, memory, monitor))
    }

    /// Returns the rights to castle and to capture en passant. Only chess has such rights.
    pub fn rights(&self) -> Rights {
        match self {
            #[cfg(feature = "chess")]
            Self::Chess(position) => position.rights(),
            _ => Rights::default(),
        }
    }

    /// Says whether a side has a right to castle with a king or a rook that starts on another square than in chess.
    pub fn is_chess960(&self) -> bool {
        match self {
            #[cfg(feature = "chess")]
            Self::Chess(position) => position.is_chess960(),
            _ => false,
        }
    }

    /// Counts leaves like [`perft`](crate::perft()), by code compiled only for the game of this position.
    pub fn perft(&self, depth: u32) -> u64 {
        each!(self, position => perft(position, depth))
    }
}

impl From<Xiangqi> for AnyPosition {
    fn from(position: Xiangqi) -> Self {
        Self::Xiangqi(position)
    }
}

#[cfg(feature = "zhonggong")]
impl From<Zhonggong> for AnyPosition {
    fn from(position: Zhonggong) -> Self {
        Self::Zhonggong(position)
    }
}

#[cfg(feature = "chess")]
impl From<Chess> for AnyPosition {
    fn from(position: Chess) -> Self {
        Self::Chess(position)
    }
}

impl Position for AnyPosition {
    delegate_position!(each);

    fn make(&mut self, mv: Move) {
        each!(self, position => position.make(mv));
    }

    fn null_move(&self) -> Self {
        each!(self, position => position.null_move().into())
    }
}

impl Searchable for AnyPosition {
    delegate! {
        each:
        fn evaluate(&self) -> Score;
        fn piece_square_score(&self) -> Option<Score>;
        fn correction_keys(&self) -> [u32; 3];
        fn see_ge(&self, mv: Move, threshold: i16) -> bool;
        fn see_value(&self, piece: Piece) -> i16;
        fn allows_null_move(&self) -> bool;
        fn tuning(&self) -> GameTuning;
    }
}

impl Explain for AnyPosition {
    delegate! {
        each:
        fn why_not(&self, mv: Move) -> Option<Illegal>;
        fn attackers_of(&self, square: Square, side: Side) -> Bitboard;
        fn exchangeable(&self, side: Side) -> Bitboard;
        fn exchange(&self, soldiers: Bitboard, victim: Square) -> Result<Move, Illegal>;
        fn safety(&self, side: Side) -> Option<Safety>;
    }
}

impl Rules {
    /// Returns the position with which this game starts.
    ///
    /// # Panics
    /// If this build cannot play the game. [`Rules::PLAYABLE`] lists the games that it can play.
    /// The method `parse` accepts only the names of these games.
    pub fn start(self) -> AnyPosition {
        match self {
            Self::Xiangqi => Xiangqi::start().into(),
            #[cfg(feature = "zhonggong")]
            Self::Zhonggong => Zhonggong::start().into(),
            #[cfg(feature = "chess")]
            Self::Chess => Chess::start().into(),
            #[cfg(not(all(feature = "zhonggong", feature = "chess")))]
            _ => panic!("this build cannot play the game"),
        }
    }

    /// Returns a position with these pieces for the start of a game. `side` moves first.
    ///
    /// # Errors
    /// The first rule that the position breaks, or the fault that this build cannot play the game.
    pub fn set_up(
        self,
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side: Side,
    ) -> Result<AnyPosition, SetupError> {
        match self {
            Self::Xiangqi => Xiangqi::set_up(pieces, side).map(AnyPosition::from),
            #[cfg(feature = "zhonggong")]
            Self::Zhonggong => Zhonggong::new(pieces, side, 0).map(AnyPosition::from),
            #[cfg(feature = "chess")]
            Self::Chess => Chess::set_up(pieces, side).map(AnyPosition::from),
            #[cfg(not(all(feature = "zhonggong", feature = "chess")))]
            rules => Err(SetupError { rules, fault: SetupFault::NotPlayable }),
        }
    }

    /// Returns a position with these pieces and rights. Games other than chess ignore `rights`.
    ///
    /// # Errors
    /// The first rule that the position breaks, or the fault that this build cannot play the game.
    #[cfg_attr(not(feature = "chess"), expect(unused_variables, reason = "only chess has rights"))]
    pub fn set_up_with(
        self,
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side: Side,
        rights: Rights,
    ) -> Result<AnyPosition, SetupError> {
        match self {
            #[cfg(feature = "chess")]
            Self::Chess => Chess::new(pieces, side, rights, 0).map(AnyPosition::from),
            _ => self.set_up(pieces, side),
        }
    }

    /// Returns the rook for each right to castle that a position with these pieces can have. This is the rook on the
    /// file in `preferred`, or the outermost rook if no rook stands on that file.
    #[cfg_attr(not(feature = "chess"), expect(unused_variables, reason = "only chess has rights"))]
    pub fn castling_rooks(
        self,
        piece_at: impl Fn(Square) -> Option<Piece>,
        preferred: Rights,
    ) -> Rights {
        match self {
            #[cfg(feature = "chess")]
            Self::Chess => castling_rooks(piece_at, preferred),
            _ => Rights::default(),
        }
    }

    /// Returns the rights to castle in a game that starts with these pieces. Also returns all squares that a pawn of
    /// `!side` can have passed if the last move was a double step.
    #[cfg_attr(not(feature = "chess"), expect(unused_variables, reason = "only chess has rights"))]
    pub fn possible_rights(
        self,
        piece_at: impl Fn(Square) -> Option<Piece>,
        side: Side,
    ) -> (Rights, Bitboard) {
        match self {
            #[cfg(feature = "chess")]
            Self::Chess => possible_rights(piece_at, side),
            _ => (Rights::default(), Bitboard::EMPTY),
        }
    }
}
