//! The rows of dialogs whose value can be changed.

use crate::player::{Limit, PlayerSetting};
use crate::settings::ClockSetting;
use crate::settings::{Notation, Settings, Theme};
use chuhe_core::{Level, Side};
use chuhe_view::PieceSet;
use chuhe_view::text::Language;

/// A row of a dialog.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The start of the game.
    Start,
    /// The player of a side.
    Player(Side),
    /// The right of a side to castle; true is the short side.
    Castles(Side, bool),
    /// The square of a possible capture en passant.
    Passed,
    /// The computer's time per move, or its depth.
    Limit,
    /// The engine that analyses.
    AnalysisEngine,
    /// The clocks.
    Clock,
    /// The language.
    Language,
    /// The theme.
    Theme,
    /// The signs on the pieces.
    Pieces,
    /// The notation of moves.
    Notation,
    /// The scale of the window.
    Scale,
    /// The blinking of the selected piece.
    Blink,
    /// The marks on the destinations of a piece.
    ShowMoves,
    /// The marks on guards and liberties of generals.
    ShowGuards,
    /// The panel of the computer's search.
    ShowThinking,
    /// The animation of moves.
    Animation,
    /// The sounds.
    Sounds,
}

impl Choice {
    /// The rows of a new game.
    pub const NEW_GAME: &'static [Self] = &[
        Self::Start,
        Self::Player(Side::Red),
        Self::Player(Side::Black),
        Self::Limit,
        Self::Clock,
    ];

    /// The rows of the editor's rights.
    pub const RIGHTS: &'static [Self] = &[
        Self::Castles(Side::Red, true),
        Self::Castles(Side::Red, false),
        Self::Castles(Side::Black, true),
        Self::Castles(Side::Black, false),
        Self::Passed,
    ];

    /// The rows of the settings.
    pub const SETTINGS: &'static [Self] = &[
        Self::Player(Side::Red),
        Self::Player(Side::Black),
        Self::Limit,
        Self::AnalysisEngine,
        Self::Language,
        Self::Theme,
        Self::Pieces,
        Self::Notation,
        Self::Scale,
        Self::Blink,
        Self::ShowMoves,
        Self::ShowGuards,
        Self::ShowThinking,
        Self::Animation,
        Self::Sounds,
    ];
}

/// The possible scales in percent.
pub(super) const SCALES: [u16; 9] = [75, 100, 125, 150, 175, 200, 250, 300, 400];

/// The possible limits.
const LIMITS: [Limit; 11] = [
    Limit::Seconds(1),
    Limit::Seconds(2),
    Limit::Seconds(5),
    Limit::Seconds(10),
    Limit::Seconds(30),
    Limit::Seconds(60),
    Limit::Depth(2),
    Limit::Depth(4),
    Limit::Depth(6),
    Limit::Depth(8),
    Limit::Depth(10),
];

const fn game(minutes: u32, increment: u32) -> ClockSetting {
    ClockSetting::Game { seconds: 60 * minutes, increment }
}

/// The possible time controls.
const CLOCKS: [ClockSetting; 9] = [
    ClockSetting::None,
    ClockSetting::PerMove(15),
    ClockSetting::PerMove(30),
    ClockSetting::PerMove(60),
    game(5, 0),
    game(5, 3),
    game(10, 5),
    game(20, 10),
    game(60, 30),
];

/// The possible players: a person, the levels, the engines.
fn players(programs: &[String]) -> impl Iterator<Item = PlayerSetting> {
    let computers = (0..=9).filter_map(Level::new).map(PlayerSetting::Computer);
    let programs = programs.iter().cloned().map(PlayerSetting::Program);
    std::iter::once(PlayerSetting::Person).chain(computers).chain(programs)
}

/// Returns the neighbour of a value in a ring of values. For a value that is not in the list, it is
/// the first or the last one.
pub(super) fn turned<T: PartialEq>(
    values: impl IntoIterator<Item = T>,
    present: &T,
    forward: bool,
) -> T {
    let mut values: Vec<T> = values.into_iter().collect();
    let count = values.len();
    let next = match (values.iter().position(|value| value == present), forward) {
        (Some(index), true) => (index + 1) % count,
        (Some(index), false) => (index + count - 1) % count,
        (None, true) => 0,
        (None, false) => count - 1,
    };
    values.swap_remove(next)
}

impl Settings {
    /// The player of a side.
    #[must_use]
    pub const fn player(&self, side: Side) -> &PlayerSetting {
        match side {
            Side::Red => &self.red,
            Side::Black => &self.black,
        }
    }

    /// Changes the player of a side to the next or the previous one. After the known engines comes
    /// one that is still to be named.
    pub fn turn_player(&mut self, side: Side, forward: bool) {
        let unnamed = PlayerSetting::Program(String::new());
        let all: Vec<_> = players(&self.programs).chain([unnamed]).collect();
        *self.player_mut(side) = turned(all, self.player(side), forward);
    }

    /// Changes a setting to its next or previous value. Starts and rights are no settings.
    pub fn turn(&mut self, choice: Choice, forward: bool) {
        let not = |flag: &mut bool| *flag = !*flag;
        match choice {
            Choice::Start | Choice::Castles(..) | Choice::Passed => {}
            Choice::Player(side) => {
                *self.player_mut(side) =
                    turned(players(&self.programs), self.player(side), forward);
            }
            Choice::Limit => self.limit = turned(LIMITS, &self.limit, forward),
            Choice::AnalysisEngine => {
                let built_in = std::iter::once(String::new());
                let engines = built_in.chain(self.programs.iter().cloned());
                self.analysis_engine = turned(engines, &self.analysis_engine, forward);
            }
            Choice::Clock => self.clock = turned(CLOCKS, &self.clock, forward),
            Choice::Language => self.language = turned(Language::ALL, &self.language, forward),
            Choice::Theme => self.theme = turned(Theme::ALL, &self.theme, forward),
            Choice::Pieces => self.pieces = turned(PieceSet::ALL, &self.pieces, forward),
            Choice::Notation => self.notation = turned(Notation::ALL, &self.notation, forward),
            Choice::Scale => self.scale = turned(SCALES, &self.scale, forward),
            Choice::Blink => not(&mut self.blink),
            Choice::ShowMoves => not(&mut self.show_moves),
            Choice::ShowGuards => not(&mut self.show_guards),
            Choice::ShowThinking => not(&mut self.show_thinking),
            Choice::Animation => not(&mut self.animation),
            Choice::Sounds => not(&mut self.sounds),
        }
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_returns_after_all_its_values_in_both_directions() {
        for &choice in Choice::NEW_GAME.iter().chain(Choice::SETTINGS) {
            for forward in [true, false] {
                let start = Settings::default();
                let mut settings = start.clone();
                let returned = (0..20).any(|_| {
                    settings.turn(choice, forward);
                    settings == start
                });
                assert!(returned, "{choice:?} never returns");
            }
        }
    }

    #[test]
    fn a_value_from_the_file_that_is_no_choice_leads_to_one() {
        let mut settings = Settings { scale: 110, ..Settings::default() };
        settings.turn(Choice::Scale, true);
        assert_eq!(settings.scale, SCALES[0]);
        settings.scale = 110;
        settings.resize(true);
        assert_eq!(settings.scale, 125);
        settings.scale = 400;
        settings.resize(true);
        assert_eq!(settings.scale, 400);
    }
}
