//! Makes chosen system calls of a program fail, by a library that is loaded before the C library.

use crate::wait::wait_until;
use rustix::io::Errno;
use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::OnceLock;

/// A rule tells which system calls fail. The number of rules and their size in bytes must be as in `shim.c`.
const RULES: usize = 16;
const SIZE: usize = 256;

/// The offsets of a rule's fields, in bytes.
const ROOM: usize = 8;
const COUNT: usize = 16;
const CALL: usize = 32;
const PATH: usize = 48;

/// Compiles `shim.c` into a folder, once for each test program.
fn library(folder: &Path) -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/shim.c");
        let library = folder.join("shim.so");
        // Another process may be using the old library, so a rename puts the new file in its place.
        let fresh = folder.join(format!("shim-{}.so", process::id()));
        let mut compiler = Command::new("cc");
        compiler.args(["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]);
        let status = compiler.arg("-o").arg(&fresh).arg(source).status();
        assert!(status.expect("cc is installed").success(), "shim.c is compiled");
        fs::rename(fresh, &library).expect("a folder of our own");
        library
    })
}

/// The shim of one program: the library, and the control file with the rules.
#[derive(Debug)]
pub struct Shim {
    library: &'static Path,
    path: PathBuf,
    file: File,
    rules: usize,
}

impl Shim {
    /// Creates a control file without rules in `folder`, so no system call fails yet. Compiles the library into
    /// `target`, the `CARGO_TARGET_TMPDIR` of a test.
    pub fn new(folder: &Path, target: &str) -> Self {
        let path = folder.join("calls-that-fail");
        fs::write(&path, [0; RULES * SIZE]).expect("a file");
        let file = OpenOptions::new().read(true).write(true).open(&path).expect("a file");
        Self { library: library(Path::new(target)), path, file, rules: 0 }
    }

    /// (library, control file): the paths to put into the environment of the program.
    pub fn environment(&self) -> (&Path, &Path) {
        (self.library, &self.path)
    }

    /// Makes the system calls in `calls` fail for files whose path contains `path`. If `errno` is `None`, the
    /// calls hang instead. Writes still succeed for the first `room` bytes.
    pub fn fail(&mut self, calls: &[impl AsRef<str>], path: &str, errno: Option<Errno>, room: i64) {
        for call in calls.iter().map(AsRef::as_ref) {
            assert!(self.rules < RULES && path.len() < SIZE - PATH, "room in the control file");
            let mut rule = [0; SIZE];
            rule[4..ROOM].copy_from_slice(&errno.map_or(0, Errno::raw_os_error).to_ne_bytes());
            rule[ROOM..COUNT].copy_from_slice(&room.to_ne_bytes());
            rule[CALL..][..call.len()].copy_from_slice(call.as_bytes());
            rule[PATH..][..path.len()].copy_from_slice(path.as_bytes());
            self.write(self.rules, &rule);
            // This byte switches the rule on, so it is written last.
            self.write(self.rules, &[1]);
            self.rules += 1;
        }
    }

    pub fn wait(&self) {
        let has_failed = |rule| {
            let mut count = [0; 4];
            let at = (rule * SIZE + COUNT) as u64;
            self.file.read_exact_at(&mut count, at).expect("the control file");
            count != [0; 4]
        };
        wait_until("a call that fails", || (0..self.rules).any(has_failed));
    }

    pub fn heal(&mut self) {
        (0..self.rules).for_each(|rule| self.write(rule, &[0]));
        self.rules = 0;
    }

    fn write(&self, rule: usize, bytes: &[u8]) {
        self.file.write_all_at(bytes, (rule * SIZE) as u64).expect("the control file");
    }
}
