//! Runs the accessibility checks of axe-core: names, roles, contrast and more.

use crate::tab::{Tab, text};
use std::path::{Path, PathBuf};

/// The path of the script of axe-core. The file `.ci/setup` downloads this script.
const AXE: &str = "../target/axe-core-4.10.3/axe.min.js";

/// A script that returns the faults, each on a line of its own.
const RUN: &str = "(async () => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help}: ${node.target} ${node.any.map(({ message }) => message).join(' ')}`)).join('\\n');
})()";

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(AXE)
}

/// Returns a text that names axe-core if the test `script` needs axe-core and its file is missing.
pub(crate) fn missing(script: &Path) -> Option<String> {
    let is_needed = chuhe_tests::text(script).lines().any(|line| line == "accessible");
    (is_needed && !file().exists()).then(|| "axe-core, which `.ci/setup` fetches".to_owned())
}

pub(crate) fn check(tab: &mut Tab<'_>) -> Result<(), String> {
    tab.evaluate(&format!("{}; undefined", chuhe_tests::text(&file())))?;
    match text(&tab.evaluate(RUN)?) {
        faults if faults.is_empty() => Ok(()),
        faults => Err(faults),
    }
}
