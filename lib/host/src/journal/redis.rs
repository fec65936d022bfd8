//! Keeps journals in a Redis that many game servers share. Each change is an operation of the script `redis.lua`.
//!
//! A game server has a lease, which each operation renews. While the lease lasts, no other server can open its games.
//! After another server has opened a game, only that server can write it, even if clocks are wrong.

use super::error::{JournalFault, Result};
use super::expiry::Changed;
use super::store::{GameId, Store, StoredGame};
use parking_lot::Mutex;
use redis::{Client, Cmd, Connection, FromRedisValue, RedisError, cmd};
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, SystemTime};
use std::{fmt, io, mem};

/// The time for which a server keeps its games after its last operation of the script.
const LEASE: Duration = Duration::from_secs(10);

/// The time within which Redis must answer. It must be shorter than the time for which clients wait for a journal.
const PATIENCE: Duration = Duration::from_secs(2);

const NAMES: &str = "chuhe:names";
const CHANGED: &str = "chuhe:changed";

pub(super) struct Redis {
    place: PathBuf,
    client: Client,
    idle: Mutex<Vec<Connection>>,
    /// The name of this game server. It is random, so no other game server has it.
    server: String,
    /// The number of attempts to create or open a game so far. It makes the name of each holder unique.
    taken: AtomicUsize,
    known: AtomicUsize,
    /// The games that could not be given up, because Redis did not answer.
    unreleased: Mutex<Vec<GivenUp>>,
}

/// A game to give up: `(operation, holder, name)`.
type GivenUp = (&'static str, String, String);

/// A game that this server holds. The name `holder` consists of the server's name and a number.
#[derive(Debug)]
struct RedisGame {
    redis: Arc<Redis>,
    name: String,
    holder: String,
    /// The operation at the drop: `remove` if Redis has not confirmed the creation of the game, otherwise `release`.
    end: &'static str,
}

impl Redis {
    /// Creates the client, whose messages show `place` instead of the URL.
    pub(super) fn open(url: &str, place: PathBuf) -> Result<Arc<Self>> {
        Ok(Arc::new(Self {
            place,
            client: Client::open(url).map_err(io::Error::other)?,
            idle: Mutex::default(),
            server: format!("{:016x}", RandomState::new().hash_one(url)),
            taken: AtomicUsize::default(),
            known: AtomicUsize::default(),
            unreleased: Mutex::default(),
        }))
    }

    fn ask<T: FromRedisValue>(&self, command: &Cmd) -> Result<T> {
        let idle = self.idle.lock().pop();
        let mut connection = idle.map_or_else(|| self.connect(), Ok)?;
        let mut answer = command.query(&mut connection);
        if answer.as_ref().is_err_and(RedisError::is_connection_dropped) {
            // Redis has closed the idle connection. Every command can be repeated without harm.
            self.idle.lock().clear();
            connection = self.connect()?;
            answer = command.query(&mut connection);
        }
        let answer = answer.map_err(io::Error::other)?;
        self.idle.lock().push(connection);
        Ok(answer)
    }

    fn connect(&self) -> Result<Connection> {
        let connected = self.client.get_connection_with_timeout(PATIENCE).and_then(|connection| {
            connection.set_read_timeout(Some(PATIENCE))?;
            connection.set_write_timeout(Some(PATIENCE))?;
            Ok(connection)
        });
        Ok(connected.map_err(io::Error::other)?)
    }

    /// Runs an operation. Returns `(done, answer)`; `done` is false if the content does not have the given length.
    fn call(
        &self,
        operation: &str,
        holder: &str,
        name: &str,
        words: &[&[u8]],
    ) -> Result<(bool, Vec<u8>)> {
        let mut command = cmd("EVAL");
        command.arg(include_str!("redis.lua")).arg(4).arg(key(name)).arg(NAMES).arg(CHANGED);
        command.arg("chuhe:holders").arg(operation).arg(LEASE.as_millis() as u64);
        let (said, answer): (String, _) = self.ask(command.arg(holder).arg(name).arg(words))?;
        match said.as_str() {
            "done" => Ok((true, answer)),
            "other" => Ok((false, answer)),
            "taken" => Err(JournalFault::Taken),
            "unknown" => Err(JournalFault::Unknown),
            "busy" => Err(JournalFault::Busy),
            _ => Err(JournalFault::Replaced),
        }
    }

    /// Runs the operation that gives a game up. If Redis does not answer, the next `sync` tries again.
    fn give_up(&self, game: GivenUp) {
        let (operation, holder, name) = &game;
        if let Err(JournalFault::System(_)) = self.call(operation, holder, name, &[]) {
            self.unreleased.lock().push(game);
        }
    }

    fn game(self: &Arc<Self>, id: GameId<'_>) -> RedisGame {
        let holder = format!("{}/{}", self.server, self.taken.fetch_add(1, Relaxed));
        RedisGame { redis: Arc::clone(self), name: id.to_string(), holder, end: "release" }
    }
}

impl fmt::Debug for Redis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Redis({})", self.place.display())
    }
}

impl Store for Arc<Redis> {
    fn create(&self, id: GameId<'_>, content: &[u8]) -> Result<Box<dyn StoredGame>> {
        let mut game = self.game(id);
        game.end = "remove";
        game.call("create", &[content])?;
        game.end = "release";
        Ok(Box::new(game))
    }

    fn open(&self, id: GameId<'_>) -> Result<(Box<dyn StoredGame>, Vec<u8>)> {
        let game = self.game(id);
        let (_, content) = game.call("open", &[])?;
        Ok((Box::new(game), content))
    }

    fn names(&self, after: Option<&str>, count: usize) -> Result<Vec<String>> {
        let from = after.map_or_else(|| "-".to_owned(), |name| format!("({name}"));
        let limit = i64::try_from(count).unwrap_or(-1);
        let mut command = cmd("ZRANGEBYLEX");
        self.ask(command.arg(NAMES).arg(from).arg("+").arg("LIMIT").arg(0).arg(limit))
    }

    /// Counts the games and renews the lease.
    fn count(&self) -> Result<usize> {
        let (_, count) = self.call("renew", &self.server, "", &[])?;
        let count = String::from_utf8_lossy(&count).parse().unwrap_or(usize::MAX);
        self.known.store(count, Relaxed);
        Ok(count)
    }

    fn known(&self) -> usize {
        self.known.load(Relaxed)
    }

    fn changes(&self) -> Result<Vec<Changed>> {
        let games: Vec<(String, u64)> =
            self.ask(cmd("ZRANGE").arg(CHANGED).arg(0).arg(-1).arg("WITHSCORES"))?;
        Ok(games.into_iter().map(|(name, changed)| (name, time(changed))).collect())
    }

    /// Renews the lease, and gives up the games in `unreleased`. Returns 0, because Redis itself syncs its disk.
    fn sync(&self) -> usize {
        if self.count().is_ok() {
            let late = mem::take(&mut *self.unreleased.lock());
            late.into_iter().for_each(|game| self.give_up(game));
        }
        0
    }

    fn place(&self, id: GameId<'_>) -> PathBuf {
        self.place.join(key(&id.to_string()))
    }
}

impl RedisGame {
    fn call(&self, operation: &str, words: &[&[u8]]) -> Result<(bool, Vec<u8>)> {
        self.redis.call(operation, &self.holder, &self.name, words)
    }
}

impl StoredGame for RedisGame {
    fn append(&mut self, length: u64, keep: u64, lines: &[u8]) -> Result<bool> {
        let [length, keep] = [length, keep].map(|number| number.to_string());
        Ok(self.call("append", &[length.as_bytes(), keep.as_bytes(), lines])?.0)
    }

    fn replace(&mut self, content: &[u8]) -> Result {
        self.call("replace", &[content]).map(drop)
    }

    fn changed(&self) -> Result<SystemTime> {
        self.redis.ask(cmd("ZSCORE").arg(CHANGED).arg(&self.name)).map(time)
    }

    fn remove(&self) -> Result {
        match self.call("remove", &[]) {
            Err(JournalFault::Replaced) => Ok(()),
            removed => removed.map(drop),
        }
    }
}

impl Drop for RedisGame {
    fn drop(&mut self) {
        self.redis.give_up((self.end, self.holder.clone(), self.name.clone()));
    }
}

fn key(name: &str) -> String {
    format!("chuhe:game:{name}")
}

/// Returns the time that is `milliseconds` after the beginning of 1970.
fn time(milliseconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(milliseconds)
}
