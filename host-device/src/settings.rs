use chuhe_core::played::{Seat, TimeControl};
use chuhe_core::rules::Rules;
use chuhe_core::{Level, Side};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Person {
    Plays(Side),
    /// Two people play.
    PlaysBoth,
}

impl Person {
    pub(crate) const ALL: [Self; 3] =
        [Self::Plays(Side::Red), Self::Plays(Side::Black), Self::PlaysBoth];

    pub fn seats(self) -> [Seat; 2] {
        let plays = |side| self == Self::PlaysBoth || self == Self::Plays(side);
        Side::ALL.map(|side| if plays(side) { Seat::Person } else { Seat::Computer })
    }
}

pub const CLOCKS: [TimeControl; 4] =
    [TimeControl::None, minutes(5, 0), minutes(10, 5), minutes(30, 0)];

/// Returns a clock with `base` minutes for the game, and `increment` seconds more after every move.
const fn minutes(base: u64, increment: u64) -> TimeControl {
    TimeControl::Game { base: 60_000 * base, increment: 1000 * increment, moves: None }
}

/// The settings that the menu changes. `rules` and `clock` apply only from the next game on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    pub rules: Rules,
    pub clock: TimeControl,
    pub level: Level,
    pub person: Person,
    /// True if Black's side of the board is at the bottom of the display.
    pub flipped: bool,
}

impl Default for Settings {
    /// Returns the initial settings: xiangqi against an easy level. The person has the first move.
    fn default() -> Self {
        const EASY: Level = Level::new(3).expect("there are ten levels");
        Self {
            rules: Rules::Xiangqi,
            clock: TimeControl::None,
            level: EASY,
            person: Person::Plays(Side::Red),
            flipped: false,
        }
    }
}

impl Settings {
    /// Changes the setting of a row to its next value, or to the previous one if `on` is false. The values form a ring.
    pub(crate) fn change(&mut self, row: Row, on: bool) {
        match row {
            Row::Rules => self.rules = neighbour(Rules::PLAYABLE, self.rules, on),
            Row::Clock => self.clock = neighbour(&CLOCKS, self.clock, on),
            Row::Level => {
                let levels = Level::MAX.get() + 1;
                let level = (self.level.get() + if on { 1 } else { levels - 1 }) % levels;
                self.level = Level::new(level).unwrap_or_default();
            }
            _ => self.person = neighbour(&Person::ALL, self.person, on),
        }
    }
}

/// A row of the menu: a command or a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    Back,
    /// Makes the computer move at once.
    MoveNow,
    New,
    Undo,
    Flip,
    Rules,
    Clock,
    Level,
    Person,
}

impl Row {
    pub const ALL: [Self; 9] = [
        Self::Back,
        Self::MoveNow,
        Self::New,
        Self::Undo,
        Self::Flip,
        Self::Rules,
        Self::Clock,
        Self::Level,
        Self::Person,
    ];
}

/// Returns the value after `one` in the ring `all`, or the value before `one` if `on` is false.
pub(crate) fn neighbour<T: Copy + PartialEq>(all: &[T], one: T, on: bool) -> T {
    let index = all.iter().position(|other| *other == one).unwrap_or(0);
    all[(index + if on { 1 } else { all.len() - 1 }) % all.len()]
}
