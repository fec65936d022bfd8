//! All scripts of `scripts/` in one browser.

use chuhe_web_builder::build;
use chuhe_web_tests::{Browser, Site, run};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The scripts in the order of their names; only those whose names contain a word of
/// `PAGE_SCRIPT`, if it is set.
fn scripts(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder of scripts");
    let chosen = env::var("PAGE_SCRIPT").unwrap_or_default();
    let mut scripts: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    scripts.retain(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        chosen.is_empty() || chosen.split(',').any(|word| name.contains(word))
    });
    scripts.sort();
    scripts
}

#[test]
fn the_page_follows_every_script() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("../target/page");
    build::build(&folder).expect("the page is built");
    let pictures = root.join("../target/pictures");
    fs::create_dir_all(&pictures).expect("a folder for the pictures");
    let mut site = Site::start(folder).expect("the page is served");
    let mut browser = Browser::start().expect("Chromium starts");
    let scripts = scripts(&root.join("scripts"));
    assert!(!scripts.is_empty());
    let mut failed = Vec::new();
    for script in &scripts {
        match run(&mut browser, &mut site, script, &pictures) {
            Ok(()) => println!("ok: {}", script.display()),
            Err(error) => failed.push(error),
        }
    }
    assert!(
        failed.is_empty(),
        "{} of {} scripts failed:\n{}",
        failed.len(),
        scripts.len(),
        failed.join("\n\n")
    );
}
