//! Builds the folder of the page.

use crate::icon::icon;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use wasm_bindgen_cli_support::Bindgen;

/// The files that are copied as they are, with their names.
const FILES: [(&str, &str); 6] = [
    ("index.html", include_str!("../../www/index.html")),
    ("style.css", include_str!("../../www/style.css")),
    ("page.js", include_str!("../../www/page.js")),
    ("texts.js", include_str!("../../www/texts.js")),
    ("worker.js", include_str!("../../www/worker.js")),
    ("manifest.webmanifest", include_str!("../../www/manifest.webmanifest")),
];

/// The file that keeps the others for a start without a network, with its name.
const OFFLINE: (&str, &str) = ("offline.js", include_str!("../../www/offline.js"));

/// The widths of the icons in pixels.
const ICONS: [u16; 2] = [192, 512];

/// The files of the page by their names.
type Files = BTreeMap<String, Vec<u8>>;

/// The page cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// Cargo cannot be started.
    #[error("cargo cannot be started: {0}")]
    Cargo(io::Error),
    /// Cargo does not compile the library.
    #[error("cargo failed ({0}); it needs `rustup target add wasm32-unknown-unknown`")]
    Compile(ExitStatus),
    /// The library cannot be bound to the page.
    #[error("wasm-bindgen: {0}")]
    Bindgen(String),
    /// An icon cannot be drawn.
    #[error("icon: {0}")]
    Icon(#[from] png::EncodingError),
    /// A file cannot be read or written.
    #[error("{}: {error}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The reason.
        error: io::Error,
    },
}

/// Compiles the library to WebAssembly, and writes it with the other files into the folder.
///
/// # Errors
/// When a program fails or a file cannot be written.
pub fn build(folder: &Path) -> Result<(), BuildError> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .current_dir(&root)
        .args(["build", "--package", "chuhe-web", "--lib", "--release"])
        .args(["--target", "wasm32-unknown-unknown"])
        .status()
        .map_err(BuildError::Cargo)?;
    if !status.success() {
        return Err(BuildError::Compile(status));
    }
    let files = files(&target.join("wasm32-unknown-unknown/release/chuhe_web.wasm"))?;
    fs::create_dir_all(folder).map_err(|error| BuildError::File { file: folder.into(), error })?;
    for (name, bytes) in files {
        let file = folder.join(name);
        fs::write(&file, bytes).map_err(|error| BuildError::File { file, error })?;
    }
    Ok(())
}

/// Collects all files of the page. The last one holds the names of the others and their version.
fn files(module: &Path) -> Result<Files, BuildError> {
    let mut files: Files =
        FILES.iter().map(|&(name, text)| (name.to_owned(), text.into())).collect();
    files.extend(bindings(module)?);
    for width in ICONS {
        files.insert(format!("icon-{width}.png"), icon(width)?);
    }
    let mut version = Sha256::new();
    for (name, bytes) in &files {
        version.update(name);
        version.update(Sha256::digest(bytes));
    }
    let names: Vec<&str> = ["./"].into_iter().chain(files.keys().map(String::as_str)).collect();
    let (name, text) = OFFLINE;
    let text = text
        .replace("{{version}}", &format!("{:x}", version.finalize()))
        .replace("{{files}}", &format!("{names:?}"));
    files.insert(name.to_owned(), text.into());
    Ok(files)
}

/// Binds the library to JavaScript.
fn bindings(module: &Path) -> Result<Files, BuildError> {
    let mut bindgen = Bindgen::new();
    let bindgen = bindgen.input_path(module).web(true).map(|bindgen| {
        bindgen.typescript(false).remove_name_section(true).remove_producers_section(true)
    });
    let written = tempfile::tempdir().and_then(|folder| {
        let generated = bindgen.and_then(|bindgen| bindgen.generate(folder.path()));
        Ok((generated, read(folder.path())?))
    });
    let file = module.to_path_buf();
    let (generated, files) = written.map_err(|error| BuildError::File { file, error })?;
    generated.map_err(|error| BuildError::Bindgen(format!("{error:#}")))?;
    Ok(files)
}

fn read(folder: &Path) -> io::Result<Files> {
    let entries = fs::read_dir(folder)?;
    let file = |entry: io::Result<fs::DirEntry>| {
        let entry = entry?;
        Ok((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?))
    };
    entries.map(file).collect()
}
