use core::fmt;

/// How well the computer plays: 0 like a beginner, 9 as well as it can.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

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

    /// How many positions a search of this level looks at.
    pub(super) const fn nodes(self) -> u64 {
        if self.0 == Self::MAX.0 { u64::MAX } else { 200 << (2 * self.0) }
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
