//! The handheld on an emulated Raspberry Pi Pico, compared with the same handheld on this machine.

use crate::firmware::Build;
use crate::pair::{LocalHandheld, timeless};
use crate::pictures;
use crate::qemu::Emulator;
use crate::uf2;
use chuhe_core::rules::Rules;
use chuhe_device::{Button, Frame, Handheld, LargeWork, Settings};
use chuhe_view::Theme;
use chuhe_view::paint::Mixed;
use embedded_graphics::framebuffer::Framebuffer;
use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::pixelcolor::raw::BigEndian;
use embedded_graphics::prelude::Size;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use tempfile::TempDir;

const SIDE: usize = 240;
const BYTES: usize = 2 * SIDE * SIDE;

/// An emulator of the board, and the same handheld on this machine.
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
        node.args([root.join("tests/pico.mjs"), package, uf2::write(Build::Pico, folder.path())]);
        node.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut emulator = Emulator(node.spawn().expect("node can be started"));
        let input = emulator.0.stdin.take().expect("its input is piped");
        let output = BufReader::new(emulator.0.stdout.take().expect("its output is piped"));
        let here = local(Handheld::new(Settings::new()));
        let mut pico = Self { _emulator: emulator, input, output, folder, here };
        pico.is_same_after("on");
        pico
    }

    /// Sends a command, and returns what the board wrote.
    fn command(&mut self, command: &str) -> Vec<String> {
        writeln!(self.input, "{command}").expect("the emulator listens");
        let lines = (&mut self.output).lines().map(|line| line.expect("lines of text"));
        lines.take_while(|line| line != "ok").collect()
    }

    /// Sends a command, and compares the log and the picture.
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

    /// Switches the power off and on. The handheld on this machine goes on with the moves so far.
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
    pictures::presses().for_each(|button| pico.press(&[button]));
    assert_eq!(pico.here.handheld.rules(), Rules::Zhonggong);
}

#[test]
fn a_pico_shows_plays_and_keeps_the_game() {
    let mut pico = Pico::start();
    // The middle soldier moves, and the computer answers.
    pico.press(&[Button::Up, Button::Up, Button::Up, Button::Select, Button::Up, Button::Select]);
    assert_eq!(pico.here.handheld.game().moves().len(), 2);
    pico.restart();
    // The power fails while the general's move is written: at an erased byte, and at a written one.
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
    // A new game of five minutes between two people, and its first move.
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
