//! A module in two parts: the code that a first visit calls, and the rest, which is fetched later.

mod data;
mod lend;
mod linked;
mod rehearsal;

use self::data::{Piece, cut, late_data, put};
use self::lend::{import_all, lend};
use self::rehearsal::rehearse;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::error::Error;
use walrus::ir::Value;
use walrus::{
    ConstExpr, ElementItems, ElementKind, ExportItem, FunctionBuilder, FunctionId, FunctionKind,
    Module, ModuleConfig, TableId, ValType, passes,
};

/// The module cannot be split.
pub(crate) type SplitError = Box<dyn Error + Send + Sync>;

/// The function of the page that fetches the rest at once.
const FETCH: &str = "need_rest";

/// The begin of the names of functions that wasm-bindgen calls.
const BINDGEN: &str = "__wbindgen";

/// A module in two parts.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) first: Vec<u8>,
    pub(crate) rest: Vec<u8>,
}

/// Splits the module of the page, `wasm`, which was made of a linked module with relocations.
///
/// The first part has the functions that a rehearsal calls. It also has a gate for each other function
/// that it names. A gate calls the function in a slot of the table. It fetches the rest if the slot is
/// empty.
/// Data that only functions of the rest name is in the rest.
///
/// # Errors
/// When the page fails in the rehearsal, or the module has not the form of a page.
pub(crate) fn split(linked: &[u8], wasm: &[u8]) -> Result<Parts, SplitError> {
    let early = early_functions(wasm)?;
    let names = late_names(wasm, &early)?;
    let pieces = late_data(linked, |name| names.contains(name))?;
    Split::new(wasm, early, pieces)?.parts()
}

/// A module that is split. Functions have the same index in each copy.
struct Split<'a> {
    wasm: &'a [u8],
    /// The functions of the first part.
    early: BTreeSet<usize>,
    /// The functions that need a gate, in the order of their slots.
    gated: Vec<usize>,
    /// The data of the rest.
    pieces: Vec<Piece>,
    /// The first slot: the length of the table in the whole module.
    begin: u64,
}

impl<'a> Split<'a> {
    fn new(wasm: &'a [u8], early: BTreeSet<usize>, pieces: Vec<Piece>) -> Result<Self, SplitError> {
        let mut module = parse(wasm)?;
        let begin = module.tables.get(table_of(&module)?).initial;
        for id in late(&module, &early) {
            let (params, results) = signature(&module, id);
            let mut body = FunctionBuilder::new(&mut module.types, &params, &results);
            body.func_body().unreachable();
            let args = params.iter().map(|&ty| module.locals.add(ty)).collect();
            module.funcs.get_mut(id).kind = FunctionKind::Local(body.local_func(args));
        }
        passes::gc::run(&mut module);
        let gated = late(&module, &early).iter().map(|id| id.index()).collect();
        Ok(Self { wasm, early, gated, pieces, begin })
    }

    fn parts(&self) -> Result<Parts, SplitError> {
        let (mut first, mut rest) = (self.first()?, self.rest()?);
        lend(&mut first, &rest);
        cut(&mut first, &self.pieces)?;
        passes::gc::run(&mut first);
        Ok(Parts { first: first.emit_wasm(), rest: rest.emit_wasm() })
    }

    /// The whole module with gates in place of the late functions.
    fn first(&self) -> Result<Module, SplitError> {
        let mut first = parse(self.wasm)?;
        let table = self.enlarge_table(&mut first)?;
        let fetch = first.exports.get_func(FETCH)?;
        for (slot, id) in (self.begin as i32..).zip(self.gated_in(&first)) {
            let (params, results) = signature(&first, id);
            let ty = first.funcs.get(id).ty();
            let mut gate = FunctionBuilder::new(&mut first.types, &params, &results);
            let args: Vec<_> = params.iter().map(|&ty| first.locals.add(ty)).collect();
            let mut body = gate.func_body();
            body.i32_const(slot).table_get(table).ref_is_null();
            body.if_else(
                None,
                |empty| {
                    empty.call(fetch);
                },
                |_| {},
            );
            for &arg in &args {
                body.local_get(arg);
            }
            body.i32_const(slot).call_indirect(ty, table);
            first.funcs.get_mut(id).kind = FunctionKind::Local(gate.local_func(args));
        }
        Ok(first)
    }

    /// The late functions. They import everything else, and fill the slots.
    fn rest(&self) -> Result<Module, SplitError> {
        let mut rest = parse(self.wasm)?;
        let table = self.enlarge_table(&mut rest)?;
        import_all(&mut rest, &self.early);
        let offset = ConstExpr::Value(Value::I32(self.begin as i32));
        let items = ElementItems::Functions(self.gated_in(&rest));
        let element = rest.elements.add(ElementKind::Active { table, offset }, items);
        rest.tables.get_mut(table).elem_segments.insert(element);
        let memory = rest.get_memory_id()?;
        for piece in &self.pieces {
            put(&mut rest, memory, piece.address, piece.bytes.clone());
        }
        passes::gc::run(&mut rest);
        Ok(rest)
    }

    /// The functions with a gate, as a copy of the module names them.
    fn gated_in(&self, module: &Module) -> Vec<FunctionId> {
        let ids: HashMap<_, _> = module.funcs.iter().map(|f| (f.id().index(), f.id())).collect();
        self.gated.iter().map(|index| ids[index]).collect()
    }

    fn enlarge_table(&self, module: &mut Module) -> Result<TableId, SplitError> {
        let id = table_of(module)?;
        let table = module.tables.get_mut(id);
        table.initial += self.gated.len() as u64;
        table.maximum = table.maximum.map(|maximum| maximum + self.gated.len() as u64);
        Ok(id)
    }
}

/// The functions of the first part: those that a rehearsal calls, and a few that are always there.
fn early_functions(wasm: &[u8]) -> Result<BTreeSet<usize>, SplitError> {
    let mut early = rehearse(wasm)?;
    early.extend(parse(wasm)?.exports.iter().filter_map(|export| match export.item {
        ExportItem::Function(id) if is_always_early(&export.name) => Some(id.index()),
        _ => None,
    }));
    Ok(early)
}

/// The names that only late functions have.
fn late_names(wasm: &[u8], early: &BTreeSet<usize>) -> Result<HashSet<String>, SplitError> {
    let module = parse(wasm)?;
    let (early, late): (Vec<_>, Vec<_>) =
        module.funcs.iter().partition(|function| early.contains(&function.id().index()));
    let mut names: HashSet<String> =
        late.into_iter().filter_map(|function| function.name.clone()).collect();
    for name in early.into_iter().filter_map(|function| function.name.as_ref()) {
        names.remove(name);
    }
    Ok(names)
}

/// True for the exported functions that are needed even though no rehearsal calls them.
fn is_always_early(name: &str) -> bool {
    name.starts_with(BINDGEN) || name == FETCH
}

fn parse(wasm: &[u8]) -> Result<Module, SplitError> {
    let mut config = ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    let mut module = config.parse(wasm)?;
    // What the linker has written is of no use in a browser.
    let customs: Vec<_> = module.customs.iter().map(|(id, _)| id).collect();
    customs.into_iter().for_each(|id| drop(module.customs.delete(id)));
    Ok(module)
}

/// The table of functions.
fn table_of(module: &Module) -> Result<TableId, SplitError> {
    module.tables.main_function_table()?.ok_or_else(|| "no table of functions".into())
}

/// The functions with code that are not among the early ones.
fn late(module: &Module, early: &BTreeSet<usize>) -> Vec<FunctionId> {
    let local = module.funcs.iter_local().map(|(id, _)| id);
    local.filter(|id| !early.contains(&id.index())).collect()
}

/// The types of the parameters and of the results.
fn signature(module: &Module, id: FunctionId) -> (Vec<ValType>, Vec<ValType>) {
    let (params, results) = module.types.params_results(module.funcs.get(id).ty());
    (params.to_vec(), results.to_vec())
}
