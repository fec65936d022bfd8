//! Tests servers that keep their games in one Redis. Servers and Redis are killed or stand still, and come back. No
//! move of which a client was told is lost.

use crate::home::{Home, tell};
use crate::proxy::command;
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game, Position};
use chuhe_host::journal::{GameId, JournalOptions, Journals};
use chuhe_tests::player::Player;
use chuhe_tests::programs::{Trial, missing, test};
use chuhe_tests::random::Random;
use chuhe_tests::replies;
use chuhe_tests::served::Served;
use chuhe_tests::wait::{Killed, wait_until};
use rustix::process::{Pid, Signal, kill_process};
use std::mem;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

pub(crate) fn tests() -> Vec<Trial> {
    let missing = || missing(&["redis-server"]);
    vec![
        test(missing(), a_folder_and_redis_keep_the_same_promises),
        test(missing(), a_game_goes_on_at_the_other_server_after_each_kill),
        test(missing(), a_server_that_stood_still_writes_over_nobody),
        test(missing(), redis_goes_and_comes_back_and_no_move_is_lost),
        test(missing(), a_hundred_thousand_games_are_listed_and_resumed),
    ]
}

struct Store {
    home: Home,
    redis: Killed,
}

impl Store {
    fn new() -> Self {
        let home = Home::of_scripts();
        let redis = redis(&home);
        Self { home, redis }
    }

    fn url(&self) -> String {
        format!("redis+unix://{}", self.home.text("socket"))
    }

    fn server(&self) -> Served {
        let options = ["--max-games=200000", "--nodes=50", "--workers=1"];
        self.home.start(&[&["--journal", &self.url()], &options[..]].concat())
    }

    fn tell(&self, command: &str) -> String {
        tell(&self.home.path("socket"), command).expect("an answer")
    }

    /// Ends the leases of all servers at once, so that the games of killed servers become free.
    fn end_leases(&self) {
        let end = r#"EVAL "return redis.call('DEL', '', unpack(redis.call('KEYS', 'chuhe:server:*')))" 0"#;
        assert!(self.tell(end).starts_with(':'));
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.redis.0), signal).expect("it runs");
    }

    fn kill(&mut self) {
        self.signal(Signal::KILL);
        self.redis.0.wait().expect("its end");
    }

    fn restart(&mut self) {
        self.redis = redis(&self.home);
    }
}

/// Starts Redis with the command in `docs/operating.md`, but at a socket in the folder `home`.
fn redis(home: &Home) -> Killed {
    let manual = include_str!("../../../docs/operating.md");
    let line = manual.lines().find(|line| line.starts_with("redis-server ")).expect("a command");
    let line = line.replace("--port 6379", "--port 0 --unixsocket socket");
    let line = line.replace("/var/lib/redis", &home.text(""));
    let redis = command("sh").args(["-c", &format!("exec {line}")]).spawn().expect("a shell");
    let socket = home.path("socket");
    wait_until("Redis", || tell(&socket, "PING").is_ok_and(|answer| answer == "+PONG"));
    Killed(redis)
}

/// A client that plays random moves.
struct Guest {
    player: Player,
    random: Random,
}

impl Guest {
    fn new(served: &Served) -> Self {
        let mut guest = Self::of(served, Game::new(Rules::default().start()));
        guest.player.expect("Name:lunch", "True");
        guest
    }

    fn of(served: &Served, game: Game<AnyPosition>) -> Self {
        Self { player: Player::new(served.client(), game), random: Random::new(1) }
    }

    /// Plays `moves` random moves, and also takes some moves back. The game is not over afterwards.
    fn play(&mut self, mut moves: usize) {
        loop {
            match self.player.legal_moves().as_slice() {
                [] => self.player.undo(),
                _ if moves == 0 => break,
                _ if self.random.one_in(8) => self.player.undo(),
                legal => {
                    self.player.play(self.random.pick(legal));
                    moves -= 1;
                }
            }
        }
    }

    fn send(&mut self) {
        let mv = self.random.pick(self.player.legal_moves().as_slice());
        let game = &self.player.game;
        self.player.client.send(format!("{}\n", replies::command(game.position(), mv)));
        self.player.pending = Some(replies::after(game, mv));
    }

    /// Waits until `served` can resume the game, and checks that no move is lost. Returns the waiting time.
    fn resume(&mut self, served: &Served) -> Duration {
        let begun = Instant::now();
        self.player.client = served.client();
        let mut reply = String::new();
        wait_until("the game is free", || {
            reply = self.player.client.ask("Resume:lunch");
            reply != "Moved"
        });
        assert_eq!(reply, "True");
        let time = begun.elapsed();
        self.player.catch_up();
        time
    }
}

fn id(name: &str) -> GameId<'_> {
    GameId::new(name).expect("a name")
}

/// Tests two `Journals` that share a folder or Redis. One of them changes a game; the other later finds all changes.
fn a_folder_and_redis_keep_the_same_promises() {
    let (folder, redis) = (Home::empty(), Store::new());
    let day = Duration::from_secs(24 * 3600);
    let options =
        JournalOptions { max_games: 3, keep: Some(30 * day), ..JournalOptions::default() };
    for place in [folder.text(""), redis.url()] {
        let open = || Journals::open(Path::new(&place), options).expect("a store");
        let (mut one, mut other) = (open(), open());
        let game = |rules: Rules, plies| {
            let mut game = Game::new(rules.start());
            (0..plies).for_each(|_| game.play(game.position().legal_moves()[0]).expect("legal"));
            game
        };
        let start = game(Rules::default(), 0);
        let mut lunch = one.create(id("Lunch"), &start).expect("a new name");
        drop(other.create(id("tea"), &start).expect("a new name"));
        for journals in [&one, &other] {
            let names = |after| journals.names(after, 9).expect("names");
            wait_until("the names are known", || names(None) == ["lunch", "tea"]);
            assert_eq!(names(Some(id("lunch"))), ["tea"]);
            let faults = [
                journals.create(id("lunch"), &start).map(drop),
                journals.resume(id("lunch")).map(drop),
                journals.remove(id("lunch")),
                journals.resume(id("dinner")).map(drop),
            ];
            let faults = faults.map(|result| result.expect_err("refused").fault.to_string());
            let (taken, busy) =
                ("a game of this name is kept already", "another server plays this game");
            assert_eq!(faults, [taken, busy, busy, "no game of this name is kept"]);
        }
        // The journal gets five moves, then loses three. Then a game of chess replaces the game and gets one more move.
        let chess = *Rules::PLAYABLE.last().expect("one");
        for (rules, plies) in [(Rules::default(), 5), (Rules::default(), 2), (chess, 3), (chess, 4)]
        {
            let next = game(rules, plies);
            lunch.update(&next).expect("it is written");
            drop(lunch);
            let (again, found) = other.resume(id("lunch")).expect("it is free");
            assert_eq!((found.start(), found.moves()), (next.start(), next.moves()), "{place}");
            lunch = again;
            mem::swap(&mut one, &mut other);
        }
        // The test tells Redis that the game `tea` is old, so that only this game expires.
        if place == redis.url() {
            redis.tell("ZADD chuhe:changed 1000 tea");
            let (begin, time) = (Instant::now(), SystemTime::now());
            for after in [Duration::ZERO, day / 24] {
                one.expire_at(begin + after, time + after);
            }
            assert_eq!(one.names(None, 9).expect("names"), ["lunch"]);
            let full =
                ["dinner", "supper", "tea"].map(|name| one.create(id(name), &start).is_err());
            assert_eq!(full, [false, false, true]);
        }
        lunch.remove().expect("it is removed");
        assert!(one.create(id("lunch"), &start).is_ok(), "the name is free again");
    }
}

fn a_game_goes_on_at_the_other_server_after_each_kill() {
    let store = Store::new();
    let (mut one, mut other) = (store.server(), store.server());
    let mut guest = Guest::new(&one);
    for kill in 0..8 {
        guest.play(40);
        assert_eq!(other.client().ask("Resume:lunch"), "Moved");
        guest.send();
        drop(one);
        // After the first two kills, one of each server, the test waits until the lease ends by itself.
        if kill >= 2 {
            store.end_leases();
        }
        let time = guest.resume(&other);
        assert!(time < Duration::from_secs(30), "{time:?}");
        (one, other) = (other, store.server());
    }
}

/// A server is suspended for longer than its lease, and its game goes on at another server. When the first server runs
/// again, it cannot write this game.
fn a_server_that_stood_still_writes_over_nobody() {
    let store = Store::new();
    let (one, other) = (store.server(), store.server());
    let mut left = Guest::new(&one);
    left.play(5);
    one.signal(Signal::STOP);
    let mut guest = Guest::of(&other, left.player.game.clone());
    guest.resume(&other);
    guest.play(10);
    one.signal(Signal::CONT);
    left.play(1);
    left.player.wait_for_journal(&["Journal:failed"]);
    guest.play(5);
    assert_eq!(guest.player.client.journal, [""; 0]);
    drop((left, other));
    store.end_leases();
    guest.resume(&store.server());
}

/// Redis hangs and goes on. Later it is killed and started again.
fn redis_goes_and_comes_back_and_no_move_is_lost() {
    let mut store = Store::new();
    let one = store.server();
    let mut guest = Guest::new(&one);
    let hang: [fn(&mut Store); 2] = [|it| it.signal(Signal::STOP), |it| it.signal(Signal::CONT)];
    for [go, come] in [hang, [Store::kill, Store::restart]] {
        guest.play(10);
        go(&mut store);
        guest.play(1);
        guest.player.wait_for_journal(&["Journal:failed"]);
        guest.play(5);
        assert_eq!(one.client().ask("Name:tea"), "False");
        come(&mut store);
        guest.player.wait_for_journal(&["Journal:failed", "Journal:ok"]);
        guest.player.client.journal.clear();
    }
    guest.play(10);
    guest.send();
    store.kill();
    drop(one);
    store.restart();
    store.end_leases();
    guest.resume(&store.server());
}

fn a_hundred_thousand_games_are_listed_and_resumed() {
    let store = Store::new();
    let served = store.server();
    Guest::new(&served).play(20);
    let fill = r#"EVAL "local game = redis.call('GET', 'chuhe:game:lunch') for number = 1, 100000 do local name = string.format('g%06d', number) redis.call('SET', 'chuhe:game:' .. name, game) redis.call('ZADD', 'chuhe:names', 0, name) end" 0"#;
    assert_eq!(store.tell(fill), "$-1");
    let mut client = served.client();
    let mut timed = |command: &str, reply: &str| {
        let begun = Instant::now();
        for number in (500..100_000).step_by(1000) {
            let said = client.ask(&format!("{command}:g{number:06}"));
            assert!(said.starts_with(reply), "{command}: {said}");
        }
        begun.elapsed() / 100
    };
    let times = [timed("Games", "Games:g"), timed("Resume", "True")];
    eprintln!("of 100,000 games a list takes {:?}, and Resume {:?}", times[0], times[1]);
    assert!(times.iter().all(|time| time.as_millis() < 200), "{times:?}");
    // A server renews its lease even if no commands arrive.
    store.end_leases();
    let leases = r#"EVAL "return #redis.call('KEYS', 'chuhe:server:*')" 0"#;
    wait_until("a lease", || store.tell(leases) == ":1");
}
