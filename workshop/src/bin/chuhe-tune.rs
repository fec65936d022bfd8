//! The program `chuhe-tune`, which trains networks and makes opening books and endgame problems.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    chuhe_host::abort_on_panic();
    chuhe_workshop::tune::run()
}
