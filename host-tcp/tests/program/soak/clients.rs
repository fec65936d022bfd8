//! Plays the clients of a soak test. Each client connects many times, and always behaves in the same manner.

use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game};
use chuhe_host::Team;
use chuhe_tests::player::Player;
use chuhe_tests::random::Random;
use chuhe_tests::tcp::{Client, ConnectionLost, scripts};
use chuhe_tests::wait::wait_for;
use socket2::SockRef;
use std::io::Write;
use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The longest time that a client thinks between two commands, in milliseconds.
const PACE: usize = 400;

/// The seconds after which a silent client is dropped, if the server drops silent clients.
pub(super) const IDLE_SECONDS: u64 = 30;

/// The address of the server, and counts over all clients. The threads of the clients share one `Stage`.
#[derive(Debug)]
pub(super) struct Stage {
    pub(super) address: SocketAddr,
    pub(super) drops_idle: bool,
    pub(super) answers: AtomicU64,
    pub(super) connections: AtomicU64,
    /// The number of times that a client resumed its named game with all the game's moves.
    pub(super) resumed: AtomicU64,
    /// The number of kills plus the number of restarts so far. It is odd while the server is down.
    life: AtomicU64,
}

impl Stage {
    pub(super) fn new(address: SocketAddr, drops_idle: bool) -> Self {
        let [answers, connections, resumed, life] = [const { AtomicU64::new(0) }; 4];
        Self { address, drops_idle, answers, connections, resumed, life }
    }

    /// Notes that the server is about to be killed, or serves again.
    pub(super) fn change_life(&self) {
        self.life.fetch_add(1, SeqCst);
    }

    /// Returns the value of `life` once the server runs; `None` if the soak ends first.
    fn wait_for_server(&self, end: Instant) -> Option<u64> {
        wait_for("the server", || {
            let life = self.life.load(SeqCst);
            let serves = life.is_multiple_of(2);
            let is_over = serves || Instant::now() >= end;
            if is_over { Ok(serves.then_some(life)) } else { Err("it was killed") }
        })
    }
}

/// The behaviour of a client, by the last digit of its number. Half of the clients behave as they should.
const MANNERS: [fn(&mut Guest, Client); 10] = [
    Guest::play_once,
    Guest::play_once,
    Guest::play_once,
    Guest::play_once,
    Guest::play_on,
    Guest::send_garbage,
    Guest::send_half_a_line,
    Guest::flood,
    Guest::say_nothing,
    Guest::vanish,
];

pub(super) struct Guest {
    number: usize,
    end: Instant,
    random: Random,
    team: Team,
    /// (game, pending): the named game as the client left it, and the game after the last command. The second game is
    /// `None` if the last command was answered.
    kept: Option<(Game<AnyPosition>, Option<Game<AnyPosition>>)>,
    /// True if the server possibly has no named game: before a reply to `Name`, or after the command `Delete`.
    may_be_missing: bool,
    stage: Arc<Stage>,
}

impl Guest {
    pub(super) fn start(number: usize, end: Instant, stage: Arc<Stage>) -> JoinHandle<()> {
        let team = Team::load(&scripts()).expect("the maps of the scripts");
        let random = Random::new(number as u64);
        let guest = Self { number, end, random, team, kept: None, may_be_missing: true, stage };
        let thread = thread::Builder::new().name(format!("client {number}"));
        thread.spawn(move || guest.stay()).expect("a thread")
    }

    /// Connects and leaves, again and again, until the end. A visit is allowed to fail only if the server was killed.
    fn stay(mut self) {
        while !self.is_over() {
            self.pause(PACE);
            let Some(life) = self.stage.wait_for_server(self.end) else { break };
            if let Err(fault) = catch_unwind(AssertUnwindSafe(|| self.visit())) {
                match fault.downcast::<ConnectionLost>() {
                    Ok(lost) => assert_ne!(self.stage.life.load(SeqCst), life, "{lost:?}"),
                    Err(fault) => resume_unwind(fault),
                }
            }
        }
    }

    fn visit(&mut self) {
        let client = Client::connect_to_mortal(self.stage.address);
        self.stage.connections.fetch_add(1, Relaxed);
        MANNERS[self.number % MANNERS.len()](self, client);
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.end
    }

    /// Waits for a random time, shorter than `most` milliseconds, and not beyond the end.
    fn pause(&mut self, most: usize) {
        let time = Duration::from_millis(self.random.below(most) as u64);
        thread::sleep(time.min(self.end.saturating_duration_since(Instant::now())));
    }

    fn player(&self, client: Client) -> Player {
        Player::new(client, Game::new(Rules::default().start()))
    }

    fn play_once(&mut self, client: Client) {
        self.play(&mut self.player(client));
    }

    /// Plays the named game from where it was left. If the server is killed meanwhile, the game goes on at the next
    /// visit.
    fn play_on(&mut self, client: Client) {
        let mut player = self.player(client);
        let visit = catch_unwind(AssertUnwindSafe(|| {
            self.take_up(&mut player);
            self.play(&mut player);
        }));
        self.kept = Some((player.game, player.pending));
        if let Err(fault) = visit {
            resume_unwind(fault);
        }
    }

    /// Resumes the named game, and sometimes deletes it. If this name is then free, gives it to the current game.
    fn take_up(&mut self, player: &mut Player) {
        let name = format!("game-{}", self.number);
        if let Some(kept) = self.kept.take() {
            (player.game, player.pending) = kept;
            match player.client.ask(&format!("Resume:Game-{}", self.number)).as_str() {
                "True" => self.may_be_missing = false,
                reply => assert!(self.may_be_missing && reply == "False", "{name}: {reply}"),
            }
            if self.may_be_missing {
                (player.game, player.pending) = (Game::new(Rules::default().start()), None);
            } else {
                player.catch_up();
                self.stage.resumed.fetch_add(1, Relaxed);
            }
        }
        if !self.may_be_missing && self.random.one_in(4) {
            self.may_be_missing = true;
            player.expect(&format!("Delete:{name}"), "True");
            player.expect(&format!("Resume:{name}"), "False");
        }
        if self.may_be_missing {
            player.expect(&format!("Name:{name}"), "True");
            self.may_be_missing = false;
        }
    }

    /// Plays about thirty moves and leaves, even if the game is not over.
    fn play(&mut self, player: &mut Player) {
        for _ in 0..30 {
            if self.is_over() {
                break;
            }
            self.pause(PACE);
            player.begin_by_chance(&mut self.random, &self.team);
            player.act(&mut self.random);
        }
        player.expect("Quit", "True");
        player.client.closed();
        self.stage.answers.fetch_add(player.answers, Relaxed);
    }

    fn send_garbage(&mut self, mut client: Client) {
        // Bytes of HTTP (slash, asterisk) and of TLS (22) are left out, because they could end the connection.
        let is_garbage = |byte: &u8| !matches!(byte, b'\n' | b'/' | b'*' | 0x16);
        let mut bytes: Vec<u8> =
            (0..2000).map(|_| self.random.below(256) as u8).filter(is_garbage).collect();
        bytes.chunks_mut(100).for_each(|line| line[line.len() - 1] = b'\n');
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
        client.send(&bytes);
        for _ in 0..lines {
            assert_eq!(client.line().trim_end(), "CMD_FORMAT_ERROR");
        }
        self.stage.answers.fetch_add(lines as u64, Relaxed);
    }

    fn send_half_a_line(&mut self, mut client: Client) {
        client.send("Move:7,7:7");
        self.pause(PACE);
        client.half_close();
        assert_eq!(client.bytes(16), b"CMD_FORMAT_ERROR");
        client.closed();
        self.stage.answers.fetch_add(1, Relaxed);
    }

    fn flood(&mut self, mut client: Client) {
        // Half of these clients ask for boards, and the others begin games.
        let command =
            if (self.number / 10).is_multiple_of(2) { "RequestBoard\n" } else { "NewGame\n" };
        let commands = command.repeat(100);
        SockRef::from(&client.stream).set_recv_buffer_size(4096).expect("a socket");
        client.stream.set_write_timeout(Some(Duration::from_secs(2))).expect("a socket");
        // Sends commands until the server stops reading them.
        while !self.is_over() && client.stream.write_all(commands.as_bytes()).is_ok() {}
        client.reset_when_dropped();
        self.pause(10 * PACE);
    }

    fn say_nothing(&mut self, mut client: Client) {
        if self.random.one_in(4) && self.stage.drops_idle {
            let idle = Duration::from_secs(IDLE_SECONDS);
            if Instant::now() + idle + Duration::from_secs(30) < self.end {
                client.closed();
            }
        } else {
            self.pause(10 * PACE);
        }
    }

    /// Breaks off the connection while the computer thinks.
    fn vanish(&mut self, mut client: Client) {
        assert_eq!(client.ask("Move:7,7:7,4"), "True");
        self.stage.answers.fetch_add(1, Relaxed);
        client.send("Hint\nStatus\nMo");
        self.pause(20);
        client.reset_when_dropped();
    }
}
