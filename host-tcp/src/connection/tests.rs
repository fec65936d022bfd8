//! A connection on a clock that stands still while anything can be done, so that times are exact.

use super::*;
use crate::addresses::AddressLimits;
use crate::faults::Faults;
use crate::games::Games;
use crate::metrics::DropReason;
use crate::phase::PhaseSender;
use crate::record::Records;
use crate::server_game::Opponent;
use crate::stream::{LINGER, Peer};
use chuhe_core::Level;
use chuhe_core::rules::Rules;
use chuhe_host::{Map, Strength, Team};
use std::fs;
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio::time::sleep;

const MS: Duration = Duration::from_millis(1);
const SECOND: Duration = Duration::from_secs(1);

pub(super) struct Guest {
    pub(super) stream: DuplexStream,
    config: Arc<Config>,
    begun: Instant,
    pub(super) served: JoinHandle<()>,
    phase: Option<PhaseSender>,
    /// The server waits for its one permit when it ends.
    places: Arc<Semaphore>,
}

/// A server whose computer never answers by itself.
pub(super) fn config() -> Config {
    let strength = Strength { level: Level::MAX, movetime: 3_600_000, ..Strength::default() };
    let opponent = Opponent::new(strength);
    let metrics = Arc::clone(&opponent.metrics);
    let map = Arc::new(Map::standard(Rules::default()));
    let games = Games::Own { opponent, map, kept: None };
    Config { metrics, ..Config::new(games, Team::load("no such folder".as_ref()).unwrap()) }
}

impl Guest {
    /// Connects over a pipe that holds this number of bytes.
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
        let begun = Instant::now();
        Self { stream, config, begun, served, phase: Some(phase), places }
    }

    async fn send(&mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).await.unwrap();
    }

    /// The next bytes are this text.
    async fn expect_text(&mut self, text: &str) {
        let mut bytes = vec![0; text.len()];
        self.stream.read_exact(&mut bytes).await.unwrap();
        assert_eq!(String::from_utf8_lossy(&bytes), text);
    }

    /// The next bytes are this text, and come at this time.
    async fn expect(&mut self, text: &str, at: Duration) {
        self.expect_text(text).await;
        assert_eq!(self.begun.elapsed(), at, "{text}");
    }

    /// The text that comes until the connection is closed.
    async fn rest(&mut self) -> String {
        let mut rest = String::new();
        self.stream.read_to_string(&mut rest).await.unwrap();
        rest
    }

    /// Nothing more comes, and the connection is closed at this time.
    async fn expect_end(&mut self, at: Duration) {
        assert_eq!((self.rest().await.as_str(), self.begun.elapsed()), ("", at));
    }

    fn drain(&mut self, time: Duration) -> JoinHandle<bool> {
        let (phase, places) = (self.phase.take().unwrap(), Arc::clone(&self.places));
        tokio::spawn(async move { phase.end(time, &places, 1).await })
    }

    fn dropped(&self, reason: DropReason) -> u64 {
        self.config.metrics.dropped(reason).get()
    }
}

#[tokio::test(start_paused = true)]
async fn a_pause_ends_a_command() {
    let mut guest = Guest::connect(Config { frame_idle: Some(100 * MS), ..config() }, 512);
    guest.send("Pi").await;
    sleep(99 * MS).await;
    guest.send("ng").await;
    guest.expect("Pong", 199 * MS).await;
    // A client that ends its lines may pause within one.
    guest.send("\nPing\nPi").await;
    guest.expect("Pong\n", 199 * MS).await;
    sleep(SECOND).await;
    guest.send("ng\n").await;
    guest.expect("Pong\n", 1199 * MS).await;
}

#[tokio::test(start_paused = true)]
async fn a_command_without_an_end_waits_for_the_hint_before_it() {
    let mut guest = Guest::connect(Config { frame_idle: Some(MS), ..config() }, 512);
    for command in ["Hint", "Status"] {
        guest.send(command).await;
        sleep(SECOND).await;
    }
    guest.stream.shutdown().await.unwrap();
    let said = guest.rest().await;
    assert!(said.starts_with("Hint:") && said.ends_with("Status:red"), "{said}");
}

#[tokio::test(start_paused = true)]
async fn commands_beyond_the_rate_are_answered_later() {
    let rate = || Config {
        max_commands: Some(10),
        frame_idle: Some(MS),
        idle_timeout: Some(SECOND),
        ..config()
    };
    let mut guest = Guest::connect(rate(), 512);
    guest.send(&"Ping\n".repeat(25)).await;
    for count in 0..25_u32 {
        // Eleven are free: ten are saved up, and the first needs no other before it.
        guest.expect("Pong\n", 100 * MS * count.saturating_sub(10)).await;
    }
    // Another one could have come after 1.5 seconds. From then on the client is idle.
    guest.expect_end(1500 * MS + SECOND).await;
    assert_eq!(guest.dropped(DropReason::Idle), 1);

    // A pause does not bring one forward. Each line has 25 ms before it, because the client ends no lines.
    let mut guest = Guest::connect(Config { max_commands: Some(1), ..rate() }, 512);
    for at in [MS, 26 * MS, SECOND + MS] {
        guest.send("Ping").await;
        guest.expect("Pong", at).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_is_idle_from_its_last_byte_on() {
    let idle = || Config { idle_timeout: Some(60 * SECOND), ..config() };
    let mut guest = Guest::connect(idle(), 512);
    sleep(59 * SECOND).await;
    guest.send("Ping\n").await;
    guest.expect("Pong\n", 59 * SECOND).await;
    guest.expect_end(119 * SECOND).await;
    assert_eq!(guest.dropped(DropReason::Idle), 1);
    // Who waits for a move or a hint is not, as long as it takes, also in the queue of the computer.
    let shared = Arc::new(idle());
    let mut guests = Vec::new();
    for command in ["Move:7,7:7,4\n", "Move:7,7:7,4\n", "Hint\n"] {
        let mut guest = Guest::connect(Arc::clone(&shared), 512);
        guest.send(command).await;
        guests.push(guest);
    }
    sleep(86_400 * SECOND).await;
    assert!(guests.iter().all(|guest| !guest.served.is_finished()));
    // An undone move is waited for no longer.
    for guest in &mut guests[..2] {
        guest.expect("True\n", 86_400 * SECOND).await;
        guest.send("Undo\n").await;
        guest.expect("True\n", 86_400 * SECOND).await;
    }
    for guest in &mut guests[..2] {
        guest.expect_end(86_460 * SECOND).await;
    }
    // Without a limit nobody is.
    let guest = Guest::connect(config(), 512);
    sleep(86_400 * SECOND).await;
    assert!(!guest.served.is_finished());
}

/// The clock goes on while nothing runs, as when the program or its machine is stopped for a while.
#[tokio::test(start_paused = true)]
async fn nobody_is_dropped_because_the_server_stood_still() {
    let waiting = Config { idle_timeout: Some(60 * SECOND), ..config() };
    let mut guests = [Guest::connect(waiting, 512), Guest::connect(config(), 8)];
    guests[1].send("Ping\nPing\n").await;
    sleep(SECOND).await;
    tokio::time::advance(199 * SECOND).await;
    sleep(MS).await;
    // What they sent and read meanwhile comes to light only now.
    guests[0].send("Ping\n").await;
    guests[0].expect("Pong\n", 200 * SECOND + MS).await;
    guests[1].expect("Pong\nPong\n", 200 * SECOND + MS).await;
    guests[0].expect_end(260 * SECOND + MS).await;
}

#[tokio::test(start_paused = true)]
async fn a_client_that_reads_nothing_is_dropped() {
    let slow = || Config { write_timeout: 10 * SECOND, ..config() };
    let mut guest = Guest::connect(slow(), 64);
    guest.send("RequestBoard\n").await;
    // Each byte that it takes gives it the whole time again.
    sleep(9 * SECOND).await;
    guest.expect("R", 9 * SECOND).await;
    (&mut guest.served).await.unwrap();
    assert_eq!(guest.begun.elapsed(), 19 * SECOND);
    assert_eq!(guest.dropped(DropReason::Slow), 1);
    // One that reads all has done nothing wrong.
    let mut guest = Guest::connect(slow(), 64);
    guest.send("RequestBoard\n").await;
    sleep(9 * SECOND).await;
    let mut bytes = [0; 64];
    while bytes.last() != Some(&b'\n') {
        let count = guest.stream.read(&mut bytes).await.unwrap();
        bytes.rotate_left(count);
    }
    sleep(60 * SECOND).await;
    assert!(!guest.served.is_finished());
}

/// A client that reads steadily, or whose reply is late by a fault, is not idle.
#[tokio::test(start_paused = true)]
async fn nobody_is_idle_while_lines_are_on_their_way() {
    let faults = Arc::new(Faults::parse("[[fault]]\ncommand = 'Ping'\nlate = 3000").unwrap());
    let idle = || Config { idle_timeout: Some(SECOND), ..config() };
    let mut guest = Guest::connect(Config { faults, ..idle() }, 512);
    guest.send("Ping\n").await;
    guest.expect("Pong\n", 3 * SECOND).await;
    let mut guest = Guest::connect(idle(), 8);
    guest.send("Status\nStatus\nStatus\n").await;
    for second in 1..4 {
        sleep(SECOND).await;
        guest.expect("Status:red\n", second * SECOND).await;
    }
}

/// Nothing is answered after the reply to `Quit`, which may be late.
#[tokio::test(start_paused = true)]
async fn a_pause_ends_no_command_after_the_last_one() {
    let faults = Arc::new(Faults::parse("[[fault]]\ncommand = 'Quit'\nlate = 3000").unwrap());
    let pause = Config { faults, frame_idle: Some(100 * MS), ..config() };
    let mut guest = Guest::connect(pause, 512);
    guest.send("Quit").await;
    sleep(SECOND).await;
    guest.send("Ping").await;
    assert_eq!(guest.rest().await, "True");
}

#[tokio::test(start_paused = true)]
async fn everything_that_was_sent_is_answered_before_the_end() {
    const COUNT: usize = 2000;
    let mut guest = Guest::connect(config(), 512);
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

#[tokio::test(start_paused = true)]
async fn what_is_due_is_sent_before_a_server_ends() {
    let ending = || Config { frame_idle: Some(100 * MS), max_commands: Some(10), ..config() };
    // Nothing is due, unless it is on its way.
    let mut guest = Guest::connect(ending(), 512);
    let drained = guest.drain(5 * SECOND);
    guest.expect_end(QUIET).await;
    drop(guest.stream);
    assert!(drained.await.unwrap());
    // A command that has no end yet; no game begins.
    let mut guest = Guest::connect(ending(), 512);
    guest.drain(5 * SECOND);
    sleep(40 * MS).await;
    guest.send("NewGame").await;
    guest.expect("False", 140 * MS).await;
    guest.expect_end(140 * MS).await;
    assert_eq!(guest.dropped(DropReason::Shutdown), 1);
    // Commands beyond the rate.
    let mut guest = Guest::connect(ending(), 512);
    guest.send(&"Ping\n".repeat(13)).await;
    guest.drain(5 * SECOND);
    for count in 0..13_u32 {
        guest.expect("Pong\n", 100 * MS * count.saturating_sub(10)).await;
    }
    guest.expect_end(300 * MS).await;
    // Lines that are not read, as long as there is time.
    let mut guest = Guest::connect(ending(), 16);
    guest.send("RequestBoard\n").await;
    let ended = guest.drain(5 * SECOND);
    (&mut guest.served).await.unwrap();
    assert_eq!(guest.begun.elapsed(), 5 * SECOND);
    assert!(ended.await.unwrap());
    assert_eq!(guest.dropped(DropReason::Shutdown), 1);
}

/// Moves of the computer, hints and commands that wait are answered; no game begins. The phases come
/// when the test says so.
#[tokio::test]
async fn hints_and_moves_are_due_before_a_server_ends() {
    let folder = tempfile::tempdir().unwrap();
    let records = Arc::new(Records::create(folder.path()).unwrap());
    let recorded = Config { records: Some(Arc::clone(&records)), ..config() };
    let [mut thinks, mut asks] = [config(), recorded].map(|config| Guest::connect(config, 512));
    thinks.send("Move:7,7:7,4\n").await;
    asks.send("hint\nPing\nNewGame\nName:x\nResume:x\nStatus\n").await;
    thinks.expect_text("True\n").await;
    for phase in [Phase::Draining, Phase::Hurrying] {
        [&thinks, &asks].into_iter().flat_map(|it| &it.phase).for_each(|it| it.enter(phase));
    }
    thinks.expect_text("CurrentBoard:").await;
    let said = asks.rest().await;
    let (hint, rest) = said.split_once('\n').expect("a hint");
    assert!(hint.starts_with("Hint:"), "{said}");
    assert_eq!(rest, "Pong\nFalse\nFalse\nFalse\nStatus:red\n");
    records.finish();
    let record = fs::read_to_string(records.folder.join("1.txt")).unwrap();
    assert!(record.contains(&format!("> hint\n< {hint}\n")), "as it was sent: {record}");
    assert_eq!(thinks.rest().await.matches('\n').count(), 1, "it is closed after the board");
}

/// Another server need not refuse a game, or close a connection, because this one did.
#[tokio::test(start_paused = true)]
async fn a_record_tells_from_where_on_the_session_is_up_to_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let refused = "server-only\n> NewGame\n< False\n";
    for (pings, drains, end) in
        [(true, false, "server-only\n"), (true, true, refused), (false, true, refused)]
    {
        let records = Arc::new(Records::create(folder.path()).unwrap());
        let (idle_timeout, more) = (Some(SECOND), Some(Arc::clone(&records)));
        let mut guest = Guest::connect(Config { idle_timeout, records: more, ..config() }, 512);
        if pings {
            guest.send("Ping\n").await;
            guest.expect_text("Pong\n").await;
        }
        if drains {
            guest.phase.iter().for_each(|it| it.enter(Phase::Draining));
            guest.send("NewGame\n").await;
            guest.expect_text("False\n").await;
        }
        assert_eq!(guest.rest().await, "");
        records.finish();
        let record = fs::read_to_string(records.folder.join("1.txt")).unwrap();
        let (_, lines) = record.split_once('\n').unwrap();
        let begin = if pings { "> Ping\n< Pong\n" } else { "" };
        assert_eq!(lines, format!("{begin}{end}closed\n"));
    }
}

#[tokio::test(start_paused = true)]
async fn the_last_line_can_be_read_and_what_follows_is_dropped() {
    let mut guest = Guest::connect(config(), 512);
    guest.send("Quit\n").await;
    guest.expect("True\n", Duration::ZERO).await;
    guest.expect_end(Duration::ZERO).await;
    sleep(LINGER - MS).await;
    guest.send("Ping\n").await;
    sleep(2 * MS).await;
    assert!(guest.stream.write_all(b"Ping\n").await.is_err(), "it is closed");
    let reasons = [DropReason::Slow, DropReason::Idle, DropReason::Broken];
    assert!(reasons.iter().all(|&reason| guest.dropped(reason) == 0));
}

#[tokio::test(start_paused = true)]
async fn a_broken_health_check_is_not_counted() {
    for (command, count) in [("Ping\n", 0), ("Status\n", 1)] {
        let Guest { mut stream, config, served, phase, .. } = Guest::connect(config(), 512);
        stream.write_all(command.as_bytes()).await.unwrap();
        drop(stream);
        served.await.unwrap();
        assert_eq!(config.metrics.dropped(DropReason::Broken).get(), count, "{command}");
        drop(phase);
    }
}

#[tokio::test(start_paused = true)]
async fn replies_come_late_in_pieces_or_never_on_demand() {
    let faults = Faults::parse(
        "[[fault]]\ncommand = 'ping'\nlate = 1500\ncut = 2\nafter = 1\ntimes = 1\n\
         [[fault]]\ncommand = 'Move'\ncut = 3",
    );
    let faults = Arc::new(faults.unwrap());
    let mut guest = Guest::connect(Config { faults, ..config() }, 512);
    guest.send("Ping\nPing\nPing\n").await;
    guest.expect("Pong\nPo", Duration::ZERO).await;
    guest.expect("ng\nPong\n", 1500 * MS).await;
    // Neither the reply to the next command nor a push follows.
    guest.send("Seats:b\nMove:7,7:7,4\nPing\n").await;
    guest.expect("True\nFal", 1500 * MS).await;
    guest.expect_end(1500 * MS).await;
}

#[tokio::test(start_paused = true)]
async fn a_client_without_line_ends_gets_each_line_alone() {
    let mut guest = Guest::connect(Config { frame_idle: Some(100 * MS), ..config() }, 512);
    guest.send("Board:3k5/8R/7R1/9/9/9/9/9/9/4K4 w - - 0 1").await;
    guest.expect("True", 100 * MS).await;
    guest.send("Move: 2,7:0,7").await;
    guest.expect("True", 200 * MS).await;
    guest.expect("win:r", 225 * MS).await;
    guest.send("\nPing\nPing\n").await;
    guest.expect("Pong\nPong\n", 225 * MS).await;
}
