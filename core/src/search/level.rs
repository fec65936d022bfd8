use crate::types::{ParseError, SplitMix};
use core::fmt;
use core::str::FromStr;

/// How well the computer plays: 0 like a beginner, 9 as well as it can.
///
/// From level 2 on each looks at about twice the positions of the one below; the lowest look less
/// far, and misjudge by up to so many hundredths. What is forced within their sight no level
/// misses: each finds a mate in one move.
///
/// | level | positions | plies | misjudges by |
/// | --- | --- | --- | --- |
/// | 0 | 2,000 | 2 | 100 |
/// | 1 | 4,000 | 4 | 60 |
/// | 2 | 1,000 | any | 0 |
/// | 3 | 2,000 | any | 0 |
/// | 4 | 4,000 | any | 0 |
/// | 5 | 8,000 | any | 0 |
/// | 6 | 18,000 | any | 0 |
/// | 7 | 40,000 | any | 0 |
/// | 8 | 85,000 | any | 0 |
/// | 9 | as the limits say | any | 0 |
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// What makes a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Play {
    pub(super) depth: u8,
    pub(super) nodes: u64,
    misjudges: u16,
}

const fn play(nodes: u64, depth: u8, misjudges: u16) -> Play {
    Play { depth, nodes, misjudges }
}

/// Each is meant to be 200 Elo stronger than the one below; `docs/strength.md` has the matches.
static LEVELS: [Play; 10] = [
    play(2_000, 2, 100),
    play(4_000, 4, 60),
    play(1_000, u8::MAX, 0),
    play(2_000, u8::MAX, 0),
    play(4_000, u8::MAX, 0),
    play(8_000, u8::MAX, 0),
    play(18_000, u8::MAX, 0),
    play(40_000, u8::MAX, 0),
    play(85_000, u8::MAX, 0),
    play(u64::MAX, u8::MAX, 0),
];

impl Level {
    /// The lowest level.
    pub const MIN: Self = Self(0);
    /// The highest level, which uses all that the limits allow.
    pub const MAX: Self = Self(9);

    /// A level of 0 to 9; `None` beyond.
    #[must_use]
    pub const fn new(level: u8) -> Option<Self> {
        if level <= Self::MAX.0 { Some(Self(level)) } else { None }
    }

    /// The number, 0 to 9.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// How many positions a search of this level looks at, at most.
    #[must_use]
    pub fn nodes(self) -> u64 {
        self.play().nodes
    }

    pub(super) fn play(self) -> Play {
        LEVELS[usize::from(self.0)]
    }
}

impl Play {
    /// Whether positions are misjudged at all.
    pub(super) fn errs(self) -> bool {
        self.misjudges > 0
    }

    /// By how much a position is misjudged: the same whenever it is met.
    pub(super) fn fault(self, mut random: SplitMix) -> i32 {
        if !self.errs() {
            return 0;
        }
        let width = 2 * u64::from(self.misjudges) + 1;
        (random.next() % width) as i32 - i32::from(self.misjudges)
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::MAX
    }
}

impl FromStr for Level {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let level = text.parse().ok().and_then(Self::new);
        level.ok_or(ParseError::expected("a level from 0 to 9"))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
