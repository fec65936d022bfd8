//! The file of the Pico's program, as the chip's own loader takes it.

use crate::firmware::{Build, build};
use object::LittleEndian;
use object::elf::{FileHeader32, PT_LOAD};
use object::read::elf::{ElfFile, ProgramHeader};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The first address of the flash, and the bytes for the program.
const FLASH: usize = 0x1000_0000;
const ROOM: usize = (2048 - 64) * 1024;
/// The RP2040 and the RP2350 in the list of families that belongs to the format.
const RP2040: u32 = 0xe48b_ff56;
const RP2350: u32 = 0xe48b_ff59;

/// Writes the program as a UF2 file into a folder.
pub(crate) fn write(how: Build, folder: &Path) -> PathBuf {
    let file = folder.join("pico.uf2");
    let mut uf2 = Command::new("python3");
    uf2.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("boards/pico/uf2.py"));
    let status = uf2.arg(build(how, "pico")).arg(&file).status();
    assert!(status.is_ok_and(|status| status.success()), "the program becomes a UF2 file");
    file
}

/// The flash of a new board with the program, by the headers of its ELF file.
fn programmed(how: Build) -> Vec<u8> {
    let program = fs::read(build(how, "pico")).expect("the program can be read");
    let file = ElfFile::<FileHeader32<LittleEndian>>::parse(&*program).expect("an ELF file");
    let mut flash = vec![0; ROOM];
    for header in file.elf_program_headers() {
        let content = header.data(LittleEndian, &*program).expect("its bytes");
        if header.p_type(LittleEndian) == PT_LOAD && !content.is_empty() {
            let at = header.p_paddr(LittleEndian) as usize - FLASH;
            flash[at..][..content.len()].copy_from_slice(content);
        }
    }
    flash
}

/// Reads a UF2 file as the loader does, and compares it with the program. Returns the flash.
fn flashed(how: Build, family: u32) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = fs::read(write(how, folder.path())).expect("a file was written");
    let (blocks, rest) = file.as_chunks::<512>();
    assert!(rest.is_empty());
    let mut flash = vec![0; ROOM];
    let mut free = FLASH;
    for (number, block) in blocks.iter().enumerate() {
        let (words, _) = block.as_chunks::<4>();
        let word = |index: usize| u32::from_le_bytes(words[index]);
        assert_eq!([word(0), word(1), word(127)], [0x0a32_4655, 0x9e5d_5157, 0x0ab1_6f30]);
        assert_eq!([word(2), word(4), word(7)], [0x2000, 256, family], "a family, and 256 bytes");
        assert_eq!([word(5), word(6)], [number as u32, blocks.len() as u32]);
        let address = word(3) as usize;
        assert!(address.is_multiple_of(256) && address >= free, "{address:x} in block {number}");
        flash[address - FLASH..][..256].copy_from_slice(&block[32..][..256]);
        free = address + 256;
    }
    assert!(flash == programmed(how), "the file holds the bytes of the program");
    flash
}

#[test]
fn a_uf2_file_holds_the_program_for_an_rp2040() {
    let flash = flashed(Build::Pico, RP2040);
    // The chip starts the first 256 bytes if they end with their CRC-32, without reflection.
    let crc = flash[..252].iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte) << 24, |crc, _| {
            crc << 1 ^ if crc >> 31 == 1 { 0x04c1_1db7 } else { 0 }
        })
    });
    assert_eq!(flash[252..256], crc.to_le_bytes(), "the chip does not start this program");
}

#[test]
fn a_uf2_file_holds_the_program_for_an_rp2350() {
    let flash = flashed(Build::Pico2, RP2350);
    // The chip starts a program with this block in its first 4 KiB: an executable for Arm, in the secure state.
    const BLOCK: [u32; 5] = [0xffff_ded3, 0x1021_0142, 0x0000_01ff, 0, 0xab12_3579];
    let block = BLOCK.map(u32::to_le_bytes).concat();
    let is_block = |at: &usize| flash[*at..].starts_with(&block);
    assert!((0..4096).step_by(4).any(|at| is_block(&at)), "the chip does not start this program");
}
