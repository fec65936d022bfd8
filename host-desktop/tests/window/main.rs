//! Tests of the program in a window on a virtual display: mouse, keys, size, clipboard, sounds and the exit status. A
//! test is ignored if a program or a font that it needs is missing. Most tests are scripts in `tests/data/window`.

mod fonts;
mod pictures;
#[cfg(target_os = "linux")]
mod script;
#[cfg(target_os = "linux")]
mod size;
#[cfg(target_os = "linux")]
mod stage;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut tests = fonts::tests();
    tests.extend(pictures::tests());
    #[cfg(target_os = "linux")]
    for part in [script::tests, size::tests] {
        tests.extend(part());
    }
    chuhe_tests::programs::run(tests)
}
