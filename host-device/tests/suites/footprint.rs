use object::{Object, ObjectSection, ObjectSymbol, SectionFlags, elf};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// The memory that a program needs, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Footprint {
    pub(crate) flash: u64,
    pub(crate) statics: u64,
    /// The remaining memory above the statics.
    pub(crate) stack: u64,
}

impl Footprint {
    pub(crate) fn read(program: &Path) -> Self {
        let bytes = fs::read(program).expect("the program can be read");
        let file = object::File::parse(&*bytes).expect("an ELF file");
        let (mut flash, mut statics) = (0, 0);
        for section in file.sections() {
            let SectionFlags::Elf { sh_flags } = section.flags() else { panic!("an ELF file") };
            if sh_flags & u64::from(elf::SHF_ALLOC) == 0 {
                continue;
            }
            let writable = sh_flags & u64::from(elf::SHF_WRITE) != 0;
            let zeroed = section.kind() == object::SectionKind::UninitializedData;
            statics += if writable { section.size() } else { 0 };
            // The initial values of variables are in flash, too.
            flash += if zeroed { 0 } else { section.size() };
        }
        let address = |name| {
            let symbol = file.symbols().find(|symbol| symbol.name() == Ok(name));
            symbol.expect("a symbol of cortex-m-rt").address()
        };
        Self { flash, statics, stack: address("_stack_start") - address("__sheap") }
    }
}

/// The functions of a program and their stack frames, in bytes.
pub(crate) struct StackFrames {
    frames: Vec<(String, u64)>,
    /// The names of all functions, also of those that are inlined everywhere.
    functions: HashSet<String>,
}

impl StackFrames {
    /// Reads the frames of a program built as [`Build::Release`](crate::firmware::Build).
    pub(crate) fn read(program: &Path) -> Self {
        let bytes = fs::read(program).expect("the program can be read");
        let file = object::File::parse(&*bytes).expect("an ELF file");
        let data = |name| {
            let section = file.section_by_name(name).expect("a section of the program");
            section.data().expect("the section can be read")
        };
        let mut rest = data(".stack_sizes");
        let mut frames = Vec::new();
        while let Some((address, after)) = rest.split_first_chunk::<4>() {
            let address = u64::from(u32::from_le_bytes(*address));
            let len = after.iter().position(|byte| byte & 0x80 == 0).expect("a number ends") + 1;
            let (number, after) = after.split_at(len);
            // LEB128: seven bits a byte, the lowest bits first.
            let size = number.iter().rev().fold(0, |sum, byte| sum << 7 | u64::from(byte & 0x7f));
            // The lowest bit of an address marks Thumb code.
            let named = file.symbols().filter(|symbol| symbol.address() & !1 == address & !1);
            let names = named.filter_map(|symbol| symbol.name().ok());
            frames.extend(names.map(|name| (demangled(name), size)));
            rest = after;
        }
        let texts = data(".debug_str").split(|byte| *byte == 0);
        let names = texts.filter(|text| text.starts_with(b"_R"));
        let names = names.filter_map(|name| std::str::from_utf8(name).ok());
        let mut functions: HashSet<String> = names.map(demangled).collect();
        functions.extend(frames.iter().map(|(name, _)| name.clone()));
        Self { frames, functions }
    }

    /// The largest frame of the functions whose names begin with a text. It is 0 if the compiler
    /// inlined all of them: then their variables are in the frames of their callers.
    pub(crate) fn largest(&self, beginning: &str) -> u64 {
        let begins = |name: &str| name.starts_with(beginning);
        let is_known = self.functions.iter().any(|name| begins(name));
        assert!(is_known, "no function's name begins with {beginning}");
        self.sum_of_largest(1, begins)
    }

    /// The sum of the `count` largest frames of the functions chosen by a filter.
    pub(crate) fn sum_of_largest(&self, count: usize, counts: impl Fn(&str) -> bool) -> u64 {
        let counted = self.frames.iter().filter(|(name, _)| counts(name));
        let mut sizes: Vec<u64> = counted.map(|&(_, size)| size).collect();
        sizes.sort_unstable_by(|one, other| other.cmp(one));
        sizes.iter().take(count).sum()
    }
}

fn demangled(name: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(name))
}
