//! Waits for the next deadline of a connection.

use std::future::pending;
use tokio::time::{Instant, sleep_until};

/// The kinds of deadlines. If several deadlines have passed, the kind that stands first in this enum is handled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Expired {
    /// The client has read nothing for too long.
    Slow,
    /// The pause after a command without a line end has lasted long enough to complete the command.
    Pause,
    /// The server is draining, nothing is due to the client, and there was no traffic for a while.
    Drained,
    Idle,
    /// The limit of commands per second allows the next command.
    Ready,
    /// The pause before the next line to the client is over.
    Line,
}

/// The time of each kind of deadline, in the order of [`Expired`]; `None`: the deadline does not apply at present.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadlines(pub(crate) [(Expired, Option<Instant>); 6]);

impl Deadlines {
    pub(crate) fn next(&self) -> Option<Instant> {
        self.0.into_iter().filter_map(|(_, time)| time).min()
    }

    /// Finds the deadline that has passed at `now`. Of several deadlines, it is the first in the order of [`Expired`].
    pub(crate) fn expired(&self, now: Instant) -> Option<Expired> {
        let is_due = |time: Option<Instant>| time.is_some_and(|time| time <= now);
        self.0.into_iter().find(|&(_, time)| is_due(time)).map(|(meaning, _)| meaning)
    }

    /// Waits for the next deadline, or for ever if no deadline applies. The wait can be cancelled without harm.
    pub(crate) async fn wait(&self) -> Option<Expired> {
        match self.next() {
            Some(time) => sleep_until(time).await,
            None => pending().await,
        }
        self.expired(Instant::now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Expired::{Drained, Idle, Line, Pause, Ready, Slow};
    use std::time::Duration;

    #[tokio::test(start_paused = true)]
    async fn the_next_deadline_ends_the_wait_and_the_gravest_counts() {
        let begin = Instant::now();
        let after = |seconds| Some(begin + Duration::from_secs(seconds));
        let all = Deadlines([
            (Slow, after(5)),
            (Pause, after(2)),
            (Drained, after(4)),
            (Idle, after(3)),
            (Ready, after(1)),
            (Line, None),
        ]);
        let none = Deadlines(all.0.map(|(meaning, _)| (meaning, None)));
        assert_eq!((none.next(), none.expired(begin)), (None, None));
        assert_eq!((all.next(), all.expired(begin)), (after(1), None));
        assert_eq!(all.wait().await, Some(Ready));
        assert_eq!(begin.elapsed(), Duration::from_secs(1));
        let expired = |all: &Deadlines, seconds| all.expired(begin + Duration::from_secs(seconds));
        assert_eq!([2, 3, 4, 5].map(|at| expired(&all, at)), [Pause, Pause, Pause, Slow].map(Some));
        let mut later = all;
        (later.0[0].1, later.0[1].1) = (None, None);
        assert_eq!([3, 4].map(|at| expired(&later, at)), [Idle, Drained].map(Some));
    }
}
