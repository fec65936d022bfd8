use crate::types::Score;

/// The time limits of a search, in milliseconds of the monitor's clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Time {
    /// The time after which no further depth begins. If `soft` is less than `hard`, a stable best move
    /// makes this limit earlier, and a falling score makes it later.
    pub soft: u64,
    /// The time at which the search ends at once, unless it is in its first depth.
    pub hard: u64,
}

/// A player's clock at the beginning of a move, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// The time left for this move and the later ones.
    pub left: u64,
    /// The time added after every move.
    pub increment: u64,
    /// The number of moves to play in the time left, this move included; `None` if the time is for the whole game.
    pub moves: Option<u16>,
}

impl Time {
    /// Makes a fixed time for one move. A search does not end earlier because its best move is stable.
    pub const fn per_move(millis: u64) -> Self {
        Self { soft: millis, hard: millis }
    }

    /// Returns a time with the earlier soft limit and the earlier hard limit of the two times.
    #[must_use]
    pub fn earlier(self, other: Self) -> Self {
        Self { soft: self.soft.min(other.soft), hard: self.hard.min(other.hard) }
    }

    /// Checks whether the time is a share of the time left. If so, later moves can use the time that this move saves.
    pub(super) const fn is_share(self) -> bool {
        self.soft < self.hard
    }

    pub(super) fn is_spent(self, millis: u64, progress: &Progress) -> bool {
        let percent = if self.is_share() { progress.percent() } else { 100 };
        millis >= (self.soft.saturating_mul(percent) / 100).min(self.hard)
    }

    /// Makes the time for one move from a clock. After each search, `overhead` milliseconds pass until the clock stops.
    /// If the overhead is more than the increment, the difference is set aside for each later move.
    ///
    /// The share is a twentieth of the time left, plus three quarters of the increment, as in many engines. With
    /// `clock.moves` the share is larger, because the clock gets new time after these moves. But at the last of these
    /// moves little time is left, and a busy machine may answer late. Therefore a reserve stays unused: 100 ms, or a
    /// third of the time left if that is less. For the last move, the reserve is at least a fifth of the time left.
    pub const fn of_clock(clock: Clock, overhead: u64) -> Self {
        const REST_OF_A_GAME: u64 = 20;
        const RESERVE: u64 = 100;
        let left = clock.left.saturating_sub(overhead);
        let reserve = if left / 3 < RESERVE { left / 3 } else { RESERVE };
        let (moves, kept, tenths) = match clock.moves {
            Some(0 | 1) if left / 5 > reserve => return Self::per_move(left - left / 5),
            Some(0 | 1) => return Self::per_move(left - reserve),
            Some(moves) if (moves as u64) < REST_OF_A_GAME => (moves as u64, reserve, 8),
            Some(_) => (REST_OF_A_GAME, reserve, 8),
            None => (REST_OF_A_GAME, 0, 7),
        };
        let later = overhead.saturating_sub(clock.increment).saturating_mul(moves - 1);
        let left = left.saturating_sub(later.saturating_add(kept));
        let added = clock.increment.saturating_sub(overhead) / 4 * 3;
        let share = (left / moves).saturating_add(added);
        let most = left / 4 * 3;
        let (soft, hard) = (share.saturating_mul(tenths) / 10, share.saturating_mul(4));
        Self {
            soft: if soft < most { soft } else { most },
            hard: if hard < most { hard } else { most },
        }
    }
}

/// The course of a search. It decides how much of the soft limit the search uses.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Progress {
    /// The number of depths for which the best move has stayed the same.
    stable: u8,
    /// The best move's share of the nodes of the last depth, in hundredths.
    share: u8,
    /// The fall of the score at the last depth, in hundredths of a soldier; negative for a rise.
    fall: i16,
    /// The node counts when this search of the root began, and when the search of the current root move began.
    before: [u64; 2],
    /// The number of nodes that this search of the root spent on the best move.
    best: u64,
}

impl Progress {
    pub(super) fn begin(&mut self, nodes: u64) {
        (self.before, self.best) = ([nodes; 2], 0);
    }

    pub(super) fn begin_move(&mut self, nodes: u64) {
        self.before[1] = nodes;
    }

    pub(super) fn note_best(&mut self, nodes: u64) {
        self.best = nodes - self.before[1];
    }

    pub(super) fn end(&mut self, nodes: u64, is_same: bool, before: Score, score: Score) {
        let all = (nodes - self.before[0]).max(1);
        self.share = (self.best.saturating_mul(100) / all).min(100) as u8;
        self.stable = if is_same { self.stable.saturating_add(1) } else { 0 };
        self.fall = before.get().saturating_sub(score.get());
    }

    /// Returns the part of the soft limit to use, in hundredths. It is small if the best move is
    /// stable or took most of the nodes, and large while the score falls. Stockfish uses these
    /// three factors. Several engines use the same numbers.
    fn percent(self) -> u64 {
        static STABILITY: [u64; 5] = [220, 120, 90, 80, 75];
        let stability = STABILITY[usize::from(self.stable).min(STABILITY.len() - 1)];
        let share = u64::from(152 - self.share) * 174 / 100;
        let fall = 100 + i64::from(self.fall.clamp(-8, 30)) * 2;
        stability * share * fall.unsigned_abs() / 10_000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the progress after a depth of 1000 nodes. The best move took `best` of these nodes.
    fn progress(stable: u8, best: u64, fall: i16) -> Progress {
        let mut progress = Progress { stable, ..Progress::default() };
        progress.begin(5000);
        progress.begin_move(5100);
        progress.note_best(5100 + best);
        let before = Score::new(30);
        progress.end(6000, stable > 0, before, before - fall);
        Progress { stable, ..progress }
    }

    #[test]
    fn the_course_of_the_search_moves_the_soft_limit() {
        for (stable, best, fall, percent) in [
            // The first row is an easy move. In the fourth row, the best move has just changed, and the score falls.
            (9, 990, 0, 69),
            (4, 700, 0, 106),
            (1, 500, 0, 212),
            (0, 300, 20, 652),
            // A score that rises saves a little time. A fall of more than 30 counts as 30.
            (4, 700, -50, 89),
            (4, 700, 300, 170),
        ] {
            let found = progress(stable, best, fall).percent();
            assert_eq!(found, percent, "{stable} {best} {fall}");
        }
    }

    #[test]
    fn a_fixed_time_is_used_up_and_a_share_never_beyond_the_hard_limit() {
        let fixed = Time::per_move(1000);
        let (easy, hard) = (progress(9, 990, 0), progress(0, 300, 20));
        assert!(!fixed.is_spent(999, &easy) && fixed.is_spent(1000, &hard));
        let shared = Time { soft: 1000, hard: 3000 };
        assert!(shared.is_spent(690, &easy) && !shared.is_spent(680, &easy));
        assert!(shared.is_spent(3000, &hard) && !shared.is_spent(2999, &hard));
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
