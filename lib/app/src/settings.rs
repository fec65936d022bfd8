//! The settings, saved in a file.

use crate::player::{Limit, PlayerSetting};
use chuhe_core::played::TimeControl;
use chuhe_core::rules::Rules;
use chuhe_core::{Level, Side};
use chuhe_view::PieceSet;
use chuhe_view::text::{Language, Text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::str::FromStr;

/// The settings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Settings {
    /// The language of the interface.
    #[serde(with = "LanguageName")]
    pub language: Language,
    /// The theme.
    pub theme: Theme,
    /// The signs on the pieces.
    #[serde(with = "PieceSetName")]
    pub pieces: PieceSet,
    /// The notation of moves.
    pub notation: Notation,
    /// True if the selected piece blinks.
    pub blink: bool,
    /// True if the destinations of the selected piece are marked.
    pub show_moves: bool,
    /// True if a tip names the piece under the pointer.
    pub piece_names: bool,
    /// True if guards and liberties of generals are marked, in games with these rules.
    pub show_guards: bool,
    /// True if the computer's search is shown.
    pub show_thinking: bool,
    /// True if moves are animated.
    pub animation: bool,
    /// True if sounds are played.
    pub sounds: bool,
    /// The scale of the window in percent.
    pub scale: u16,
    /// The size of the window in pixels.
    pub window: [u16; 2],
    /// The computer's limit.
    pub limit: Limit,
    /// True if the computer plays from an opening book.
    pub book: bool,
    /// The file of another opening book than that of the program; empty for none.
    pub book_file: String,
    /// The time control of both sides, or of Red alone.
    pub clock: ClockSetting,
    /// The time control of Black, if it differs from that of Red.
    pub black_clock: Option<ClockSetting>,
    /// The name of the last game's rules.
    pub rules: String,
    /// The command lines of engines that have played, the latest first.
    pub programs: Vec<String>,
    /// The number of lines of the analysis.
    pub analysis_lines: u8,
    /// The command line of the engine that analyses; empty for the built-in player.
    pub analysis_engine: String,
    /// True if a lot decides which side the person plays.
    pub either_side: bool,
    /// The boards of the endgame problems that were solved.
    pub solved: BTreeSet<String>,
    /// The player of Red.
    pub red: PlayerSetting,
    /// The player of Black.
    pub black: PlayerSetting,
}

impl Default for Settings {
    /// The defaults: a person plays Red against the computer.
    fn default() -> Self {
        Self {
            language: Language::default(),
            theme: Theme::default(),
            pieces: PieceSet::Traditional,
            notation: Notation::default(),
            blink: true,
            show_moves: true,
            piece_names: true,
            show_guards: true,
            show_thinking: false,
            animation: true,
            sounds: true,
            scale: 100,
            window: [960, 720],
            limit: Limit::default(),
            book: true,
            book_file: String::new(),
            clock: ClockSetting::None,
            black_clock: None,
            rules: Rules::default().name().to_owned(),
            programs: Vec::new(),
            solved: BTreeSet::new(),
            analysis_lines: 3,
            analysis_engine: String::new(),
            either_side: false,
            red: PlayerSetting::Person,
            black: PlayerSetting::Computer(Level::new(5).unwrap_or_default()),
        }
    }
}

/// The scales that can be chosen, in percent.
pub const SCALES: [u16; 9] = [75, 100, 125, 150, 175, 200, 250, 300, 400];

/// The number of engines that are remembered.
const REMEMBERED: usize = 12;

impl Settings {
    /// The rules of the last game; the default ones if the name is unknown.
    #[must_use]
    pub fn game(&self) -> Rules {
        self.rules.parse().unwrap_or_default()
    }

    /// Moves an engine to the front of the remembered ones.
    pub fn remember(&mut self, program: &str) {
        self.programs.retain(|known| known != program);
        self.programs.insert(0, program.to_owned());
        self.programs.truncate(REMEMBERED);
    }

    /// Scales everything up or down by one step.
    pub fn resize(&mut self, larger: bool) {
        let other = if larger {
            SCALES.into_iter().find(|&scale| scale > self.scale)
        } else {
            SCALES.into_iter().rev().find(|&scale| scale < self.scale)
        };
        self.scale = other.unwrap_or(self.scale);
    }

    /// The player of a side.
    #[must_use]
    pub const fn player(&self, side: Side) -> &PlayerSetting {
        match side {
            Side::Red => &self.red,
            Side::Black => &self.black,
        }
    }

    /// The player of a side, mutable.
    pub const fn player_mut(&mut self, side: Side) -> &mut PlayerSetting {
        match side {
            Side::Red => &mut self.red,
            Side::Black => &mut self.black,
        }
    }

    /// The time controls, Red's first.
    #[must_use]
    pub fn clocks(&self) -> [ClockSetting; 2] {
        [self.clock, self.black_clock.unwrap_or(self.clock)]
    }

    /// Sets the time controls, Red's first.
    pub fn set_clocks(&mut self, [red, black]: [ClockSetting; 2]) {
        self.clock = red;
        self.black_clock = (black != red).then_some(black);
    }

    /// The players, Red first.
    #[must_use]
    pub fn players(&self) -> [PlayerSetting; 2] {
        [self.red.clone(), self.black.clone()]
    }
}

/// The time of the players, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockSetting {
    /// No limit.
    #[default]
    None,
    /// This time for every move.
    PerMove(u32),
    /// A time for the whole game, and an increment after every move.
    Game {
        /// The time at the start of the game.
        seconds: u32,
        /// The increment.
        increment: u32,
    },
    /// A time for a number of moves, and again for as many.
    Stage {
        /// The number of moves.
        moves: u16,
        /// The time for them.
        seconds: u32,
    },
    /// A time for the whole game, and after it a time for every move.
    Byoyomi {
        /// The time for the whole game.
        seconds: u32,
        /// The time for every move after it.
        period: u32,
    },
}

impl ClockSetting {
    /// The time control of the game.
    #[must_use]
    pub const fn time_control(self) -> TimeControl {
        match self {
            Self::None => TimeControl::None,
            Self::PerMove(seconds) => TimeControl::PerMove(1000 * seconds as u64),
            Self::Game { seconds, increment } => TimeControl::Game {
                base: 1000 * seconds as u64,
                increment: 1000 * increment as u64,
                moves: None,
            },
            Self::Stage { moves, seconds } => {
                TimeControl::Game { base: 1000 * seconds as u64, increment: 0, moves: Some(moves) }
            }
            Self::Byoyomi { seconds, period } => {
                TimeControl::Byoyomi { base: 1000 * seconds as u64, period: 1000 * period as u64 }
            }
        }
    }
}

/// The words of PGN for a time control: `1/30`, `600+5`, or `-`.
impl Display for ClockSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("-"),
            Self::PerMove(seconds) => write!(f, "1/{seconds}"),
            Self::Game { seconds, increment } => write!(f, "{seconds}+{increment}"),
            Self::Stage { moves, seconds } => write!(f, "{moves}/{seconds}"),
            Self::Byoyomi { seconds, period } => write!(f, "{seconds}:1/{period}"),
        }
    }
}

/// A text that is no time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no time control such as 1/30, 600+5 or -")]
pub struct NoTimeControl;

impl FromStr for ClockSetting {
    type Err = NoTimeControl;

    fn from_str(text: &str) -> Result<Self, NoTimeControl> {
        let number = |text: &str| text.parse().map_err(|_| NoTimeControl);
        if let Some((seconds, period)) = text.split_once(":1/") {
            return Ok(Self::Byoyomi { seconds: number(seconds)?, period: number(period)? });
        }
        match (text, text.split_once('/'), text.split_once('+')) {
            ("-", ..) => Ok(Self::None),
            (_, Some(("1", seconds)), _) => Ok(Self::PerMove(number(seconds)?)),
            (_, Some((moves, seconds)), _) => {
                let moves = moves.parse().ok().filter(|&moves| moves > 0).ok_or(NoTimeControl)?;
                Ok(Self::Stage { moves, seconds: number(seconds)? })
            }
            (_, None, Some((seconds, increment))) => {
                Ok(Self::Game { seconds: number(seconds)?, increment: number(increment)? })
            }
            _ => Err(NoTimeControl),
        }
    }
}

/// A theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// A wooden board on a light background.
    #[default]
    Wood,
    /// Dark colours.
    Dark,
    /// High contrast.
    Contrast,
}

impl Theme {
    /// The colours.
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

/// A notation of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notation {
    /// Chinese where the interface is Chinese, otherwise WXF.
    #[default]
    Automatic,
    /// 炮二平五.
    Chinese,
    /// C2=5.
    Wxf,
    /// h2e2.
    Coordinates,
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 4] = [Self::Automatic, Self::Chinese, Self::Wxf, Self::Coordinates];

    /// The name.
    #[must_use]
    pub const fn label(self) -> Text {
        match self {
            Self::Automatic => Text::Automatic,
            Self::Chinese => Text::Chinese,
            Self::Wxf => Text::Wxf,
            Self::Coordinates => Text::Coordinates,
        }
    }
}

/// The names of languages in the file.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Language", rename_all = "kebab-case")]
enum LanguageName {
    English,
    Chinese,
    TraditionalChinese,
}

/// The names of piece sets in the file.
#[derive(Serialize, Deserialize)]
#[serde(remote = "PieceSet", rename_all = "kebab-case")]
enum PieceSetName {
    Traditional,
    Simplified,
    Letters,
    Figures,
}
