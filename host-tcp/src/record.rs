//! Records sessions in the form of the scripts that `replay` plays.

use crate::disk_threads::DiskThreads;
use crate::end::End;
use crate::lines::{Frame, LineEnd};
use crate::replay;
use crate::stream::Peer;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The greatest length of a record in bytes. The note that the rest is missing is not counted.
const LONGEST: usize = 1 << 18;

/// The greatest number of records. Sessions without a line have no record, and do not count.
const SESSIONS: u64 = 10_000;

/// The longest time for which the server, when it ends, waits for the disk to write the last lines.
const PATIENCE: Duration = Duration::from_secs(2);

/// The mark before the lines that depend on the server alone, for example the lines that it sends when it ends.
const SERVER_ONLY: &str = "server-only\n";

#[derive(Debug)]
pub struct Records {
    pub folder: PathBuf,
    disk: DiskThreads,
    begun: AtomicU64,
    is_faulty: AtomicBool,
}

impl Records {
    /// Creates the folder of this run in `parent`: the first of `run-1`, `run-2` and so on that does not exist.
    pub fn create(parent: &Path) -> Result<Self, String> {
        Self::make(parent).map_err(|error| format!("no records: {}: {error}", parent.display()))
    }

    fn make(parent: &Path) -> io::Result<Self> {
        fs::create_dir_all(parent)?;
        let mut runs = (1_u64..).map(|run| parent.join(format!("run-{run}")));
        let folder = runs.find_map(|folder| match fs::create_dir(&folder) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => None,
            made => Some(made.map(|()| folder)),
        });
        let folder = folder.unwrap_or_else(|| Err(ErrorKind::AlreadyExists.into()))?;
        log::info!("sessions are recorded in {}", folder.display());
        let (begun, is_faulty) = (AtomicU64::new(0), AtomicBool::new(false));
        Ok(Self { folder, disk: DiskThreads::new()?, begun, is_faulty })
    }

    pub(crate) fn of(self: &Arc<Self>, client: u64, peer: Peer) -> Record {
        let records = Arc::clone(self);
        let (line_end, half_closes, is_server_only, length) = (LineEnd::Lf, false, false, 0);
        Record { client, peer, records, line_end, half_closes, is_server_only, length }
    }

    pub(crate) fn finish(&self) {
        self.disk.wait(PATIENCE);
    }

    /// Writes a part of a record. After the first failure nothing is recorded any more, so that no record has a gap.
    fn write(&self, path: &Path, text: &str) {
        if self.is_faulty.load(Ordering::Relaxed) {
            return;
        }
        let file = OpenOptions::new().create(true).append(true).open(path);
        let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
        if let Err(error) = written {
            self.is_faulty.store(true, Ordering::Relaxed);
            log::error!("{}: {error}; sessions are not recorded any more", path.display());
        }
    }
}

/// The record of a session. Its file is created with the first line.
#[derive(Debug)]
pub(crate) struct Record {
    client: u64,
    peer: Peer,
    records: Arc<Records>,
    line_end: LineEnd,
    /// True if the client has closed its sending side directly after the command that is recorded next.
    half_closes: bool,
    /// True if all further lines depend on the server alone, so that a replay need not check them.
    is_server_only: bool,
    length: usize,
}

impl Record {
    pub(crate) const fn half_close(&mut self) {
        self.half_closes = true;
    }

    pub(crate) fn command(&mut self, command: Frame<'_>) {
        self.set_line_end(command.line_end);
        let half_close = if mem::take(&mut self.half_closes) { "half-close\n" } else { "" };
        self.append(format!("> {}\n{half_close}", replay::escaped(command.bytes)));
    }

    /// Notes a line of the server. `bytes` contain its line end, unless a fault of `--faults` has cut it off.
    pub(crate) fn line(&mut self, bytes: &[u8]) {
        let whole = bytes.strip_suffix(self.line_end.bytes());
        if whole.is_none() {
            self.set_line_end(LineEnd::Pause);
        }
        self.append(format!("< {}\n", replay::escaped(whole.unwrap_or(bytes))));
    }

    fn set_line_end(&mut self, line_end: LineEnd) {
        if line_end != self.line_end {
            self.line_end = line_end;
            self.append(format!("end {}\n", line_end.name()));
        }
    }

    /// Notes that all further lines depend on the server alone.
    pub(crate) fn server_only(&mut self) {
        if !mem::replace(&mut self.is_server_only, true) && self.length > 0 {
            self.append(SERVER_ONLY.to_owned());
        }
    }

    pub(crate) fn end(&mut self, end: &End) {
        if matches!(end, End::Slow | End::Idle | End::Drained | End::Stopped) {
            self.server_only();
        }
        if self.length > 0 {
            let is_client = matches!(end, End::Left | End::Broken(_));
            self.append(if is_client { "leave\n" } else { "closed\n" }.to_owned());
        }
    }

    fn append(&mut self, mut text: String) {
        if self.length == 0 && self.records.begun.fetch_add(1, Ordering::Relaxed) >= SESSIONS {
            self.length = LONGEST;
        }
        if self.length >= LONGEST || self.records.is_faulty.load(Ordering::Relaxed) {
            return;
        }
        if self.length == 0 {
            let mark = if self.is_server_only { SERVER_ONLY } else { "" };
            text.insert_str(0, &format!("# client {}, {}\n{mark}", self.client, self.peer));
        }
        self.length += text.len();
        if self.length >= LONGEST || self.records.disk.is_full() {
            self.length = LONGEST;
            text = "# The rest is missing.\n".to_owned();
        }
        let number = self.client.to_string();
        let path = self.records.folder.join(format!("{number}.txt"));
        let records = Arc::clone(&self.records);
        self.records.disk.submit(&number, move || records.write(&path, &text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_and_their_number_are_bounded() {
        let parent = tempfile::tempdir().unwrap();
        let records = Arc::new(Records::create(parent.path()).unwrap());
        let peer = Peer::Inet(([127, 0, 0, 1], 1).into());
        // The number of a client can be larger than the number of sessions, because refused clients have numbers, too.
        let mut record = records.of(SESSIONS + 1, peer);
        (0..LONGEST / 64).for_each(|_| record.line(format!("{}\n", "x".repeat(99)).as_bytes()));
        records.finish();
        let text = fs::read_to_string(records.folder.join("10001.txt")).unwrap();
        assert!(text.len() < LONGEST + 100, "{} bytes", text.len());
        assert!(text.ends_with("x\n# The rest is missing.\n"));
        records.begun.store(SESSIONS, Ordering::Relaxed);
        records.of(1, peer).line(b"Pong\n");
        records.finish();
        assert!(!records.folder.join("1.txt").exists());
    }

    #[test]
    fn a_record_that_cannot_be_written_has_no_gap() {
        let parent = tempfile::tempdir().unwrap();
        let records = Arc::new(Records::create(parent.path()).unwrap());
        let peer = Peer::Inet(([127, 0, 0, 1], 1).into());
        let mut record = records.of(1, peer);
        let mut say = |line: &str| {
            record.line(format!("{line}\n").as_bytes());
            records.finish();
        };
        say("one");
        let away = parent.path().join("away");
        fs::rename(&records.folder, &away).unwrap();
        say("two");
        fs::rename(&away, &records.folder).unwrap();
        say("three");
        let text = fs::read_to_string(records.folder.join("1.txt")).unwrap();
        assert!(text.ends_with("< one\n"), "{text}");
    }
}
