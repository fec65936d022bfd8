use chuhe_core::rules::Rules;
use chuhe_core::{Level, Side};
use chuhe_view::text::Text;

/// Which sides a person plays; the computer plays the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Person {
    /// One side.
    Plays(Side),
    /// Two people play.
    PlaysBoth,
}

impl Person {
    const ALL: [Self; 3] = [Self::Plays(Side::Red), Self::Plays(Side::Black), Self::PlaysBoth];

    /// Whether a person plays the side.
    #[must_use]
    pub fn plays(self, side: Side) -> bool {
        self == Self::PlaysBoth || self == Self::Plays(side)
    }

    /// What it is called.
    #[must_use]
    pub const fn text(self) -> Text {
        match self {
            Self::Plays(side) => Text::side(side),
            Self::PlaysBoth => Text::BothSides,
        }
    }
}

/// What can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The rules of the next game.
    pub rules: Rules,
    /// How well the computer plays.
    pub level: Level,
    /// Which sides a person plays.
    pub person: Person,
    /// Whether Black's side is below.
    pub flipped: bool,
}

impl Settings {
    /// Those of a handheld that is switched on: an easy game of xiangqi with the first move.
    #[must_use]
    pub const fn new() -> Self {
        const EASY: Level = Level::new(3).expect("there are ten levels");
        Self {
            rules: Rules::Xiangqi,
            level: EASY,
            person: Person::Plays(Side::Red),
            flipped: false,
        }
    }

    /// The next rules, or the ones before.
    pub fn change_rules(&mut self, on: bool) {
        self.rules = neighbour(Rules::ALL, self.rules, on);
    }

    /// The next level, or the one before; the highest is followed by the lowest.
    pub fn change_level(&mut self, on: bool) {
        let levels = Level::MAX.get() + 1;
        let level = (self.level.get() + if on { 1 } else { levels - 1 }) % levels;
        self.level = Level::new(level).unwrap_or_default();
    }

    /// The next division of the sides, or the one before.
    pub fn change_person(&mut self, on: bool) {
        self.person = neighbour(&Person::ALL, self.person, on);
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self::new()
    }
}

/// The neighbour of one of several values, in a ring.
fn neighbour<T: Copy + PartialEq>(all: &[T], one: T, on: bool) -> T {
    let index = all.iter().position(|other| *other == one).unwrap_or(0);
    all[(index + if on { 1 } else { all.len() - 1 }) % all.len()]
}
