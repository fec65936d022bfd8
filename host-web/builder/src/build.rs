//! Builds the folder of the page.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use wasm_bindgen_cli_support::Bindgen;

/// The files that are copied as they are, with their names.
const FILES: [(&str, &str); 5] = [
    ("index.html", include_str!("../../www/index.html")),
    ("style.css", include_str!("../../www/style.css")),
    ("page.js", include_str!("../../www/page.js")),
    ("worker.js", include_str!("../../www/worker.js")),
    ("manifest.webmanifest", include_str!("../../www/manifest.webmanifest")),
];

/// The page cannot be built.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BuildError {
    #[error("cargo cannot be started: {0}")]
    Cargo(io::Error),
    #[error("cargo failed ({0}); it needs `rustup target add wasm32-unknown-unknown`")]
    Compile(ExitStatus),
    #[error("wasm-bindgen: {0}")]
    Bindgen(String),
    #[error("{}: {error}", .file.display())]
    File { file: PathBuf, error: io::Error },
}

/// Compiles the library to WebAssembly, and writes it with the other files into the folder.
pub(crate) fn build(folder: &Path) -> Result<(), BuildError> {
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
    let module = target.join("wasm32-unknown-unknown/release/chuhe_web.wasm");
    let bindings = Bindgen::new().input_path(module).web(true).map(|bindgen| {
        bindgen.typescript(false).remove_name_section(true).remove_producers_section(true);
        bindgen.generate(folder)
    });
    bindings.flatten().map_err(|error| BuildError::Bindgen(format!("{error:#}")))?;
    for (name, text) in FILES {
        let file = folder.join(name);
        fs::write(&file, text).map_err(|error| BuildError::File { file, error })?;
    }
    Ok(())
}
