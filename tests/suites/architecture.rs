//! Checks the sources against the invariants of `ARCHITECTURE.md`, and the public items against `API.txt`.

use cargo_metadata::{Dependency, DependencyKind, MetadataCommand, Package};
use chuhe_tests::imports::{circles, imports};
use chuhe_tests::{files, root, text};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Design {
    packages: Vec<String>,
    most_methods_of_app: usize,
    may_know: BTreeMap<String, Vec<String>>,
    largest_circles: BTreeMap<String, usize>,
    absent: Vec<Absent>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Absent {
    why: String,
    folders: Vec<String>,
    words: Vec<String>,
    #[serde(default)]
    skips_tests: bool,
    #[serde(default)]
    except: Vec<String>,
}

fn design() -> Design {
    toml::from_str(include_str!("../data/architecture.toml")).expect("a design")
}

/// The workspaces without unsafe code.
const SAFE: [&str; 2] = [".", "workshop"];
/// The workspaces that are bound to a language, to devices or to browsers.
const BOUND: [&str; 3] = ["bindings/python", "host-device", "host-web"];

fn packages(folders: &[&str]) -> Vec<Package> {
    let packages = folders.iter().flat_map(|folder| {
        let metadata = MetadataCommand::new().current_dir(root().join(folder)).no_deps().exec();
        metadata.expect("cargo metadata").packages
    });
    packages.collect()
}

fn dependencies(package: &Package) -> impl Iterator<Item = &Dependency> {
    package.dependencies.iter().filter(|dependency| dependency.kind == DependencyKind::Normal)
}

fn sources(folder: &str) -> Vec<(String, String)> {
    let found = files(&root().join(folder), &["rs"]);
    assert!(!found.is_empty(), "{folder} holds no sources");
    let named = |path: &PathBuf| {
        let name = path.strip_prefix(root()).expect("a source of this repository");
        (name.to_string_lossy().replace('\\', "/"), text(path))
    };
    found.iter().map(named).collect()
}

#[test]
fn packages_know_only_whom_they_may() {
    let packages = [packages(&SAFE), packages(&BOUND)].concat();
    let ours: BTreeSet<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let may_know = design().may_know;
    // These two packages may depend on all others.
    let all_knowing = ["chuhe-tests", "chuhe-workshop"];
    for package in packages.iter().filter(|package| !all_knowing.contains(&package.name.as_str())) {
        let may_know = may_know
            .get(package.name.as_str())
            .unwrap_or_else(|| panic!("{} stands in no row of may_know", package.name));
        for Dependency { name, .. } in dependencies(package) {
            let is_known = !ours.contains(name.as_str()) || may_know.contains(name);
            assert!(is_known, "{} must not know {name}", package.name);
        }
    }
}

#[test]
fn the_core_depends_on_two_crates_for_bounded_lists() {
    let packages = packages(&["core"]);
    let core = packages.iter().find(|package| package.name == "chuhe-core").expect("the core");
    let known = dependencies(core).filter(|dependency| !dependency.optional);
    let known: BTreeSet<&str> = known.map(|dependency| dependency.name.as_str()).collect();
    assert_eq!(known, BTreeSet::from(["arrayvec", "heapless"]));
}

#[test]
fn files_import_one_way_or_in_small_circles() {
    let core = imports(&root().join("core"));
    for (from, to) in [
        ("game", "position"),
        ("rules::chess::moves", "types::moves"),
        ("search::root", "search::state"),
    ] {
        assert!(core[from].contains(to), "{from} imports only {:?}", core[from]);
    }
    let mut faults = Vec::new();
    for (package, most) in design().largest_circles {
        let circles = circles(imports(&root().join(&package)));
        let large = circles.into_iter().filter(|circle| circle.len() > most);
        faults.extend(large.map(|circle| format!("{package}: {}", circle.join(", "))));
    }
    assert!(faults.is_empty(), "circles that are too large:\n{}", faults.join("\n"));
}

#[test]
fn the_application_has_few_methods() {
    let sources = sources("lib/app/src");
    let blocks = sources.iter().flat_map(|(_, text)| text.split("\nimpl App {\n").skip(1));
    let lines = blocks.flat_map(|block| block.lines().take_while(|line| *line != "}"));
    let code = lines.filter_map(|line| line.strip_prefix("    "));
    let methods = code.filter(|code| !code.starts_with([' ', '/', '#']) && code.contains("fn "));
    let (count, most) = (methods.count(), design().most_methods_of_app);
    assert!((1..=most).contains(&count), "`App` has {count} methods; {most} are the most");
}

#[test]
fn words_stand_only_where_they_may() {
    let mut faults = Vec::new();
    for Absent { why, folders, words, skips_tests, except } in design().absent {
        for (path, text) in folders.iter().flat_map(|folder| sources(folder)) {
            let is_test = skips_tests && path.ends_with("/tests.rs");
            if is_test || except.iter().any(|known| path.starts_with(known)) {
                continue;
            }
            // Unit tests stand at the end of a file or in `tests.rs`.
            let end = if skips_tests { text.rfind("#[cfg(test)]") } else { None };
            for (number, line) in (1..).zip(text[..end.unwrap_or(text.len())].lines()) {
                let code = line.split("//").next().unwrap_or_default();
                let has = |word: &String| code.contains(word) || code.to_lowercase().contains(word);
                if words.iter().any(has) {
                    faults.push(format!("{why}: {path}:{number}: {}", line.trim()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn libraries_forbid_unsafe_code() {
    for package in packages(&SAFE) {
        for target in package.targets.iter().filter(|target| target.is_lib() || target.is_bin()) {
            let text = text(target.src_path.as_std_path());
            assert!(text.contains("#![forbid(unsafe_code)]"), "{}", target.src_path);
        }
    }
}

/// Fails if a name in backticks is neither a test of a package nor a step of `.ci/check`.
fn assert_tests_exist<'a>(document: &str, lines: impl Iterator<Item = &'a str>) {
    let packages = design().packages;
    let folders = packages.iter().map(String::as_str);
    let folders = folders.chain(["tests/rules", "tests/suites", "workshop/tests"]);
    let sources: String = folders.flat_map(sources).map(|(_, text)| text).collect();
    let ci = text(&root().join(".ci/check"));
    let named: Vec<&str> = lines.flat_map(|line| line.split('`').skip(1).step_by(2)).collect();
    assert!(named.len() >= 6, "{document} names only {} tests", named.len());
    for name in named {
        let known =
            sources.contains(&format!("fn {name}(")) || ci.contains(&format!("step \"{name}"));
        assert!(known, "{document} names `{name}`: neither a test nor a step of .ci/check");
    }
}

#[test]
fn every_invariant_names_a_test_that_exists() {
    let text = text(&root().join("ARCHITECTURE.md"));
    let kept_by = text.lines().filter_map(|line| line.trim().strip_prefix("*Kept by* "));
    assert_tests_exist("ARCHITECTURE.md", kept_by);
}

#[test]
fn every_bound_names_a_test_that_exists() {
    let text = text(&root().join("SECURITY.md"));
    let rows = text.lines().skip_while(|line| !line.starts_with("| --- |")).skip(1);
    let rows: Vec<&str> = rows.take_while(|line| line.starts_with('|')).collect();
    let tests = rows.iter().map(|row| row.rsplit('|').nth(1).expect("three columns"));
    assert!(tests.clone().all(|tests| tests.contains('`')), "each bound has a test: {rows:#?}");
    assert_tests_exist("SECURITY.md", tests);
}

const ATTRIBUTES: [&str; 4] = ["#[derive(", "#[non_exhaustive]", "#[cfg(feature", "#[doc(hidden)]"];

/// Lists the public items of a source that `cargo fmt` has formatted. Leaves out items that a macro makes. The lint
/// `unreachable_pub` makes sure that other packages can reach every item with `pub`.
struct Scanner<'a> {
    lines: std::str::Lines<'a>,
    /// The attributes of the next item.
    attributes: String,
    /// The header of the block around the current lines: an `impl`, a trait, a struct or an enum.
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

    fn is_member(&self, line: &str) -> bool {
        if self.block.contains(" for ") || line.starts_with(['/', '#', '}', ')', '>']) {
            return false;
        }
        line.starts_with("pub ")
            || self.block.starts_with("pub enum")
            || self.block.starts_with("pub trait")
                && ["fn ", "const ", "type "].iter().any(|word| line.starts_with(word))
    }

    /// Reads an item up to its body or value. Returns one line, with the attributes.
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

/// Returns true if a text reaches the body or the end of its item. The text of a variant must contain all fields.
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

fn declared(line: &str) -> Option<String> {
    ["pub struct ", "pub enum ", "pub type "]
        .iter()
        .find_map(|word| line.split_once(word).map(|(_, rest)| identifier(rest)))
}

fn implementer(item: &str) -> Option<String> {
    let header = item.split("] ").last().filter(|header| header.starts_with("impl"))?;
    header.rsplit_once(" for ").map(|(_, rest)| identifier(rest))
}

fn check_api(package: &str) {
    let (mut items, mut names) = (BTreeSet::new(), Vec::new());
    for (_, source) in sources(&format!("{package}/src")) {
        names.extend(source.lines().filter_map(declared));
        let lines = source.lines();
        let (attributes, block) = (String::new(), String::new());
        Scanner { lines, attributes, block, items: &mut items }.scan();
    }
    items.retain(|item| implementer(item).is_none_or(|name| names.contains(&name)));
    let now: String = items.iter().map(|item| format!("{item}\n")).collect();
    let kept = root().join(package).join("API.txt");
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
    ["core", "lib/view"].into_iter().for_each(check_api);
}
