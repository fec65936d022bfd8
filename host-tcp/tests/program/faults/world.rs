//! Runs the program `chuhe-tcp` in a temporary folder, and can make its system calls fail.

use crate::home::{Home, assert_whole};
use chuhe_host::{LOG_FILES, LOG_SIZE};
use chuhe_tests::served::Served;
use chuhe_tests::shim::Shim;
use chuhe_tests::tcp::Client;
use procfs::process::{Process, Task};
use rustix::process::{Resource, Rlimit, Signal, getrlimit, prlimit};
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

pub(crate) struct World {
    pub(crate) home: Home,
    pub(crate) shim: Shim,
    has_clock: bool,
    options: Vec<String>,
    served: Option<Served>,
    /// Clients that stay connected until the fault is over, because their connections are a part of the fault.
    pub(crate) others: Vec<Client>,
}

impl World {
    /// Starts the program. If `has_clock` is true, the test can change the time that the program reads.
    pub(crate) fn start(options: &[&str], has_clock: bool) -> Self {
        let home = Home::of_scripts();
        let shim = Shim::new(home.folder(), env!("CARGO_TARGET_TMPDIR"));
        let options = options.iter().map(|&option| option.to_owned()).collect();
        let (served, others) = (None, Vec::new());
        let mut world = Self { home, shim, has_clock, options, served, others };
        world.home.run("echo +0 > clock");
        world.serve();
        world
    }

    fn serve(&mut self) {
        let (library, control) = self.shim.environment();
        let mut libraries = library.as_os_str().to_owned();
        let options = ["--log-level", "debug", "--nodes", "100", "--workers", "2", "--hash", "1"];
        let mut command = self.home.command(&options);
        command.args(&self.options).args(["--frame-idle", "0", "--journal"]);
        command.arg(self.home.path("games"));
        if self.has_clock {
            libraries.push(":");
            libraries.push(clock_library().expect("libfaketime is installed"));
            command.env("FAKETIME_TIMESTAMP_FILE", self.home.path("clock"));
            command.env("FAKETIME_NO_CACHE", "1").env("DONT_FAKE_MONOTONIC", "1");
        }
        command.env("LD_PRELOAD", libraries).env("CHUHE_SHIM", control);
        let errors = OpenOptions::new().create(true).append(true).open(self.home.path("errors"));
        command.stderr(errors.expect("a file"));
        self.served = Some(Served::start(command));
    }

    pub(crate) fn served(&self) -> &Served {
        self.served.as_ref().expect("it runs")
    }

    pub(crate) fn client(&self) -> Client {
        self.served().client()
    }

    /// Limits a resource of the running program to `current`; `None`: raises the limit to its maximum.
    pub(crate) fn limit(&self, resource: Resource, current: Option<u64>) {
        // The program has the same maximum as this process, which started it.
        let maximum = getrlimit(resource).maximum;
        let limit = Rlimit { current: current.or(maximum), maximum };
        let _ =
            prlimit(Some(self.served().process()), resource, limit).expect("the limit of a child");
    }

    pub(crate) fn process(&self) -> Process {
        Process::new(self.served().pid() as i32).expect("it runs")
    }

    pub(crate) fn files(&self) -> usize {
        self.process().fd_count().expect("it runs")
    }

    /// The resident memory in KiB.
    pub(crate) fn memory(&self) -> u64 {
        self.process().status().ok().and_then(|status| status.vmrss).expect("it runs")
    }

    pub(crate) fn stands_still(&self) -> bool {
        // A thread can end before its status is read. It then counts as standing still.
        let stands = |thread: Task| thread.status().map_or(true, |it| it.state.starts_with('T'));
        self.process().tasks().expect("it runs").flatten().all(stands)
    }

    pub(crate) fn errors(&self) -> Vec<String> {
        let text = fs::read_to_string(self.home.path("errors")).expect("a file");
        text.lines().map(str::to_owned).collect()
    }

    pub(crate) fn journals(&self) -> Vec<String> {
        let entries = fs::read_dir(self.home.path("games")).expect("a folder");
        let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let names = entries.map(|entry| name(entry).into_string().expect("a name in UTF-8"));
        let mut names: Vec<_> = names.collect();
        names.sort_unstable();
        names
    }

    /// Returns the records of the log, except one that is still being written. Asserts that each record is well formed,
    /// and that the number of log files and the size of each file are within the limits.
    pub(crate) fn log(&self) -> Vec<String> {
        let entries = fs::read_dir(self.home.path("logs")).expect("a folder").map(|entry| {
            let path = entry.expect("an entry").path();
            let bytes = fs::read(&path).unwrap_or_default();
            assert!(bytes.len() as u64 <= LOG_SIZE, "{}: {} bytes", path.display(), bytes.len());
            let text = String::from_utf8(bytes).expect("a log is text");
            let records = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
            records.inspect(|record| assert_whole(record)).map(str::to_owned).collect::<Vec<_>>()
        });
        let files: Vec<_> = entries.collect();
        assert!(files.len() <= LOG_FILES, "{} files of log", files.len());
        files.concat()
    }

    /// Returns true if the last 64 KiB of the log contain `text`.
    pub(crate) fn is_logged(&self, text: &str) -> bool {
        let bytes = fs::read(self.home.path("logs/chess.log")).unwrap_or_default();
        let newest = &bytes[bytes.len().saturating_sub(64 << 10)..];
        String::from_utf8_lossy(newest).contains(text)
    }

    pub(crate) fn wait(&mut self) -> ExitStatus {
        self.served.take().expect("it runs").wait()
    }

    /// Kills the program if it runs, and starts it again.
    pub(crate) fn restart(&mut self) {
        drop(self.served.take());
        self.serve();
    }

    pub(crate) fn end(&mut self) -> Option<i32> {
        self.served.take().expect("it runs").end_by(Signal::TERM).0
    }
}

/// Returns the path of the library libfaketime; `None`: it is not installed.
pub(crate) fn clock_library() -> Option<PathBuf> {
    let folders = fs::read_dir("/usr/lib").ok()?;
    let library = |folder: &Path| folder.join("faketime/libfaketimeMT.so.1");
    folders.flatten().map(|folder| library(&folder.path())).find(|path| path.exists())
}
