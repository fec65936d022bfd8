//! Kills the processes that an engine has started, even after they have left its process group.

use rustix::process::{Pid, Signal, kill_process};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const NAME: &str = "CHUHE_ENGINE";

/// The text `NAME=value` of an environment variable. Each engine has its own value, which its child processes inherit.
#[derive(Debug)]
pub(super) struct ProcessTag(String);

impl ProcessTag {
    pub(super) fn attach(command: &mut Command) -> Self {
        static STARTED: AtomicUsize = AtomicUsize::new(0);
        let mark = format!("{}-{}", std::process::id(), STARTED.fetch_add(1, Relaxed));
        command.env(NAME, &mark);
        Self(format!("{NAME}={mark}"))
    }

    pub(super) fn kill_all(&self) {
        // A process may start another process just before it is killed, so the loop looks for processes several times.
        // The number of tries is limited, because a program could start processes faster than the loop kills them.
        for _ in 0..100 {
            let mut found = false;
            for process in self.processes() {
                found = true;
                // The error is ignored, because the process may have ended already.
                let _ = kill_process(process, Signal::KILL);
            }
            if !found {
                return;
            }
        }
    }

    /// Returns the processes with the tag; none on systems without Linux's `/proc`.
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
