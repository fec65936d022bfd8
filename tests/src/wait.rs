//! Waits for other threads and programs.

use std::fmt::Display;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

/// The longest time to wait. It is long enough for any machine, so a longer wait is a failure.
pub const PATIENCE: Duration = Duration::from_secs(120);

const PAUSE: Duration = Duration::from_millis(2);

/// A child process. Dropping it kills the process, if it still runs.
#[derive(Debug)]
pub struct Killed(pub Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[track_caller]
pub fn wait_until(what: impl Display, mut holds: impl FnMut() -> bool) {
    wait_for(what, || if holds() { Ok(()) } else { Err("it does not hold") });
}

/// Calls `look` until it succeeds, and returns its result. After [`PATIENCE`] it panics with the last error.
#[track_caller]
pub fn wait_for<T, E: Display>(what: impl Display, mut look: impl FnMut() -> Result<T, E>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match look() {
            Ok(found) => return found,
            Err(error) => assert!(Instant::now() < deadline, "waited for {what}: {error}"),
        }
        thread::sleep(PAUSE);
    }
}
