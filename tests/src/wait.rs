//! Waiting for other threads and programs.

use std::fmt::Display;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

/// Long enough for any machine: a test that waits so long has failed.
pub const PATIENCE: Duration = Duration::from_secs(120);

const PAUSE: Duration = Duration::from_millis(2);

/// A program that is killed when it is dropped. It may have ended already.
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

/// Waits until a look succeeds, and returns what it found. The error of the last look is told when
/// none does.
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
