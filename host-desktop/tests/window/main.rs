//! Tests of the program in a window on a virtual display.
//!
//! They show what only a real window can: mouse, keys, size, clipboard, sounds and the exit status.
//! Without a program or a font that they need they are ignored.
//!
//! The scripts of `tests/data/desktop` test the state behind the window.

#[cfg(target_os = "linux")]
mod engines;
#[cfg(target_os = "linux")]
mod faults;
mod fonts;
mod pictures;
#[cfg(target_os = "linux")]
mod play;
#[cfg(target_os = "linux")]
mod sounds;
#[cfg(target_os = "linux")]
mod stage;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut tests = fonts::tests();
    tests.extend(pictures::tests());
    #[cfg(target_os = "linux")]
    for part in [engines::tests, faults::tests, play::tests, sounds::tests] {
        tests.extend(part());
    }
    chuhe_tests::programs::run(tests)
}
