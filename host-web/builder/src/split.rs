//! Splits the page's module by `wasm-split` of Binaryen: the functions of the first moves, and the rest.

use crate::build::{BuildError, run};
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;
use walrus::{ExportItem, ImportKind, Module, RefType};

/// The text that a split module needs, as JavaScript and as its types.
pub(crate) const COMPLETE: &str = "
// The builder has split off what the first moves do not need. This adds it.
export async function complete(rest) {
    await WebAssembly.instantiate(rest, { primary: wasm });
}
";
pub(crate) const COMPLETE_TYPE: &str = "
export function complete(rest: BufferSource): Promise<void>;
";

/// The program that plays the first moves.
const FIRST_MOVES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/first-moves.mjs");

/// The features of WebAssembly that Rust uses.
const FEATURES: [&str; 5] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Returns the two parts of a module with its script. A function of the second one, called before that part is
/// there, is a trap.
pub(crate) fn split(script: &str, code: &[u8]) -> Result<[Vec<u8>; 2], BuildError> {
    let folder = tempfile::tempdir();
    let folder = folder.map_err(|error| BuildError::File { file: env::temp_dir(), error })?;
    let folder = folder.path();
    write(&folder.join("script.mjs"), script.as_bytes())?;
    write(&folder.join("whole.wasm"), code)?;
    let wasm_split = || {
        let mut command = Command::new("wasm-split");
        command.current_dir(folder).arg("whole.wasm").args(FEATURES);
        command
    };
    run(wasm_split().args(["--instrument", "--output", "instrumented.wasm"]))?;
    let instrumented = folder.join("instrumented.wasm");
    write(&instrumented, &repaired(&instrumented)?.emit_wasm())?;
    let play = [FIRST_MOVES, "script.mjs", "instrumented.wasm", "profile"];
    run(Command::new("node").current_dir(folder).args(play))?;
    run(wasm_split()
        .args(["--split", "--profile", "profile"])
        .args([
            "--import-namespace=primary",
            "--placeholder-namespace=placeholder",
            "--export-prefix=%",
        ])
        .args(["--primary-output", "first.wasm", "--secondary-output", "rest.wasm"]))?;
    let first = without_placeholders(repaired(&folder.join("first.wasm"))?)?;
    let rest = folder.join("rest.wasm");
    Ok([first, fs::read(&rest).map_err(|error| BuildError::File { file: rest, error })?])
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), BuildError> {
    fs::write(file, bytes).map_err(|error| BuildError::File { file: file.into(), error })
}

/// Reads a module of `wasm-split`. Binaryen 108 exports the first table in place of each other one.
fn repaired(file: &Path) -> Result<Module, BuildError> {
    let module = Module::from_file(file);
    let mut module = module.map_err(|error| BuildError::Split(format!("{error:#}")))?;
    let of =
        |kind| module.tables.iter().find(|table| table.element_ty == kind).map(walrus::Table::id);
    let externs = of(RefType::EXTERNREF);
    let export = module.exports.iter_mut().find(|export| export.name == "__wbindgen_externrefs");
    if let (Some(table), Some(export)) = (externs, export) {
        export.item = ExportItem::Table(table);
    }
    Ok(module)
}

/// Replaces the functions that a page is asked for in place of the rest by traps of the module itself.
fn without_placeholders(mut module: Module) -> Result<Vec<u8>, BuildError> {
    let of = |import: &walrus::Import| match import.kind {
        ImportKind::Function(function) if import.module == "placeholder" => Some(function),
        _ => None,
    };
    for function in module.imports.iter().filter_map(of).collect::<Vec<_>>() {
        let trap = module.replace_imported_func(function, |(body, _)| {
            body.unreachable();
        });
        trap.map_err(|error| BuildError::Split(format!("{error:#}")))?;
    }
    Ok(module.emit_wasm())
}
