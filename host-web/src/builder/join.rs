//! Joins the scripts of a page with esbuild. Each script that starts a page or a worker becomes one minified file,
//! together with all its imports. Styles are minified, too.

use super::files::{BuildError, Files, OFFLINE, read, run, web};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Replaces the scripts by joined ones. If a script of `begins` imports another script of `begins`, the import stays.
pub(crate) fn join(files: &mut Files, begins: &[&str]) -> Result<(), BuildError> {
    let folder = tempfile::tempdir();
    let folder = folder.map_err(|error| BuildError::File { file: env::temp_dir(), error })?;
    let is_style = |name: &str| name.ends_with(".css");
    let is_part = |name: &str| (name.ends_with(".js") && name != OFFLINE) || is_style(name);
    let parts: Vec<_> = files.extract_if(.., |name, _| is_part(name)).collect();
    for (name, bytes) in &parts {
        let file = folder.path().join(name);
        fs::write(&file, bytes).map_err(|error| BuildError::File { file, error })?;
    }
    let styles = parts.iter().map(|(name, _)| name.as_str()).filter(|name| is_style(name));
    esbuild(folder.path(), &[begins, &styles.collect::<Vec<_>>()].concat())?;
    let file = folder.path().join("joined");
    files.extend(read(&file).map_err(|error| BuildError::File { file, error })?);
    Ok(())
}

/// Runs the program that the environment variable `ESBUILD` names, or else the esbuild that `.ci/setup` fetches.
fn esbuild(folder: &Path, begins: &[&str]) -> Result<(), BuildError> {
    let usual = || web().join("../target/npm/node_modules/.bin/esbuild");
    let program = env::var_os("ESBUILD").map_or_else(usual, PathBuf::from);
    run(Command::new(program)
        .current_dir(folder)
        .args(begins)
        .args(begins.iter().map(|name| format!("--external:./{name}")))
        .args([
            "--external:*.png",
            "--bundle",
            "--minify",
            "--charset=utf8",
            "--format=esm",
            "--outdir=joined",
            "--log-level=warning",
        ]))
}
