//! The functions of the page that a first visit calls.

use super::SplitError;
use std::collections::BTreeSet;
use walrus::ir::{Call, Const, Value};
use walrus::{Module as Code, ValType};
use wasmi::{Caller, Engine, Extern, Func, FuncType, Instance, Linker, Memory, Module, Store, Val};

/// The import that notes a call of a function by its number.
const NOTE: [&str; 2] = ["rehearsal", "note"];

/// The languages of visitors, as browsers name them.
const LANGUAGES: [&str; 3] = ["en", "zh-CN", "zh-TW"];

/// The columns and rows of a first move, and the length of a square in pixels.
const MOVE: [[i32; 2]; 2] = [[7, 7], [4, 7]];
const CELL: i32 = 40;

/// The answer that closes the welcome.
const LATER: i32 = 1;

/// The functions that the page calls when something has changed.
const SHOWN: [&str; 8] = [
    "page_effects",
    "page_revision",
    "page_snapshot",
    "page_width",
    "page_height",
    "page_grid",
    "page_pixels",
    "page_is_moving",
];

/// The functions that were called, by their numbers.
type Called = Vec<bool>;

/// Plays the first moves of visitors in a module of the page, and returns the numbers of the functions
/// that were called.
///
/// # Errors
/// When the page fails.
pub(super) fn rehearse(wasm: &[u8]) -> Result<BTreeSet<usize>, SplitError> {
    let engine = Engine::default();
    let module = Module::new(&engine, &noting(wasm)?[..])?;
    let mut called = BTreeSet::new();
    for language in LANGUAGES {
        for is_first in [true, false] {
            let mut stage = Stage::new(&module)?;
            stage.visit(language, is_first)?;
            let noted = stage.store.data().iter().enumerate();
            called.extend(noted.filter(|&(_, &is_called)| is_called).map(|(number, _)| number));
        }
    }
    Ok(called)
}

/// Adds a note to the begin of each function.
fn noting(wasm: &[u8]) -> walrus::Result<Vec<u8>> {
    let mut code = Code::from_buffer(wasm)?;
    let ty = code.types.add(&[ValType::I32], &[]);
    let (note, _) = code.add_import_func(NOTE[0], NOTE[1], ty);
    for (id, function) in code.funcs.iter_local_mut() {
        let entry = function.entry_block();
        let number = Const { value: Value::I32(id.index() as i32) };
        function
            .builder_mut()
            .instr_seq(entry)
            .instr_at(0, Call { func: note })
            .instr_at(0, number);
    }
    Ok(code.emit_wasm())
}

/// A page without a browser.
struct Stage {
    store: Store<Called>,
    instance: Instance,
}

impl Stage {
    fn new(module: &Module) -> Result<Self, SplitError> {
        let mut store = Store::new(module.engine(), Called::new());
        let mut linker = Linker::new(module.engine());
        for import in module.imports() {
            let Some(ty) = import.ty().func() else { continue };
            let stub = stub(&mut store, ty, [import.module(), import.name()] == NOTE);
            linker.define(import.module(), import.name(), stub)?;
        }
        let instance = linker.instantiate_and_start(&mut store, module)?;
        Ok(Self { store, instance })
    }

    /// A visit up to the first move.
    fn visit(&mut self, language: &str, is_first: bool) -> Result<(), SplitError> {
        self.call("__wbindgen_start", &[])?;
        let visit = format!(
            r#"{{"language": "{language}", "settings": null, "game": null, "game_id": null,
            "begin": 1700000000000, "date": "2000.01.01", "seed": 4000000000,
            "is_calm": false, "is_first": {is_first}}}"#
        );
        let visit = self.text(&visit)?;
        let created = self.call("page_new", &visit)?;
        if address(&created) == 0 {
            return Err("the page does not take the visit of the rehearsal".into());
        }
        let page = created[0].clone();
        let mut now = 0;
        self.show(&page, &mut now)?;
        if is_first {
            self.click(&page, "answer", LATER, &mut now)?;
        }
        for square in MOVE {
            for kind in ["moved", "pressed", "released"] {
                self.point(&page, kind, square, now)?;
            }
            self.show(&page, &mut now)?;
        }
        self.click(&page, "square", 0, &mut now)
    }

    /// Presses a control.
    fn click(
        &mut self,
        page: &Val,
        kind: &str,
        index: i32,
        now: &mut i32,
    ) -> Result<(), SplitError> {
        let [at, len] = self.text(kind)?;
        self.call("page_click", &[page.clone(), at, len, Val::I32(index), millis(*now)])?;
        self.show(page, now)
    }

    /// Moves the pointer on the canvas to a square: its column and its row.
    fn point(
        &mut self,
        page: &Val,
        kind: &str,
        square: [i32; 2],
        now: i32,
    ) -> Result<(), SplitError> {
        let grid = self.call("page_grid", std::slice::from_ref(page))?;
        let mut bytes = [0; 16];
        self.memory()?.read(&self.store, address(&grid), &mut bytes)?;
        let length = |index: usize| {
            let bytes: [u8; 4] = std::array::from_fn(|byte| bytes[4 * index + byte]);
            i32::from_le_bytes(bytes)
        };
        let [x, y] = [0, 1].map(|axis| Val::I32(length(axis) + square[axis] * length(2 + axis)));
        let [at, len] = self.text(kind)?;
        self.call("page_pointer", &[page.clone(), at, len, x, y, millis(now)])?;
        Ok(())
    }

    /// Shows the page while a piece is on its way, and later.
    fn show(&mut self, page: &Val, now: &mut i32) -> Result<(), SplitError> {
        for passed in [20, 1000] {
            *now += passed;
            self.call("page_tick", &[page.clone(), millis(*now)])?;
            self.call("page_draw", &[page.clone(), Val::I32(CELL)])?;
            for name in SHOWN {
                self.call(name, std::slice::from_ref(page))?;
            }
        }
        Ok(())
    }

    /// Puts a text into the memory of the page: its address and its length.
    fn text(&mut self, text: &str) -> Result<[Val; 2], SplitError> {
        let len = Val::I32(text.len() as i32);
        let at = self.call("__wbindgen_malloc", &[len.clone(), Val::I32(1)])?[0].clone();
        let place = address(std::slice::from_ref(&at));
        self.memory()?.write(&mut self.store, place, text.as_bytes())?;
        Ok([at, len])
    }

    fn memory(&self) -> Result<Memory, SplitError> {
        self.instance.get_memory(&self.store, "memory").ok_or_else(|| "no memory".into())
    }

    /// Calls a function of the page.
    fn call(&mut self, name: &str, arguments: &[Val]) -> Result<Vec<Val>, SplitError> {
        let function = self.instance.get_func(&self.store, name);
        let function = function.ok_or_else(|| format!("no function {name}"))?;
        let results = function.ty(&self.store);
        let mut results: Vec<Val> =
            results.results().iter().map(|&ty| Val::default_for_ty(ty)).collect();
        function
            .call(&mut self.store, arguments, &mut results)
            .map_err(|error| format!("{name}: {error}"))?;
        Ok(results)
    }
}

/// The first value as an address.
fn address(values: &[Val]) -> usize {
    values.first().and_then(Val::i32).unwrap_or_default() as usize
}

/// A time in milliseconds.
fn millis(now: i32) -> Val {
    Val::F64(f64::from(now).into())
}

/// A function of the browser that does nothing, or the one that notes calls.
fn stub(store: &mut Store<Called>, ty: &FuncType, notes: bool) -> Extern {
    let note = |mut caller: Caller<'_, Called>, arguments: &[Val], _: &mut [Val]| {
        let number = arguments[0].i32().unwrap_or_default() as usize;
        let called = caller.data_mut();
        called.resize(called.len().max(number + 1), false);
        called[number] = true;
        Ok(())
    };
    let nothing = |_: Caller<'_, Called>, _: &[Val], _: &mut [Val]| Ok(());
    let function = match notes {
        true => Func::new(store, ty.clone(), note),
        false => Func::new(store, ty.clone(), nothing),
    };
    function.into()
}
