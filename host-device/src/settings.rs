use chuhe_core::played::Seat;
use chuhe_core::rules::Rules;
use chuhe_core::{Level, Side};
use chuhe_view::text::Text;

/// The sides that a person plays; the computer plays the other ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Person {
    Plays(Side),
    /// Two people play.
    PlaysBoth,
}

impl Person {
    pub(crate) const ALL: [Self; 3] =
        [Self::Plays(Side::Red), Self::Plays(Side::Black), Self::PlaysBoth];

    pub fn plays(self, side: Side) -> bool {
        self == Self::PlaysBoth || self == Self::Plays(side)
    }

    /// The seats of a game, Red's first.
    pub fn seats(self) -> [Seat; 2] {
        Side::ALL.map(|side| if self.plays(side) { Seat::Person } else { Seat::Computer })
    }

    pub const fn text(self, rules: Rules) -> Text {
        match self {
            Self::Plays(side) => Text::side(rules, side),
            Self::PlaysBoth => Text::BothSides,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The rules of the next game.
    pub rules: Rules,
    pub level: Level,
    pub person: Person,
    /// True if Black plays from the bottom.
    pub flipped: bool,
}

impl Settings {
    /// The initial settings: xiangqi against an easy level, with the first move.
    pub const fn new() -> Self {
        const EASY: Level = Level::new(3).expect("there are ten levels");
        Self {
            rules: Rules::Xiangqi,
            level: EASY,
            person: Person::Plays(Side::Red),
            flipped: false,
        }
    }

    /// Changes to the next or the previous rules.
    pub fn change_rules(&mut self, on: bool) {
        self.rules = neighbour(Rules::PLAYABLE, self.rules, on);
    }

    /// Changes to the next or the previous level. The lowest follows the highest.
    pub fn change_level(&mut self, on: bool) {
        let levels = Level::MAX.get() + 1;
        let level = (self.level.get() + if on { 1 } else { levels - 1 }) % levels;
        self.level = Level::new(level).unwrap_or_default();
    }

    /// Changes to the next or the previous division of the sides.
    pub fn change_person(&mut self, on: bool) {
        self.person = neighbour(&Person::ALL, self.person, on);
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the neighbour of a value in a ring of values.
fn neighbour<T: Copy + PartialEq>(all: &[T], one: T, on: bool) -> T {
    let index = all.iter().position(|other| *other == one).unwrap_or(0);
    all[(index + if on { 1 } else { all.len() - 1 }) % all.len()]
}
