//! The checks of axe-core: names, roles, contrast and more.

use crate::tab::{Tab, text};
use std::path::Path;
use std::{env, fs};

/// The script of axe-core, which `.ci/setup` fetches.
const AXE: &str = "../../target/axe-core-4.10.3/axe.min.js";

/// Returns what is wrong, one fault a line.
const RUN: &str = "(async () => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help}: ${node.target} ${node.any.map(({ message }) => message).join(' ')}`)).join('\\n');
})()";

/// Checks the page as it is now. Without axe-core nothing is checked, except in the CI, where it fails.
pub(crate) fn check(tab: &mut Tab<'_>) -> Result<(), String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(AXE);
    let script = match fs::read_to_string(&file) {
        Ok(script) => script,
        Err(error) if env::var_os("CHUHE_ALL_TESTS").is_some() => {
            return Err(format!("{}: {error}", file.display()));
        }
        Err(_) => {
            println!("SKIPPED: axe-core is missing; `.ci/setup` fetches it");
            return Ok(());
        }
    };
    tab.evaluate(&format!("{script}; undefined"))?;
    match text(&tab.evaluate(RUN)?) {
        faults if faults.is_empty() => Ok(()),
        faults => Err(faults),
    }
}
