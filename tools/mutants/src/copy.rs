//! The copy of the workspace that gets the switches.

use crate::mutant::SourceFile;
use crate::weave::{Id, Woven};
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The package of the switch.
const SWITCH_MANIFEST: &str = "\
[package]
name = \"mutant-switch\"
version = \"0.1.0\"
edition = \"2024\"

[lib]
path = \"lib.rs\"
";
const SWITCH_SOURCE: &str = include_str!("switch.rs");
const SWITCH_FOLDER: &str = "mutant-switch";

/// A copy of a workspace, and the folders of its packages that get switches.
#[derive(Debug)]
pub(crate) struct Copy {
    pub(crate) root: PathBuf,
}

/// Appends all files below a folder, except build outputs and hidden files.
pub(crate) fn files(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        let is_hidden = name.to_string_lossy().starts_with('.');
        let is_folder = entry.file_type()?.is_dir();
        if is_folder && !is_hidden && name != "target" {
            files(&path, found)?;
        } else if !is_folder && !is_hidden {
            found.push(path);
        }
    }
    Ok(())
}

/// Writes a file if it has other contents. Cargo builds again whatever was written.
fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == contents) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, contents)
}

impl Copy {
    /// Makes or renews the copy of a workspace. The packages in these folders get the switch as a
    /// dependency. The sources that will get switches are not copied.
    ///
    /// # Errors
    /// When a file cannot be read or written, or a manifest has no dependencies.
    pub(crate) fn make(
        from: &Path,
        root: PathBuf,
        packages: &[PathBuf],
        without: &[SourceFile],
    ) -> Result<Copy, Box<dyn Error>> {
        let without: BTreeSet<&Path> = without.iter().map(|file| file.path.as_path()).collect();
        let mut sources = Vec::new();
        files(from, &mut sources)?;
        let mut kept: BTreeSet<PathBuf> = without.iter().map(|path| root.join(path)).collect();
        for source in sources {
            let path = source.strip_prefix(from)?;
            let is_manifest = path.file_name().is_some_and(|name| name == "Cargo.toml");
            let folder = path.parent().unwrap_or(path);
            let mut contents = fs::read(&source)?;
            if is_manifest && packages.iter().any(|package| package == folder) {
                contents = with_switch(&String::from_utf8(contents)?, folder)?.into_bytes();
            }
            if !without.contains(path) {
                write(&root.join(path), &contents)?;
            }
            kept.insert(root.join(path));
        }
        let switch = root.join(SWITCH_FOLDER);
        for (name, contents) in [("Cargo.toml", SWITCH_MANIFEST), ("lib.rs", SWITCH_SOURCE)] {
            write(&switch.join(name), contents.as_bytes())?;
            kept.insert(switch.join(name));
        }
        let mut old = Vec::new();
        files(&root, &mut old)?;
        for file in old.iter().filter(|file| !kept.contains(*file)) {
            fs::remove_file(file)?;
        }
        Ok(Copy { root })
    }

    /// Writes a source with switches for all of its mutants but some.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn weave(&self, file: &SourceFile, left_out: &BTreeSet<Id>) -> io::Result<Woven> {
        let woven = file.weave(left_out);
        write(&self.root.join(&file.path), woven.text.as_bytes())?;
        Ok(woven)
    }
}

/// Adds the switch to the dependencies of a manifest.
fn with_switch(manifest: &str, folder: &Path) -> Result<String, String> {
    let up: String = folder.components().map(|_| "../").collect();
    let line = format!("mutant-switch = {{ path = \"{up}{SWITCH_FOLDER}\" }}");
    let table = "[dependencies]\n";
    match manifest.contains(table) {
        true => Ok(manifest.replacen(table, &format!("{table}{line}\n"), 1)),
        false => Ok(format!("{manifest}\n{table}{line}\n")),
    }
}
