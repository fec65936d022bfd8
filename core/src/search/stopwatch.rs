//! A clock for programs on an operating system.

extern crate std;

use super::limits::Monitor;
use std::time::Instant;

/// A [`Monitor`] with a clock that starts when the monitor is made. The page of the crate has an example.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// A clock that begins now.
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
