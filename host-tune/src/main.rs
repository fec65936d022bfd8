//! The program `chuhe-tune`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    chuhe_tune::run()
}
