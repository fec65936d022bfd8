//! Removes the table of chess's sliding moves from a module, and lets a browser compute the table at the start.

use crate::sliding_moves;
use walrus::ir::Value;
use walrus::{ConstExpr, Data, DataKind, Module};

/// The JavaScript function that starts a module.
const START: &str = "
// The builder has taken the moves of chess's sliding pieces out of the code. They are computed at the start.
export async function start(options) {
    const exports = await __wbg_init(options);
    const moves = sliding_moves();
    for (const place of PLACES) new BigUint64Array(exports.memory.buffer, place).set(moves);
    return exports;
}
";
pub(crate) const START_TYPE: &str = "
export function start(options: { module_or_path: InitInput | Promise<InitInput> }): Promise<InitOutput>;
";

/// Replaces the table by zeros, which compress well, and returns the script that fills the table. Returns `None` if
/// the module has no function that computes the table.
pub(crate) fn take_out(module: &mut Module) -> Option<String> {
    if !module.exports.iter().any(|export| export.name == "sliding_moves") {
        return None;
    }
    let table: Vec<u8> = sliding_moves().into_iter().flat_map(u64::to_le_bytes).collect();
    let mut places = Vec::new();
    let all: Vec<_> = module.data.iter().map(Data::id).collect();
    for id in all {
        let data = module.data.get_mut(id);
        let DataKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } = data.kind else {
            continue;
        };
        while let Some(at) = data.value.windows(table.len()).position(|part| part == table) {
            data.value[at..at + table.len()].fill(0);
            places.push(start as usize + at);
        }
    }
    Some(START.replace("PLACES", &format!("{places:?}")))
}
