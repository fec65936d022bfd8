//! Writes a log file of bounded size, and keeps a few older files.

use crate::user_files::is_same;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The greatest size in bytes of a log file.
pub const LOG_SIZE: u64 = 10 << 20;
/// The number of log files that a program keeps, including the current one.
pub const LOG_FILES: usize = 5;

/// The greatest number of programs that can log to a folder at the same time.
const MAX_PROGRAMS: u32 = 100;

fn fault(action: &str, path: &Path, error: &io::Error) -> String {
    format!("cannot {action} {}: {error}", path.display())
}

/// The file `chess.log` in a folder, and the older files `chess.1.log` to `chess.4.log`. A program that finds
/// `chess.log` locked by another program uses `chess-2.log`, and so on. The order of the files depends on no clock.
#[derive(Debug)]
pub(super) struct RollingFile {
    folder: PathBuf,
    size: u64,
    /// The number of this program among the programs that log to the folder, counted from 1.
    program: u32,
    pub(super) file: Option<File>,
}

impl RollingFile {
    /// Creates a log whose files have at most `size` bytes. The first write opens the file.
    pub(super) const fn new(folder: PathBuf, size: u64) -> Self {
        Self { folder, size, program: 1, file: None }
    }

    pub(super) fn path(&self) -> PathBuf {
        self.path_of(self.program, 0)
    }

    /// Returns true if the path no longer leads to the open file.
    pub(super) fn is_moved(&self) -> bool {
        self.file.as_ref().is_some_and(|file| !is_at(file, &self.path()))
    }

    /// Writes the records, one in each line, and removes the written records from `records`. No record is divided
    /// between files. Even after a failure, no file is larger than `size`.
    pub(super) fn write(&mut self, records: &mut Vec<u8>) -> Result<(), String> {
        while !records.is_empty() {
            let mut file = self.take_file()?;
            let size = file.metadata().map_err(|error| fault("read", &self.path(), &error))?.len();
            let mut part = whole_records(records, self.size.saturating_sub(size));
            if part == 0 && size > 0 {
                drop(file);
                self.rotate()?;
                continue;
            }
            if part == 0 {
                // The first record is longer than a file may be, which should not happen. All records go into one file.
                part = records.len();
            }
            if let Err(error) = file.write_all(&records[..part]) {
                // If this removal of a partial record fails, the next `open` adds a line break after the record.
                let _ = file.set_len(size);
                return Err(fault("write", &self.path(), &error));
            }
            records.drain(..part);
            self.file = Some(file);
        }
        Ok(())
    }

    /// Renames the current file to number 1, file 1 to number 2, and so on, up to the first missing number. If no
    /// number is missing, the oldest file is replaced. After a rotation that failed half-way, a number is missing. So
    /// repeating the rotation removes no file.
    fn rotate(&self) -> Result<(), String> {
        let oldest = LOG_FILES as u32 - 1;
        let path = |number| self.path_of(self.program, number);
        let missing = (1..oldest).find(|&number| fs::symlink_metadata(path(number)).is_err());
        for number in (0..missing.unwrap_or(oldest)).rev() {
            fs::rename(path(number), path(number + 1))
                .map_err(|error| fault("rename", &path(number), &error))?;
        }
        Ok(())
    }

    /// Takes the open file. If there is none, opens the file that this program used last, or else the first free file.
    fn take_file(&mut self) -> Result<File, String> {
        if let Some(file) = self.file.take() {
            return Ok(file);
        }
        if let Err(error) = fs::create_dir(&self.folder)
            && !self.folder.is_dir()
        {
            return Err(fault("create", &self.folder, &error));
        }
        for program in [self.program].into_iter().chain(1..=MAX_PROGRAMS) {
            let path = self.path_of(program, 0);
            if let Some(file) = open(&path).map_err(|error| fault("open", &path, &error))? {
                self.program = program;
                return Ok(file);
            }
        }
        Err(format!("{MAX_PROGRAMS} programs write to {}", self.folder.display()))
    }

    /// Returns the path of the current file if `number` is 0, otherwise of an older file.
    fn path_of(&self, program: u32, number: u32) -> PathBuf {
        let program = if program > 1 { format!("-{program}") } else { String::new() };
        let number = if number > 0 { format!(".{number}") } else { String::new() };
        self.folder.join(format!("chess{program}{number}.log"))
    }
}

/// Returns the total length of the records that fit completely into `room` bytes.
fn whole_records(records: &[u8], room: u64) -> usize {
    let room = usize::try_from(room).unwrap_or(usize::MAX).min(records.len());
    records[..room].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)
}

/// Opens a file to append to it and locks it. Returns `None` if another program has locked it.
fn open(path: &Path) -> io::Result<Option<File>> {
    // Another program may rename the file between the opening and the lock. It does so only once for each 10 MiB
    // that it writes, so a few tries are enough.
    for _ in 0..10 {
        let Some(mut file) = open_locked(path)? else { return Ok(None) };
        // A terminal, a pipe or `/dev/full` has no last line, and is never rotated.
        if !file.metadata()?.is_file() {
            return Ok(Some(file));
        }
        if is_at(&file, path) {
            end_line(&mut file)?;
            return Ok(Some(file));
        }
    }
    Err(io::Error::other("it is renamed again and again"))
}

#[cfg(not(windows))]
fn open_locked(path: &Path) -> io::Result<Option<File>> {
    let file = OpenOptions::new().create(true).append(true).read(true).open(path)?;
    if file.metadata()?.is_file() {
        // Other errors are ignored, because some file systems have no locks. There, two programs may write to one file.
        if let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
            return Ok(None);
        }
    }
    Ok(Some(file))
}

/// Opens the file so that no other program can write it. A lock is not used, because on Windows it also stops readers.
#[cfg(windows)]
fn open_locked(path: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt;
    const SHARE_READ_AND_DELETE: u32 = 1 | 4;
    const SHARING_VIOLATION: i32 = 32;
    let mut options = OpenOptions::new();
    options.create(true).append(true).read(true).share_mode(SHARE_READ_AND_DELETE);
    match options.open(path) {
        Err(error) if error.raw_os_error() == Some(SHARING_VIOLATION) => Ok(None),
        opened => opened.map(Some),
    }
}

/// Adds a line end if the file does not end with one. A killed program may have left its last line unfinished.
fn end_line(file: &mut File) -> io::Result<()> {
    let mut last = [b'\n'];
    if file.metadata()?.len() > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    if last == *b"\n" { Ok(()) } else { file.write_all(b"\n") }
}

fn is_at(file: &File, path: &Path) -> bool {
    matches!((file.metadata(), fs::metadata(path)), (Ok(one), Ok(other)) if is_same(&one, &other))
}
