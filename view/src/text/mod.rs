//! Every word that the program shows, in English and in Chinese.

mod pages;
mod table;

pub use table::Text;

use crate::board::{Board, Ground};
#[cfg(feature = "chess")]
use chuhe_core::rules::ChessFault;
use chuhe_core::rules::{Rules, SetupError};
use chuhe_core::{EndReason, Kind, Piece, Side};
use core::fmt::{self, Display};

/// A language of the interface.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese in simplified characters.
    Chinese,
}

impl Language {
    /// Both languages.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// What the language calls itself.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Chinese => "中文",
        }
    }
}

impl Text {
    /// The text with values in place of `{0}`, `{1}` and so on.
    ///
    /// ```
    /// use chuhe_view::text::{Language, Text};
    /// let text = Text::Moved.with(Language::English, &[&"Red", &"C2=5"]);
    /// assert_eq!(text.to_string(), "Red played C2=5.");
    /// ```
    #[must_use]
    pub const fn with<'a>(self, language: Language, values: &'a [&'a dyn Display]) -> Filled<'a> {
        Filled { text: self.get(language), values }
    }

    /// A side of xiangqi.
    #[must_use]
    pub const fn side(side: Side) -> Self {
        match side {
            Side::Red => Self::Red,
            Side::Black => Self::Black,
        }
    }

    /// A side of a game.
    #[must_use]
    pub fn side_of(rules: Rules, side: Side) -> Self {
        if is_chess(rules) && side == Side::Red { Self::White } else { Self::side(side) }
    }

    /// A kind of piece of a game; its character is one that both sides understand.
    #[must_use]
    pub fn kind_of(rules: Rules, kind: Kind) -> Self {
        match (kind, is_chess(rules)) {
            (Kind::General, false) => Self::General,
            (Kind::General, true) => Self::King,
            (Kind::Advisor, _) => Self::Advisor,
            (Kind::Elephant, false) => Self::Elephant,
            (Kind::Elephant, true) => Self::Bishop,
            (Kind::Horse, false) => Self::Horse,
            (Kind::Horse, true) => Self::Knight,
            (Kind::Chariot, false) => Self::Chariot,
            (Kind::Chariot, true) => Self::Rook,
            (Kind::Cannon, _) => Self::Cannon,
            (Kind::Soldier, false) => Self::Soldier,
            (Kind::Soldier, true) => Self::Pawn,
            (Kind::Queen, _) => Self::Queen,
        }
    }

    /// What a game is called.
    #[must_use]
    pub fn game(rules: Rules) -> Self {
        match rules.name() {
            "zhonggong" => Self::Zhonggong,
            "chess" => Self::Chess,
            _ => Self::Xiangqi,
        }
    }

    /// The page with a game's rules.
    #[must_use]
    pub fn rules(rules: Rules) -> Self {
        match rules.name() {
            "zhonggong" => Self::ZhonggongRules,
            "chess" => Self::ChessRules,
            _ => Self::XiangqiRules,
        }
    }

    /// Why a game is over.
    #[must_use]
    pub const fn reason(reason: EndReason) -> Self {
        match reason {
            EndReason::Checkmate => Self::Checkmate,
            EndReason::Stalemate => Self::Stalemate,
            EndReason::Enclosed => Self::Enclosed,
            EndReason::FiveSoldiers => Self::FiveSoldiers,
            EndReason::InsufficientMaterial => Self::InsufficientMaterial,
            EndReason::PerpetualCheck => Self::PerpetualCheck,
            EndReason::PerpetualChase => Self::PerpetualChase,
            EndReason::Repetition => Self::Repetition,
            EndReason::NoCapture => Self::NoCapture,
            EndReason::Length => Self::Length,
            EndReason::Resignation => Self::Resignation,
            EndReason::Time => Self::Time,
            EndReason::Agreement => Self::Agreement,
            EndReason::Forfeit => Self::Forfeit,
            EndReason::Adjudication => Self::Adjudication,
        }
    }

    /// The headline of a game of xiangqi that is over, by its winner.
    #[must_use]
    pub const fn outcome(winner: Option<Side>) -> Self {
        match winner {
            Some(Side::Red) => Self::RedWon,
            Some(Side::Black) => Self::BlackWon,
            None => Self::Drawn,
        }
    }

    /// The headline of a game that is over, by its winner.
    #[must_use]
    pub fn outcome_of(rules: Rules, winner: Option<Side>) -> Self {
        match winner {
            Some(Side::Red) if is_chess(rules) => Self::WhiteWon,
            _ => Self::outcome(winner),
        }
    }
}

/// Whether the pieces have the names of chess.
fn is_chess(rules: Rules) -> bool {
    Board::of(rules).ground == Ground::Squares
}

/// A piece of a game in words, such as `red horse`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named(pub Piece, pub Rules, pub Language);

impl Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(piece, rules, language) = *self;
        let side = match piece.side() {
            Side::Red if is_chess(rules) => Text::WhiteOf,
            Side::Red => Text::RedOf,
            Side::Black => Text::BlackOf,
        };
        let space = if language == Language::English { " " } else { "" };
        let kind = Text::kind_of(rules, piece.kind());
        write!(f, "{}{space}{}", side.get(language), kind.get(language))
    }
}

/// What is wrong with pieces set up on a board, in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetupFault(pub SetupError, pub Language);

impl Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(error, language) = *self;
        let fill = |f: &mut fmt::Formatter<'_>, text: Text, values: &[&dyn Display]| {
            text.with(language, values).fmt(f)
        };
        let side = |rules, side| Text::side_of(rules, side).get(language);
        match error {
            SetupError::Occupied(square) => fill(f, Text::TwoPieces, &[&square]),
            SetupError::CannotStand(piece, square) => {
                fill(f, Text::CannotStand, &[&Named(piece, Rules::Xiangqi, language), &square])
            }
            SetupError::TooMany(piece, square) => {
                fill(f, Text::TooMany, &[&Named(piece, Rules::Xiangqi, language), &square])
            }
            SetupError::NoGeneral(owner) => {
                fill(f, Text::NoGeneral, &[&side(Rules::Xiangqi, owner)])
            }
            SetupError::GeneralsFacing => fill(f, Text::GeneralsFacing, &[]),
            SetupError::OpponentInCheck(owner) => {
                fill(f, Text::OpponentInCheck, &[&side(Rules::Xiangqi, owner)])
            }
            #[cfg(feature = "chess")]
            SetupError::Chess(fault) => {
                let rules = Rules::Chess;
                let at = |square| rules.square_name(square);
                match fault {
                    ChessFault::Occupied(square) => fill(f, Text::TwoPieces, &[&at(square)]),
                    ChessFault::CannotStand(piece, square) => {
                        let piece = Named(piece, rules, language);
                        fill(f, Text::CannotStand, &[&piece, &at(square)])
                    }
                    ChessFault::TooMany(piece, square) => {
                        fill(f, Text::TooMany, &[&Named(piece, rules, language), &at(square)])
                    }
                    ChessFault::NoKing(owner) => fill(f, Text::NoKing, &[&side(rules, owner)]),
                    ChessFault::OpponentInCheck(owner) => {
                        fill(f, Text::OpponentInCheck, &[&side(rules, owner)])
                    }
                    ChessFault::Castling(owner) => {
                        fill(f, Text::NoCastling, &[&side(rules, owner)])
                    }
                    ChessFault::EnPassant(square) => fill(f, Text::NoPassing, &[&at(square)]),
                }
            }
        }
    }
}

/// A text whose values are filled in.
#[derive(Clone, Copy)]
pub struct Filled<'a> {
    text: &'static str,
    values: &'a [&'a dyn Display],
}

impl fmt::Debug for Filled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Display for Filled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.text;
        while let Some((before, after)) = rest.split_once('{') {
            f.write_str(before)?;
            let (slot, after) = after.split_once('}').unwrap_or((after, ""));
            if let Some(value) = slot.parse().ok().and_then(|slot: usize| self.values.get(slot)) {
                value.fmt(f)?;
            }
            rest = after;
        }
        f.write_str(rest)
    }
}
