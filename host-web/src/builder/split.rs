//! Splits the page's module with Binaryen's `wasm-split` into the functions that the first moves call, and the rest.

use super::files::run;
use std::fs;
use std::path::Path;
use std::process::Command;
use walrus::passes::gc;
use walrus::{ElementItems, ExportItem, ImportKind, Module, RefType, Table};

/// Returns both parts of the module `code`. `script` is the module's JavaScript. A call to the second part traps until
/// that part is loaded.
pub(crate) fn split(script: &str, code: &[u8]) -> walrus::Result<[Vec<u8>; 2]> {
    let folder = tempfile::tempdir()?;
    let file = |name: &str| folder.path().join(name);
    let wasm_split = |options: &str| {
        let options = format!("whole.wasm --all-features {options}");
        run(Command::new("wasm-split").current_dir(&folder).args(options.split(' ')))
    };
    fs::write(file("whole.wasm"), code)?;
    fs::write(file("script.mjs"), script)?;
    fs::write(file("first-moves.mjs"), include_str!("first-moves.mjs"))?;
    wasm_split("--instrument --output instrumented.wasm")?;
    repair(&file("instrumented.wasm"))?;
    run(Command::new("node").current_dir(&folder).arg("first-moves.mjs"))?;
    wasm_split(
        "--split --profile profile --primary-output first.wasm --secondary-output rest.wasm \
         --import-namespace primary --placeholder-namespace placeholder --export-prefix %",
    )?;
    repair(&file("first.wasm"))?;
    Ok([fs::read(file("first.wasm"))?, fs::read(file("rest.wasm"))?])
}

/// Repairs a module of `wasm-split` for browsers. Binaryen 108 exports the first table under the names of all tables.
/// Some imports stand for functions of the second part. All of them are replaced by one function, which traps.
fn repair(file: &Path) -> walrus::Result<()> {
    let mut module = Module::from_file(file)?;
    let is_extern = |table: &&Table| table.element_ty == RefType::EXTERNREF;
    let externs = module.tables.iter().find(is_extern).map(Table::id);
    let export = module.exports.iter_mut().find(|export| export.name == "__wbindgen_externrefs");
    if let (Some(table), Some(export)) = (externs, export) {
        export.item = ExportItem::Table(table);
    }
    let missing = module.imports.iter().filter_map(|import| match import.kind {
        ImportKind::Function(function) if import.module == "placeholder" => Some(function),
        _ => None,
    });
    let missing: Vec<_> = missing.collect();
    if let Some(&trap) = missing.first() {
        module.replace_imported_func(trap, |(body, _)| _ = body.unreachable())?;
        for element in module.elements.iter_mut() {
            let ElementItems::Functions(functions) = &mut element.items else { continue };
            functions.iter_mut().filter(|it| missing.contains(it)).for_each(|it| *it = trap);
        }
        gc::run(&mut module);
    }
    // A browser does not need the names of tools and features.
    module.producers.clear();
    module.customs.remove_raw("target_features");
    module.emit_wasm_file(file)
}
