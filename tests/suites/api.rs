//! The public items of the libraries, held against `core/API.txt` and `lib/view/API.txt`.
//!
//! A change of the API is a visible change of these files. `UPDATE_SNAPSHOTS=1` writes them. The
//! sources are read line by line, as `cargo fmt` leaves them. The lint `unreachable_pub` makes sure
//! that an item with `pub` can be reached from outside. Items that a macro makes are not listed.

use chuhe_tests::{files, root, text};
use std::collections::BTreeSet;
use std::fs;

const ATTRIBUTES: [&str; 4] = ["#[derive(", "#[non_exhaustive]", "#[cfg(feature", "#[doc(hidden)]"];

struct Scanner<'a> {
    lines: std::str::Lines<'a>,
    /// The attributes of the item that comes next.
    attributes: String,
    /// The header of the block around the lines: an `impl`, a trait, a struct or an enum.
    block: String,
    items: &'a mut BTreeSet<String>,
}

impl Scanner<'_> {
    fn scan(&mut self) {
        while let Some(line) = self.lines.next() {
            let text = line.trim_start();
            let depth = (line.len() - text.len()) / 4;
            if line == "#[cfg(test)]" {
                return;
            }
            if ATTRIBUTES.iter().any(|attribute| text.starts_with(attribute)) {
                self.attributes += &format!("{text} ");
            } else if depth == 0 && !text.is_empty() && !text.starts_with(['#', '/']) {
                self.outer(text);
            } else if depth == 1 && !self.block.is_empty() && self.is_member(text) {
                let item = self.signature(text);
                self.items.insert(format!("{}: {item}", self.block));
            } else if !text.is_empty() && !text.starts_with(['#', '/']) {
                self.attributes.clear();
            }
        }
    }

    /// Reads an item that stands in no block.
    fn outer(&mut self, line: &str) {
        self.block.clear();
        let is_impl = line.starts_with("impl");
        if !is_impl && !line.starts_with("pub ") {
            self.attributes.clear();
            return;
        }
        let mut item = self.signature(line);
        if item.contains("pub struct") && item.ends_with(')') && !item.contains("(pub ") {
            // The fields of this tuple are private.
            item.truncate(item.rfind('(').unwrap_or(item.len()));
        }
        let is_block = ["pub struct", "pub enum", "pub trait"].map(|word| item.contains(word));
        if is_impl || is_block.contains(&true) {
            self.block = item.split("] ").last().unwrap_or_default().to_owned();
        }
        if !is_impl || item.contains(" for ") {
            self.items.insert(item);
        }
    }

    /// Checks whether a line in a block begins a public member.
    fn is_member(&self, line: &str) -> bool {
        if self.block.contains(" for ") || line.starts_with(['/', '#', '}', ')', '>']) {
            return false;
        }
        line.starts_with("pub ")
            || self.block.starts_with("pub enum")
            || self.block.starts_with("pub trait")
                && ["fn ", "const ", "type "].iter().any(|word| line.starts_with(word))
    }

    /// Reads an item up to its body or value, on one line and with its attributes.
    fn signature(&mut self, first: &str) -> String {
        let mut text = std::mem::take(&mut self.attributes) + first;
        let is_variant = self.block.starts_with("pub enum");
        while !is_complete(&text, is_variant) {
            let Some(line) = self.lines.next() else { break };
            if !line.trim().starts_with("//") {
                text += " ";
                text += line.trim();
            }
        }
        let text =
            text.trim_end_matches([' ', '{', ';', ',']).replace("( ", "(").replace(", )", ")");
        let is_value =
            text.contains("pub const ") && !text.contains(" fn ") || text.starts_with("const ");
        if is_value { text.split(" = ").next().unwrap_or_default().to_owned() } else { text }
    }
}

/// Checks whether a text holds an item up to its body or its end. The fields of a variant belong to
/// the variant.
fn is_complete(text: &str, is_variant: bool) -> bool {
    let count = |bracket: char| text.replace("->", "").matches(bracket).count();
    let is_closed = count('(') == count(')')
        && count('<') == count('>')
        && (!is_variant || count('{') == count('}'));
    let is_use = text.contains("pub use");
    is_closed && text.ends_with(if is_use { &[';'][..] } else { &['{', ';', ',', '}'] })
}

fn identifier(text: &str) -> String {
    text.chars().take_while(|&letter| letter.is_alphanumeric() || letter == '_').collect()
}

/// The name of the public type that a line declares.
fn declared(line: &str) -> Option<String> {
    ["pub struct ", "pub enum ", "pub type "]
        .iter()
        .find_map(|word| line.split_once(word).map(|(_, rest)| identifier(rest)))
}

/// The type that an `impl` of a trait is for.
fn implementer(item: &str) -> Option<String> {
    let header = item.split("] ").last().filter(|header| header.starts_with("impl"))?;
    header.rsplit_once(" for ").map(|(_, rest)| identifier(rest))
}

fn check(package: &str) {
    let folder = root().join(package);
    let (mut items, mut names) = (BTreeSet::new(), Vec::new());
    for file in files(&folder.join("src"), &["rs"]) {
        let source = text(&file);
        names.extend(source.lines().filter_map(declared));
        let lines = source.lines();
        let (attributes, block) = (String::new(), String::new());
        Scanner { lines, attributes, block, items: &mut items }.scan();
    }
    items.retain(|item| implementer(item).is_none_or(|name| names.contains(&name)));
    let now: String = items.iter().map(|item| format!("{item}\n")).collect();
    let kept = folder.join("API.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some_and(|value| value == "1") {
        fs::write(&kept, &now).expect("a file that can be written");
    }
    let before = fs::read_to_string(&kept).unwrap_or_default();
    let [before, now] = [&before, &now].map(|text| text.lines().collect::<BTreeSet<_>>());
    let gone: Vec<_> = before.difference(&now).collect();
    let new: Vec<_> = now.difference(&before).collect();
    assert!(
        gone.is_empty() && new.is_empty(),
        "the API of {package} changed; UPDATE_SNAPSHOTS=1 writes {}\ngone: {gone:#?}\nnew: {new:#?}",
        kept.display()
    );
}

#[test]
fn public_items_are_as_written_down() {
    ["core", "lib/view"].into_iter().for_each(check);
}
