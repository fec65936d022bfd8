use crate::types::{ParseError, SplitMix64};
use core::fmt;
use core::str::FromStr;

/// A playing strength, from 0 (like a beginner) to 9 (as strong as the computer can play).
///
/// Each level from 3 to 8 searches about twice as many positions as the level below. Levels 0 and 1 search only a few
/// plies deep, and noise changes their evaluation. Every level finds a forced end of the game within the depth that it
/// searches, such as a mate in one move.
///
/// # Examples
/// ```
/// use chuhe_core::Level;
/// let level: Level = "3".parse()?;
/// assert_eq!((level.get(), level.nodes()), (3, 2_000));
/// # Ok::<(), chuhe_core::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Level(u8);

#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    pub(super) depth: u8,
    pub(super) nodes: u64,
    noise: u16,
}

/// Each level is meant to be 200 Elo stronger than the level below. Match results are in `docs/lab/levels.md`.
static LEVELS: [Strength; 10] = [
    Strength { nodes: 2_000, depth: 2, noise: 100 },
    Strength { nodes: 4_000, depth: 4, noise: 60 },
    Strength { nodes: 1_000, depth: u8::MAX, noise: 0 },
    Strength { nodes: 2_000, depth: u8::MAX, noise: 0 },
    Strength { nodes: 4_000, depth: u8::MAX, noise: 0 },
    Strength { nodes: 8_000, depth: u8::MAX, noise: 0 },
    Strength { nodes: 18_000, depth: u8::MAX, noise: 0 },
    Strength { nodes: 40_000, depth: u8::MAX, noise: 0 },
    Strength { nodes: 85_000, depth: u8::MAX, noise: 0 },
    Strength { nodes: u64::MAX, depth: u8::MAX, noise: 0 },
];

impl Level {
    /// The lowest level, 0, which searches at most two plies deep.
    pub const MIN: Self = Self(0);
    /// The highest level, 9, which limits neither the depth nor the nodes.
    pub const MAX: Self = Self(9);

    /// Returns the level of a number from 0 to 9; `None` for a larger number.
    pub const fn new(level: u8) -> Option<Self> {
        if level <= Self::MAX.0 { Some(Self(level)) } else { None }
    }

    /// Returns the number of the level, 0 to 9.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Returns the greatest number of positions that a search at this level visits; `u64::MAX` at level 9.
    pub fn nodes(self) -> u64 {
        self.strength().nodes
    }

    pub(super) fn strength(self) -> Strength {
        LEVELS[usize::from(self.0)]
    }
}

impl Strength {
    pub(super) fn is_noisy(self) -> bool {
        self.noise > 0
    }

    /// Returns the noise of a position. Each visit gets the same noise, because the position's key seeds `random`.
    pub(super) fn noise(self, mut random: SplitMix64) -> i32 {
        if !self.is_noisy() {
            return 0;
        }
        let width = 2 * u64::from(self.noise) + 1;
        (random.next() % width) as i32 - i32::from(self.noise)
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::MAX
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> Self {
        level.0
    }
}

impl TryFrom<u8> for Level {
    type Error = ParseError;

    fn try_from(level: u8) -> Result<Self, ParseError> {
        Self::new(level).ok_or(ParseError::expected("a level from 0 to 9"))
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
