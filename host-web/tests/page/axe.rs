//! The checks of axe-core: names, roles, contrast and more.

use crate::tab::{Tab, text};
use libtest_mimic::Trial;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The script of axe-core, which `.ci/setup` fetches.
const AXE: &str = "../target/axe-core-4.10.3/axe.min.js";

/// Returns what is wrong, one fault a line.
const RUN: &str = "(async () => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help}: ${node.target} ${node.any.map(({ message }) => message).join(' ')}`)).join('\\n');
})()";

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(AXE)
}

/// True if the checks may be left out: axe-core is missing, and not every test must run.
fn is_left_out() -> bool {
    !file().exists() && env::var_os("CHUHE_ALL_TESTS").is_none()
}

/// A test that is ignored when the checks are left out, so that the result says so.
pub(crate) fn trial() -> Trial {
    Trial::test("axe-core, which `.ci/setup` fetches", || Ok(())).with_ignored_flag(is_left_out())
}

/// Checks the page as it is now.
pub(crate) fn check(tab: &mut Tab<'_>) -> Result<(), String> {
    if is_left_out() {
        return Ok(());
    }
    let file = file();
    let script =
        fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    tab.evaluate(&format!("{script}; undefined"))?;
    match text(&tab.evaluate(RUN)?) {
        faults if faults.is_empty() => Ok(()),
        faults => Err(faults),
    }
}
