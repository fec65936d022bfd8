//! Pairs of a middlegame score and an endgame score. Tapered evaluation interpolates between the two scores.

use core::fmt;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A score for the middlegame and a score for the endgame, in the unit of `Score`. One word stores both scores.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct TaperedScore(i32);

impl TaperedScore {
    pub(crate) const ZERO: Self = Self(0);

    pub(crate) const fn new(middlegame: i16, endgame: i16) -> Self {
        Self(((endgame as i32) << 16).wrapping_add(middlegame as i32))
    }

    pub(crate) const fn middlegame(self) -> i16 {
        self.0 as i16
    }

    /// Returns the upper half of the word. The addition gives back the 1 that a negative lower half has borrowed.
    pub(crate) const fn endgame(self) -> i16 {
        (self.0.wrapping_add(0x8000) >> 16) as i16
    }

    /// Adds scores in constants, where the operator `+` cannot be used.
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    /// Subtracts scores in constants, where the operator `-` cannot be used.
    pub(crate) const fn minus(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }

    /// The phase `full_phase` gives the middlegame score, and the phase 0 gives the endgame score.
    pub(crate) const fn interpolate(self, phase: i32, full_phase: i32) -> i32 {
        let (middlegame, endgame) = (self.middlegame() as i32, self.endgame() as i32);
        (middlegame * phase + endgame * (full_phase - phase)) / full_phase
    }
}

impl fmt::Debug for TaperedScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.middlegame(), self.endgame())
    }
}

impl Add for TaperedScore {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl Sub for TaperedScore {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.minus(other)
    }
}

impl Neg for TaperedScore {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Mul<i16> for TaperedScore {
    type Output = Self;

    #[inline]
    fn mul(self, times: i16) -> Self {
        Self(self.0.wrapping_mul(times as i32))
    }
}

impl AddAssign for TaperedScore {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for TaperedScore {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
