//! The times at which a connection goes on although nothing comes from its client.

use std::future::pending;
use tokio::time::{Instant, sleep_until};

/// The deadlines of a connection, each with what it means; `None` for what cannot happen now.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Deadlines {
    /// The client has read nothing for too long.
    pub(crate) slow: Option<Instant>,
    /// A pause ends the command that has arrived.
    pub(crate) pause: Option<Instant>,
    /// The server ends, and nothing more of the client is on its way.
    pub(crate) drained: Option<Instant>,
    pub(crate) idle: Option<Instant>,
    /// The limit of the rate lets the next command be answered.
    pub(crate) ready: Option<Instant>,
    /// The next line may be sent to a client that sends no line ends.
    pub(crate) line: Option<Instant>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Expired {
    Slow,
    Pause,
    Drained,
    Idle,
    Ready,
    Line,
}

impl Deadlines {
    /// The deadlines in the order in which they count.
    fn all(&self) -> [(Option<Instant>, Expired); 6] {
        [
            (self.slow, Expired::Slow),
            (self.pause, Expired::Pause),
            (self.drained, Expired::Drained),
            (self.idle, Expired::Idle),
            (self.ready, Expired::Ready),
            (self.line, Expired::Line),
        ]
    }

    pub(crate) fn next(&self) -> Option<Instant> {
        self.all().into_iter().filter_map(|(time, _)| time).min()
    }

    /// The deadline that has passed; of several the one that counts most.
    pub(crate) fn expired(&self, now: Instant) -> Option<Expired> {
        let mut all = self.all().into_iter();
        all.find_map(|(time, meaning)| time.filter(|&time| time <= now).map(|_| meaning))
    }

    /// Waits for the next deadline. A cancelled wait loses nothing.
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
    use std::time::Duration;

    #[tokio::test(start_paused = true)]
    async fn the_next_deadline_ends_the_wait_and_the_gravest_counts() {
        let begin = Instant::now();
        let after = |seconds| Some(begin + Duration::from_secs(seconds));
        let all = Deadlines {
            slow: after(5),
            pause: after(2),
            drained: after(4),
            idle: after(3),
            ready: after(1),
            line: None,
        };
        let ready = Deadlines::default();
        assert_eq!((ready.next(), ready.expired(begin)), (None, None));
        assert_eq!((all.next(), all.expired(begin)), (after(1), None));
        assert_eq!(all.wait().await, Some(Expired::Ready));
        assert_eq!(begin.elapsed(), Duration::from_secs(1));
        for (seconds, expected) in
            [(2, Expired::Pause), (3, Expired::Pause), (4, Expired::Pause), (5, Expired::Slow)]
        {
            assert_eq!(all.expired(begin + Duration::from_secs(seconds)), Some(expected));
        }
        let later = Deadlines { pause: None, slow: None, ..all };
        assert_eq!(later.expired(begin + Duration::from_secs(3)), Some(Expired::Idle));
        assert_eq!(later.expired(begin + Duration::from_secs(4)), Some(Expired::Drained));
    }
}
