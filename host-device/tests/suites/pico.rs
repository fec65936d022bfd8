//! Compares the handheld on an emulated Raspberry Pi Pico with the same handheld on this machine. Reads the UF2
//! files of the program, as the loaders of both chips do.

use crate::pair::{LocalHandheld, timeless};
use crate::picture::presses;
use crate::qemu::{Build, Emulator, build};
use chuhe_core::rules::Rules;
use chuhe_device::{Button, Frame, Handheld, LargeWork, Settings};
use chuhe_view::Theme;
use chuhe_view::paint::Mixed;
use embedded_graphics::framebuffer::Framebuffer;
use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::pixelcolor::raw::BigEndian;
use embedded_graphics::prelude::Size;
use object::LittleEndian;
use object::elf::{FileHeader32, PT_LOAD};
use object::read::elf::{ElfFile, ProgramHeader};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use tempfile::TempDir;

const SIDE: usize = 240;
const BYTES: usize = 2 * SIDE * SIDE;

struct Pico {
    _emulator: Emulator,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    folder: TempDir,
    here: LocalHandheld,
}

fn local(handheld: Handheld) -> LocalHandheld {
    LocalHandheld::with(handheld, Box::<LargeWork>::default())
}

impl Pico {
    fn start() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let package = root.join("../target/rp2040js-1.4.1");
        assert!(package.exists(), "{} is missing; .ci/setup brings it", package.display());
        let folder = tempfile::tempdir().expect("a folder");
        let mut node = Command::new("node");
        node.args([root.join("tests/pico.mjs"), package, write_uf2(Build::Pico, folder.path())]);
        node.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut emulator = Emulator(node.spawn().expect("node can be started"));
        let input = emulator.0.stdin.take().expect("its input is piped");
        let output = BufReader::new(emulator.0.stdout.take().expect("its output is piped"));
        let here = local(Handheld::new(Settings::default()));
        let mut pico = Self { _emulator: emulator, input, output, folder, here };
        pico.is_same_after("on");
        pico
    }

    fn command(&mut self, command: &str) -> Vec<String> {
        writeln!(self.input, "{command}").expect("the emulator listens");
        let lines = (&mut self.output).lines().map(|line| line.expect("lines of text"));
        lines.take_while(|line| line != "ok").collect()
    }

    fn is_same_after(&mut self, command: &str) {
        let there: Vec<_> = self.command(command).into_iter().map(timeless).collect();
        let here: Vec<_> = self.here.logged().into_iter().map(timeless).collect();
        assert_eq!(there, here, "the board on the left, this machine on the right");
        assert!(self.shows_the_same(), "the pictures after `{command}` differ");
    }

    fn shows_the_same(&mut self) -> bool {
        let file = self.folder.path().join("picture");
        self.command(&format!("picture {}", file.display()));
        let there = fs::read(file).expect("a picture was written");
        let mut here = Framebuffer::<Rgb565, _, BigEndian, SIDE, SIDE, BYTES>::new();
        let frame = Frame::new(&self.here.handheld, None);
        let size = Size::new_equal(SIDE as u32);
        let Ok(()) = frame.draw(&mut Mixed(&mut here), size, &Theme::WOOD);
        there == here.data()
    }

    fn press(&mut self, buttons: &[Button]) {
        for &button in buttons {
            self.here.press(&[button]);
            self.is_same_after(&format!("press {}", button.name()));
        }
    }

    /// Switches the board off and on. A new handheld on this machine continues with the moves so far.
    fn restart(&mut self) {
        let old = &self.here.handheld;
        let moves = old.game().moves().iter().copied().map(Some);
        let (settings, clocks) = (*old.settings(), old.clocks().clone());
        let handheld = Handheld::restored(settings, old.rules(), old.seed(), clocks, moves);
        self.here = local(handheld.expect("the moves are legal"));
        self.is_same_after("on");
    }
}

#[test]
fn a_pico_shows_the_recorded_game() {
    let mut pico = Pico::start();
    presses().for_each(|button| pico.press(&[button]));
    assert_eq!(pico.here.handheld.rules(), Rules::Zhonggong);
}

#[test]
fn a_pico_shows_plays_and_keeps_the_game() {
    let mut pico = Pico::start();
    // The middle soldier moves, and the computer answers.
    pico.press(&[Button::Up, Button::Up, Button::Up, Button::Select, Button::Up, Button::Select]);
    assert_eq!(pico.here.handheld.game().moves().len(), 2);
    pico.restart();
    // The power fails while a move of the general is saved: first during erasing, then during writing.
    for bytes in [100, 4096 + 10] {
        pico.press(&[Button::Select, Button::Up]);
        pico.command(&format!("cut {bytes}"));
        let last = pico.command("press select").pop();
        assert_eq!(last.as_deref(), Some("power cut"), "the move is written at once");
        pico.restart();
    }
    pico.press(&[Button::Select, Button::Up, Button::Select]);
    assert_eq!(pico.here.handheld.game().moves().len(), 4);
    pico.restart();
}

#[test]
fn a_pico_shows_each_second_of_a_clock() {
    use Button::{Left, Right, Select, Up};
    let mut pico = Pico::start();
    // These buttons begin a game between two people, with five minutes for each, and make its first move.
    pico.press(&[Up, Select, Up, Left, Up, Up, Right, Up, Up, Up, Up, Select]);
    pico.press(&[Up, Up, Up, Select, Up, Select]);
    pico.command("wait 3000");
    let seconds = (1..10).find(|_| {
        pico.here.wait(1_001);
        pico.shows_the_same()
    });
    assert_eq!(seconds, Some(3));
    pico.restart();
}

/// The first address of the flash, and the number of bytes that it has for the program.
const FLASH: usize = 0x1000_0000;
const ROOM: usize = (2048 - 64) * 1024;
/// The numbers that stand for the chips RP2040 and RP2350 in a UF2 file.
const RP2040: u32 = 0xe48b_ff56;
const RP2350: u32 = 0xe48b_ff59;

fn write_uf2(how: Build, folder: &Path) -> PathBuf {
    let file = folder.join("pico.uf2");
    let mut uf2 = Command::new("python3");
    uf2.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("boards/pico/uf2.py"));
    let status = uf2.arg(build(how, "pico")).arg(&file).status();
    assert!(status.is_ok_and(|status| status.success()), "the program becomes a UF2 file");
    file
}

/// Returns the flash of a new board, with the program where the headers of its ELF file place it.
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

/// Reads a UF2 file as the loader does, and compares the flash with the program. Returns the flash.
fn flashed(how: Build, family: u32) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = fs::read(write_uf2(how, folder.path())).expect("a file was written");
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
    // The chip runs the first 252 bytes only if the CRC-32 of these bytes, without reflection, follows them.
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
    // The chip starts a program with this block in its first 4 KiB. The block says: for Arm, in the secure state.
    const BLOCK: [u32; 5] = [0xffff_ded3, 0x1021_0142, 0x0000_01ff, 0, 0xab12_3579];
    let block = BLOCK.map(u32::to_le_bytes).concat();
    let is_block = |at: &usize| flash[*at..].starts_with(&block);
    assert!((0..4096).step_by(4).any(|at| is_block(&at)), "the chip does not start this program");
}
