//! Runs the scripts of `tests/data/program`. They start the program, change its folder and send signals.

use crate::home::{Home, assert_whole, ended, piped, tell};
use chuhe_tcp::replay::{Peer, Role, Stage, replay};
use chuhe_tests::programs::{Trial, test_named};
use chuhe_tests::script::{number, scripts};
use chuhe_tests::served::Served;
use chuhe_tests::tcp::Client;
use chuhe_tests::wait::wait_for;
use chuhe_tests::{root, text};
use rustix::process::Signal;
use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, io, mem};

pub(crate) fn tests() -> Vec<Trial> {
    let test = |path: PathBuf| {
        let script = text(&path);
        let needs_linux = script.contains("/proc/") && !cfg!(target_os = "linux");
        let name = format!("script::{}", path.file_stem().unwrap_or_default().display());
        test_named(&name, needs_linux.then(|| "Linux".to_owned()), move || {
            the_server_program_follows_every_script(&path, &script);
        })
    };
    scripts("program", 26, |_| true).into_iter().map(test).collect()
}

fn the_server_program_follows_every_script(path: &Path, script: &str) {
    let home = Home::of_scripts();
    let (served, crowd) = (Vec::new(), Vec::new());
    let mut world = World { served, crowd, address: None, is_web: false, home };
    let followed = replay(script, Role::Client, &mut world);
    followed.unwrap_or_else(|fault| panic!("{}:{fault}", path.display()));
}

/// A folder, the servers that run in it, and their clients.
struct World {
    /// The running servers, the oldest first.
    served: Vec<Served>,
    crowd: Vec<Client>,
    /// The address to which new clients connect.
    address: Option<SocketAddr>,
    /// True if new clients connect through WebSockets.
    is_web: bool,
    home: Home,
}

impl World {
    fn client(&self) -> Client {
        let address = self.address.expect("a server was started");
        if self.is_web { Client::connect_to_web(address) } else { Client::connect(address) }
    }

    /// A shell that runs `commands` in the folder, with the program in its PATH.
    fn shell(&self, commands: &str) -> Command {
        let program = Path::new(env!("CARGO_BIN_EXE_chuhe-tcp"));
        let folder = program.parent().expect("a folder").display();
        let path = format!("{folder}:{}", env::var("PATH").unwrap_or_default());
        let mut shell = piped(Command::new("sh"));
        shell.args(["-ec", commands]).current_dir(self.home.folder());
        shell.env("PATH", path).env("ROOT", root()).env("CHUHE_BIND", "127.0.0.1:0");
        shell.envs(self.address.map(|address| ("ADDRESS", address.to_string())));
        shell.envs(self.served.last().map(|served| ("PID", served.pid().to_string())));
        shell
    }

    fn start(&mut self, command: &str) {
        let mut command = self.shell(&format!("exec {command}"));
        command.stderr(File::create(self.home.path("errors")).expect("a file"));
        let served = Served::start(command);
        (self.address, self.is_web) = (Some(served.address), false);
        self.served.push(served);
    }

    /// Reads the newest server's next line of output. If it contains an address, new clients connect there.
    fn hear(&mut self) -> Result<String, String> {
        let served = self.served.last_mut().ok_or("no server runs")?;
        let greeting = mem::take(&mut served.greeting);
        let line = if greeting.is_empty() { served.line() } else { greeting };
        let mut words = line.split([' ', '/']).map(|word| word.trim_end_matches(':'));
        self.address = words.find_map(|word| word.parse().ok()).or(self.address);
        self.is_web = line.starts_with("page ");
        Ok(line)
    }

    /// Waits until exactly `count` lines of a file contain a text.
    fn wait_for_lines(&self, file: &str, count: usize, text: &str) {
        wait_for(format!("{count} lines of {file} with {text:?}"), || {
            let lines = fs::read_to_string(self.home.path(file)).unwrap_or_default();
            let found = lines.lines().filter(|line| line.contains(text)).count();
            if found == count { Ok(()) } else { Err(format!("there are {found} in {lines}")) }
        });
    }

    /// Executes an instruction of a script: `of` connects the crowd, another `word` is for each of its clients.
    fn crowd(&mut self, word: &str, text: &str) -> Result<(), String> {
        match word {
            "of" => self.crowd = (0..number::<usize>(text)).map(|_| self.client()).collect(),
            ">" => {
                for (number, client) in self.crowd.iter_mut().enumerate() {
                    client.send_if_open(format!("{}\n", text.replace('#', &number.to_string())));
                }
            }
            "<" => self.crowd.iter_mut().for_each(|it| assert_eq!(it.line().trim_end(), text)),
            "closed" => self.crowd.iter_mut().for_each(Client::closed),
            _ => return Err("no such word".to_owned()),
        }
        Ok(())
    }
}

fn expect(is_so: bool, found: String) -> Result<(), String> {
    if is_so { Ok(()) } else { Err(found) }
}

impl Stage for World {
    fn connect(&mut self) -> io::Result<Box<dyn Peer>> {
        Ok(Box::new(self.client()))
    }

    fn instruct(&mut self, word: &str, rest: &str) -> Result<(), String> {
        let (first, text) = rest.split_once(' ').unwrap_or((rest, ""));
        match word {
            "run" => {
                let (_, errors, status) = ended(&mut self.shell(&format!("set -x; {rest}")));
                return expect(status == Some(0), errors);
            }
            "start" => self.start(rest),
            "fails" => {
                let (said, errors, status) = ended(&mut self.shell(text));
                fs::write(self.home.path("errors"), &errors).expect("a file");
                let is_told = errors.starts_with("chuhe-tcp: ") && errors.lines().count() == 1;
                let is_right = said.is_empty() && status == Some(number(first)) && is_told;
                return expect(is_right, format!("{status:?} {said} {errors}"));
            }
            "says" => {
                let line = self.hear()?;
                return expect(line.contains(rest), line);
            }
            "log" => self.wait_for_lines("logs/chess.log", number(first), text),
            "errors" => self.wait_for_lines("errors", number(first), text),
            "stats" => {
                let mut client = self.client();
                wait_for(rest, || {
                    let stats = client.ask("Stats");
                    if stats.contains(rest) { Ok(()) } else { Err(stats) }
                });
            }
            "unix" => {
                let reply = tell(&self.home.path("chuhe.sock"), first);
                let reply = reply.map_err(|error| error.to_string())?;
                return expect(reply == text, reply);
            }
            "crowd" => return self.crowd(first, text),
            "stop" => {
                let (status, _) = self.served.remove(0).end_by(Signal::TERM);
                self.home.log().lines().for_each(assert_whole);
                return expect(status == Some(0), format!("{status:?}"));
            }
            "ended" => {
                let status = self.served.remove(0).wait().code();
                return expect(status == Some(number(rest)), format!("{status:?}"));
            }
            "kill" => drop(self.served.remove(0)),
            _ => return Err("no such word".to_owned()),
        }
        Ok(())
    }
}
