//! Checks files that the page saves.

use crate::tab::Tab;
use chuhe_records::{GameTree, pgn};
use chuhe_tests::replies::coordinates;

/// Waits for a saved file, and checks it against `line`, such as `NAME | [White "Anna"] | moves e2e4 e7e5`. The part
/// `moves` is the main line in coordinates. Any other part is a text that the file must contain. If `line` is only a
/// name, the content is not checked.
pub(crate) fn check(tab: &mut Tab<'_>, line: &str) -> Result<(), String> {
    let (name, parts) = line.split_once(" | ").unwrap_or((line, ""));
    let bytes = tab.saved(name)?;
    if parts.is_empty() {
        return Ok(());
    }
    let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
    let tree = pgn::read(&text).map_err(|error| format!("{error} in:\n{text}"))?;
    match parts.split(" | ").find(|part| !has(&tree, &text, part)) {
        None => Ok(()),
        Some(missing) => Err(format!("the file does not have `{missing}`:\n{text}")),
    }
}

fn has(tree: &GameTree, text: &str, part: &str) -> bool {
    if let Some(moves) = part.strip_prefix("moves ") {
        return coordinates(&tree.game_to(tree.last())).join(" ") == moves;
    }
    text.contains(part)
}
