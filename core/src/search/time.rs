/// The time of a search, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Time {
    /// After this time no further depth is begun.
    pub soft: u64,
    /// After this time the search ends at once.
    pub hard: u64,
}

impl Time {
    /// All of a fixed time for one move.
    #[must_use]
    pub const fn per_move(millis: u64) -> Self {
        Self { soft: millis, hard: millis }
    }

    /// Checks whether no further depth shall be begun. `stable` is the number of depths for which
    /// the best move has stayed the same. Each of them, up to nine, takes a tenth off the soft
    /// limit of a clock.
    pub(super) fn is_spent(self, millis: u64, stable: u8) -> bool {
        let percent = if self.soft < self.hard { 140 - 10 * u64::from(stable.min(9)) } else { 100 };
        millis >= (self.soft.saturating_mul(percent) / 100).min(self.hard)
    }
}

/// A player's clock at the beginning of a move, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// The time left.
    pub left: u64,
    /// The time added after every move.
    pub increment: u64,
    /// The moves for which the time left must suffice; `None` for the rest of the game.
    pub moves: Option<u16>,
}

impl Time {
    /// A share of the time left on a clock. Every move loses `overhead` on its way to the clock.
    ///
    /// # Examples
    /// ```
    /// use chuhe_core::{Clock, Time};
    /// let clock = Clock { left: 60_000, increment: 0, moves: None };
    /// let time = Time::of_clock(clock, 10);
    /// assert!(0 < time.soft && time.soft < time.hard && time.hard < 60_000 - 10);
    /// ```
    #[must_use]
    pub const fn of_clock(clock: Clock, overhead: u64) -> Self {
        const REST_OF_A_GAME: u64 = 30;
        let left = clock.left.saturating_sub(overhead);
        let moves = match clock.moves {
            Some(0 | 1) => return Self::per_move(left),
            Some(moves) if (moves as u64) < REST_OF_A_GAME => moves as u64,
            _ => REST_OF_A_GAME,
        };
        let added = clock.increment.saturating_sub(overhead) / 4 * 3;
        let share = (left / moves).saturating_add(added);
        let most = left / 4 * 3;
        let (soft, hard) = (share / 4 * 3, share.saturating_mul(3));
        Self {
            soft: if soft < most { soft } else { most },
            hard: if hard < most { hard } else { most },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stable_move_is_played_sooner_but_a_fixed_time_is_used_up() {
        let shared = Time { soft: 1000, hard: 3000 };
        assert!(shared.is_spent(500, u8::MAX) && !shared.is_spent(1399, 0));
        assert!(shared.is_spent(1400, 0));
        let fixed = Time::per_move(1000);
        assert!(!fixed.is_spent(999, u8::MAX) && fixed.is_spent(1000, 0));
        assert!(Time { soft: 1000, hard: 1001 }.is_spent(1001, 0));
    }

    #[test]
    fn no_clock_is_overdrawn() {
        for left in [0, 1, 9, 10, 11, 100, 3_000, 10_000_000, u64::MAX] {
            for increment in [0, 1, 50, 10_000, u64::MAX] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u16::MAX)] {
                    let time = Time::of_clock(Clock { left, increment, moves }, 10);
                    assert!(time.soft <= time.hard, "{left} {increment} {moves:?}");
                    assert!(time.hard <= left.saturating_sub(10), "{left} {increment} {moves:?}");
                }
            }
        }
    }
}
