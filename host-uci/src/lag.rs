//! Measures the lag: the time that the engine's clock loses at each move in addition to the time of the search.

use chuhe_core::Clock;

/// The lag that is expected at the next move. It is learned from the clocks and searches of earlier moves.
///
/// The graphical interface starts the clock when it sends `go`, and stops the clock when it has read the answer. On a
/// busy machine `go` and the answer are delayed, so the clock loses more time than the search took. A busy machine can
/// also pause the search itself. A pause at the end of the search makes the answer late.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Lag {
    last: Option<Clock>,
    /// The milliseconds that the clock loses at a move in addition to the search.
    lost: u64,
    /// The length of the longest pause to expect in a search, in milliseconds.
    pause: u64,
}

/// The time that a search took, and the longest pause between two checks of the time in the search, in milliseconds.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct SearchTime {
    pub(crate) took: u64,
    pub(crate) pause: u64,
}

impl Lag {
    /// The maximum of each part of the lag, in milliseconds. Greater values are ignored. A clock that lost more was
    /// probably set by hand or belongs to another game.
    const MOST: u64 = 1000;

    pub(crate) fn millis(self) -> u64 {
        self.lost + self.pause
    }

    /// Forgets the last clock, so that [`Self::learn`] does not compare the next clock with it.
    pub(crate) fn forget_clock(&mut self) {
        self.last = None;
    }

    pub(crate) fn learn(&mut self, clock: Clock, search: SearchTime) {
        if let Some(lost) = self.last.and_then(|last| lost(last, clock, search.took)) {
            learn(&mut self.lost, lost);
        }
        learn(&mut self.pause, search.pause);
        self.last = Some(clock);
    }
}

/// Adapts a part of the lag to `found`. The part grows at once, but shrinks slowly, because the next lag can be long.
fn learn(part: &mut u64, found: u64) {
    if found <= Lag::MOST {
        *part = found.max(*part - *part / 8);
    }
}

/// Returns the milliseconds that a clock lost in addition to a search. Returns `None` if the clock gained time, or if
/// `now` is not the clock of the move after `last`.
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

    #[test]
    fn lags_are_those_of_the_table() {
        let mut lag = Lag::default();
        for row in include_str!("lags.txt").lines() {
            if row.starts_with('#') {
                lag = Lag::default();
            } else if row == "another game" {
                lag.forget_clock();
            } else {
                let numbers: Vec<u64> = row.split(' ').map(|it| it.parse().unwrap()).collect();
                let [left, increment, moves, took, pause, millis] = numbers[..] else { panic!() };
                let moves = (moves > 0).then_some(moves as u16);
                lag.learn(Clock { left, increment, moves }, SearchTime { took, pause });
                assert_eq!(lag.millis(), millis, "{row}");
            }
        }
    }
}
