//! Tests of the page in a real browser: Chromium without a screen, driven by the DevTools protocol.
//!
//! `scripts/` has the tests as text, one step a line. Each is a test of its own, in one browser.
#![forbid(unsafe_code)]

mod automation;
mod axe;
mod browser;
mod figures;
mod handheld;
mod policy;
mod saved;
mod script;
mod site;
mod tab;

use crate::browser::Browser;
use crate::script::run;
use crate::site::Site;
use chuhe_web_builder::build::{PAGE, SERVER};
use libtest_mimic::{Arguments, Failed, Trial};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

/// Some scripts, and where they are carried out.
struct Suite {
    scripts: &'static str,
    /// Builds a page into a folder, and serves it.
    start: fn(PathBuf) -> Result<Site, Box<dyn Error>>,
    page: &'static str,
}

const SUITES: [Suite; 2] = [
    Suite { scripts: "scripts", start: start_page, page: "page" },
    Suite { scripts: "scripts/server", start: start_server, page: "server" },
];

fn start_page(folder: PathBuf) -> Result<Site, Box<dyn Error>> {
    PAGE.build(&folder)?;
    Ok(Site::start(folder)?)
}

/// The games that the server kept in an earlier run are removed first.
fn start_server(folder: PathBuf) -> Result<Site, Box<dyn Error>> {
    SERVER.build(&folder)?;
    let games = folder.with_extension("games");
    if games.exists() {
        fs::remove_dir_all(games)?;
    }
    Ok(Site::automation(folder)?)
}

impl Suite {
    /// The scripts in the order of their names.
    fn scripts(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(below("tests").join(self.scripts)).expect("a folder of scripts");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let is_script = |path: &PathBuf| path.extension().is_some_and(|end| end == "txt");
        let mut scripts: Vec<PathBuf> = paths.filter(is_script).collect();
        scripts.sort();
        scripts
    }

    /// Returns a test for each script. The first one that runs starts the page and the browser.
    fn trials(&'static self) -> impl Iterator<Item = Trial> {
        let stage = Arc::new(Mutex::new(None));
        self.scripts().into_iter().map(move |script| {
            let stage = Arc::clone(&stage);
            let name = script.strip_prefix(below("tests")).unwrap_or(&script);
            Trial::test(name.with_extension("").display().to_string(), move || {
                let mut stage = stage.lock().unwrap_or_else(PoisonError::into_inner);
                self.carry_out(&mut stage, &script).map_err(Failed::from)
            })
        })
    }

    fn carry_out(
        &self,
        stage: &mut Option<(Browser, Site)>,
        script: &Path,
    ) -> Result<(), Box<dyn Error>> {
        if stage.is_none() {
            let site = (self.start)(below("target").join(self.page))?;
            *stage = Some((Browser::start()?, site));
        }
        let pictures = below("target/pictures");
        fs::create_dir_all(&pictures)?;
        let (browser, site) = stage.as_mut().ok_or("no browser")?;
        Ok(run(browser, site, script, &pictures)?)
    }
}

/// A path of the workspace of the page.
fn below(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let scripts = SUITES.iter().flat_map(Suite::trials);
    let trials = policy::trials().chain([axe::trial()]).chain(scripts).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}
