//! Collects the licences of the libraries in the programs, as these licences demand.

use cargo_metadata::{
    CargoOpt, DependencyKind, Metadata, MetadataCommand, NodeDep, Package, PackageId,
};
use std::collections::{BTreeMap, BTreeSet};
use std::{fs, io};

/// Files with a licence or a copyright notice have names that begin with one of these words.
const FILES: [&str; 5] = ["license", "licence", "copying", "copyright", "notice"];

/// Returns a text for the programs of these packages: each library with its licence, then all licence texts.
pub(crate) fn notices(packages: &[&str]) -> io::Result<String> {
    let metadata = MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .features(CargoOpt::AllFeatures)
        .other_options(["--filter-platform".to_owned(), "x86_64-unknown-linux-gnu".to_owned()])
        .exec()
        .map_err(io::Error::other)?;
    let mut list = "The programs of Chuhe contain these libraries:\n\n".to_owned();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for library in libraries(&metadata, packages) {
        let name = format!("{} {}", library.name, library.version);
        let licence = library.license.as_deref().unwrap_or("see its text");
        list += &format!("{name}: {licence}\n");
        for text in licence_texts(library)? {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    for (text, names) in texts {
        list += &format!("\n{}\n{}:\n\n{text}\n", "-".repeat(80), names.join(", "));
    }
    Ok(list)
}

/// Returns the third-party packages that are compiled into the programs of `packages`.
fn libraries<'a>(metadata: &'a Metadata, packages: &[&str]) -> Vec<&'a Package> {
    let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
    let nodes: BTreeMap<&PackageId, _> = nodes.map(|node| (&node.id, node)).collect();
    // A package without a source belongs to this repository.
    let is_ours = |package: &&Package| package.source.is_none();
    let ours = metadata.packages.iter().filter(is_ours);
    let packages = ours.filter(|package| packages.contains(&package.name.as_str()));
    let mut open: Vec<&PackageId> = packages.map(|package| &package.id).collect();
    // Optional dependencies of the workshop are part of the program `package` only.
    let root = metadata.root_package();
    let is_tool = |id: &PackageId, needed: &NodeDep| {
        let own = root.filter(|root| root.id == *id).into_iter().flat_map(|it| &it.dependencies);
        own.filter(|it| it.optional).any(|it| it.name.replace('-', "_") == needed.name)
    };
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        if found.insert(id) {
            let needed = nodes.get(id).into_iter().flat_map(|node| &node.deps).filter(|needed| {
                needed.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal)
                    && !is_tool(id, needed)
            });
            open.extend(needed.map(|needed| &needed.pkg));
        }
    }
    let is_part = |package: &&Package| found.contains(&package.id) && !is_ours(package);
    let mut libraries: Vec<&Package> = metadata.packages.iter().filter(is_part).collect();
    libraries.sort_by_key(|library| (&library.name, &library.version));
    libraries
}

fn licence_texts(library: &Package) -> io::Result<BTreeSet<String>> {
    let Some(folder) = library.manifest_path.parent() else { return Ok(BTreeSet::new()) };
    let mut texts = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_file() && FILES.iter().any(|start| name.starts_with(start)) {
            texts.insert(String::from_utf8_lossy(&fs::read(&path)?).trim().replace('\r', ""));
        }
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_library_of_a_program_is_named_and_no_tool() {
        let text = notices(&["chuhe-tcp", "chuhe-workshop"]).unwrap();
        let list = text.split("\n\n---").next().unwrap();
        for part in ["\nclap ", "\ntokio ", "\nlog "] {
            assert!(list.contains(part), "{part:?} is missing in\n{list}");
        }
        for other in ["\nchuhe-", "\nminifb ", "\nproptest ", "\nclap_mangen "] {
            assert!(!list.contains(other), "{other:?} is no part:\n{list}");
        }
        assert!(text.contains("Permission is hereby granted"));
    }
}
