//! Prose of the repository: comments and documents follow the rules that a program can check.

use chuhe_tests::prose::{check_markdown, check_rust, check_script};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders whose files nobody wrote for a reader: build outputs, and inputs of fuzzers.
const SKIPPED: [&str; 5] = ["target", "corpus", "artifacts", "coverage", ".git"];

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.expect("a folder can be listed").path();
        if path.is_dir() {
            if !SKIPPED.iter().any(|name| path.ends_with(name)) {
                files.extend(self::files(&path));
            }
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[test]
fn comments_and_documents_are_plain() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace is above");
    let mut findings = Vec::new();
    let files = files(root);
    let mut checked = 0;
    for path in files {
        let check = match path.extension().and_then(|extension| extension.to_str()) {
            Some("rs") => check_rust,
            Some("md") => check_markdown,
            Some("toml" | "py" | "properties") => check_script,
            None if path.iter().rev().nth(1).is_some_and(|folder| folder == ".ci") => check_script,
            _ => continue,
        };
        checked += 1;
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let path = path.strip_prefix(root).expect("below the root").display();
        findings.extend(check(&text).iter().map(|finding| format!("{path}:{finding}")));
    }
    assert!(checked > 300, "only {checked} files");
    assert!(findings.is_empty(), "{} findings\n{}", findings.len(), findings.join("\n"));
}
