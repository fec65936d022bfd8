//! The lending of functions and data: imports of the rest of a module from its first part.

use std::collections::{BTreeSet, HashMap};
use walrus::{
    ExportItem, FunctionKind, GlobalKind, ImportId, ImportKind, ImportedFunction, Module,
};

/// The name under which the rest imports from the first part.
const FIRST: &str = "first";

/// Makes imports of everything but the late functions. Exports and the contents of memory and tables are
/// removed, as the first part has them.
pub(super) fn import_all(rest: &mut Module, early: &BTreeSet<usize>) {
    clear(rest);
    for import in rest.imports.iter_mut() {
        (import.module, import.name) = (FIRST.to_owned(), name_of(&import.kind));
    }
    let local: Vec<_> = rest.funcs.iter_local().map(|(id, _)| id).collect();
    for id in local.into_iter().filter(|id| early.contains(&id.index())) {
        let (import, ty) = (import(rest, id.into()), rest.funcs.get(id).ty());
        rest.funcs.get_mut(id).kind = FunctionKind::Import(ImportedFunction { import, ty });
    }
    let tables: Vec<_> = rest.tables.iter().map(walrus::Table::id).collect();
    for id in tables {
        rest.tables.get_mut(id).import = Some(import(rest, id.into()));
    }
    let memories: Vec<_> = rest.memories.iter().map(walrus::Memory::id).collect();
    for id in memories {
        rest.memories.get_mut(id).import = Some(import(rest, id.into()));
    }
    let globals: Vec<_> = rest.globals.iter().map(walrus::Global::id).collect();
    for id in globals {
        rest.globals.get_mut(id).kind = GlobalKind::Import(import(rest, id.into()));
    }
}

/// Exports what the rest imports.
pub(super) fn lend(first: &mut Module, rest: &Module) {
    let functions: HashMap<usize, _> =
        first.funcs.iter().map(|f| (f.id().index(), f.id())).collect();
    let tables: HashMap<usize, _> = first.tables.iter().map(|t| (t.id().index(), t.id())).collect();
    let memories: HashMap<usize, _> =
        first.memories.iter().map(|m| (m.id().index(), m.id())).collect();
    let globals: HashMap<usize, _> =
        first.globals.iter().map(|g| (g.id().index(), g.id())).collect();
    for import in rest.imports.iter() {
        let item: ExportItem = match import.kind {
            ImportKind::Function(id) => functions[&id.index()].into(),
            ImportKind::Table(id) => tables[&id.index()].into(),
            ImportKind::Memory(id) => memories[&id.index()].into(),
            ImportKind::Global(id) => globals[&id.index()].into(),
            ImportKind::Tag(_) => continue,
        };
        first.exports.add(&import.name, item);
    }
}

/// Removes the exports, and what fills memory and tables.
fn clear(rest: &mut Module) {
    rest.start = None;
    let exports: Vec<_> = rest.exports.iter().map(walrus::Export::id).collect();
    exports.into_iter().for_each(|id| rest.exports.delete(id));
    let data: Vec<_> = rest.data.iter().map(walrus::Data::id).collect();
    data.into_iter().for_each(|id| rest.data.delete(id));
    rest.memories.iter_mut().for_each(|memory| memory.data_segments.clear());
    let elements: Vec<_> = rest.elements.iter().map(walrus::Element::id).collect();
    elements.into_iter().for_each(|id| rest.elements.delete(id));
    rest.tables.iter_mut().for_each(|table| table.elem_segments.clear());
}

/// Adds an import of what the module had itself.
fn import(rest: &mut Module, kind: ImportKind) -> ImportId {
    rest.imports.add(FIRST, &name_of(&kind), kind)
}

/// The name under which the first part exports an item. Both parts have the index from the whole module.
fn name_of(kind: &ImportKind) -> String {
    match kind {
        ImportKind::Function(id) => format!("f{}", id.index()),
        ImportKind::Table(id) => format!("t{}", id.index()),
        ImportKind::Memory(id) => format!("m{}", id.index()),
        ImportKind::Global(id) => format!("g{}", id.index()),
        ImportKind::Tag(id) => format!("e{}", id.index()),
    }
}
