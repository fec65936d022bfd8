use core::fmt;
use core::ops::{Add, Neg, Sub};

/// The value of a position for the side to move, in hundredths of a soldier. The score of a forced win is
/// [`Score::MATE`] minus the number of plies until the win.
///
/// # Examples
/// ```
/// use chuhe_core::Score;
/// assert_eq!(Score::mate_in(3).mate_distance(), Some(3));
/// assert_eq!((-Score::mate_in(4)).mate_distance(), Some(-4));
/// assert_eq!(Score::new(120).mate_distance(), None);
/// assert_eq!(Score::new(-57).to_string(), "-0.57");
/// assert_eq!(Score::mated_in(0).to_string(), "-#0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Score(i16);

impl Score {
    /// The score of a win in 0 plies.
    pub const MATE: Self = Self(32_000);
    /// The score of the slowest forced win. Scores between `-WIN` and `WIN` are not mates.
    pub const WIN: Self = Self(31_000);
    /// The score of a draw, and of a position in which neither side is better.
    pub const DRAW: Self = Self(0);
    /// The score of a win by repetition, which is above every evaluation but is no mate score.
    pub const REPETITION_WIN: Self = Self(30_000);
    /// A bound that is greater than every score.
    pub const INFINITE: Self = Self(32_500);

    /// The score of this number of hundredths of a soldier.
    #[inline]
    pub const fn new(hundredths: i16) -> Self {
        Self(hundredths)
    }

    /// Makes a score from an evaluation, clamped strictly between a loss by repetition and a win by repetition.
    #[inline]
    pub const fn from_eval(hundredths: i32) -> Self {
        let limit = Self::REPETITION_WIN.0 as i32 - 1;
        Self(if hundredths > limit {
            limit as i16
        } else if hundredths < -limit {
            -limit as i16
        } else {
            hundredths as i16
        })
    }

    /// The score if the side to move wins in `plies` plies.
    #[inline]
    pub const fn mate_in(plies: u16) -> Self {
        Self(Self::MATE.0 - plies as i16)
    }

    /// The score if the side to move loses in `plies` plies.
    #[inline]
    pub const fn mated_in(plies: u16) -> Self {
        Self(plies as i16 - Self::MATE.0)
    }

    /// The number of hundredths of a soldier.
    #[inline]
    pub const fn get(self) -> i16 {
        self.0
    }

    /// Checks for a forced win: a score of [`Score::WIN`] or more.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::WIN.0
    }

    /// Checks for a forced loss: a score of `-WIN` or less.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::WIN.0
    }

    /// Checks for a forced win or loss by mate.
    pub const fn is_mate(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// The number of plies to a forced end: positive for a win, negative for a loss; `None` without a forced end.
    pub const fn mate_distance(self) -> Option<i16> {
        if self.is_win() {
            Some(Self::MATE.0 - self.0)
        } else if self.is_loss() {
            Some(-Self::MATE.0 - self.0)
        } else {
            None
        }
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i16> for Score {
    type Output = Self;

    #[inline]
    fn add(self, hundredths: i16) -> Self {
        Self(self.0.saturating_add(hundredths))
    }
}

impl Sub<i16> for Score {
    type Output = Self;

    #[inline]
    fn sub(self, hundredths: i16) -> Self {
        Self(self.0.saturating_sub(hundredths))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { '-' } else { '+' };
        match self.mate_distance() {
            Some(plies) => write!(f, "{sign}#{}", plies.unsigned_abs().div_ceil(2)),
            None => {
                let hundredths = self.0.unsigned_abs();
                write!(f, "{sign}{}.{:02}", hundredths / 100, hundredths % 100)
            }
        }
    }
}
