//! The players' clocks: no time limit, a limit per move, or a game's time with an increment.

use chuhe_core::Side;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How much time the players have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeControl {
    /// As much as they like.
    #[default]
    None,
    /// So many seconds for every move.
    PerMove(u32),
    /// So many seconds for the whole game, and some more after every move.
    Game {
        /// At the start of the game.
        seconds: u32,
        /// After every move.
        increment: u32,
    },
}

impl TimeControl {
    /// What a clock shows before the game; `None` without a limit.
    #[must_use]
    pub fn at_start(self) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::PerMove(seconds) | Self::Game { seconds, .. } => {
                Some(Duration::from_secs(seconds.into()))
            }
        }
    }
}

/// Both players' clocks. Time is always an argument, counted from any fixed moment.
///
/// ```
/// use chuhe_core::Side;
/// use chuhe_host::clock::{Clocks, TimeControl};
/// use std::time::Duration;
/// let at = Duration::from_secs;
/// let mut clocks = Clocks::new(TimeControl::Game { seconds: 60, increment: 5 });
/// clocks.start(Side::Red, at(100));
/// assert_eq!(clocks.left(Side::Red, at(110)), Some(at(50)));
/// clocks.moved(at(110));
/// assert_eq!(clocks.left(Side::Red, at(130)), Some(at(55)));
/// assert_eq!(clocks.left(Side::Black, at(130)), Some(at(40)));
/// assert_eq!(clocks.fallen(at(170)), Some(Side::Black));
/// ```
#[derive(Clone, Debug)]
pub struct Clocks {
    control: TimeControl,
    /// What each side has left, the running turn not counted.
    left: [Duration; 2],
    /// Whose clock runs, and since when.
    running: Option<(Side, Duration)>,
}

impl Clocks {
    /// Clocks at the start of a game; neither runs.
    #[must_use]
    pub fn new(control: TimeControl) -> Self {
        Self::with_left(control, [control.at_start().unwrap_or_default(); 2])
    }

    /// Clocks of a game taken up again, with what each side had left; neither runs.
    #[must_use]
    pub fn with_left(control: TimeControl, left: [Duration; 2]) -> Self {
        Self { control, left, running: None }
    }

    /// The time control.
    #[must_use]
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// A side's turn begins or goes on: its clock runs and the other's stands.
    pub fn start(&mut self, side: Side, now: Duration) {
        if self.running.is_none_or(|(running, _)| running != side) {
            self.stop(now);
            self.running = Some((side, now));
        }
    }

    /// Both clocks stand, as in a pause, while another game is shown, or at the end.
    pub fn stop(&mut self, now: Duration) {
        if let Some((side, _)) = self.running {
            self.left[side.index()] = self.left(side, now).unwrap_or_default();
            self.running = None;
        }
    }

    /// The side whose clock runs has moved: it gets what the time control gives after a move, and
    /// the other's clock starts.
    pub fn moved(&mut self, now: Duration) {
        let Some((side, _)) = self.running else { return };
        self.stop(now);
        let left = &mut self.left[side.index()];
        match self.control {
            TimeControl::None => {}
            TimeControl::PerMove(seconds) => *left = Duration::from_secs(seconds.into()),
            TimeControl::Game { increment, .. } => *left += Duration::from_secs(increment.into()),
        }
        self.start(!side, now);
    }

    /// A move was taken back: who has a limit per move has all of it again. The time of a game is
    /// not given back.
    pub fn taken_back(&mut self, side: Side, now: Duration) {
        self.stop(now);
        if let TimeControl::PerMove(seconds) = self.control {
            self.left = [Duration::from_secs(seconds.into()); 2];
        }
        self.start(side, now);
    }

    /// What a side has left; `None` without a time limit.
    #[must_use]
    pub fn left(&self, side: Side, now: Duration) -> Option<Duration> {
        self.control.at_start()?;
        let used = match self.running {
            Some((running, since)) if running == side => now.saturating_sub(since),
            _ => Duration::ZERO,
        };
        Some(self.left[side.index()].saturating_sub(used))
    }

    /// The side whose clock runs and has nothing left.
    #[must_use]
    pub fn fallen(&self, now: Duration) -> Option<Side> {
        let (side, _) = self.running?;
        (self.left(side, now)? == Duration::ZERO).then_some(side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_limit_per_move_is_whole_again_after_each_move() {
        let mut clocks = Clocks::new(TimeControl::PerMove(30));
        clocks.start(Side::Red, at(0));
        clocks.moved(at(20));
        assert_eq!(clocks.left(Side::Red, at(20)), Some(at(30)));
        assert_eq!(clocks.left(Side::Black, at(25)), Some(at(25)));
        clocks.taken_back(Side::Red, at(25));
        assert_eq!(clocks.left(Side::Red, at(40)), Some(at(15)));
        assert_eq!(clocks.fallen(at(54)), None);
        assert_eq!(clocks.fallen(at(55)), Some(Side::Red));
    }

    #[test]
    fn a_stopped_clock_keeps_its_time_and_falls_never() {
        let mut clocks = Clocks::new(TimeControl::Game { seconds: 10, increment: 0 });
        clocks.start(Side::Red, at(0));
        clocks.stop(at(4));
        assert_eq!(clocks.left(Side::Red, at(1000)), Some(at(6)));
        assert_eq!(clocks.fallen(at(1000)), None);
        clocks.start(Side::Red, at(1000));
        assert_eq!(clocks.left(Side::Red, at(1002)), Some(at(4)));
    }

    #[test]
    fn without_a_limit_nothing_is_shown_and_nothing_falls() {
        let mut clocks = Clocks::new(TimeControl::None);
        clocks.start(Side::Red, at(0));
        clocks.moved(at(7));
        assert_eq!(clocks.left(Side::Black, at(9999)), None);
        assert_eq!(clocks.fallen(at(9999)), None);
    }
}
