//! The settings, saved in a file.

use crate::endgames::Problem;
use crate::player::{Limit, PlayerSetting};
use crate::training::Training;
use chuhe_core::notation::{Script, Style};
use chuhe_core::played::TimeControl;
use chuhe_core::rules::Rules;
use chuhe_core::{Level, Side};
use chuhe_view::text::{Language, Text};
use chuhe_view::{BoardDesign, Labels, PieceSet, Theme};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::str::FromStr;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Settings {
    #[serde(with = "LanguageName")]
    pub language: Language,
    pub theme: ColorTheme,
    #[serde(with = "PieceSetName")]
    pub pieces: PieceSet,
    pub notation: Notation,
    pub blink: bool,
    pub show_moves: bool,
    /// True if a tip names the piece under the pointer.
    pub piece_names: bool,
    /// True if guards and liberties of generals are marked, in games that have them.
    pub show_guards: bool,
    pub show_thinking: bool,
    pub animation: bool,
    pub sounds: bool,
    /// The scale of the window in percent.
    pub scale: u16,
    /// The size of the window in pixels.
    pub window: [u16; 2],
    pub limit: Limit,
    pub book: bool,
    /// The file of the opening book; empty for the program's own book.
    pub book_file: String,
    /// The time control of Red, and of Black unless `black_clock` is set.
    pub clock: ClockSetting,
    /// The time control of Black; `None` if Black has the time control of Red.
    pub black_clock: Option<ClockSetting>,
    /// The name of the last game's rules.
    pub rules: String,
    /// The command lines of engines that have played, the latest first.
    pub programs: Vec<String>,
    /// The folders and files that the library has listed, the latest first.
    pub folders: Vec<String>,
    pub analysis_lines: u8,
    /// The command line of the engine that analyses; empty for the built-in player.
    pub analysis_engine: String,
    /// The number of threads of the analysis; 0 for all threads of the machine except one, but at most four.
    pub analysis_threads: u8,
    /// The memory of the analysis in mebibytes; 0 for the size given on the command line.
    pub analysis_memory: u16,
    /// True if the side of the person is drawn by lot.
    pub either_side: bool,
    /// The attempt at an endgame problem: the board, the number of hints, and the moves. Empty without an attempt.
    pub attempt: String,
    /// The board fields of the FENs of the solved endgame problems.
    pub solved: BTreeSet<String>,
    pub training: Box<Training>,
    pub red: PlayerSetting,
    pub black: PlayerSetting,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: Language::default(),
            theme: ColorTheme::default(),
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
            limit: Limit::Seconds(2),
            book: true,
            book_file: String::new(),
            clock: ClockSetting::None,
            black_clock: None,
            rules: Rules::default().name().to_owned(),
            programs: Vec::new(),
            folders: Vec::new(),
            attempt: String::new(),
            solved: BTreeSet::new(),
            training: Box::default(),
            analysis_lines: 3,
            analysis_engine: String::new(),
            analysis_threads: 0,
            analysis_memory: 0,
            either_side: false,
            red: PlayerSetting::Person,
            black: PlayerSetting::Computer(Level::new(5).unwrap_or_default()),
        }
    }
}

/// The scales that can be chosen, in percent.
pub const SCALES: [u16; 9] = [75, 100, 125, 150, 175, 200, 250, 300, 400];

/// Settings by name, possibly written by another version of the program.
pub type SettingsTable = serde_json::Map<String, Value>;

impl Settings {
    /// Reads settings that another version may have written. A setting that cannot be read gets its value
    /// from `usual`. The names of the unreadable settings are returned, too: for example, `training.aura`.
    pub fn known(table: SettingsTable, usual: &Self) -> (Self, Vec<String>) {
        let (mut settings, mut unknown) = (usual.clone(), Vec::new());
        for (name, value) in table {
            settings.learn(&mut vec![name], value, &mut unknown);
        }
        (settings, unknown)
    }

    /// Sets the entry at a path in the table of the settings. If a table cannot be read as a whole, its entries are
    /// set one by one. The paths of unreadable entries are added to `unknown`.
    fn learn(&mut self, path: &mut Vec<String>, value: Value, unknown: &mut Vec<String>) {
        let Ok(mut all) = serde_json::to_value(&*self) else { return };
        let place = path.iter().fold(&mut all, |place, name| &mut place[name]);
        let old = std::mem::replace(place, value.clone());
        match (serde_json::from_value(all), old, value) {
            (Ok(changed), ..) => *self = changed,
            (Err(_), Value::Object(_), Value::Object(entries)) => {
                for (name, value) in entries {
                    path.push(name);
                    self.learn(path, value, unknown);
                    path.pop();
                }
            }
            (Err(_), ..) => unknown.push(path.join(".")),
        }
    }

    /// The rules of the last game; the default rules if the name is unknown.
    pub fn game(&self) -> Rules {
        self.rules.parse().unwrap_or_default()
    }

    pub(crate) fn take(&mut self, chosen: Self) {
        for side in Side::ALL {
            if let PlayerSetting::Program(line) = chosen.player(side) {
                self.remember(line);
            }
        }
        let Self { red, black, either_side, limit, clock, black_clock, .. } = chosen;
        *self = Self { red, black, either_side, limit, clock, black_clock, ..std::mem::take(self) };
    }

    pub fn remember(&mut self, program: &str) {
        self.programs.retain(|known| known != program);
        self.programs.insert(0, program.to_owned());
        self.programs.truncate(12);
    }

    pub(crate) fn remember_folder(&mut self, place: &str) {
        if !place.is_empty() {
            self.folders.retain(|known| known != place);
            self.folders.insert(0, place.to_owned());
            self.folders.truncate(4);
        }
    }

    pub fn resize(&mut self, larger: bool) {
        let mut scales = SCALES.into_iter();
        let other = match larger {
            true => scales.find(|&scale| scale > self.scale),
            false => scales.rfind(|&scale| scale < self.scale),
        };
        self.scale = other.unwrap_or(self.scale);
    }

    pub const fn player(&self, side: Side) -> &PlayerSetting {
        [&self.red, &self.black][side.index()]
    }

    pub const fn player_mut(&mut self, side: Side) -> &mut PlayerSetting {
        match side {
            Side::Red => &mut self.red,
            Side::Black => &mut self.black,
        }
    }

    pub fn clocks(&self) -> [ClockSetting; 2] {
        [self.clock, self.black_clock.unwrap_or(self.clock)]
    }

    pub fn set_clocks(&mut self, [red, black]: [ClockSetting; 2]) {
        self.clock = red;
        self.black_clock = (black != red).then_some(black);
    }

    /// The notation of moves. Chinese notation uses the script of the language. If the language is English, Chinese
    /// notation uses the script of the pieces.
    pub const fn style(&self) -> Style {
        let chinese = match (self.language, self.pieces) {
            (Language::TraditionalChinese, _) | (Language::English, PieceSet::Traditional) => {
                Style::Chinese(Script::Traditional)
            }
            _ => Style::Chinese(Script::Simplified),
        };
        match (self.notation, self.language) {
            (Notation::Wxf, _) | (Notation::Automatic, Language::English) => Style::Wxf,
            (Notation::Chinese | Notation::Automatic, _) => chinese,
            (Notation::Coordinates, _) => Style::Coordinates,
        }
    }

    /// True if the edges of the board show the names of files and ranks.
    pub fn shows_coordinates(&self, rules: Rules) -> bool {
        matches!(self.style(), Style::Coordinates | Style::Iccs)
            || BoardDesign::of(rules).labels == Labels::Coordinates
    }

    pub fn has_solved(&self, problem: &Problem) -> bool {
        self.solved.contains(problem.id)
    }

    pub fn players(&self) -> [PlayerSetting; 2] {
        [self.red.clone(), self.black.clone()]
    }

    /// The first player that is the computer or a program. If both are persons, it is the computer at the usual level.
    pub(crate) fn machine(&self) -> PlayerSetting {
        let machine = self.players().into_iter().find(PlayerSetting::is_computer);
        machine.unwrap_or(Self::default().black)
    }
}

/// The time control of a player. All times are in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockSetting {
    #[default]
    None,
    PerMove(u32),
    /// A time for the whole game, and an increment after every move.
    Game {
        seconds: u32,
        increment: u32,
    },
    /// A time for a number of moves. After these moves, the player gets the same time for the next `moves` moves.
    Stage {
        moves: u16,
        seconds: u32,
    },
    /// A time for the whole game. After it is used up, each move has `period` seconds.
    Byoyomi {
        seconds: u32,
        period: u32,
    },
}

impl ClockSetting {
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

/// Writes a time control as PGN does: `1/30`, `600+5`, or `-`.
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

impl FromStr for ClockSetting {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let number = |text: &str| text.parse().map_err(drop);
        if let Some((seconds, period)) = text.split_once(":1/") {
            return Ok(Self::Byoyomi { seconds: number(seconds)?, period: number(period)? });
        }
        match (text, text.split_once('/'), text.split_once('+')) {
            ("-", ..) => Ok(Self::None),
            (_, Some(("1", seconds)), _) => Ok(Self::PerMove(number(seconds)?)),
            (_, Some((moves, seconds)), _) => {
                let moves = moves.parse().ok().filter(|&moves| moves > 0).ok_or(())?;
                Ok(Self::Stage { moves, seconds: number(seconds)? })
            }
            (_, None, Some((seconds, increment))) => {
                Ok(Self::Game { seconds: number(seconds)?, increment: number(increment)? })
            }
            _ => Err(()),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColorTheme {
    #[default]
    Wood,
    Dark,
    Contrast,
}

impl ColorTheme {
    pub const fn colors(self) -> &'static Theme {
        [&Theme::WOOD, &Theme::DARK, &Theme::CONTRAST][self as usize]
    }

    pub const ALL: [Self; 3] = [Self::Wood, Self::Dark, Self::Contrast];

    pub const fn label(self) -> Text {
        [Text::Wood, Text::Dark, Text::HighContrast][self as usize]
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notation {
    /// Chinese notation if the language is Chinese, otherwise WXF.
    #[default]
    Automatic,
    Chinese,
    Wxf,
    /// Coordinates such as `h2e2`.
    Coordinates,
}

impl Notation {
    pub const ALL: [Self; 4] = [Self::Automatic, Self::Chinese, Self::Wxf, Self::Coordinates];

    pub const fn label(self) -> Text {
        [Text::Automatic, Text::Chinese, Text::Wxf, Text::Coordinates][self as usize]
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Language", rename_all = "kebab-case")]
enum LanguageName {
    English,
    Chinese,
    TraditionalChinese,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PieceSet", rename_all = "kebab-case")]
enum PieceSetName {
    Traditional,
    Simplified,
    Letters,
    Figures,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_version_has_written_costs_itself_alone() {
        let text = r#"{"theme": "neon", "language": "chinese", "aura": 3, "solved": ["4k4"],
            "training": {"rating": 1234, "aura": 4, "cards": {
                "4k4": {"due": 1, "days": 1, "ease": 250}, "3k5": {"due": 1, "ease": "x"}}}}"#;
        let table = serde_json::from_str(text).unwrap();
        let (settings, unknown) = Settings::known(table, &Settings::default());
        assert_eq!(unknown, ["aura", "theme", "training.aura", "training.cards.3k5"]);
        assert_eq!(settings.training.rating, 1234);
        assert_eq!(settings.training.cards.into_keys().collect::<Vec<_>>(), ["4k4"]);
        assert_eq!((settings.language, settings.theme), (Language::Chinese, ColorTheme::Wood));
        assert!(settings.solved.contains("4k4"));
    }
}
