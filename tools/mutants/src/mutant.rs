//! All mutants of some packages, and the files that they are in.

use crate::operators::{Site, left_out_modules, sites};
use crate::weave::{Id, Woven, weave};
use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// A source file with its sites, each with the number of its first mutant.
#[derive(Debug)]
pub(crate) struct SourceFile {
    /// The path below the workspace.
    pub(crate) path: PathBuf,
    text: String,
    sites: Vec<(Id, Site)>,
}

/// A mutant in words.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    pub(crate) id: Id,
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) function: String,
    pub(crate) change: String,
    /// The name of the mutant from one run to the next, as long as its function stays as it is.
    pub(crate) key: String,
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mutant { file, line, column, function, change, .. } = self;
        write!(f, "{file}:{line}:{column}: {change}, in {function}")
    }
}

impl SourceFile {
    /// Reads a source of the workspace. Its first mutant gets the number `first`.
    ///
    /// # Errors
    /// When the file cannot be read or is no Rust.
    pub(crate) fn read(root: &Path, path: &Path, first: Id) -> Result<SourceFile, Box<dyn Error>> {
        let name = path.display();
        let text =
            fs::read_to_string(root.join(path)).map_err(|error| format!("{name}: {error}"))?;
        let sites = sites(&text).map_err(|error| format!("{name}: {error}"))?;
        let mut next = first;
        let numbered = sites.into_iter().map(|site| {
            let first = next;
            next += Id::try_from(site.changes.len()).expect("a site has few changes");
            (first, site)
        });
        let sites = numbered.collect();
        Ok(SourceFile { path: path.to_owned(), text, sites })
    }

    /// Returns the file with switches for all of its mutants but some.
    pub(crate) fn weave(&self, left_out: &BTreeSet<Id>) -> Woven {
        let sites: Vec<(Id, &Site)> = self.sites.iter().map(|(id, site)| (*id, site)).collect();
        weave(&self.text, &sites, &|id| !left_out.contains(&id))
    }

    pub(crate) fn mutants(&self) -> Vec<Mutant> {
        let file = self.path.to_string_lossy().replace('\\', "/");
        let mut mutants: Vec<Mutant> = Vec::new();
        for (first, site) in &self.sites {
            for (id, change) in (*first..).zip(&site.changes) {
                let change = change.text.split_whitespace().collect::<Vec<_>>().join(" ");
                let base = format!("{file} {} {:016x} {change}", site.function, site.checksum);
                let before = mutants.iter().filter(|mutant| mutant.key.starts_with(&base)).count();
                mutants.push(Mutant {
                    id,
                    file: file.clone(),
                    line: site.line,
                    column: site.column,
                    function: site.function.clone(),
                    change,
                    key: format!("{base} #{before}"),
                });
            }
        }
        mutants
    }
}

/// Reads all sources below folders of the workspace and numbers their mutants.
///
/// # Errors
/// When a file cannot be read or is no Rust.
pub(crate) fn read_sources(
    root: &Path,
    folders: &[PathBuf],
) -> Result<Vec<SourceFile>, Box<dyn Error>> {
    let mut paths = Vec::new();
    for folder in folders {
        crate::copy::files(&root.join(folder), &mut paths)?;
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    paths.sort();
    let left_out = left_out_paths(&paths)?;
    paths.retain(|path| !left_out.contains(&path.with_extension("")));
    paths.retain(|path| !left_out.iter().any(|module| path.starts_with(module)));
    let mut files = Vec::new();
    let mut next = 0;
    for path in paths {
        let path = path.strip_prefix(root)?;
        let file = SourceFile::read(root, path, next)?;
        next += Id::try_from(file.mutants().len())?;
        files.push(file);
    }
    Ok(files)
}

/// Returns the paths, without their extension, of the modules that are left out.
fn left_out_paths(sources: &[PathBuf]) -> Result<BTreeSet<PathBuf>, Box<dyn Error>> {
    let mut left_out = BTreeSet::new();
    for path in sources {
        let name = path.file_name().unwrap_or_default();
        let is_root = ["lib.rs", "main.rs", "mod.rs"].iter().any(|root| name == *root);
        let folder = if is_root { path.with_file_name("") } else { path.with_extension("") };
        let modules = left_out_modules(&fs::read_to_string(path)?)?;
        left_out.extend(modules.iter().map(|module| folder.join(module)));
    }
    Ok(left_out)
}
