//! Catches and logs panics, which are always faults of the program.

use crate::logging::complain;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::{process, thread};

/// Calls a function. Returns `None` if it panics. After a panic, values that it was changing must not be used.
pub fn catch<T>(act: impl FnOnce() -> T) -> Option<T> {
    panic::catch_unwind(AssertUnwindSafe(act)).ok()
}

/// Writes every later panic to the log, or to the standard error output if there is no log. The program goes on after a
/// panic.
pub fn log_panics(program: &'static str) {
    panic::set_hook(Box::new(move |info| {
        let report = report(info);
        if log::log_enabled!(log::Level::Error) {
            log::error!("{report}");
        } else {
            complain(program, &report);
        }
    }));
}

/// Makes the program end at its first panic. Otherwise other threads could wait for ever for the thread that panics.
pub fn abort_on_panic() {
    let default = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        default(info);
        process::abort();
    }));
}

fn report(info: &PanicHookInfo<'_>) -> String {
    let thread = thread::current();
    let thread = thread.name().unwrap_or("without a name");
    let message = info.payload_as_str().unwrap_or("no message");
    let place = info.location().map(|place| format!(" at {place}")).unwrap_or_default();
    format!("panic in the thread {thread}{place}: {message}")
}
