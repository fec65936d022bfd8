//! Builds the folder of the page.

use crate::compress::compressed;
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
const FILES: [(&str, &str); 13] = [
    ("index.html", include_str!("../../www/index.html")),
    ("handheld.html", include_str!("../../www/handheld.html")),
    ("handheld.js", include_str!("../../www/handheld.js")),
    ("handheld-worker.js", include_str!("../../www/handheld-worker.js")),
    ("style.css", include_str!("../../www/style.css")),
    ("page.js", include_str!("../../www/page.js")),
    ("store.js", include_str!("../../www/store.js")),
    ("texts.js", include_str!("../../www/texts.js")),
    ("worker.js", include_str!("../../www/worker.js")),
    ("manifest.webmanifest", include_str!("../../www/manifest.webmanifest")),
    ("xiangqi.tsv", include_str!("../../../lib/host/openings/xiangqi.tsv")),
    ("chess.tsv", include_str!("../../../lib/host/openings/chess.tsv")),
    ("chess_families.tsv", include_str!("../../../lib/host/openings/chess_families.tsv")),
];

/// The file that keeps the others for a start without a network, with its name.
const OFFLINE: (&str, &str) = ("offline.js", include_str!("../../www/offline.js"));

/// The files of the window on a server.
const SERVER_FILES: [(&str, &str); 5] = [
    ("index.html", include_str!("../../www/server/index.html")),
    ("server.css", include_str!("../../www/server/server.css")),
    ("server.js", include_str!("../../www/server/server.js")),
    ("server-texts.js", include_str!("../../www/server/server-texts.js")),
    ("style.css", include_str!("../../www/style.css")),
];

/// The library of the window on a server.
const SERVER_MODULE: Module =
    Module { package: "chuhe-web-server", name: "chuhe_web_server", level: "z" };

/// The widths of the icons in pixels.
const ICONS: [u16; 3] = [192, 512, 48];

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
        file: PathBuf,
        /// The reason.
        error: io::Error,
    },
}

/// A library that is compiled to WebAssembly.
struct Module {
    package: &'static str,
    /// The name of its file.
    name: &'static str,
    /// The level of optimisation.
    level: &'static str,
}

/// The libraries: the page, which is small so that it is loaded fast, the engine, which is fast, and
/// the handheld.
const MODULES: [Module; 3] = [
    Module { package: "chuhe-web", name: "chuhe_web", level: "z" },
    Module { package: "chuhe-web-engine", name: "chuhe_web_engine", level: "3" },
    Module { package: "chuhe-web-handheld", name: "chuhe_web_handheld", level: "z" },
];

/// Compiles the libraries to WebAssembly, and writes them with the other files into the folder, each also
/// compressed.
///
/// # Errors
/// When a program fails or a file cannot be written.
pub fn build(folder: &Path) -> Result<(), BuildError> {
    let files = MODULES.iter().map(files_of).collect::<Result<Vec<_>, _>>()?;
    write_all(folder, with_others(files.into_iter().flatten().collect())?)
}

/// Builds the window on an automation server into a folder.
///
/// # Errors
/// When a program fails or a file cannot be written.
pub fn build_server(folder: &Path) -> Result<(), BuildError> {
    let mut files: Files =
        SERVER_FILES.iter().map(|&(name, text)| (name.to_owned(), text.into())).collect();
    files.extend(files_of(&SERVER_MODULE)?);
    files.insert(format!("icon-{}.png", ICONS[0]), icon(ICONS[0])?);
    write_all(folder, files)
}

fn write_all(folder: &Path, files: Files) -> Result<(), BuildError> {
    fs::create_dir_all(folder).map_err(|error| BuildError::File { file: folder.into(), error })?;
    for (name, bytes) in files {
        let file = folder.join(name);
        write(&file, &bytes).map_err(|error| BuildError::File { file, error })?;
    }
    Ok(())
}

/// Compiles a library, and returns its files for the browser.
fn files_of(module: &Module) -> Result<Files, BuildError> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    compile(&root, module)?;
    let file = format!("wasm32-unknown-unknown/release/{}.wasm", module.name);
    bindings(&target.join(file))
}

fn compile(root: &Path, module: &Module) -> Result<(), BuildError> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .current_dir(root)
        .args(["build", "--package", module.package, "--lib", "--release"])
        .args(["--target", "wasm32-unknown-unknown"])
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", module.level)
        .status()
        .map_err(BuildError::Cargo)?;
    if status.success() { Ok(()) } else { Err(BuildError::Compile(status)) }
}

/// Writes a file after its compressed forms. A file that has not changed is left as it is.
fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(file).is_ok_and(|before| before == bytes) {
        return Ok(());
    }
    for (end, form) in compressed(bytes)? {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        fs::write(name, form)?;
    }
    fs::write(file, bytes)
}

/// Adds the other files of the page to those of the modules. The last one holds the names of all and
/// their version.
fn with_others(mut files: Files) -> Result<Files, BuildError> {
    files.extend(FILES.iter().map(|&(name, text)| (name.to_owned(), text.into())));
    for width in ICONS {
        files.insert(format!("icon-{width}.png"), icon(width)?);
    }
    let mut version = Sha256::new();
    for (name, bytes) in &files {
        version.update(name);
        version.update(Sha256::digest(bytes));
    }
    let version: String = version.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let names: Vec<&str> = ["./"].into_iter().chain(files.keys().map(String::as_str)).collect();
    let (name, text) = OFFLINE;
    let text = text.replace("{{version}}", &version).replace("{{files}}", &format!("{names:?}"));
    files.insert(name.to_owned(), text.into());
    Ok(files)
}

/// Binds a library to JavaScript.
fn bindings(file: &Path) -> Result<Files, BuildError> {
    let mut bindgen = Bindgen::new();
    let bindgen = bindgen.input_path(file).web(true).map(|bindgen| {
        bindgen
            .typescript(false)
            .demangle(false)
            .remove_name_section(true)
            .remove_producers_section(true)
    });
    let folder =
        tempfile::tempdir().map_err(|error| BuildError::File { file: env::temp_dir(), error })?;
    bindgen
        .and_then(|bindgen| bindgen.generate(folder.path()))
        .map_err(|error| BuildError::Bindgen(format!("{error:#}")))?;
    read(folder.path()).map_err(|error| BuildError::File { file: folder.path().into(), error })
}

fn read(folder: &Path) -> io::Result<Files> {
    let entries = fs::read_dir(folder)?;
    let file = |entry: io::Result<fs::DirEntry>| {
        let entry = entry?;
        Ok((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?))
    };
    entries.map(file).collect()
}
