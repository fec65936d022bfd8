use crate::types::SplitMix;
use core::fmt;

/// How well the computer plays: 0 like a beginner, 9 as well as it can.
///
/// Lower levels look less far, and misjudge positions by up to so many hundredths. What is forced
/// within their sight no level misses: each finds a mate in one move.
///
/// | level | plies | positions | misjudges by |
/// | --- | --- | --- | --- |
/// | 0 | 1 | 1,000 | 250 |
/// | 1 | 2 | 2,000 | 160 |
/// | 2 | 3 | 4,000 | 120 |
/// | 3 | 4 | 15,000 | 110 |
/// | 4 | 5 | 30,000 | 70 |
/// | 5 | 6 | 60,000 | 35 |
/// | 6 | 7 | 120,000 | 0 |
/// | 7 | 8 | 200,000 | 0 |
/// | 8 | 10 | 600,000 | 0 |
/// | 9 | as the limits say | as the limits say | 0 |
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// What makes a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Play {
    pub(super) depth: u8,
    pub(super) nodes: u64,
    misjudges: u16,
}

const fn play(depth: u8, nodes: u64, misjudges: u16) -> Play {
    Play { depth, nodes, misjudges }
}

static LEVELS: [Play; 10] = [
    play(1, 1_000, 250),
    play(2, 2_000, 160),
    play(3, 4_000, 120),
    play(4, 15_000, 110),
    play(5, 30_000, 70),
    play(6, 60_000, 35),
    play(7, 120_000, 0),
    play(8, 200_000, 0),
    play(10, 600_000, 0),
    play(u8::MAX, u64::MAX, 0),
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
    /// By how much a position is misjudged: the same whenever it is met.
    pub(super) fn fault(self, mut random: SplitMix) -> i32 {
        if self.misjudges == 0 {
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

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
