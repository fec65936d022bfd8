//! Simulates power cuts. The system calls of a server are recorded. After each call, many simulated cuts lose random
//! parts of the data that is not on the disk yet. With `--fsync always`, all changes told to a client must survive.

use crate::home::{Home, end, piped};
use chuhe_host::journal::read;
use chuhe_tests::programs::{Trial, missing, test};
use chuhe_tests::random::Random;
use chuhe_tests::served::Served;
use chuhe_tests::wait::wait_until;
use std::collections::BTreeMap;
use std::process::Command;
use std::{env, fs};

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test(missing(&["strace"]), what_was_told_survives_a_power_cut),
        test(missing(&["strace"]), a_server_that_ends_brings_everything_to_the_disk),
    ]
}

/// The number of power cuts after each call, unless `CHUHE_POWER_CUTS` says otherwise.
const CUTS: u64 = 20;

const CALLS: &str =
    "openat,close,write,fsync,fdatasync,rename,renameat2,unlink,unlinkat,ftruncate,lseek,sendto";

/// A system call of the server that concerns its games or its clients, or the arrival of the signal to end.
#[derive(Debug)]
enum Step {
    Create(usize, String),
    Write(usize, usize, Vec<u8>),
    Cut(usize, usize),
    Sync(usize),
    Rename(String, String),
    Unlink(String),
    SyncFolder,
    Tell,
    End,
}

struct Recorded {
    home: Home,
    served: Served,
}

impl Recorded {
    fn start(options: &[&str]) -> Self {
        let home = Home::of_scripts();
        let games = home.text("games");
        let server = home.command(&[&["--journal", &games, "--nodes", "50"], options].concat());
        let mut tracer = Command::new("strace");
        // The option `-D` keeps the server a child of this test, not of the tracer, so that signals reach the server.
        tracer.args(["-D", "-f", "-xx", "-y", "-s", "100000", "-e"]).arg(format!("trace={CALLS}"));
        tracer.arg("-o").arg(home.path("trace")).arg(server.get_program()).args(server.get_args());
        Self { served: Served::start(piped(tracer)), home }
    }

    fn end(self) -> Vec<Step> {
        let Self { home, served } = self;
        end(served);
        let record = || fs::read_to_string(home.path("trace")).unwrap_or_default();
        wait_until("the whole record", || record().contains("+++ exited with 0 +++"));
        Recorder::default().steps(&record())
    }
}

#[derive(Default)]
struct Recorder {
    /// The text of each thread's unfinished call.
    begun: BTreeMap<String, String>,
    /// (file, position) of each open descriptor of a journal; `None`: the descriptor belongs to the folder of games.
    open: BTreeMap<String, Option<(usize, usize)>>,
    files: usize,
    steps: Vec<Step>,
}

impl Recorder {
    fn steps(mut self, record: &str) -> Vec<Step> {
        for line in record.lines() {
            let (thread, call) = line.split_once(' ').expect("a number of a thread");
            let call = call.trim_start();
            if call.starts_with("--- SIGTERM") {
                self.steps.push(Step::End);
            } else if let Some(begin) = call.strip_suffix(" <unfinished ...>") {
                self.begun.insert(thread.to_owned(), begin.to_owned());
            } else if let Some(rest) = call.strip_prefix("<... ") {
                let begin = self.begun.remove(thread).unwrap_or_default();
                let rest = rest.split_once(" resumed>").map_or("", |(_, rest)| rest);
                self.call(&format!("{begin}{rest}"));
            } else {
                self.call(call);
            }
        }
        self.steps
    }

    /// Reads a call such as `write(13<…>, "…", 5) = 5`. The texts in quotes are in hexadecimal digits.
    fn call(&mut self, call: &str) {
        let Some((name, (arguments, result))) =
            call.split_once('(').and_then(|(name, rest)| Some((name, rest.rsplit_once(" = ")?)))
        else {
            return;
        };
        if result.starts_with('-') {
            return;
        }
        let descriptor = |text: &str| text.split('<').next().unwrap_or_default().to_owned();
        let texts: Vec<Vec<u8>> = arguments.split('"').skip(1).step_by(2).map(decoded).collect();
        let text = |at: usize| String::from_utf8_lossy(&texts[at]).into_owned();
        let number = |text: &str| {
            let digits = text.trim().trim_end_matches(')').trim();
            digits.parse::<usize>().unwrap_or_else(|error| panic!("{call}: {error}"))
        };
        let file = self.open.get_mut(&descriptor(arguments));
        let step = match (name, file) {
            ("openat", _) => {
                return self.open(&descriptor(result), &text(0), arguments.contains("O_CREAT"));
            }
            ("sendto", _) => {
                // Lines to clients begin with a letter. The program sends other bytes to itself, to wake a thread.
                let text = text(0);
                let told = text.lines().filter(|line| line.starts_with(char::is_alphabetic));
                self.steps.extend(told.map(|_| Step::Tell));
                return;
            }
            ("close", _) => {
                self.open.remove(&descriptor(arguments));
                return;
            }
            ("lseek", Some(Some((_, position)))) => {
                *position = number(result);
                return;
            }
            ("write", Some(Some((file, position)))) => {
                let written = texts[0][..number(result)].to_vec();
                let at = *position;
                *position += written.len();
                Step::Write(*file, at, written)
            }
            ("ftruncate", Some(Some((file, _)))) => {
                Step::Cut(*file, number(arguments.rsplit(", ").next().unwrap_or_default()))
            }
            ("fsync" | "fdatasync", Some(Some((file, _)))) => Step::Sync(*file),
            ("fsync" | "fdatasync", Some(None)) => Step::SyncFolder,
            ("rename" | "renameat2", _) if is_game(&text(0)) => {
                Step::Rename(file_name(&text(0)), file_name(&text(1)))
            }
            ("unlink" | "unlinkat", _) if is_game(&text(0)) => Step::Unlink(file_name(&text(0))),
            _ => return,
        };
        self.steps.push(step);
    }

    fn open(&mut self, descriptor: &str, path: &str, is_new: bool) {
        if path.ends_with("/games") {
            self.open.insert(descriptor.to_owned(), None);
        } else if is_game(path) && is_new {
            self.open.insert(descriptor.to_owned(), Some((self.files, 0)));
            self.steps.push(Step::Create(self.files, file_name(path)));
            self.files += 1;
        } else {
            self.open.remove(descriptor);
        }
    }
}

fn decoded(text: &str) -> Vec<u8> {
    let bytes = text.split("\\x").skip(1);
    bytes.map(|byte| u8::from_str_radix(byte, 16).expect("two digits")).collect()
}

fn is_game(path: &str) -> bool {
    path.contains("/games/")
}

fn file_name(path: &str) -> String {
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

/// A simulated disk. A power cut leaves one version of each file and one version of the folder.
struct Disk {
    /// The versions of each file since its last `fsync`, the newest last.
    files: Vec<Vec<Vec<u8>>>,
    /// The versions of the folder since its last `fsync`: they map the names of files to indexes in `files`.
    names: Vec<BTreeMap<String, usize>>,
}

impl Disk {
    fn new() -> Self {
        Self { files: Vec::new(), names: vec![BTreeMap::new()] }
    }

    fn step(&mut self, step: &Step) {
        let mut names = self.names.last().cloned().unwrap_or_default();
        match step {
            Step::Create(file, name) => {
                assert_eq!(self.files.len(), *file);
                self.files.push(vec![Vec::new()]);
                names.insert(name.clone(), *file);
            }
            Step::Rename(from, to) => {
                let file = names.remove(from).expect("a file");
                names.insert(to.clone(), file);
            }
            Step::Unlink(name) => drop(names.remove(name)),
            Step::Write(file, at, bytes) => {
                let mut content = self.newest(*file).to_vec();
                // A power cut can leave only a part of a write on the disk.
                for end in [bytes.len() / 2, bytes.len()] {
                    content.resize(content.len().max(at + end), 0);
                    content[*at..at + end].copy_from_slice(&bytes[..end]);
                    self.files[*file].push(content.clone());
                }
                return;
            }
            Step::Cut(file, length) => {
                let content = self.newest(*file)[..*length].to_vec();
                return self.files[*file].push(content);
            }
            Step::Sync(file) => return keep_newest(&mut self.files[*file]),
            Step::SyncFolder => return keep_newest(&mut self.names),
            Step::Tell | Step::End => return,
        }
        self.names.push(names);
    }

    fn newest(&self, file: usize) -> &[u8] {
        self.files[file].last().map_or(&[], Vec::as_slice)
    }

    /// The lines of a journal in its last two versions. After a write, the older version has half of the written bytes.
    fn journal(&self, name: &str) -> Vec<Option<Vec<String>>> {
        let file = self.names.last().and_then(|names| names.get(name));
        let Some(&file) = file else { return vec![None] };
        let newest = self.files[file].iter().rev().take(2).rev();
        newest.filter(|content| !content.is_empty()).map(|content| lines(Some(content))).collect()
    }

    /// The journal after a power cut. Without `random`, the cut loses all that is not on the disk yet.
    fn after_cut(&self, name: &str, mut random: Option<&mut Random>) -> Option<&[u8]> {
        let mut choose = |count: usize| random.as_mut().map_or(0, |random| random.below(count));
        let file = *self.names[choose(self.names.len())].get(name)?;
        Some(&self.files[file][choose(self.files[file].len())])
    }
}

fn keep_newest<T>(versions: &mut Vec<T>) {
    versions.drain(..versions.len() - 1);
}

/// The complete lines of a journal; `None`: there is no journal.
fn lines(journal: Option<&[u8]>) -> Option<Vec<String>> {
    let text = String::from_utf8_lossy(journal?);
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    read(journal?).unwrap_or_else(|error| panic!("{error}: {text}"));
    Some(whole.lines().map(str::to_owned).collect())
}

/// The commands of a client. The server answers `True` to each command. After a move it also sends the computer's move.
const SCRIPT: &str = include_str!("power.txt");

fn play(served: &Served) {
    let mut client = served.client();
    for command in SCRIPT.lines() {
        assert_eq!(client.ask(command), "True", "{command}");
        if command.starts_with("Move") {
            assert!(client.line().starts_with("CurrentBoard:"));
        }
    }
}

/// The length of the game in plies, as the client knows it after each line that it reads; `None`: no game.
fn known() -> Vec<Option<usize>> {
    let mut known = Vec::new();
    let mut plies = 0;
    for command in SCRIPT.lines() {
        plies = match command.split(':').next() {
            Some("Move") => plies + 1,
            Some("Undo") => plies - 2,
            _ => 0,
        };
        known.push((!command.starts_with("Delete")).then_some(plies));
        if command.starts_with("Move") {
            plies += 1;
            known.push(Some(plies));
        }
    }
    known
}

fn what_was_told_survives_a_power_cut() {
    ["always", "second"].into_iter().for_each(cut_at_every_step);
}

/// Simulates power cuts after every step. With `--fsync second`, moves can be lost, but the journal must be as it was
/// at an earlier moment.
fn cut_at_every_step(fsync: &str) {
    const NAME: &str = "game-lunch.journal";
    let server = Recorded::start(&["--fsync", fsync]);
    play(&server.served);
    let steps = server.end();
    let cuts = env::var("CHUHE_POWER_CUTS").map_or(CUTS, |text| text.parse().expect("a number"));
    let (mut disk, mut told, known) = (Disk::new(), 0, known());
    // The versions of the journal that a power cut can leave. With `--fsync always`, no version is older than the one
    // that the client knows.
    let mut possible = vec![None];
    for (number, step) in steps.iter().enumerate() {
        disk.step(step);
        for seen in disk.journal(NAME) {
            if possible.last() != Some(&seen) {
                possible.push(seen);
            }
        }
        if let Step::Tell = step {
            // The journal can contain the computer's move before the client reads the reply to the client's move.
            let found = known[told..].iter().take(2).find_map(|&plies| {
                let is_it = |lines: &Option<Vec<String>>| {
                    lines.as_ref().map(|lines| lines.len() - 1) == plies
                };
                possible.iter().rposition(is_it)
            });
            let newest = found.unwrap_or_else(|| panic!("{step:?} came before {:?}", known[told]));
            if fsync == "always" {
                possible.drain(..newest);
            }
            told += 1;
        }
        for seed in 0..=cuts {
            let mut random = Random::new(seed + 1_000_000 * number as u64);
            let found = lines(disk.after_cut(NAME, (seed > 0).then_some(&mut random)));
            assert!(
                possible.contains(&found),
                "after {step:?}, cut {seed}: {found:?}, not one of {possible:?}"
            );
        }
    }
    assert_eq!(told, known.len(), "{steps:?}");
}

/// Tests that a server brings its last changes to the disk when it ends. A server also does so each second.
/// So the test is repeated until a server is told to end before its last changes are on the disk.
fn a_server_that_ends_brings_everything_to_the_disk() {
    for (options, name) in [(&[][..], "lunch"), (&["--shared"], "shared")] {
        assert!((0..20).any(|_| brings_everything_to_the_disk(options, name)), "{name}");
    }
}

/// Returns false if everything was already on the disk when the server was told to end.
fn brings_everything_to_the_disk(options: &[&str], name: &str) -> bool {
    let server = Recorded::start(options);
    let mut client = server.served.client();
    if name == "lunch" {
        assert_eq!(client.ask("Name:lunch"), "True");
    }
    for step in ["7,7:7,4", "6,0:5,0"] {
        crate::home::play(&mut client, step);
    }
    // The client leaves first. Otherwise the server waits for it, and brings the changes to the disk meanwhile.
    drop(client);
    let file = format!("game-{name}.journal");
    let kept = |disk: &Disk| lines(disk.after_cut(&file, None)).map(|lines| lines.len());
    let (mut disk, mut kept_before) = (Disk::new(), None);
    for step in server.end() {
        disk.step(&step);
        if let Step::End = step {
            kept_before = kept(&disk);
        }
    }
    assert_eq!(kept(&disk), Some(5), "{name}: the start and four moves");
    kept_before != Some(5)
}
