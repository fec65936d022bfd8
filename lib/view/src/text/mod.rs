//! The texts of the interface in English and Chinese.

mod lessons;
mod table;
mod traditional;

pub use lessons::{LESSONS, Lesson};
pub use table::Text;
pub use traditional::Traditional;

use chuhe_core::rules::{Illegal, Obstacle, Region, Rules, SetupError, SetupFault, SideNames};
use chuhe_core::{Kind, Piece, Side, Square};
use core::fmt::{self, Display};
use traditional::first_traditional;

/// A language of the interface.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Language {
    /// English, which stands in for all languages but Chinese.
    #[default]
    English,
    /// Chinese in simplified characters.
    Chinese,
    /// Chinese in traditional characters, in the forms used in Taiwan.
    TraditionalChinese,
}

impl Language {
    /// All languages, in the order of [`next`](Self::next).
    pub const ALL: [Self; 3] = [Self::English, Self::Chinese, Self::TraditionalChinese];

    /// Returns the language of a tag or locale, such as `zh-TW` or `zh_CN.UTF-8`. All tags but those of Chinese
    /// give English. If the tag names no script, Taiwan, Hong Kong and Macau get traditional characters.
    ///
    /// ```
    /// use chuhe_view::text::Language;
    /// assert_eq!(Language::of_tag("zh_TW.UTF-8"), Language::TraditionalChinese);
    /// assert_eq!(Language::of_tag("zh"), Language::Chinese);
    /// assert_eq!(Language::of_tag("zh-Hans-HK"), Language::Chinese);
    /// ```
    pub fn of_tag(tag: &str) -> Self {
        let mut parts = tag.split(['-', '_', '.', '@']);
        if !parts.next().is_some_and(|language| language.eq_ignore_ascii_case("zh")) {
            return Self::English;
        }
        // A script stands before the region, so the first known part decides.
        let known = ["Hans", "Hant", "TW", "HK", "MO"];
        let told = parts.find(|part| known.iter().any(|it| part.eq_ignore_ascii_case(it)));
        let is_traditional = told.is_some_and(|part| !part.eq_ignore_ascii_case("Hans"));
        if is_traditional { Self::TraditionalChinese } else { Self::Chinese }
    }

    /// Returns the language after this one. After the last language comes the first.
    #[must_use]
    pub fn next(self) -> Self {
        let after = Self::ALL.into_iter().skip_while(|&language| language != self).nth(1);
        after.unwrap_or(Self::ALL[0])
    }

    /// Returns the name of the language in its own words, such as `English` or `简体中文`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Chinese => "简体中文",
            Self::TraditionalChinese => "繁體中文",
        }
    }

    /// Returns the text between words and sentences: a space in English, nothing in Chinese.
    pub const fn space(self) -> &'static str {
        match self {
            Self::English => " ",
            Self::Chinese | Self::TraditionalChinese => "",
        }
    }
}

impl Text {
    /// Returns the text with the values filled in: the first for `{0}`, the second for `{1}` and so on.
    ///
    /// ```
    /// use chuhe_view::text::{Language, Text};
    /// let text = Text::Moved.with(Language::English, &[&"Red", &"C2=5"]);
    /// assert_eq!(text.to_string(), "Red played C2=5.");
    /// ```
    pub const fn with<'a>(self, language: Language, values: &'a [&'a dyn Display]) -> Filled<'a> {
        Filled { text: self.get(language), values }
    }

    const fn by_side(rules: Rules, side: Side, [red, white, black]: [Self; 3]) -> Self {
        match (side, rules.variant().sides) {
            (Side::Red, SideNames::RedBlack) => red,
            (Side::Red, SideNames::WhiteBlack) => white,
            (Side::Black, SideNames::RedBlack | SideNames::WhiteBlack) => black,
        }
    }

    /// Returns the name of a side: Red or Black, but White or Black in chess.
    pub const fn side(rules: Rules, side: Side) -> Self {
        Self::by_side(rules, side, [Self::Red, Self::White, Self::Black])
    }

    /// Returns the colour of a side as an adjective, such as `red`.
    pub const fn side_of(rules: Rules, side: Side) -> Self {
        Self::by_side(rules, side, [Self::RedOf, Self::WhiteOf, Self::BlackOf])
    }

    /// Returns the text that names a game.
    pub const fn game(rules: Rules) -> Self {
        match rules {
            Rules::Xiangqi => Self::Xiangqi,
            Rules::Zhonggong => Self::Zhonggong,
            Rules::Chess => Self::Chess,
        }
    }

    /// Returns the text that explains the rules of a game.
    pub const fn rules(rules: Rules) -> Self {
        match rules {
            Rules::Xiangqi => Self::XiangqiRules,
            Rules::Zhonggong => Self::ZhonggongRules,
            Rules::Chess => Self::ChessRules,
        }
    }

    /// Returns the headline that says who won a game. `None`: the game is a draw.
    pub const fn outcome(rules: Rules, winner: Option<Side>) -> Self {
        match winner {
            Some(side) => {
                Self::by_side(rules, side, [Self::RedWon, Self::WhiteWon, Self::BlackWon])
            }
            None => Self::Drawn,
        }
    }
}

/// Returns a name that fits the pieces of both sides, even in Chinese.
pub fn kind_name(rules: Rules, kind: Kind, language: Language) -> &'static str {
    let chinese = || rules.piece_type(kind).map_or(kind.name(), |piece| piece.chinese);
    match language {
        Language::English => rules.kind_name(kind),
        Language::Chinese => chinese(),
        Language::TraditionalChinese => first_traditional(chinese()).unwrap_or(chinese()),
    }
}

/// The colour and name of a piece, such as `red horse`. In Chinese, the character depends on the side of the piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named(pub Piece, pub Rules, pub Language);

impl Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(piece, rules, language) = *self;
        let side = Text::side_of(rules, piece.side()).get(language);
        write!(f, "{side}{}{}", language.space(), PieceName(piece, rules, language))
    }
}

struct PieceName(Piece, Rules, Language);

impl Display for PieceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(piece, rules, language) = *self;
        let characters = rules.piece_type(piece.kind()).and_then(|kind| kind.characters.as_ref());
        let side = piece.side().index();
        match (language, characters) {
            (Language::Chinese, Some(own)) => own.simplified[side].fmt(f),
            (Language::TraditionalChinese, Some(own)) => own.traditional[side].fmt(f),
            _ => f.write_str(kind_name(rules, piece.kind(), language)),
        }
    }
}

/// A message that tells why a piece cannot make a move. The last field, if given, replaces a square's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMessage(
    pub Illegal,
    pub Piece,
    pub Rules,
    pub Language,
    pub Option<&'static str>,
);

impl Display for IllegalMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(why, piece, rules, language, place) = *self;
        let kind = rules.piece_type(piece.kind());
        let text = match (why, kind.map(|kind| (kind.obstacle, kind.region))) {
            (Illegal::Blocked(_), Some((Obstacle::Leg, _))) => Text::LegBlocked,
            (Illegal::Blocked(_), Some((Obstacle::Eye, _))) => Text::EyeBlocked,
            (Illegal::Bounds, Some((_, Region::OwnSide))) => Text::RiverBound,
            (Illegal::Bounds, Some((_, Region::Palace))) => Text::PalaceBound,
            _ => Text::illegal(why),
        };
        // For a general in danger, the message names the general instead of the piece that moves.
        let spoken = match why {
            Illegal::NotOwn => {
                let side = Text::side(rules, !piece.side()).get(language);
                return text.with(language, &[&side]).fmt(f);
            }
            Illegal::StillInCheck(_)
            | Illegal::IntoCheck(_)
            | Illegal::LastGuard(_)
            | Illegal::NoLiberty => Kind::General,
            _ => piece.kind(),
        };
        let spoken = PieceName(Piece::new(piece.side(), spoken), rules, language);
        let number = if let Illegal::Price(price) = why { price } else { 0 };
        match why.square() {
            Some(at) => text.with(language, &[&spoken, &Place(rules, at, place)]).fmt(f),
            None => text.with(language, &[&spoken, &number]).fmt(f),
        }
    }
}

/// A message about a fault of a position. The last field, if given, replaces the square's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetupMessage(pub SetupError, pub Language, pub Option<&'static str>);

impl Display for SetupMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(SetupError { rules, fault }, language, place) = *self;
        let mut fill = |text: Text, values: &[&dyn Display]| text.with(language, values).fmt(f);
        let side = |side| Text::side(rules, side).get(language);
        let named = |piece| Named(piece, rules, language);
        let at = |square| Place(rules, square, place);
        match fault {
            SetupFault::NotPlayable => fill(Text::NotPlayable, &[&Text::game(rules).get(language)]),
            SetupFault::Occupied(square) => fill(Text::TwoPieces, &[&at(square)]),
            SetupFault::CannotStand(piece, square) => {
                fill(Text::CannotStand, &[&named(piece), &at(square)])
            }
            SetupFault::TooMany(piece, square) => {
                fill(Text::TooMany, &[&named(piece), &at(square)])
            }
            SetupFault::NoGeneral(owner) => {
                let general = kind_name(rules, Kind::General, language);
                fill(Text::NoGeneral, &[&side(owner), &general])
            }
            SetupFault::GeneralsFacing => fill(Text::GeneralsFacing, &[]),
            SetupFault::OpponentInCheck(owner) => fill(Text::OpponentInCheck, &[&side(owner)]),
            SetupFault::Castling(owner) => fill(Text::NoCastling, &[&side(owner)]),
            SetupFault::EnPassant(square) => fill(Text::NoPassing, &[&at(square)]),
        }
    }
}

/// The `Display` form is the last field, or the name of the square if the last field is `None`.
struct Place(Rules, Square, Option<&'static str>);

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(rules, square, words) = *self;
        match words {
            Some(words) => f.write_str(words),
            None => rules.square_name(square).fmt(f),
        }
    }
}

/// A count, written in thousands, millions or billions when it is large.
#[derive(Clone, Copy, Debug)]
pub struct Count(pub u64);

impl Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            count @ 0..10_000 => write!(f, "{count}"),
            count @ 10_000..1_000_000 => write!(f, "{}k", count / 1000),
            count @ 1_000_000..1_000_000_000 => {
                write!(f, "{}.{}M", count / 1_000_000, count / 100_000 % 10)
            }
            count => write!(f, "{}.{}G", count / 1_000_000_000, count / 100_000_000 % 10),
        }
    }
}

/// The time left on a clock, given in milliseconds. The last nine seconds have tenths, unless the format is `{:.0}`.
#[derive(Clone, Copy, Debug)]
pub struct Clock(pub u32);

impl Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.0 / 100;
        let seconds = self.0.div_ceil(1000);
        match seconds {
            0..10 if f.precision() != Some(0) => write!(f, "0:{:02}.{}", tenths / 10, tenths % 10),
            0..3600 => write!(f, "{}:{:02}", seconds / 60, seconds % 60),
            _ => write!(f, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
        }
    }
}

/// A text that is written with values in place of `{0}`, `{1}` and so on.
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
