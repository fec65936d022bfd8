//! Tests connections with a simulated clock. It moves only while every task waits, so that times are exact.

use super::*;
use crate::addresses::AddressLimits;
use crate::faults::Faults;
use crate::games::Games;
use crate::options::Options;
use crate::phase::PhaseSender;
use crate::record::Records;
use crate::replay::unescaped;
use crate::server_game::Opponent;
use crate::stream::Peer;
use chuhe_core::rules::Rules;
use chuhe_host::{Map, Team};
use chuhe_tests::script::ScriptLine::{self, Directive};
use chuhe_tests::script::{self, fits, number};
use clap::Parser;
use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio::time::{advance, sleep};

pub(super) struct Guest {
    pub(super) stream: DuplexStream,
    config: Arc<Config>,
    begun: Instant,
    pub(super) served: JoinHandle<()>,
    phase: Option<PhaseSender>,
    /// A semaphore with one permit, which the open connection holds. A server that ends waits for this permit.
    places: Arc<Semaphore>,
    drained: Option<JoinHandle<bool>>,
}

/// Returns the configuration for the options in `line`. The computer thinks for an hour about each move.
pub(super) fn config(line: &str) -> Config {
    let words = ["chuhe-tcp", "--level=9", "--movetime=3600000"].into_iter();
    let options = Options::try_parse_from(words.chain(line.split_whitespace())).unwrap();
    let opponent = Opponent::new(options.strength());
    let metrics = Arc::clone(&opponent.metrics);
    let map = Arc::new(Map::standard(Rules::default()));
    let games = Games::Own { opponent, map, kept: None };
    options.config(games, Team::load("no such folder".as_ref()).unwrap(), &metrics)
}

fn milliseconds(text: &str) -> Duration {
    Duration::from_millis(number(text))
}

impl Guest {
    /// Connects over a pipe with space for `bytes` bytes in each direction.
    pub(super) fn connect(config: impl Into<Arc<Config>>, bytes: usize) -> Self {
        let (stream, other) = duplex(bytes);
        let config = config.into();
        let client = Client { number: 1, peer: Peer::Inet(([127, 0, 0, 1], 1).into()) };
        let addresses = AddressLimits::new(None, config.max_commands);
        let permit = addresses.enter(client.peer).unwrap();
        let (phase, phases) = PhaseSender::new();
        let places = Arc::new(Semaphore::new(1));
        let place = Arc::clone(&places).try_acquire_owned().unwrap();
        let serving = Arc::clone(&config);
        let served = tokio::spawn(async move {
            serve(other, client, permit, &serving, phases).await;
            drop(place);
        });
        let (begun, phase) = (Instant::now(), Some(phase));
        Self { stream, config, begun, served, phase, places, drained: None }
    }

    async fn rest(&mut self) -> String {
        let mut rest = String::new();
        self.stream.read_to_string(&mut rest).await.unwrap();
        rest
    }

    async fn play(&mut self, line: ScriptLine<'_>) {
        match line {
            ScriptLine::Send(text) => {
                self.stream.write_all(&unescaped(text).unwrap()).await.unwrap();
            }
            ScriptLine::Expect(text) => {
                let expected = unescaped(text).unwrap();
                let mut said = vec![0; expected.len()];
                self.stream.read_exact(&mut said).await.unwrap();
                assert_eq!(String::from_utf8_lossy(&said), String::from_utf8_lossy(&expected));
            }
            ScriptLine::ExpectLater(pattern) | Directive("closed", pattern) => {
                let rest = self.rest().await;
                assert!(fits(&rest, pattern), "{rest}");
            }
            Directive("at", time) => assert_eq!(self.begun.elapsed(), milliseconds(time)),
            Directive("half-close", _) => self.stream.shutdown().await.unwrap(),
            Directive("leave", _) => self.stream = duplex(1).0,
            Directive("gone", _) => (&mut self.served).await.unwrap(),
            Directive("stays", _) => assert!(!self.served.is_finished()),
            Directive("deaf", _) => assert!(self.stream.write_all(b"Ping\n").await.is_err()),
            Directive("draining", _) => self.phase.iter().for_each(|it| it.enter(Phase::Draining)),
            Directive("drain", time) => {
                let (phase, places) = (self.phase.take().unwrap(), Arc::clone(&self.places));
                let time = milliseconds(time);
                let ended = async move { phase.end(time, &places, 1).await };
                self.drained = Some(tokio::spawn(ended));
            }
            Directive("drained", _) => assert!(self.drained.take().unwrap().await.unwrap()),
            Directive("figure", figure) => {
                let Config { metrics, games, .. } = &*self.config;
                let text = metrics.exposition(games.computer()).unwrap();
                assert!(text.contains(&format!("\nchuhe_{figure}\n")), "{text}");
            }
            Directive("recorded", lines) => {
                let records = self.config.records.as_ref().unwrap();
                records.finish();
                let record = fs::read_to_string(records.folder.join("1.txt")).unwrap();
                let (_, recorded) = record.split_once('\n').unwrap();
                assert_eq!(recorded.as_bytes(), unescaped(lines).unwrap(), "{recorded}");
            }
            line => panic!("no such line: {line:?}"),
        }
    }
}

/// The clients of a script, each with a server of its own.
struct Clients {
    runtime: Arc<Runtime>,
    config: Arc<Config>,
    /// The size in bytes of the pipe to the next client.
    pipe: usize,
    guests: BTreeMap<String, Guest>,
    speaker: String,
    records: TempDir,
}

impl Clients {
    fn new() -> Self {
        let mut builder = Builder::new_current_thread();
        let runtime = Arc::new(builder.enable_all().start_paused(true).build().unwrap());
        let (config, records) = (Arc::new(config("")), tempfile::tempdir().unwrap());
        let (guests, speaker) = (BTreeMap::new(), String::new());
        Self { runtime, config, pipe: 512, guests, speaker, records }
    }

    async fn play(&mut self, line: ScriptLine<'_>) {
        match line {
            Directive("server", options) => self.config = Arc::new(config(options)),
            Directive("faults", text) => {
                let config = Arc::get_mut(&mut self.config).expect("no client yet");
                config.faults = Arc::new(Faults::parse(text).unwrap());
            }
            Directive("records", _) => {
                let config = Arc::get_mut(&mut self.config).expect("no client yet");
                config.records = Some(Arc::new(Records::create(self.records.path()).unwrap()));
            }
            Directive("pipe", bytes) => self.pipe = number(bytes),
            Directive("client", name) => {
                name.clone_into(&mut self.speaker);
                let connect = || Guest::connect(Arc::clone(&self.config), self.pipe);
                self.guests.entry(name.to_owned()).or_insert_with(connect);
            }
            Directive("wait", time) => sleep(milliseconds(time)).await,
            Directive("stand-still", time) => advance(milliseconds(time)).await,
            line => self.guests.get_mut(&self.speaker).expect("a client").play(line).await,
        }
    }
}

impl script::Session for Clients {
    fn run(&mut self, line: ScriptLine<'_>) {
        let runtime = Arc::clone(&self.runtime);
        runtime.block_on(self.play(line));
    }
}

#[test]
fn every_wait_of_a_connection_is_exact() {
    script::run_folder("connections", 14, Clients::new);
}

#[tokio::test(start_paused = true)]
async fn everything_that_was_sent_is_answered_before_the_end() {
    const COUNT: usize = 2000;
    let mut guest = Guest::connect(config(""), 512);
    let (mut reader, mut writer) = tokio::io::split(&mut guest.stream);
    let write = async {
        writer.write_all("RequestBoard\n".repeat(COUNT).as_bytes()).await.unwrap();
        writer.write_all(b"Ping").await.unwrap();
        writer.shutdown().await.unwrap();
    };
    let mut said = String::new();
    let (_, read) = tokio::join!(write, reader.read_to_string(&mut said));
    read.unwrap();
    assert_eq!(said.matches("RequestBoard:").count(), COUNT);
    assert!(said.ends_with("\nPong"));
    assert_eq!(guest.begun.elapsed(), Duration::ZERO);
}

/// A server that ends still sends the computer's moves and hints, and answers waiting commands. It begins no game.
#[tokio::test]
async fn hints_and_moves_are_due_before_a_server_ends() {
    let folder = tempfile::tempdir().unwrap();
    let records = Arc::new(Records::create(folder.path()).unwrap());
    let recorded = Config { records: Some(Arc::clone(&records)), ..config("") };
    let [mut thinks, mut asks] = [config(""), recorded].map(|config| Guest::connect(config, 512));
    thinks.play(ScriptLine::Send(r"Move:7,7:7,4\n")).await;
    asks.play(ScriptLine::Send(r"hint\nPing\nNewGame\nName:x\nResume:x\nStatus\n")).await;
    thinks.play(ScriptLine::Expect(r"True\n")).await;
    for phase in [Phase::Draining, Phase::Hurrying] {
        [&thinks, &asks].into_iter().flat_map(|it| &it.phase).for_each(|it| it.enter(phase));
    }
    thinks.play(ScriptLine::Expect("CurrentBoard:")).await;
    let said = asks.rest().await;
    let (hint, rest) = said.split_once('\n').expect("a hint");
    assert!(hint.starts_with("Hint:"), "{said}");
    assert_eq!(rest, "Pong\nFalse\nFalse\nFalse\nStatus:red\n");
    records.finish();
    let record = fs::read_to_string(records.folder.join("1.txt")).unwrap();
    assert!(record.contains(&format!("> hint\n< {hint}\n")), "as it was sent: {record}");
    assert_eq!(thinks.rest().await.matches('\n').count(), 1, "it is closed after the board");
}
