//! The lag of a clock: the time that passes on it besides a search.

use chuhe_core::Clock;

/// The lag of the moves of a game, learned from its clocks and searches.
///
/// The other program runs the clock from its question until it has read the answer. On a busy machine
/// both messages wait on their way. So the next clock has less time than the search left. The search
/// can be held up, too. Such a pause at its end makes the answer late.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Lag {
    last: Option<Clock>,
    /// The milliseconds that a clock loses besides a search.
    lost: u64,
    /// The milliseconds that a search waits in one piece.
    pause: u64,
}

/// The milliseconds of a search that has answered.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct SearchTime {
    /// The time that it took of its clock.
    pub(crate) took: u64,
    /// The longest time between two looks at the clock.
    pub(crate) pause: u64,
}

impl Lag {
    /// The greatest lag. A clock that lost more was set by hand or belongs to another game.
    const MOST: u64 = 1000;

    /// The milliseconds that a move may lose besides its search.
    pub(crate) fn millis(self) -> u64 {
        self.lost + self.pause
    }

    /// Forgets the last clock. The next one belongs to another game or to no move.
    pub(crate) fn forget_clock(&mut self) {
        self.last = None;
    }

    /// Learns from the clock of a new search, and from the time of the last one.
    pub(crate) fn learn(&mut self, clock: Clock, search: SearchTime) {
        if let Some(lost) = self.last.and_then(|last| lost(last, clock, search.took)) {
            learn(&mut self.lost, lost);
        }
        learn(&mut self.pause, search.pause);
        self.last = Some(clock);
    }
}

/// Learns a part of the lag. A shorter one is believed step by step, because the next one may be
/// longer again.
fn learn(part: &mut u64, found: u64) {
    if found <= Lag::MOST {
        *part = found.max(*part - *part / 8);
    }
}

/// Returns the milliseconds that a clock lost besides a search; `None` if a new period has begun.
fn lost(last: Clock, now: Clock, took: u64) -> Option<u64> {
    let is_next_move = match (last.moves, now.moves) {
        (Some(last), Some(now)) => last == now.saturating_add(1),
        (None, None) => true,
        _ => false,
    };
    let expected = last.left.saturating_sub(took).saturating_add(last.increment);
    expected.checked_sub(now.left).filter(|_| is_next_move && last.increment == now.increment)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: u64, increment: u64, moves: Option<u16>) -> Clock {
        Clock { left, increment, moves }
    }

    fn search(took: u64) -> SearchTime {
        SearchTime { took, pause: 0 }
    }

    #[test]
    fn a_lag_is_learned_at_once_and_forgotten_slowly() {
        let mut lag = Lag::default();
        for (left, took, millis) in [
            // The first clock tells nothing. The second one lost 80 ms, the third one 8.
            (1000, 0, 0),
            (830, 100, 80),
            (732, 100, 70),
            (700, 32, 62),
            // A search that ended early, and a clock that gained time.
            (690, 20, 55),
            (900, 20, 55),
        ] {
            lag.learn(clock(left, 10, None), search(took));
            assert_eq!(lag.millis(), millis, "{left} {took}");
        }
    }

    #[test]
    fn a_new_period_or_another_game_is_no_lag() {
        let mut lag = Lag::default();
        lag.learn(clock(1000, 0, Some(2)), search(0));
        lag.learn(clock(900, 0, Some(1)), search(60));
        assert_eq!(lag.millis(), 40);
        for (left, moves) in [(300, Some(10)), (200, None), (100, Some(9))] {
            lag.learn(clock(left, 0, moves), search(0));
            assert_eq!(lag.millis(), 40);
        }
        lag.learn(clock(60_000, 0, None), search(0));
        lag.learn(clock(5_000, 0, None), search(0));
        assert_eq!(lag.millis(), 40, "nobody waits for a minute");
        lag.learn(clock(4_990, 0, None), search(0));
        lag.forget_clock();
        lag.learn(clock(4_000, 0, None), search(0));
        assert_eq!(lag.millis(), 35);
    }

    #[test]
    fn a_search_that_had_to_wait_may_answer_late() {
        let mut lag = Lag::default();
        // Each clock belongs to a new period, which tells nothing else.
        for (pause, millis) in [(0, 0), (40, 40), (16, 35), (90, 90), (2000, 90), (0, 79)] {
            lag.learn(clock(1000, 0, Some(10)), SearchTime { took: 100, pause });
            assert_eq!(lag.millis(), millis, "{pause}");
        }
        // Both parts may come at once.
        lag.learn(clock(880, 0, Some(9)), search(100));
        assert_eq!(lag.millis(), 20 + 70);
    }
}
