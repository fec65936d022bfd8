//! What a player chose, kept from one day to the next.

use crate::seat::{Limit, Seat};
use chuhe_core::Level;
use chuhe_host::clock::TimeControl;
use serde::{Deserialize, Serialize};

/// The choices of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Settings {
    /// The language of everything written.
    pub language: Language,
    /// The colours.
    pub theme: Theme,
    /// What is written on the pieces.
    pub pieces: Pieces,
    /// How moves are written.
    pub notation: Notation,
    /// Whether the selected piece blinks.
    pub blink: bool,
    /// Whether the squares that a selected piece can go to are marked.
    pub show_moves: bool,
    /// Whether it is shown what the computer thinks.
    pub show_thinking: bool,
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
            pieces: Pieces::default(),
            notation: Notation::default(),
            blink: true,
            show_moves: true,
            show_thinking: true,
            sounds: true,
            scale: 100,
            window: [960, 720],
            limit: Limit::default(),
            clock: TimeControl::None,
            red: Seat::Person,
            black: Seat::Computer(Level::new(5).unwrap_or_default()),
        }
    }
}

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese.
    Chinese,
}

impl Language {
    /// Every one of them.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];
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
    /// Every one of them.
    pub const ALL: [Self; 3] = [Self::Wood, Self::Dark, Self::Contrast];
}

/// What is written on the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pieces {
    /// Traditional characters.
    #[default]
    Traditional,
    /// Simplified characters.
    Simplified,
    /// Latin letters.
    Letters,
    /// Drawings.
    Figures,
}

impl Pieces {
    /// Every one of them.
    pub const ALL: [Self; 4] = [Self::Traditional, Self::Simplified, Self::Letters, Self::Figures];
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
    /// Every one of them.
    pub const ALL: [Self; 3] = [Self::Chinese, Self::Wxf, Self::Coordinates];
}
