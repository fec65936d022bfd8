//! The choices of the dialogs: each a row with a value that goes up and down.

use crate::seat::{Limit, Seat};
use crate::settings::{Notation, Settings, Theme};
use chuhe_core::{Level, Side};
use chuhe_host::clock::TimeControl;
use chuhe_view::PieceSet;
use chuhe_view::text::Language;

/// A row of a dialog.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Where the game begins.
    Start,
    /// Who plays a side.
    Player(Side),
    /// Whether a side may castle, towards file `h` or `a`.
    Castles(Side, bool),
    /// On which square can be taken in passing.
    Passed,
    /// How long the computer thinks.
    Limit,
    /// The clocks.
    Clock,
    /// The language.
    Language,
    /// The colours.
    Theme,
    /// What is written on the pieces.
    Pieces,
    /// How moves are written.
    Notation,
    /// The size of everything.
    Scale,
    /// Whether the selected piece blinks.
    Blink,
    /// Whether the squares that a piece can go to are marked.
    ShowMoves,
    /// Whether guards and liberties of generals are marked.
    ShowGuards,
    /// Whether it is shown what the computer thinks.
    ShowThinking,
    /// Whether pieces glide to where they go.
    Animation,
    /// Whether there are sounds.
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

    /// The rows of the rights of a position being set up.
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

/// The sizes that can be chosen, in percent.
pub(super) const SCALES: [u16; 9] = [75, 100, 125, 150, 175, 200, 250, 300, 400];

/// The limits that can be chosen.
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

const fn game(minutes: u32, increment: u32) -> TimeControl {
    TimeControl::Game { seconds: 60 * minutes, increment }
}

/// The time controls that can be chosen.
const CLOCKS: [TimeControl; 9] = [
    TimeControl::None,
    TimeControl::PerMove(15),
    TimeControl::PerMove(30),
    TimeControl::PerMove(60),
    game(5, 0),
    game(5, 3),
    game(10, 5),
    game(20, 10),
    game(60, 30),
];

/// A person, then the levels, then the programs.
fn seats(programs: &[String]) -> impl Iterator<Item = Seat> {
    let computers = (0..=9).filter_map(Level::new).map(Seat::Computer);
    let programs = programs.iter().cloned().map(Seat::Program);
    std::iter::once(Seat::Person).chain(computers).chain(programs)
}

/// The value before or behind the present one, around the end; what is not in the list comes
/// before its first.
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
    /// Who plays a side.
    #[must_use]
    pub const fn seat(&self, side: Side) -> &Seat {
        match side {
            Side::Red => &self.red,
            Side::Black => &self.black,
        }
    }

    /// Gives a side its next player or the one before; behind the programs that played comes one
    /// that is still to be named.
    pub fn turn_player(&mut self, side: Side, forward: bool) {
        let unnamed = Seat::Program(String::new());
        let all: Vec<_> = seats(&self.programs).chain([unnamed]).collect();
        *self.seat_mut(side) = turned(all, self.seat(side), forward);
    }

    /// Gives a choice its next value or the one before; a start and the rights of a position are
    /// not among the settings.
    pub fn turn(&mut self, choice: Choice, forward: bool) {
        let not = |flag: &mut bool| *flag = !*flag;
        match choice {
            Choice::Start | Choice::Castles(..) | Choice::Passed => {}
            Choice::Player(side) => {
                *self.seat_mut(side) = turned(seats(&self.programs), self.seat(side), forward);
            }
            Choice::Limit => self.limit = turned(LIMITS, &self.limit, forward),
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

    /// Makes everything a step larger or smaller, to the largest or smallest.
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
