//! A bound on the rate of records that clients can bring about.

use log::Level;
use std::time::Instant;

/// The bytes a second of records of level `info` that are written in the long run.
pub const INFO_RATE: u32 = 64 << 10;
/// The bytes a second of records of levels `warn` and `error` that are written in the long run.
pub const WARN_RATE: u32 = 16 << 10;

/// The time for which records may come faster, after as long a time of silence.
const BURST_SECONDS: f64 = 16.0;

/// A token bucket: it fills at a steady rate, and each record takes its length out.
#[derive(Debug)]
struct Bucket {
    rate: f64,
    balance: f64,
    filled_at: Instant,
}

impl Bucket {
    fn new(rate: u32, now: Instant) -> Self {
        let rate = f64::from(rate);
        Self { rate, balance: rate * BURST_SECONDS, filled_at: now }
    }

    fn is_open(&mut self, now: Instant) -> bool {
        let time = now.saturating_duration_since(self.filled_at).as_secs_f64();
        self.balance = (self.balance + time * self.rate).min(self.rate * BURST_SECONDS);
        self.filled_at = now;
        self.balance > 0.0
    }
}

/// The bounds of a log. Warnings and errors have their own, so that nothing else displaces them.
#[derive(Debug)]
pub(super) struct RateLimit {
    info: Bucket,
    warn: Bucket,
}

impl RateLimit {
    pub(super) fn new(now: Instant) -> Self {
        Self { info: Bucket::new(INFO_RATE, now), warn: Bucket::new(WARN_RATE, now) }
    }

    /// Returns true if a record may be written now.
    pub(super) fn is_open(&mut self, level: Level, now: Instant) -> bool {
        self.bucket(level).is_open(now)
    }

    /// Counts a record that is written.
    pub(super) fn spend(&mut self, level: Level, bytes: usize) {
        self.bucket(level).balance -= bytes as f64;
    }

    const fn bucket(&mut self, level: Level) -> &mut Bucket {
        match level {
            Level::Error | Level::Warn => &mut self.warn,
            Level::Info | Level::Debug | Level::Trace => &mut self.info,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Returns the number of bytes that get through in a time when a record comes each millisecond.
    fn written(level: Level, seconds: u64) -> f64 {
        let start = Instant::now();
        let mut limit = RateLimit::new(start);
        let records = (0..seconds * 1000).filter(|&milli| {
            let is_open = limit.is_open(level, start + Duration::from_millis(milli));
            if is_open {
                limit.spend(level, 1000);
            }
            is_open
        });
        records.count() as f64 * 1000.0
    }

    #[test]
    fn a_flood_of_records_is_bounded() {
        for (level, rate) in [(Level::Info, INFO_RATE), (Level::Warn, WARN_RATE)] {
            let most = f64::from(rate) * (BURST_SECONDS + 600.0) + 1000.0;
            let ten_minutes = written(level, 600);
            assert!((0.99 * most..=most).contains(&ten_minutes), "{level}: {ten_minutes}");
        }
        let both = f64::from(INFO_RATE + WARN_RATE) * (BURST_SECONDS + 600.0);
        let history = (super::super::LOG_SIZE * super::super::LOG_FILES as u64) as f64;
        assert!(both < history, "ten minutes of a flood leave older records");
    }

    #[test]
    fn a_bucket_that_is_empty_is_closed() {
        let start = Instant::now();
        let mut limit = RateLimit::new(start);
        let burst = f64::from(INFO_RATE) * BURST_SECONDS;
        limit.spend(Level::Info, burst as usize - 1);
        assert!(limit.is_open(Level::Info, start));
        limit.spend(Level::Info, 1);
        assert!(!limit.is_open(Level::Info, start));
        assert!(limit.is_open(Level::Info, start + Duration::from_millis(1)));
    }

    #[test]
    fn information_never_displaces_warnings() {
        let start = Instant::now();
        let mut limit = RateLimit::new(start);
        while limit.is_open(Level::Info, start) {
            limit.spend(Level::Info, 1000);
        }
        assert!(limit.is_open(Level::Warn, start) && limit.is_open(Level::Error, start));
        let later = start + Duration::from_secs(1);
        assert!(limit.is_open(Level::Info, later), "it fills again");
    }
}
