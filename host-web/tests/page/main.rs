//! Tests of the page in real browsers: Chromium and Firefox without a screen.
//!
//! Each script in `tests/scripts/` has one step a line, and is a test in Chromium. Some are also tests in Firefox.
#![forbid(unsafe_code)]

mod axe;
mod browser;
mod figures;
mod firefox;
mod handheld;
mod policy;
mod saved;
mod script;
mod site;
mod tab;

use crate::browser::{Browser, Chromium};
use crate::firefox::Firefox;
use crate::script::Person;
use crate::site::{Site, Start, serve_files, serve_games};
use chuhe_tests::programs::{self, Trial};
use chuhe_tests::script::run_file;
use chuhe_web::builder::build::{PAGE, Page, SERVER};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

/// A folder of scripts that run in the same page. The page is built in `folder`.
struct Suite {
    scripts: &'static str,
    page: &'static Page,
    folder: &'static str,
    serve: Start,
}

/// The names of the main scripts, which run in Firefox as well as in Chromium.
const IN_FIREFOX: &str = "accessible again analysis boards chess drag editor forbidden kept keyboard \
    landscape library moves offline phone storage tabs xiangqi zhonggong";

/// The served page, and the browsers of `DRIVERS`. Each browser is `None` before its first test.
struct Stage {
    site: Site,
    browsers: [Option<Box<dyn Browser>>; 2],
}

/// (prefix, start): the prefix of the names of a browser's tests, and the function that starts this browser.
type Driver = (&'static str, fn() -> Result<Box<dyn Browser>, String>);

const DRIVERS: [Driver; 2] = [("", Chromium::start), ("firefox/", Firefox::start)];

const SUITES: [Suite; 2] = [
    Suite { scripts: "scripts", page: &PAGE, folder: "target/page", serve: serve_files },
    Suite { scripts: "scripts/server", page: &SERVER, folder: "target/server", serve: serve_games },
];

impl Suite {
    /// The paths of the scripts, sorted by name.
    fn scripts(&self) -> Vec<PathBuf> {
        let folder = below("tests").join(self.scripts);
        let mut scripts = chuhe_tests::files(&folder, &["txt"]);
        scripts.retain(|script| script.parent() == Some(folder.as_path()));
        scripts
    }

    /// Returns a test in Chromium for each script, and a test in Firefox for each main script. The first test that runs
    /// builds and serves the page. The first test in a browser starts this browser.
    fn trials(&'static self) -> impl Iterator<Item = Trial> {
        let stage = Arc::new(Mutex::new(None));
        let in_each =
            |script: PathBuf| (0..DRIVERS.len()).map(move |browser| (browser, script.clone()));
        let all = self.scripts().into_iter().flat_map(in_each);
        let runs = |browser, script: &Path| {
            let is_main =
                IN_FIREFOX.split(' ').any(|name| script.ends_with(format!("scripts/{name}.txt")));
            browser == 0 || is_main
        };
        all.filter(move |(browser, script)| runs(*browser, script)).map(move |(browser, script)| {
            let stage = Arc::clone(&stage);
            let name = script.strip_prefix(below("tests")).unwrap_or(&script).with_extension("");
            let name = format!("{}{}", DRIVERS[browser].0, name.display());
            programs::test_named(&name, axe::missing(&script), move || {
                let mut stage = stage.lock().unwrap_or_else(PoisonError::into_inner);
                let carried_out = self.carry_out(&mut stage, browser, &script);
                carried_out.unwrap_or_else(|error| panic!("{error}"));
            })
        })
    }

    fn carry_out(
        &self,
        stage: &mut Option<Stage>,
        browser: usize,
        script: &Path,
    ) -> Result<(), Box<dyn Error>> {
        if stage.is_none() {
            let folder = below(self.folder);
            self.page.build(&folder, false)?;
            // Removes the journal of games that an earlier run of the tests has left.
            let games = folder.with_extension("games");
            if games.exists() {
                fs::remove_dir_all(games)?;
            }
            let site = Site::new(folder, self.serve)?;
            *stage = Some(Stage { site, browsers: [None, None] });
        }
        let Stage { site, browsers } = stage.as_mut().ok_or("no page")?;
        if browsers[browser].is_none() {
            browsers[browser] = Some(DRIVERS[browser].1()?);
        }
        let pictures = below("target/pictures").join(DRIVERS[browser].0);
        fs::create_dir_all(&pictures)?;
        site.begin()?;
        let failed = script.with_extension("failed.png");
        let failed = pictures.join(failed.file_name().ok_or("no name")?);
        let browser = browsers[browser].as_deref_mut().ok_or("no browser")?;
        let browser: Option<&mut dyn Browser> = Some(browser);
        run_file(script, Person { browser, tab: None, site, pictures: &pictures, failed });
        Ok(())
    }
}

/// Returns a path below the folder `host-web`.
fn below(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn main() -> ExitCode {
    let scripts: Vec<_> = SUITES.iter().flat_map(Suite::trials).collect();
    // The count is also too small if a script that `IN_FIREFOX` names does not exist.
    assert!(scripts.len() >= 96, "only {} scripts", scripts.len());
    programs::run(policy::trials().chain(scripts).collect())
}
