//! Finds what an engine has started even where it has left the engine's process group, as a daemon
//! does, or a shell with job control.

use rustix::process::{Pid, Signal, kill_process};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The variable that whatever an engine starts has from it.
const NAME: &str = "CHUHE_ENGINE";

/// What stands in the environment of an engine, and of no other.
#[derive(Debug)]
pub(super) struct ProcessTag(String);

impl ProcessTag {
    /// Marks what a command will start.
    pub(super) fn attach(command: &mut Command) -> Self {
        static STARTED: AtomicUsize = AtomicUsize::new(0);
        let mark = format!("{}-{}", std::process::id(), STARTED.fetch_add(1, Relaxed));
        command.env(NAME, &mark);
        Self(format!("{NAME}={mark}"))
    }

    /// Ends every process that has the mark.
    pub(super) fn kill_all(&self) {
        /// Some may start others meanwhile; one that does nothing else is not waited for.
        const ROUNDS: u32 = 100;
        for _ in 0..ROUNDS {
            let mut found = false;
            for process in self.processes() {
                found = true;
                // It may be gone by now.
                let _ = kill_process(process, Signal::KILL);
            }
            if !found {
                return;
            }
        }
    }

    /// Those that have it; none where the system does not list processes as Linux does.
    fn processes(&self) -> impl Iterator<Item = Pid> {
        let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        entries.filter_map(|entry| {
            let number = entry.file_name().to_str()?.parse().ok()?;
            let environment = std::fs::read(entry.path().join("environ")).ok()?;
            let mut words = environment.split(|&byte| byte == 0);
            let is_marked = words.any(|word| word == self.0.as_bytes());
            Pid::from_raw(number).filter(|_| is_marked)
        })
    }
}
