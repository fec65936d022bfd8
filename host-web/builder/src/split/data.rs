//! The data that only late functions name.

use super::SplitError;
use super::linked::{Linked, Origin};
use std::ops::Range;
use walrus::ir::Value;
use walrus::{ConstExpr, Data, DataKind, MemoryId, Module};

/// The smallest piece that is worth a place of its own, in bytes.
const LEAST: usize = 24;

/// The most bytes that align a symbol.
const PADDING: u32 = 16;

/// Data at an address.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) address: u32,
    pub(super) bytes: Vec<u8>,
}

/// The constant data of a linked module that no early function can reach.
///
/// # Errors
/// When the module is not well formed.
pub(super) fn late_data(
    wasm: &[u8],
    is_late: impl Fn(&str) -> bool,
) -> Result<Vec<Piece>, SplitError> {
    let linked = Linked::read(wasm)?;
    let symbols = joined(linked.symbols().collect());
    let index = |address| {
        let index = symbols.partition_point(|symbol| symbol.end <= address);
        symbols.get(index).filter(|symbol| symbol.contains(&address)).map(|_| index)
    };
    let mut named = vec![Vec::new(); symbols.len()];
    let mut early = vec![false; symbols.len()];
    let mut found = Vec::new();
    for (origin, target) in linked.references() {
        let Some(target) = index(target.start) else { continue };
        match origin {
            Origin::Function(name) if is_late(name) => {}
            Origin::Function(_) => found.push(target),
            Origin::Data(address) => match index(address) {
                Some(origin) => named[origin].push(target),
                None => found.push(target),
            },
        }
    }
    while let Some(symbol) = found.pop() {
        if !std::mem::replace(&mut early[symbol], true) {
            found.extend(&named[symbol]);
        }
    }
    let mut places: Vec<Range<u32>> = Vec::new();
    for (index, symbol) in symbols.iter().enumerate().filter(|&(index, _)| !early[index]) {
        match places.last_mut() {
            Some(last)
                if index > 0
                    && symbols[index - 1].end == last.end
                    && symbol.start < last.end + PADDING =>
            {
                last.end = symbol.end;
            }
            _ => places.push(symbol.clone()),
        }
    }
    let pieces = places.into_iter().filter(|place| place.len() >= LEAST).filter_map(|place| {
        let bytes = linked.constant(place.clone())?.to_vec();
        Some(Piece { address: place.start, bytes })
    });
    Ok(pieces.collect())
}

/// The symbols in the order of their addresses. Symbols that overlap are one.
fn joined(mut symbols: Vec<Range<u32>>) -> Vec<Range<u32>> {
    symbols.retain(|symbol| !symbol.is_empty());
    symbols.sort_unstable_by_key(|symbol| symbol.start);
    let mut joined: Vec<Range<u32>> = Vec::new();
    for symbol in symbols {
        match joined.last_mut() {
            Some(last) if symbol.start < last.end => last.end = last.end.max(symbol.end),
            _ => joined.push(symbol),
        }
    }
    joined
}

/// Takes the pieces out of the first part.
///
/// # Errors
/// When a piece is not in the module.
pub(super) fn cut(first: &mut Module, pieces: &[Piece]) -> Result<(), SplitError> {
    let segments: Vec<_> = first.data.iter().map(walrus::Data::id).collect();
    let mut count = 0;
    for id in segments {
        let Data { kind: DataKind::Active { memory, offset }, value, .. } = first.data.get(id)
        else {
            continue;
        };
        let ConstExpr::Value(Value::I32(begin)) = *offset else { continue };
        let (memory, value) = (*memory, value.clone());
        let mut from = 0;
        for piece in pieces {
            let at = (piece.address.wrapping_sub(begin as u32)) as usize;
            if value.get(at..at + piece.bytes.len()) != Some(&piece.bytes[..]) {
                continue;
            }
            put(first, memory, begin as u32 + from as u32, value[from..at].to_vec());
            from = at + piece.bytes.len();
            count += 1;
        }
        put(first, memory, begin as u32 + from as u32, value[from..].to_vec());
        first.memories.get_mut(memory).data_segments.remove(&id);
        first.data.delete(id);
    }
    if count == pieces.len() { Ok(()) } else { Err("the data is not that of the linker".into()) }
}

/// Adds bytes that are put into the memory.
pub(super) fn put(module: &mut Module, memory: MemoryId, address: u32, bytes: Vec<u8>) {
    if bytes.is_empty() {
        return;
    }
    let offset = ConstExpr::Value(Value::I32(address as i32));
    let data = module.data.add(DataKind::Active { memory, offset }, bytes);
    module.memories.get_mut(memory).data_segments.insert(data);
}
