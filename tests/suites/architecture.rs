//! The invariants of `ARCHITECTURE.md` that a reader of the sources can check.

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};
use chuhe_tests::imports::{circles, imports};
use chuhe_tests::{files, text};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Which packages of this workspace each may know.
const MAY_KNOW: &[(&str, &[&str])] = &[
    ("chuhe-core", &[]),
    ("chuhe-view", &["chuhe-core"]),
    ("chuhe-host", &["chuhe-core"]),
    ("chuhe-records", &["chuhe-core", "chuhe-host"]),
    ("chuhe-tcp", &["chuhe-core", "chuhe-host", "chuhe-view"]),
    ("chuhe-uci", &["chuhe-core", "chuhe-host"]),
    ("chuhe-arena", &["chuhe-core", "chuhe-host", "chuhe-records"]),
    ("chuhe-tune", &["chuhe-core", "chuhe-host"]),
    ("chuhe-app", &["chuhe-core", "chuhe-view", "chuhe-host", "chuhe-records"]),
    (
        "chuhe-desktop",
        &["chuhe-app", "chuhe-core", "chuhe-view", "chuhe-host", "chuhe-records", "chuhe-tcp"],
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace is above").to_owned()
}

fn metadata() -> Metadata {
    MetadataCommand::new().current_dir(root()).no_deps().exec().expect("cargo metadata")
}

fn packages() -> Vec<Package> {
    let workshop = MetadataCommand::new().current_dir(root().join("workshop")).no_deps().exec();
    [metadata().packages, workshop.expect("cargo metadata").packages].concat()
}

/// Every Rust source below a folder of the repository, with its path in the repository and its text.
fn sources(folder: &str) -> Vec<(String, String)> {
    let found = files(&root().join(folder), &["rs"]);
    assert!(!found.is_empty(), "{folder} holds no sources");
    let named = |path: &PathBuf| {
        let name = path.strip_prefix(root()).expect("a source of this repository");
        (name.to_string_lossy().replace('\\', "/"), text(path))
    };
    found.iter().map(named).collect()
}

/// The lines of code that fit, without comments, each with its place.
fn lines<'a>(
    path: &'a str,
    text: &'a str,
    fits: impl Fn(&str) -> bool + 'a,
) -> impl Iterator<Item = String> + 'a {
    let code = |line: &'a str| line.split("//").next().unwrap_or_default();
    let numbered = (1..).zip(text.lines()).filter(move |(_, line)| fits(code(line)));
    numbered.map(move |(number, line)| format!("{path}:{number}: {}", line.trim()))
}

/// Fails for every line of code below `folder` in which one of `words` stands.
fn assert_absent(folder: &str, words: &[&str], why: &str) {
    let has_word = |code: &str| words.iter().any(|word| code.to_lowercase().contains(word));
    let mut faults = Vec::new();
    for (path, text) in sources(folder) {
        faults.extend(lines(&path, &text, has_word));
    }
    assert!(faults.is_empty(), "{why}:\n{}", faults.join("\n"));
}

#[test]
fn packages_know_only_whom_they_may() {
    let packages = packages();
    let ours: BTreeSet<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    // These two know all others.
    let all_knowing = ["chuhe-tests", "chuhe-workshop"];
    for package in packages.iter().filter(|package| !all_knowing.contains(&package.name.as_str())) {
        let (_, may_know) = MAY_KNOW
            .iter()
            .find(|(name, _)| *name == package.name.as_str())
            .unwrap_or_else(|| panic!("{} stands in no row of MAY_KNOW", package.name));
        for dependency in package
            .dependencies
            .iter()
            .filter(|dependency| dependency.kind == DependencyKind::Normal)
        {
            let name = dependency.name.as_str();
            assert!(
                !ours.contains(name) || may_know.contains(&name),
                "{} must not know {name}",
                package.name
            );
        }
    }
}

#[test]
fn the_core_depends_on_two_crates_for_bounded_lists() {
    let metadata = metadata();
    let core =
        metadata.packages.iter().find(|package| package.name == "chuhe-core").expect("the core");
    let known: BTreeSet<&str> = core
        .dependencies
        .iter()
        .filter(|dependency| dependency.kind == DependencyKind::Normal && !dependency.optional)
        .map(|dependency| dependency.name.as_str())
        .collect();
    assert_eq!(known, BTreeSet::from(["arrayvec", "heapless"]));
}

/// The most files of each package that may import each other in a circle.
const LARGEST_CIRCLES: &[(&str, usize)] = &[
    ("core", 1),
    ("lib/view", 1),
    ("lib/host", 2),
    ("lib/records", 1),
    ("lib/app", 3),
    ("host-desktop", 2),
    ("host-tcp", 1),
    ("host-uci", 2),
    ("host-web", 2),
    ("workshop/arena", 1),
    ("workshop/tune", 1),
];

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
    for (package, most) in LARGEST_CIRCLES {
        let circles = circles(imports(&root().join(package)));
        let large = circles.into_iter().filter(|circle| circle.len() > *most);
        faults.extend(large.map(|circle| format!("{package}: {}", circle.join(", "))));
    }
    assert!(faults.is_empty(), "circles that are too large:\n{}", faults.join("\n"));
}

#[test]
fn the_search_names_no_game() {
    assert_absent(
        "core/src/search",
        &["xiangqi", "zhonggong", "chess"],
        "the search serves every game alike",
    );
}

#[test]
fn the_app_names_no_game() {
    assert_absent(
        "lib/app/src",
        &["xiangqi", "zhonggong", "rules::chess", "\"chess\""],
        "what a game needs is asked of `Rules`, `Position` or `Explain`",
    );
}

/// The packages of programs and libraries, without tests and tools.
const PACKAGES: &[&str] = &[
    "core",
    "lib/view",
    "lib/app",
    "lib/host",
    "workshop/arena",
    "host-desktop",
    "host-tcp",
    "host-uci",
    "lib/records",
];

/// The places that name games: rules, notation, drawings, the protocols of other programs, and
/// file formats of one game. The file `bench.rs` is a checksum on one game.
const NAMES_GAMES: &[&str] = &[
    "core/src/any.rs",
    "core/src/nnue/",
    "core/src/rules/",
    "core/src/variant/",
    "core/src/notation/",
    "core/src/bench.rs",
    "lib/view/src/board_design.rs",
    "lib/view/src/text/",
    "lib/host/src/chances.rs",
    "lib/host/src/engine/",
    "host-desktop/src/book.rs",
    "host-uci/src/position.rs",
    "host-uci/src/protocol/",
    "lib/host/src/openings/names",
    "lib/records/src/binary.rs",
    "lib/records/src/cbf.rs",
    "lib/records/src/dhtmlxq/",
    "lib/records/src/plain.rs",
    "lib/records/src/wxf.rs",
    "lib/records/src/xqf/",
];

#[test]
fn games_are_named_only_where_they_must_be() {
    let names_game =
        |code: &str| ["Xiangqi", "Zhonggong", "Chess"].iter().any(|name| code.contains(name));
    let mut faults = Vec::new();
    for (path, text) in PACKAGES.iter().flat_map(|package| sources(&format!("{package}/src"))) {
        if !NAMES_GAMES.iter().any(|known| path.starts_with(known)) && !path.ends_with("/tests.rs")
        {
            // Unit tests stand at the end of a file or in `tests.rs`. They may take any game for an example.
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            faults.extend(lines(&path, code, names_game));
        }
    }
    assert!(faults.is_empty(), "ask `Rules` or the position instead:\n{}", faults.join("\n"));
}

/// Words of code that allocates, prints or reads a clock.
const OF_A_SYSTEM: &[&str] =
    &["extern crate", "std::", "alloc::", "println!", "eprintln!", "instant::now", "systemtime"];

#[test]
fn the_core_neither_allocates_nor_prints_nor_reads_a_clock() {
    let mut faults = Vec::new();
    let has_word = |code: &str| OF_A_SYSTEM.iter().any(|word| code.to_lowercase().contains(word));
    for (path, text) in sources("core/src") {
        // Two files stand behind the features `alloc` and `std`.
        if !["core/src/search/heap.rs", "core/src/search/stopwatch.rs"].contains(&path.as_str()) {
            faults.extend(lines(&path, &text, has_word));
        }
    }
    assert!(faults.is_empty(), "memory and time are arguments:\n{}", faults.join("\n"));
}

#[test]
fn the_view_neither_allocates_nor_prints_nor_reads_a_clock() {
    assert_absent("lib/view/src", OF_A_SYSTEM, "memory and time are arguments");
}

#[test]
fn the_view_reckons_in_whole_numbers() {
    assert_absent("lib/view/src", &["f32", "f64"], "the same pixels on every machine");
}

#[test]
fn the_view_and_the_search_do_not_know_each_other() {
    assert_absent("lib/view/src", &["search"], "a scene holds plain numbers");
    assert_absent("core/src/search", &["chuhe_view"], "the search shows nothing");
}

#[test]
fn libraries_forbid_unsafe_code() {
    for package in packages() {
        for target in package.targets.iter().filter(|target| target.is_lib() || target.is_bin()) {
            let text = fs::read_to_string(&target.src_path).expect("a source is text");
            assert!(text.contains("#![forbid(unsafe_code)]"), "{}", target.src_path);
        }
    }
}

/// Fails for every name in backticks that is neither a test of any package nor a step of `.ci/check`.
fn assert_tests_exist<'a>(document: &str, lines: impl Iterator<Item = &'a str>) {
    let folders = PACKAGES.iter().copied().chain(["tests/rules", "tests/suites", "workshop/tests"]);
    let sources: String = folders.flat_map(sources).map(|(_, text)| text).collect();
    let ci = fs::read_to_string(root().join(".ci/check")).expect(".ci/check");
    let named: Vec<&str> = lines.flat_map(|line| line.split('`').skip(1).step_by(2)).collect();
    assert!(named.len() >= 6, "{document} names only {} tests", named.len());
    for name in named {
        let known =
            sources.contains(&format!("fn {name}(")) || ci.contains(&format!("step \"{name}"));
        assert!(
            known,
            "{document} names `{name}`, which is neither a test nor a step of .ci/check"
        );
    }
}

#[test]
fn every_invariant_names_a_test_that_exists() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let kept_by = text.lines().filter_map(|line| line.trim().strip_prefix("*Kept by* "));
    assert_tests_exist("ARCHITECTURE.md", kept_by);
}

#[test]
fn every_bound_names_a_test_that_exists() {
    let text = fs::read_to_string(root().join("SECURITY.md")).expect("SECURITY.md");
    let rows = text.lines().skip_while(|line| !line.starts_with("| --- |")).skip(1);
    let rows: Vec<&str> = rows.take_while(|line| line.starts_with('|')).collect();
    let tests = rows.iter().map(|row| row.rsplit('|').nth(1).expect("three columns"));
    assert!(tests.clone().all(|tests| tests.contains('`')), "each bound has a test: {rows:#?}");
    assert_tests_exist("SECURITY.md", tests);
}
