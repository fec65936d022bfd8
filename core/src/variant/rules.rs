//! The games by name, with access to their descriptions.

use super::{PieceType, SideNames, Variant, games};
use crate::from_fn::from_fn;
use crate::types::{Kind, Move, MoveKind, Piece, Promotion, Side, Square};
use core::fmt;
use core::str::FromStr;

/// Defines the enumeration of games, the list `ALL` and the function `variant` from one list of games.
macro_rules! games {
    ($($(#[$attribute:meta])* $game:ident: $variant:path;)+) => {
        /// The choice of a game, such as xiangqi or chess.
        ///
        /// The enumeration has every game in each build, also a game whose feature is off.
        /// [`Rules::PLAYABLE`] lists the games that this build can play.
        ///
        /// # Examples
        /// ```
        /// use chuhe_core::{Position, rules::Rules};
        /// let rules: Rules = "chess".parse()?;
        /// let e4 = rules.move_named("e2e4").expect("two squares");
        /// assert!(rules.start().is_legal(e4));
        /// assert_eq!(rules.move_name(e4).to_string(), "e2e4");
        /// # Ok::<(), chuhe_core::rules::UnknownRules>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub enum Rules {
            $($(#[$attribute])* $game,)+
        }

        impl Rules {
            /// Every game, also one that this build cannot play.
            pub const ALL: &'static [Self] = &[$(Self::$game),+];

            /// Returns the description of the game: its board size, pieces, names and notation.
            pub const fn variant(self) -> &'static Variant {
                match self {
                    $(Self::$game => &$variant,)+
                }
            }
        }
    };
}

games! {
    /// Xiangqi, 9 files by 10 ranks.
    #[default]
    Xiangqi: games::XIANGQI;
    /// Zhonggong xiangqi, 9 files by 9 ranks.
    Zhonggong: games::ZHONGGONG;
    /// International chess, 8 files by 8 ranks.
    Chess: games::CHESS;
}

impl Rules {
    /// The games that this build can play.
    pub const PLAYABLE: &'static [Self] = &[
        Self::Xiangqi,
        #[cfg(feature = "zhonggong")]
        Self::Zhonggong,
        #[cfg(feature = "chess")]
        Self::Chess,
    ];

    /// Returns the name of the game in files, options and protocols.
    pub const fn name(self) -> &'static str {
        self.variant().name
    }

    /// Returns the number of files and the number of ranks.
    pub const fn size(self) -> (u8, u8) {
        (self.variant().files, self.variant().ranks)
    }

    /// Returns the number of the lowest rank in coordinates: 0 in xiangqi, 1 in chess.
    pub const fn first_rank(self) -> u8 {
        self.variant().first_rank
    }

    /// Returns the number of a square's file. Files count from 1, from the right of the player `side`.
    pub const fn file_number(self, side: Side, square: Square) -> u8 {
        match side {
            Side::Red => self.variant().files - square.file(),
            Side::Black => square.file() + 1,
        }
    }

    /// Returns the type of the pieces of a kind, if the game has such pieces.
    pub const fn piece_type(self, kind: Kind) -> Option<&'static PieceType> {
        self.variant().piece(kind)
    }

    /// Returns the kinds of piece that exchanges remove: the first for one soldier, the second for two, and so on.
    pub const fn prices(self) -> &'static [Kind] {
        self.variant().exchange_prices
    }

    /// Says whether a soldier becomes another piece on the last rank.
    pub const fn has_promotion(self) -> bool {
        !self.variant().promotions.is_empty()
    }

    /// Says whether positions of the game can have rights to castle or to capture en passant.
    pub const fn has_rights(self) -> bool {
        self.variant().castling || self.variant().en_passant
    }

    /// Returns the name of a square in coordinates, such as `e4`.
    pub fn square_name(self, square: Square) -> impl fmt::Display {
        let (file, rank) = (b'a' + square.file(), square.rank() + self.first_rank());
        from_fn(move |f| write!(f, "{}{rank}", file as char))
    }

    /// Returns a move in coordinates, such as `e2e4`. A promotion adds the letter of the new piece, unless that is a
    /// queen. Unlike this function, [`notation::write`](crate::notation::write) writes `q`, too.
    pub fn move_name(self, mv: Move) -> impl fmt::Display {
        from_fn(move |f| match mv.kind() {
            MoveKind::Normal { from, to, promotion } => {
                write!(f, "{}{}", self.square_name(from), self.square_name(to))?;
                match promotion {
                    Promotion::Queen => Ok(()),
                    _ => write!(f, "{}", promotion.letter()),
                }
            }
            MoveKind::Exchange { .. } => write!(f, "{mv:?}"),
        })
    }

    /// Returns the English name of a side: `red`, `white` or `black`.
    pub const fn side_name(self, side: Side) -> &'static str {
        match (self.variant().sides, side) {
            (SideNames::RedBlack, Side::Red) => "red",
            (SideNames::WhiteBlack, Side::Red) => "white",
            (SideNames::RedBlack | SideNames::WhiteBlack, Side::Black) => "black",
        }
    }

    /// Returns the English name of a kind, such as `horse` in xiangqi and `knight` in chess. A kind
    /// that the game lacks has the name of [`Kind::name`].
    pub fn kind_name(self, kind: Kind) -> &'static str {
        self.piece_type(kind).map_or(kind.name(), |piece| piece.english)
    }

    /// Returns the English name of a piece with its side, such as `red horse` or `white knight`.
    pub fn piece_name(self, piece: Piece) -> impl fmt::Display {
        let (side, kind) = (self.side_name(piece.side()), self.kind_name(piece.kind()));
        from_fn(move |f| write!(f, "{side} {kind}"))
    }

    /// Reads a square, such as `e4` or `E4`. Returns `None` if the game has no such square.
    pub fn square_named(self, name: &str) -> Option<Square> {
        let square = Square::from_name(name)?.offset(0, -(self.first_rank() as i8))?;
        let (files, ranks) = self.size();
        Some(square).filter(|square| square.file() < files && square.rank() < ranks)
    }

    /// Reads a move as [`move_name`](Self::move_name) writes it. The move need not be legal.
    pub fn move_named(self, name: &str) -> Option<Move> {
        Move::read(name, |square| self.square_named(square))
    }
}

#[cfg(all(feature = "zhonggong", feature = "chess"))]
const _: () = assert!(Rules::PLAYABLE.len() == Rules::ALL.len(), "PLAYABLE lacks a game");

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a name that no game of this build has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownRules;

impl fmt::Display for UnknownRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the rule sets are")?;
        Rules::PLAYABLE.iter().try_for_each(|rules| write!(f, " {rules}"))
    }
}

impl core::error::Error for UnknownRules {}

impl FromStr for Rules {
    type Err = UnknownRules;

    fn from_str(name: &str) -> Result<Self, UnknownRules> {
        Self::PLAYABLE
            .iter()
            .copied()
            .find(|rules| rules.name().eq_ignore_ascii_case(name))
            .ok_or(UnknownRules)
    }
}
