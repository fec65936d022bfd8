//! Asks git for the commit, which is a part of the version that each program shows.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CHUHE_COMMIT");
    let commit = env::var("CHUHE_COMMIT").ok().or_else(commit);
    println!("cargo::rustc-env=CHUHE_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
}

/// Returns the commit for a release build. A debug build does not ask git, because each new commit
/// would then cause a build of the whole workspace.
fn commit() -> Option<String> {
    if env::var("PROFILE").is_ok_and(|profile| profile != "release") {
        return Some("debug".to_owned());
    }
    // This check fails if git does not track this file. Git could then name the commit of a repository around it.
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    // Cargo watches the log of HEAD, because every commit changes it. A commit on a branch leaves the file HEAD as is.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    println!("cargo::rerun-if-changed={log}");
    git(&["rev-parse", "--short", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
