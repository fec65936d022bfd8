//! A clock for programs on an operating system.

extern crate std;

use super::limits::Monitor;
use std::time::Instant;

/// A [`Monitor`] whose clock runs since it was made.
///
/// # Examples
/// ```
/// use chuhe_core::rules::Xiangqi;
/// use chuhe_core::{HeapMemory, Limits, Position, Stopwatch, search, table_of};
/// let (table, mut memory) = (table_of(16), HeapMemory::new());
/// let start = Xiangqi::start();
/// let found =
///     search(&start, &[], &Limits::time(50), &table, &mut memory, &mut Stopwatch::new());
/// assert!(start.is_legal(found.best().expect("a move")));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// A clock that begins now.
    #[must_use]
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
