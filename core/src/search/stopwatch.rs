//! A clock for programs on an operating system.

extern crate std;

use super::limits::Monitor;
use std::time::Instant;

/// A [`Monitor`] with a clock that starts when the monitor is made. The documentation of the crate shows an example.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts the clock at 0 ms.
    pub fn new() -> Self {
        Self(Instant::now())
    }
}

impl Default for Stopwatch {
    fn default() -> Self {
        Self::new()
    }
}

impl Monitor for Stopwatch {
    fn millis(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
