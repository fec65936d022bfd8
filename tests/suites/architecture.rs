//! The invariants of `ARCHITECTURE.md` that a reader of the sources can check.

use cargo_metadata::{Dependency, DependencyKind, MetadataCommand, Package};
use chuhe_tests::imports::{circles, imports};
use chuhe_tests::{files, root, text};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The rules for the sources, as `tests/data/architecture.toml` has them.
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

/// The packages of the workspaces in these folders.
fn packages(folders: &[&str]) -> Vec<Package> {
    let packages = folders.iter().flat_map(|folder| {
        let metadata = MetadataCommand::new().current_dir(root().join(folder)).no_deps().exec();
        metadata.expect("cargo metadata").packages
    });
    packages.collect()
}

/// The packages that the code of a package uses, without those of its tests.
fn dependencies(package: &Package) -> impl Iterator<Item = &Dependency> {
    package.dependencies.iter().filter(|dependency| dependency.kind == DependencyKind::Normal)
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

#[test]
fn packages_know_only_whom_they_may() {
    let packages = [packages(&SAFE), packages(&BOUND)].concat();
    let ours: BTreeSet<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let may_know = design().may_know;
    // These two know all others.
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

/// Fails for every name in backticks that is neither a test of any package nor a step of `.ci/check`.
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
