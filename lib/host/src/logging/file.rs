//! A log file of bounded size with its older files.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The greatest size in bytes of a log file.
pub const LOG_SIZE: u64 = 10 << 20;
/// The number of log files that a program keeps, including the current one.
pub const LOG_FILES: usize = 5;

/// The greatest number of programs that write logs in a folder at a time.
const MAX_PROGRAMS: u32 = 100;

/// The log file cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {}: {error}", .path.display())]
pub(super) struct FileFault {
    action: &'static str,
    path: PathBuf,
    error: io::Error,
}

/// The file `chess.log` in a folder, and the older files `chess.1.log` to `chess.4.log`. A program
/// that finds `chess.log` locked by another one takes `chess-2.log`, and so on.
///
/// The numbers alone order the files. No clock has a say in it.
#[derive(Debug)]
pub(super) struct RollingFile {
    folder: PathBuf,
    size: u64,
    /// The number of the program in the folder, beginning with 1.
    program: u32,
    file: Option<File>,
}

impl RollingFile {
    /// A file of at most `size` bytes, opened when it is first written.
    pub(super) const fn new(folder: PathBuf, size: u64) -> Self {
        Self { folder, size, program: 1, file: None }
    }

    /// The path of the current file.
    pub(super) fn path(&self) -> PathBuf {
        self.path_of(self.program, 0)
    }

    /// Closes the file. The next record opens it again.
    pub(super) fn close(&mut self) {
        self.file = None;
    }

    /// Returns true if the file that was opened is no longer found under its name.
    pub(super) fn is_moved(&self) -> bool {
        self.file.as_ref().is_some_and(|file| !is_at(file, &self.path()))
    }

    /// Writes records, which are lines, and removes those from `records` that are written. No record
    /// is divided between files.
    ///
    /// # Errors
    /// Fails if a file cannot be opened, written or renamed. Nothing grows beyond its bound then.
    pub(super) fn write(&mut self, records: &mut Vec<u8>) -> Result<(), FileFault> {
        let mut written = 0;
        let result = self.write_from(records, &mut written);
        records.drain(..written.min(records.len()));
        result
    }

    /// Writes records, and adds the number of the written bytes to `written`. After an error the file is
    /// closed.
    fn write_from(&mut self, records: &[u8], written: &mut usize) -> Result<(), FileFault> {
        while let Some(rest) = records.get(*written..).filter(|rest| !rest.is_empty()) {
            let mut file = self.take_file()?;
            let size = self.name_error("read", file.metadata())?.len();
            let part = whole_records(rest, self.size.saturating_sub(size));
            if part.is_empty() && size > 0 {
                drop(file);
                self.rotate()?;
                continue;
            }
            // A single record that is larger than a file has one to itself.
            let part = if part.is_empty() { whole_records(rest, u64::MAX) } else { part };
            let result = append(&mut file, part, size, written);
            self.name_error("write", result)?;
            self.file = Some(file);
        }
        Ok(())
    }

    /// Renames the files, each to the next number. The oldest one is replaced.
    ///
    /// Only the files before the first missing number are renamed. So a rotation that fails half-way
    /// and is tried again a hundred times removes no further file.
    fn rotate(&self) -> Result<(), FileFault> {
        let oldest = LOG_FILES as u32 - 1;
        let path = |number| self.path_of(self.program, number);
        let missing = (1..oldest).find(|&number| fs::symlink_metadata(path(number)).is_err());
        for number in (0..missing.unwrap_or(oldest)).rev() {
            fs::rename(path(number), path(number + 1)).map_err(|error| FileFault {
                action: "rename",
                path: path(number),
                error,
            })?;
        }
        Ok(())
    }

    /// Takes the open file, or opens it: its own one of earlier, else the first that is free.
    fn take_file(&mut self) -> Result<File, FileFault> {
        if let Some(file) = self.file.take() {
            return Ok(file);
        }
        if let Err(error) = fs::create_dir(&self.folder)
            && !self.folder.is_dir()
        {
            return Err(FileFault { action: "create", path: self.folder.clone(), error });
        }
        for program in [self.program].into_iter().chain(1..=MAX_PROGRAMS) {
            let path = self.path_of(program, 0);
            let opened = open(&path);
            if let Some(file) = opened.map_err(|error| FileFault { action: "open", path, error })? {
                self.program = program;
                return Ok(file);
            }
        }
        let error = io::Error::other(format!("{MAX_PROGRAMS} programs write there"));
        Err(FileFault { action: "open", path: self.path_of(1, 0), error })
    }

    /// The path of a file, with number 0 for the current one.
    fn path_of(&self, program: u32, number: u32) -> PathBuf {
        let program = if program > 1 { format!("-{program}") } else { String::new() };
        let number = if number > 0 { format!(".{number}") } else { String::new() };
        self.folder.join(format!("chess{program}{number}.log"))
    }

    fn name_error<T>(&self, action: &'static str, result: io::Result<T>) -> Result<T, FileFault> {
        result.map_err(|error| FileFault { action, path: self.path(), error })
    }
}

/// Returns the records that fit into a number of bytes.
fn whole_records(records: &[u8], room: u64) -> &[u8] {
    let room = usize::try_from(room).unwrap_or(usize::MAX).min(records.len());
    let (fitting, _) = records.split_at(room);
    let end = fitting.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    fitting.split_at(end).0
}

/// Appends records to a file of `size` bytes and adds the bytes of the written ones to `written`. A
/// record that is written in part is removed.
fn append(file: &mut File, records: &[u8], size: u64, written: &mut usize) -> io::Result<()> {
    let mut begun = 0;
    let result = write_counted(file, records, &mut begun);
    let whole = whole_records(records, begun as u64).len();
    *written += whole;
    if whole < begun {
        // If this fails, the next opening ends the line.
        let _ = file.set_len(size + whole as u64);
    }
    result
}

/// Writes bytes and adds the number of those that are written, also before an error, to `written`.
pub(super) fn write_counted(
    to: &mut impl Write,
    bytes: &[u8],
    written: &mut usize,
) -> io::Result<()> {
    let mut rest = bytes;
    while !rest.is_empty() {
        match to.write(rest) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => {
                *written += count;
                rest = rest.get(count..).unwrap_or_default();
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Opens a file to append to it and locks it. Returns `None` if another program has locked it.
fn open(path: &Path) -> io::Result<Option<File>> {
    // Another program may rename the file before it is locked. It does so once in 10 MiB.
    for _ in 0..10 {
        let Some(mut file) = open_locked(path)? else { return Ok(None) };
        // A terminal, a pipe or `/dev/full` has no last line, and nothing in it can be moved.
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

fn to_append() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.create(true).append(true).read(true);
    options
}

#[cfg(not(windows))]
fn open_locked(path: &Path) -> io::Result<Option<File>> {
    let file = to_append().open(path)?;
    if file.metadata()?.is_file() {
        // A file system without locks cannot keep two programs apart.
        if let Err(std::fs::TryLockError::WouldBlock) = file.try_lock() {
            return Ok(None);
        }
    }
    Ok(Some(file))
}

/// A lock of Windows would keep readers out. So the file is opened as one that nobody else can write.
#[cfg(windows)]
fn open_locked(path: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt;
    const SHARE_READ_AND_DELETE: u32 = 1 | 4;
    const SHARING_VIOLATION: i32 = 32;
    match to_append().share_mode(SHARE_READ_AND_DELETE).open(path) {
        Err(error) if error.raw_os_error() == Some(SHARING_VIOLATION) => Ok(None),
        opened => opened.map(Some),
    }
}

/// Ends the last line of a file, which a killed program may have left unfinished.
fn end_line(file: &mut File) -> io::Result<()> {
    let mut last = [b'\n'];
    if file.metadata()?.len() > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    if last == *b"\n" { Ok(()) } else { file.write_all(b"\n") }
}

/// Returns true if a path leads to an open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    matches!((file.metadata().map(id), fs::metadata(path).map(id)), (Ok(a), Ok(b)) if a == b)
}

/// Returns true if a path leads to a file. The system does not say which one.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.is_file()
}
