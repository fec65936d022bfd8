//! The clients of a soak: each has its manner, and comes again and again.

use super::{IDLE_SECONDS, Tally};
use crate::random::Random;
use crate::tcp::{Client, scripts};
use crate::walk::legal_move;
use chuhe_core::map::{self, Point};
use chuhe_core::notation::{self, Exchange, Style};
use chuhe_core::rules::{AnyPosition, Rules};
use chuhe_core::{Game, Move, MoveList, Position, Side, Square};
use chuhe_host::Team;
use socket2::SockRef;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

/// The longest that a client thinks between two commands, in milliseconds.
const PACE: usize = 400;

/// The maps that are played; every game, with pieces few and many.
const MAPS: [&str; 6] = ["manual", "mymap", "lost", "shuffle", "black-first", "zhonggong"];

/// How a client behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manner {
    /// Plays, and asks for everything.
    Plays,
    /// Plays a game with a name, and comes back to it.
    Resumes,
    /// Sends lines of random bytes.
    Garbage,
    /// Sends half a line, and leaves.
    HalfLine,
    /// Asks and never reads.
    Floods,
    /// Says nothing.
    Silent,
    /// Breaks the connection off while the computer thinks.
    Vanishes,
}

impl Manner {
    /// Half of the clients behave.
    pub(super) const fn of(number: usize) -> Self {
        match number % 10 {
            0..4 => Self::Plays,
            4 => Self::Resumes,
            5 => Self::Garbage,
            6 => Self::HalfLine,
            7 => Self::Floods,
            8 => Self::Silent,
            _ => Self::Vanishes,
        }
    }
}

/// A client that stays until the end.
pub(super) struct Guest {
    address: SocketAddr,
    number: usize,
    end: Instant,
    random: Random,
    team: Team,
    /// The game with a name, as it was left.
    kept: Option<Game<AnyPosition>>,
    tally: Arc<Tally>,
}

impl Guest {
    pub(super) fn new(address: SocketAddr, number: usize, end: Instant, tally: Arc<Tally>) -> Self {
        let team = Team::load(&scripts()).expect("the maps of the scripts");
        let random = Random::new(number as u64);
        Self { address, number, end, random, team, kept: None, tally }
    }

    /// Comes and goes until the end.
    pub(super) fn stay(mut self, manner: Manner) {
        while !self.is_over() {
            self.pause(PACE);
            let client = Client::connect(self.address);
            self.tally.connections.fetch_add(1, Relaxed);
            match manner {
                Manner::Plays => drop(self.play(self.player(client))),
                Manner::Resumes => self.play_on(client),
                Manner::Garbage => self.send_garbage(client),
                Manner::HalfLine => self.send_half_a_line(client),
                Manner::Floods => self.flood(client),
                Manner::Silent => self.say_nothing(client),
                Manner::Vanishes => self.vanish(client),
            }
        }
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.end
    }

    /// Waits for so many milliseconds at most, and not beyond the end.
    fn pause(&mut self, most: usize) {
        let time = Duration::from_millis(self.random.below(most) as u64);
        thread::sleep(time.min(self.end.saturating_duration_since(Instant::now())));
    }

    fn player(&self, client: Client) -> Player {
        let game = Game::new(Rules::default().start());
        Player { client, game, tally: Arc::clone(&self.tally) }
    }

    /// Plays the game with a name, from where it was left.
    fn play_on(&mut self, client: Client) {
        let mut player = self.player(client);
        match self.kept.take() {
            None => player.expect(&format!("Name:game-{}", self.number), "True"),
            Some(game) => {
                player.expect(&format!("Resume:Game-{}", self.number), "True");
                player.game = game;
                player.hear_end();
                player.compare();
            }
        }
        self.kept = Some(self.play(player));
    }

    /// Plays some thirty moves and leaves, the game over or not.
    fn play(&mut self, mut player: Player) -> Game<AnyPosition> {
        for _ in 0..30 {
            if self.is_over() {
                break;
            }
            self.pause(PACE);
            if player.game.ending().is_some() || self.random.one_in(12) {
                let map = self.team.map(self.random.pick(&MAPS)).expect("a map of the scripts");
                player.expect(&format!("NewGame:{}", map.name), "True");
                player.game = map.game();
                player.hear_black();
            }
            match self.random.below(9) {
                0 => player.compare(),
                1 => player.undo(),
                2 => player.hint(),
                3 => player.expect(&format!("Level:{}", self.random.below(10)), "True"),
                _ => player.move_red(&mut self.random),
            }
        }
        player.expect("Quit", "True");
        player.client.closed();
        player.game
    }

    fn send_garbage(&mut self, mut client: Client) {
        let mut bytes: Vec<u8> =
            (0..2000).map(|_| self.random.below(256) as u8).filter(|&byte| byte != b'\n').collect();
        bytes.chunks_mut(100).for_each(|line| line[line.len() - 1] = b'\n');
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
        client.send(&bytes);
        for _ in 0..lines {
            assert_eq!(client.line().trim_end(), "CMD_FORMAT_ERROR");
        }
        self.tally.answers.fetch_add(lines as u64, Relaxed);
    }

    fn send_half_a_line(&mut self, mut client: Client) {
        client.send("Move:7,7:7");
        self.pause(PACE);
        client.half_close();
        assert_eq!(client.bytes(16), b"CMD_FORMAT_ERROR");
        client.closed();
        self.tally.answers.fetch_add(1, Relaxed);
    }

    fn flood(&mut self, mut client: Client) {
        let commands = b"RequestBoard\n".repeat(100);
        SockRef::from(&client.stream).set_recv_buffer_size(4096).expect("a socket");
        client.stream.set_write_timeout(Some(Duration::from_secs(2))).expect("a socket");
        // Until the server takes no more.
        while !self.is_over() && client.stream.write_all(&commands).is_ok() {}
        reset(&client);
        self.pause(10 * PACE);
    }

    fn say_nothing(&mut self, mut client: Client) {
        if self.random.one_in(4) {
            let idle = Duration::from_secs(IDLE_SECONDS);
            if Instant::now() + idle + Duration::from_secs(30) < self.end {
                client.closed();
            }
        } else {
            self.pause(10 * PACE);
        }
    }

    fn vanish(&mut self, mut client: Client) {
        assert_eq!(client.ask("Move:7,7:7,4"), "True");
        self.tally.answers.fetch_add(1, Relaxed);
        client.send("Hint\nStatus\nMo");
        self.pause(20);
        reset(&client);
    }
}

/// Makes the end of a connection a reset.
fn reset(client: &Client) {
    SockRef::from(&client.stream).set_linger(Some(Duration::ZERO)).expect("a socket");
}

/// What stands on the board, in the server's words.
fn board(game: &Game<AnyPosition>) -> String {
    map::write(game.position(), game.numbers()).to_string()
}

/// A client that behaves, with the game as it must be.
struct Player {
    client: Client,
    game: Game<AnyPosition>,
    tally: Arc<Tally>,
}

impl Player {
    fn expect(&mut self, command: &str, reply: &str) {
        assert_eq!(self.client.ask(command), reply, "{command}");
        self.tally.answers.fetch_add(1, Relaxed);
    }

    fn status(&self) -> &'static str {
        match self.game.ending() {
            None => "red",
            Some(ending) => match ending.winner {
                Some(Side::Red) => "win:r",
                Some(Side::Black) => "win:b",
                None => "draw",
            },
        }
    }

    fn compare(&mut self) {
        self.expect("RequestBoard", &format!("RequestBoard:{}", board(&self.game)));
        self.expect("Status", &format!("Status:{}", self.status()));
        let mut position = self.game.start().clone();
        let mut moves = Vec::new();
        for &mv in self.game.moves() {
            moves.push(notation::write(Style::Coordinates, &position, mv).to_string());
            position = position.play(mv);
        }
        self.expect("Moves", &format!("Moves:{}", moves.join(" ")));
        let mut legal = self.legal_moves();
        legal.retain(|mv| mv.as_exchange().is_none());
        legal.sort_by_key(|mv| (self.point(mv.from()), self.point(mv.to())));
        let legal: String = legal.iter().map(|&mv| format!("{};", self.text(mv))).collect();
        self.expect("LegalMoves", &format!("LegalMoves:{legal}"));
    }

    /// The legal moves; none when the game is over.
    fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        if self.game.ending().is_none() {
            self.game.position().moves(&mut moves);
        }
        moves
    }

    fn point(&self, square: Square) -> Point {
        Point::of(square, self.game.position().rules())
    }

    /// A move in the server's words.
    fn text(&self, mv: Move) -> String {
        match Exchange::of(self.game.position(), mv) {
            None => format!("{}:{}", self.point(mv.from()), self.point(mv.to())),
            Some(Exchange { soldiers, victim }) => {
                let soldiers = soldiers.into_iter().map(|it| self.point(it).to_string());
                format!("{}:{}", soldiers.collect::<Vec<_>>().join(";"), self.point(victim))
            }
        }
    }

    fn undo(&mut self) {
        let played = self.game.moves().len();
        let first = usize::from(self.game.start().side() == Side::Black);
        if self.game.ending().is_some() {
            return;
        }
        if played < first + 2 {
            return self.expect("Undo", "False");
        }
        self.expect("Undo", "True");
        self.game.go_to(played - 2);
    }

    fn hint(&mut self) {
        if self.game.ending().is_some() {
            return self.expect("Hint", "False");
        }
        let hint = self.client.ask("Hint");
        let known = |&mv: &Move| Some(self.text(mv).as_str()) == hint.strip_prefix("Hint:");
        assert!(self.legal_moves().iter().any(known), "{hint}");
        self.tally.answers.fetch_add(1, Relaxed);
    }

    fn move_red(&mut self, random: &mut Random) {
        if self.game.ending().is_some() {
            return self.expect("Move:9,4:8,4", "False");
        }
        let Some(mv) = legal_move(self.game.position(), random) else { return };
        if mv.as_exchange().is_some() {
            return;
        }
        self.expect(&format!("Move:{}", self.text(mv)), "True");
        self.game.play(mv).expect("legal");
        self.hear_end();
        self.hear_black();
    }

    /// Hears the answer of the computer, if it is its turn: one legal move of Black.
    fn hear_black(&mut self) {
        if self.game.ending().is_some() || self.game.position().side() == Side::Red {
            return;
        }
        let line = self.client.line();
        let told = line.trim_end().strip_prefix("CurrentBoard:");
        let told = told.unwrap_or_else(|| panic!("no board: {line}"));
        let found = self.legal_moves().into_iter().find_map(|mv| {
            let mut game = self.game.clone();
            game.play(mv).expect("legal");
            (board(&game) == told).then_some(game)
        });
        self.game =
            found.unwrap_or_else(|| panic!("no legal move: {} to {told}", board(&self.game)));
        self.tally.answers.fetch_add(1, Relaxed);
        self.hear_end();
    }

    fn hear_end(&mut self) {
        if self.game.ending().is_some() {
            assert_eq!(self.client.line().trim_end(), self.status());
        }
    }
}
