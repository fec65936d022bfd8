//! The rule sets. Nowhere else is a game named, but in its notation and its pieces.

#[cfg(feature = "chess")]
mod chess;
mod explain;
pub(crate) mod nine;
mod see;
mod setup;
mod tapered_score;
mod xiangqi;
#[cfg(feature = "zhonggong")]
mod zhonggong;

use crate::perft::perft;
use crate::position::{Ending, Past, Position};
use crate::search::{
    Cluster, GameTuning, Limits, Monitor, SearchMemory, SearchResult, Searchable, search,
};
use crate::types::{Bitboard, Key, Kind, Move, MoveList, Piece, Score, Side, Square};
use core::fmt;
use core::str::FromStr;

#[cfg(feature = "chess")]
pub use chess::{Castling, Chess, ChessFault};
pub use explain::{Explain, Illegal, Safety};
pub use setup::{Rights, SetupError};
pub use xiangqi::Xiangqi;
#[cfg(feature = "zhonggong")]
pub use zhonggong::Zhonggong;

/// A rule set, by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rules {
    /// Xiangqi, 9 files by 10 ranks.
    #[default]
    Xiangqi,
    /// Zhonggong xiangqi, 9 files by 9 ranks.
    #[cfg(feature = "zhonggong")]
    Zhonggong,
    /// International chess, 8 files by 8 ranks.
    #[cfg(feature = "chess")]
    Chess,
}

impl Rules {
    /// Every rule set of this build.
    pub const ALL: &'static [Self] = &[
        Self::Xiangqi,
        #[cfg(feature = "zhonggong")]
        Self::Zhonggong,
        #[cfg(feature = "chess")]
        Self::Chess,
    ];

    /// The name by which files, options and protocols call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xiangqi => "xiangqi",
            #[cfg(feature = "zhonggong")]
            Self::Zhonggong => "zhonggong",
            #[cfg(feature = "chess")]
            Self::Chess => "chess",
        }
    }

    /// How many files and ranks the board has.
    #[must_use]
    pub const fn size(self) -> (u8, u8) {
        match self {
            Self::Xiangqi => (9, 10),
            #[cfg(feature = "zhonggong")]
            Self::Zhonggong => (9, 9),
            #[cfg(feature = "chess")]
            Self::Chess => (8, 8),
        }
    }

    /// What the rank next to Red is called.
    #[must_use]
    pub const fn first_rank(self) -> u8 {
        match self {
            #[cfg(feature = "chess")]
            Self::Chess => 1,
            _ => 0,
        }
    }

    /// Whether a soldier becomes another piece on the last rank.
    #[must_use]
    pub const fn promotes(self) -> bool {
        match self {
            #[cfg(feature = "chess")]
            Self::Chess => true,
            _ => false,
        }
    }

    /// What soldiers given up in an exchange buy: one the first kind, two the second, and so on;
    /// nothing in games without exchanges.
    #[must_use]
    pub const fn prices(self) -> &'static [Kind] {
        match self {
            #[cfg(feature = "zhonggong")]
            Self::Zhonggong => zhonggong::prices(),
            _ => &[],
        }
    }

    /// A square by the name that players of the game give it.
    pub fn square_name(self, square: Square) -> impl fmt::Display {
        SquareName(square, self.first_rank())
    }

    /// What players of the game call a side.
    #[must_use]
    pub const fn side_name(self, side: Side) -> &'static str {
        match (self, side) {
            #[cfg(feature = "chess")]
            (Self::Chess, Side::Red) => "white",
            (_, Side::Red) => "red",
            (_, Side::Black) => "black",
        }
    }

    /// The square of a name, the file in either case.
    #[must_use]
    pub fn square_named(self, name: &str) -> Option<Square> {
        let &[file, rank] = name.as_bytes() else { return None };
        let file = file.to_ascii_lowercase().checked_sub(b'a')?;
        let rank = rank.checked_sub(b'0').filter(|rank| *rank < 10)?;
        let rank = rank.checked_sub(self.first_rank())?;
        let (files, ranks) = self.size();
        if file < files && rank < ranks { Square::new(file, rank) } else { None }
    }

    /// The position at the start of a game.
    #[must_use]
    pub fn start(self) -> AnyPosition {
        match self {
            Self::Xiangqi => AnyPosition::Xiangqi(Xiangqi::start()),
            #[cfg(feature = "zhonggong")]
            Self::Zhonggong => AnyPosition::Zhonggong(Zhonggong::start()),
            #[cfg(feature = "chess")]
            Self::Chess => AnyPosition::Chess(Chess::start()),
        }
    }

    /// A position with these pieces to begin a game from.
    ///
    /// # Errors
    /// The first rule of such a position that it breaks.
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
        }
    }
}

impl Rules {
    /// The same with rights, of which those count that the game has.
    ///
    /// # Errors
    /// The first rule of such a position that it breaks.
    pub fn set_up_with(
        self,
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side: Side,
        _rights: Rights,
    ) -> Result<AnyPosition, SetupError> {
        match self {
            #[cfg(feature = "chess")]
            Self::Chess => {
                let castling = Castling { short: _rights.short, long: _rights.long };
                Chess::new(pieces, side, castling, _rights.passed, 0).map(AnyPosition::from)
            }
            _ => self.set_up(pieces, side),
        }
    }

    /// The rights that pieces on a board can go with when a side is to move, all squares that can
    /// have been passed among them.
    #[must_use]
    pub fn possible_rights(
        self,
        _stands: impl Fn(Square) -> Option<Piece>,
        _side: Side,
    ) -> (Rights, Bitboard) {
        match self {
            #[cfg(feature = "chess")]
            Self::Chess => chess::possible_rights(_stands, _side),
            _ => (Rights::default(), Bitboard::EMPTY),
        }
    }
}

/// A square and what the first rank is called.
struct SquareName(Square, u8);

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, rank) = (self.0.file(), self.0.rank() + self.1);
        write!(f, "{}{rank}", (b'a' + file) as char)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no rule set of this build has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownRules;

impl fmt::Display for UnknownRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the rule sets are")?;
        Rules::ALL.iter().try_for_each(|rules| write!(f, " {rules}"))
    }
}

impl core::error::Error for UnknownRules {}

impl FromStr for Rules {
    type Err = UnknownRules;

    fn from_str(name: &str) -> Result<Self, UnknownRules> {
        Self::ALL
            .iter()
            .copied()
            .find(|rules| rules.name().eq_ignore_ascii_case(name))
            .ok_or(UnknownRules)
    }
}

/// A position of any game, for hosts that choose the game at run time and for devices that have
/// room for one copy of the search.
#[allow(clippy::large_enum_variant, reason = "there is no heap to put a larger one on")]
#[derive(Clone, PartialEq, Debug)]
pub enum AnyPosition {
    /// A position of xiangqi.
    Xiangqi(Xiangqi),
    /// A position of Zhonggong xiangqi.
    #[cfg(feature = "zhonggong")]
    Zhonggong(Zhonggong),
    /// A position of chess.
    #[cfg(feature = "chess")]
    Chess(Chess),
}

/// The one place that lists the games: does the same to whichever position it is.
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

impl AnyPosition {
    /// Searches like [`search`](crate::search()), by code compiled for these rules alone. It is a
    /// little faster than the code for positions of any rules.
    pub fn search(
        &self,
        past: &[Past],
        limits: &Limits,
        table: &[Cluster],
        memory: &mut dyn SearchMemory,
        monitor: &mut dyn Monitor,
    ) -> SearchResult {
        each!(self, position => search(position, past, limits, table, memory, monitor))
    }

    /// What it has beside its pieces and the side to move.
    #[must_use]
    pub fn rights(&self) -> Rights {
        match self {
            #[cfg(feature = "chess")]
            Self::Chess(position) => {
                let Castling { short, long } = position.castling();
                Rights { short, long, passed: position.en_passant() }
            }
            _ => Rights::default(),
        }
    }

    /// Does what [`perft`](crate::perft()) does, by the copy of it that was made for these rules.
    #[must_use]
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
    fn rules(&self) -> Rules {
        each!(self, position => position.rules())
    }

    fn side(&self) -> Side {
        each!(self, position => position.side())
    }

    fn key(&self) -> Key {
        each!(self, position => position.key())
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        each!(self, position => position.piece_at(square))
    }

    fn in_check(&self) -> bool {
        each!(self, position => position.in_check())
    }

    fn variant_end(&self) -> Option<Ending> {
        each!(self, position => position.variant_end())
    }

    fn generate_moves(&self, moves: &mut MoveList) {
        each!(self, position => position.generate_moves(moves));
    }

    fn generate_captures(&self, moves: &mut MoveList) {
        each!(self, position => position.generate_captures(moves));
    }

    fn generate_quiets(&self, moves: &mut MoveList) {
        each!(self, position => position.generate_quiets(moves));
    }

    fn generate_quiet_checks(&self, moves: &mut MoveList) {
        each!(self, position => position.generate_quiet_checks(moves));
    }

    fn count_moves(&self) -> u32 {
        each!(self, position => position.count_moves())
    }

    fn is_legal(&self, mv: Move) -> bool {
        each!(self, position => position.is_legal(mv))
    }

    fn gives_check(&self, mv: Move) -> bool {
        each!(self, position => position.gives_check(mv))
    }

    fn captured(&self, mv: Move) -> Option<Piece> {
        each!(self, position => position.captured(mv))
    }

    fn make(&mut self, mv: Move) {
        each!(self, position => position.make(mv));
    }

    fn null_move(&self) -> Self {
        each!(self, position => position.null_move().into())
    }

    fn halfmove_clock(&self) -> u16 {
        each!(self, position => position.halfmove_clock())
    }

    fn halfmove_limit(&self) -> u16 {
        each!(self, position => position.halfmove_limit())
    }

    fn ending_without_moves(&self) -> Ending {
        each!(self, position => position.ending_without_moves())
    }

    fn judge_repetition(&self, cycle: &[Past]) -> Ending {
        each!(self, position => position.judge_repetition(cycle))
    }
}

impl Searchable for AnyPosition {
    fn evaluate(&self) -> Score {
        each!(self, position => position.evaluate())
    }

    fn piece_square_score(&self) -> Option<Score> {
        each!(self, position => position.piece_square_score())
    }

    fn correction_keys(&self) -> [u32; 3] {
        each!(self, position => position.correction_keys())
    }

    fn see_ge(&self, mv: Move, threshold: i16) -> bool {
        each!(self, position => position.see_ge(mv, threshold))
    }

    fn see_value(&self, piece: Piece) -> i16 {
        each!(self, position => position.see_value(piece))
    }

    fn allows_null_move(&self) -> bool {
        each!(self, position => position.allows_null_move())
    }

    fn tuning(&self) -> GameTuning {
        each!(self, position => position.tuning())
    }
}

impl Explain for AnyPosition {
    fn why_not(&self, mv: Move) -> Option<Illegal> {
        each!(self, position => position.why_not(mv))
    }

    fn exchangeable(&self, side: Side) -> Bitboard {
        each!(self, position => position.exchangeable(side))
    }

    fn exchange(&self, soldiers: Bitboard, victim: Square) -> Result<Move, Illegal> {
        each!(self, position => position.exchange(soldiers, victim))
    }

    fn safety(&self, side: Side) -> Option<Safety> {
        each!(self, position => position.safety(side))
    }
}
