use crate::picture::{BYTES, GreyPicture};
use chuhe_device::Button;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use std::{fs, thread};
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(120);

/// A process of an emulator. Dropping it kills the process.
pub(crate) struct Emulator(pub(crate) Child);

impl Drop for Emulator {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Board {
    /// A board with a display and five buttons.
    Lm3s6965evb,
    /// A board that sends pictures over one serial port. Letters that it receives over the other port press buttons.
    Mps2,
}

impl Board {
    /// Returns the name of the handheld's program, and the name of the machine in QEMU.
    pub(crate) const fn names(self) -> [&'static str; 2] {
        match self {
            Self::Lm3s6965evb => ["lm3s6965evb"; 2],
            Self::Mps2 => ["mps2", "mps2-an500"],
        }
    }
}

pub(crate) struct Machine {
    board: Board,
    qemu: Emulator,
    monitor: UnixStream,
    lines: Receiver<String>,
    folder: TempDir,
}

fn qemu(machine: &str, firmware: &Path) -> Command {
    let mut command = Command::new("qemu-system-arm");
    command.args(["-machine", machine, "-display", "none", "-kernel"]).arg(firmware);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

/// Runs firmware until it ends, and returns its semihosting output.
pub(crate) fn run(machine: &str, firmware: &Path) -> Vec<u8> {
    let mut command = qemu(machine, firmware);
    command.args(["-monitor", "none", "-serial", "none"]);
    command.args(["-semihosting-config", "enable=on,target=native"]);
    let mut qemu = Emulator(command.spawn().expect("QEMU can be started"));
    let mut output = qemu.0.stdout.take().expect("its output is piped");
    let (sender, ended) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = output.read_to_end(&mut bytes);
        sender.send(read.map(|_| bytes))
    });
    let firmware = firmware.display();
    let bytes = ended.recv_timeout(PATIENCE);
    let bytes = bytes.unwrap_or_else(|_| panic!("{firmware} in {machine} does not end"));
    let bytes = bytes.expect("its output can be read");
    let text = String::from_utf8_lossy(&bytes);
    assert!(qemu.0.wait().is_ok_and(|status| status.success()), "{firmware} in {machine}: {text}");
    bytes
}

impl Machine {
    pub(crate) fn start(board: Board, firmware: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let socket = folder.path().join("monitor");
        let listener = UnixListener::bind(&socket).expect("a socket");
        let [_, machine] = board.names();
        let child = qemu(machine, firmware)
            // Time is simulated: an instruction takes 32 ns, and idle time passes at once. So a key press
            // lasts equally long on any host machine, even a busy one.
            .args(["-icount", "shift=5,sleep=off", "-serial", "stdio", "-serial"])
            .arg(format!("file:{}", folder.path().join("pictures").display()))
            .args(["-monitor", &format!("unix:{}", socket.display())])
            .spawn()
            .expect("QEMU can be started");
        let mut qemu = Emulator(child);
        let (monitor, _) = listener.accept().expect("QEMU connects");
        monitor.set_read_timeout(Some(PATIENCE)).expect("a timeout can be set");
        let output = BufReader::new(qemu.0.stdout.take().expect("its output is piped"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            output.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok())
        });
        let mut machine = Self { board, qemu, monitor, lines, folder };
        machine.prompt();
        machine
    }

    fn prompt(&mut self) {
        let mut said = Vec::new();
        let mut byte = [0];
        while !said.ends_with(b"(qemu) ") {
            self.monitor.read_exact(&mut byte).expect("the monitor answers");
            said.push(byte[0]);
        }
    }

    fn command(&mut self, command: &str) {
        writeln!(self.monitor, "{command}").expect("the monitor listens");
        self.prompt();
    }

    pub(crate) fn press(&mut self, button: Button) {
        if self.board == Board::Mps2 {
            let letters = self.qemu.0.stdin.as_mut().expect("its input is piped");
            letters.write_all(&button.name().as_bytes()[..1]).expect("QEMU listens");
            return;
        }
        let key = if button == Button::Select { "ctrl" } else { button.name() };
        // QEMU presses keys one after the other. F1 is no button: it only adds simulated time between two presses.
        self.command("sendkey f1 50");
        self.command(&format!("sendkey {key} 50"));
    }

    /// Returns the lines of text from the serial port. The last of them is the first line that begins with `end`.
    pub(crate) fn read_until(&mut self, end: &str) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        while lines.last().is_none_or(|line| !line.starts_with(end)) {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("`{end}` does not come after {lines:#?}"));
            lines.push(line);
        }
        lines
    }

    /// Takes a screenshot of the display. On a board without display, it reads the last picture that the board sent.
    pub(crate) fn picture(&mut self) -> GreyPicture {
        if self.board == Board::Mps2 {
            let sent = fs::read(self.folder.path().join("pictures")).expect("pictures were sent");
            return GreyPicture::from_bytes(sent.rchunks(BYTES).next().expect("a picture"));
        }
        let file = self.folder.path().join("picture.ppm");
        self.command(&format!("screendump {}", file.display()));
        GreyPicture::from_ppm(&fs::read(&file).expect("a picture was written"))
    }
}

/// A way to build a program: a target, a profile, and features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Build {
    /// The handheld's build for the boards in QEMU. [`StackFrames`](crate::memory::StackFrames) reads the sizes of
    /// stack frames from a section that is not loaded.
    Release,
    Speed,
    /// The build for the Cortex-M0 with 16 KiB of memory.
    Microbit,
    Pico,
    /// The build for the Pico 2: for speed, with the log of defmt.
    Pico2,
    Log,
}

pub(crate) fn build(how: Build, program: &str) -> PathBuf {
    let (folder, target, profile) = match how {
        Build::Release => ("frames", "thumbv7m-none-eabi", "release"),
        Build::Speed => ("", "thumbv7m-none-eabi", "speed"),
        Build::Microbit => ("", "thumbv6m-none-eabi", "release"),
        Build::Pico => ("", "thumbv6m-none-eabi", "speed"),
        Build::Pico2 => ("defmt", "thumbv8m.main-none-eabihf", "speed"),
        Build::Log => ("defmt", "thumbv7m-none-eabi", "release"),
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("target").join(folder);
    let package = match program {
        "pico" | "mps2" => format!("chuhe-{program}"),
        _ => "chuhe-lm3s6965evb".to_owned(),
    };
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .current_dir(root)
        .args(["build", "--quiet", "--package", &package, "--bin", program])
        .args(["--profile", profile, "--target", target, "--target-dir"])
        .arg(&folder);
    if matches!(how, Build::Log | Build::Pico2) {
        cargo.args(["--features", "defmt"]).env("DEFMT_LOG", "info");
    }
    // A panic names the path of its source file. Without the repository's path, a program has the same size everywhere.
    let repository = root.parent().expect("this folder lies in the repository");
    let mut flags = format!("--remap-path-prefix={}=", repository.display());
    if how == Build::Release {
        // A stable compiler refuses the option below. This variable makes the compiler accept the option.
        cargo.env("RUSTC_BOOTSTRAP", "1");
        flags.push_str("\u{1f}-Zemit-stack-sizes");
    }
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags);
    let status = cargo.status().expect("cargo can be started");
    assert!(status.success(), "{program} can be built for {target}");
    folder.join(target).join(profile).join(program)
}
