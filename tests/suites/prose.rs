//! Prose of the repository: comments and documents follow the rules that a program can check.

use chuhe_tests::prose::{check_markdown, check_rust};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders whose files nobody wrote for a reader: build outputs, and inputs of fuzzers.
const SKIPPED: [&str; 5] = ["target", "corpus", "artifacts", "coverage", ".git"];

/// Every Rust and Markdown file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.expect("a folder can be listed").path();
        if path.is_dir() {
            if !SKIPPED.iter().any(|name| path.ends_with(name)) {
                files.extend(self::files(&path));
            }
        } else if path.extension().is_some_and(|it| it == "rs" || it == "md") {
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
    assert!(files.len() > 300, "only {} files", files.len());
    for path in files {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let is_rust = path.extension().is_some_and(|it| it == "rs");
        let found = if is_rust { check_rust(&text) } else { check_markdown(&text) };
        let path = path.strip_prefix(root).expect("below the root").display();
        findings.extend(found.iter().map(|finding| format!("{path}:{finding}")));
    }
    assert!(findings.is_empty(), "{} findings\n{}", findings.len(), findings.join("\n"));
}
