//! What a player chose, kept from one day to the next.

use crate::seat::{Limit, Seat};
use chuhe_core::rules::Rules;
use chuhe_core::{Level, Side};
use chuhe_host::clock::TimeControl;
use chuhe_view::PieceSet;
use chuhe_view::text::{Language, Text};
use serde::{Deserialize, Serialize};

/// The choices of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Settings {
    /// The language of everything written.
    #[serde(with = "LanguageName")]
    pub language: Language,
    /// The colours.
    pub theme: Theme,
    /// What is written on the pieces.
    #[serde(with = "PieceSetName")]
    pub pieces: PieceSet,
    /// How moves are written.
    pub notation: Notation,
    /// Whether the selected piece blinks.
    pub blink: bool,
    /// Whether the squares that a selected piece can go to are marked.
    pub show_moves: bool,
    /// Whether guards and liberties of generals are marked, in games that have them.
    pub show_guards: bool,
    /// Whether it is shown what the computer thinks.
    pub show_thinking: bool,
    /// Whether pieces glide to where they go.
    pub animation: bool,
    /// Whether there are sounds.
    pub sounds: bool,
    /// The size of everything, in percent.
    pub scale: u16,
    /// The size of the window, in pixels.
    pub window: [u16; 2],
    /// How long the computer may think.
    pub limit: Limit,
    /// The time control.
    pub clock: TimeControl,
    /// The game that was begun last, by name.
    pub rules: String,
    /// Programs that played, by the lines that start them, the latest first.
    pub programs: Vec<String>,
    /// Who plays Red.
    pub red: Seat,
    /// Who plays Black.
    pub black: Seat,
}

impl Default for Settings {
    /// A person plays Red against the computer.
    fn default() -> Self {
        Self {
            language: Language::default(),
            theme: Theme::default(),
            pieces: PieceSet::Traditional,
            notation: Notation::default(),
            blink: true,
            show_moves: true,
            show_guards: true,
            show_thinking: true,
            animation: true,
            sounds: true,
            scale: 100,
            window: [960, 720],
            limit: Limit::default(),
            clock: TimeControl::None,
            rules: Rules::default().name().to_owned(),
            programs: Vec::new(),
            red: Seat::Person,
            black: Seat::Computer(Level::new(5).unwrap_or_default()),
        }
    }
}

/// How many programs are remembered.
const REMEMBERED: usize = 12;

impl Settings {
    /// The game that was begun last; the usual one if its name is none.
    #[must_use]
    pub fn game(&self) -> Rules {
        self.rules.parse().unwrap_or_default()
    }

    /// Puts a program first among those that played.
    pub fn remember(&mut self, program: &str) {
        self.programs.retain(|known| known != program);
        self.programs.insert(0, program.to_owned());
        self.programs.truncate(REMEMBERED);
    }

    /// Who plays a side, to be changed.
    pub const fn seat_mut(&mut self, side: Side) -> &mut Seat {
        match side {
            Side::Red => &mut self.red,
            Side::Black => &mut self.black,
        }
    }

    /// Who plays each side, Red first.
    #[must_use]
    pub fn seats(&self) -> [Seat; 2] {
        [self.red.clone(), self.black.clone()]
    }
}

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// A wooden board by day.
    #[default]
    Wood,
    /// For the evening.
    Dark,
    /// As clear as can be.
    Contrast,
}

impl Theme {
    /// Its colours.
    #[must_use]
    pub const fn colors(self) -> &'static chuhe_view::Theme {
        match self {
            Self::Wood => &chuhe_view::Theme::WOOD,
            Self::Dark => &chuhe_view::Theme::DARK,
            Self::Contrast => &chuhe_view::Theme::CONTRAST,
        }
    }

    /// All themes.
    pub const ALL: [Self; 3] = [Self::Wood, Self::Dark, Self::Contrast];

    /// The name.
    #[must_use]
    pub const fn label(self) -> Text {
        match self {
            Self::Wood => Text::Wood,
            Self::Dark => Text::Dark,
            Self::Contrast => Text::HighContrast,
        }
    }
}

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notation {
    /// 炮二平五.
    Chinese,
    /// C2=5.
    #[default]
    Wxf,
    /// h2e2.
    Coordinates,
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 3] = [Self::Chinese, Self::Wxf, Self::Coordinates];

    /// The name.
    #[must_use]
    pub const fn label(self) -> Text {
        match self {
            Self::Chinese => Text::Chinese,
            Self::Wxf => Text::Wxf,
            Self::Coordinates => Text::Coordinates,
        }
    }
}

/// What the file calls a language.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Language", rename_all = "kebab-case")]
enum LanguageName {
    English,
    Chinese,
}

/// What the file calls a set of pieces.
#[derive(Serialize, Deserialize)]
#[serde(remote = "PieceSet", rename_all = "kebab-case")]
enum PieceSetName {
    Traditional,
    Simplified,
    Letters,
    Figures,
}
