//! Reads the files of a page, and defines the errors of a build.

use chuhe_tcp::site::kind_of;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::{fs, io};

/// The service worker, which keeps the other files for a start without a network.
pub(crate) const OFFLINE: &str = "offline.js";

/// (name, bytes): the files of a page.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    #[error("cargo cannot be started: {0}")]
    Cargo(io::Error),
    #[error("cargo failed ({0}); it needs `rustup target add wasm32-unknown-unknown`")]
    Compile(ExitStatus),
    #[error("wasm-bindgen: {0}")]
    Bindgen(String),
    #[error("{program} cannot be started: {error}. `.ci/setup` installs it")]
    NoProgram { program: String, error: io::Error },
    #[error("{program} failed ({status})")]
    Failed { program: String, status: ExitStatus },
    #[error("the module cannot be split: {0}")]
    Split(String),
    #[error("picture: {0}")]
    Picture(#[from] png::EncodingError),
    #[error("{}: {error}", .file.display())]
    File { file: PathBuf, error: io::Error },
}

pub(crate) fn run(command: &mut Command) -> Result<(), BuildError> {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(BuildError::Failed { program, status }),
        Err(error) => Err(BuildError::NoProgram { program, error }),
    }
}

/// The folder of the page's workspace, `host-web`.
pub(crate) fn web() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Reads a file, or the files directly in a folder. Skips files of a kind that the server does not serve.
pub(crate) fn read(path: &Path) -> io::Result<Files> {
    if path.is_dir() {
        let entries = fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()?;
        let files = entries.iter().map(fs::DirEntry::path).filter(|path| path.is_file());
        let files: Vec<_> = files.map(|path| read(&path)).collect::<io::Result<_>>()?;
        return Ok(files.into_iter().flatten().collect());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let file = kind_of(&name).map(|_| Ok((name, fs::read(path)?)));
    file.into_iter().collect()
}
