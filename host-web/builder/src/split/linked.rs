//! A module as the linker has written it, with its relocations: which code and data name which data.

use super::SplitError;
use std::collections::HashMap;
use std::ops::Range;
use wasmparser::{
    ConstExpr, CustomSectionReader, DataKind, KnownCustom, Linking, Name, Operator, Parser,
    Payload, RelocationType, Segment, SymbolInfo, TypeRef,
};

/// The begin of the names of segments that nothing writes to.
const READ_ONLY: &str = ".rodata";

/// A linked module. Places are counted in bytes from the begin of the file.
#[derive(Debug, Default)]
pub(super) struct Linked<'a> {
    /// The names of the functions by their indices; the imported functions come first.
    names: HashMap<u32, &'a str>,
    imported: u32,
    /// The begin of the code, and the places of its functions.
    code: usize,
    bodies: Vec<Range<usize>>,
    /// The begin of the data, and its segments.
    data: usize,
    segments: Vec<Contents<'a>>,
    /// The addresses of the symbols of data, by the indices of symbols.
    symbols: Vec<Option<Range<u32>>>,
    /// The places that name an address, and the index of the symbol that is there.
    references: Vec<(usize, u32)>,
}

/// A segment of data.
#[derive(Debug, Default)]
struct Contents<'a> {
    name: &'a str,
    address: u32,
    place: usize,
    bytes: &'a [u8],
}

/// The origin of a reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin<'a> {
    /// A function, by its name; empty if it has none.
    Function(&'a str),
    /// Data at an address.
    Data(u32),
}

impl<'a> Linked<'a> {
    /// Reads a module.
    ///
    /// # Errors
    /// When it is not well formed.
    pub(super) fn read(wasm: &'a [u8]) -> Result<Self, SplitError> {
        let mut linked = Self::default();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload? {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        linked.imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::CodeSectionStart { range, .. } => linked.code = range.start,
                Payload::CodeSectionEntry(body) => linked.bodies.push(body.range()),
                Payload::DataSection(segments) => {
                    linked.data = segments.range().start;
                    for segment in segments {
                        let segment = segment?;
                        let DataKind::Active { offset_expr, .. } = segment.kind else { continue };
                        let place = segment.range.end - segment.data.len();
                        let (address, bytes) = (address(&offset_expr)?, segment.data);
                        linked.segments.push(Contents { name: "", address, place, bytes });
                    }
                }
                Payload::CustomSection(section) => linked.read_custom(&section)?,
                _ => {}
            }
        }
        Ok(linked)
    }

    fn read_custom(&mut self, section: &CustomSectionReader<'a>) -> Result<(), SplitError> {
        match section.as_known() {
            KnownCustom::Name(names) => {
                for name in names {
                    let Name::Function(functions) = name? else { continue };
                    for function in functions {
                        let function = function?;
                        self.names.insert(function.index, function.name);
                    }
                }
            }
            KnownCustom::Linking(linking) => {
                for part in linking.subsections() {
                    self.read_linking(part?)?;
                }
            }
            KnownCustom::Reloc(relocations) => {
                let begin = if section.name() == "reloc.CODE" { self.code } else { self.data };
                for entry in relocations.entries() {
                    let entry = entry?;
                    use RelocationType::{MemoryAddrI32, MemoryAddrLeb, MemoryAddrSleb};
                    if let MemoryAddrI32 | MemoryAddrLeb | MemoryAddrSleb = entry.ty {
                        self.references.push((begin + entry.offset as usize, entry.index));
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn read_linking(&mut self, part: Linking<'a>) -> Result<(), SplitError> {
        match part {
            Linking::SegmentInfo(segments) => {
                for (segment, info) in self.segments.iter_mut().zip(segments) {
                    let Segment { name, .. } = info?;
                    segment.name = name;
                }
            }
            Linking::SymbolTable(symbols) => {
                for symbol in symbols {
                    let place = match symbol? {
                        SymbolInfo::Data { symbol: Some(symbol), .. } => Some(symbol),
                        _ => None,
                    };
                    let addresses = place.and_then(|place| {
                        let begin = self.segments.get(place.index as usize)?.address + place.offset;
                        Some(begin..begin + place.size)
                    });
                    self.symbols.push(addresses);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The addresses of all symbols of data.
    pub(super) fn symbols(&self) -> impl Iterator<Item = Range<u32>> {
        self.symbols.iter().flatten().cloned()
    }

    /// The references to data, each with the addresses of the symbol.
    pub(super) fn references(&self) -> impl Iterator<Item = (Origin<'a>, Range<u32>)> {
        self.references.iter().filter_map(|&(place, symbol)| {
            let addresses = self.symbols.get(symbol as usize)?.clone()?;
            Some((self.origin(place), addresses))
        })
    }

    fn origin(&self, place: usize) -> Origin<'a> {
        let data = self
            .segments
            .iter()
            .find(|segment| (segment.place..segment.place + segment.bytes.len()).contains(&place));
        if let Some(segment) = data {
            return Origin::Data(segment.address + (place - segment.place) as u32);
        }
        let body = self.bodies.partition_point(|body| body.end <= place) as u32;
        Origin::Function(self.names.get(&(self.imported + body)).copied().unwrap_or_default())
    }

    /// The bytes at addresses in a segment that nothing writes to.
    pub(super) fn constant(&self, addresses: Range<u32>) -> Option<&'a [u8]> {
        let segment = self.segments.iter().find(|segment| {
            segment.name.starts_with(READ_ONLY)
                && segment.address <= addresses.start
                && addresses.end as usize <= segment.address as usize + segment.bytes.len()
        })?;
        let from = (addresses.start - segment.address) as usize;
        segment.bytes.get(from..from + addresses.len())
    }
}

/// The address of a segment.
fn address(offset: &ConstExpr<'_>) -> Result<u32, SplitError> {
    match offset.get_operators_reader().read()? {
        Operator::I32Const { value } => Ok(value as u32),
        _ => Err("a segment has no fixed address".into()),
    }
}
