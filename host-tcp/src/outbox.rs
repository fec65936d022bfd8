//! What is on its way to a client: replies and pushes, in order and within bounds.

use crate::config::Client;
use crate::frame::{Ending, Frame};
use crate::reply::Line;
use chuhe_host::{Event, Watcher};
use std::fmt;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::net::tcp::WriteHalf;
use tokio::sync::Notify;

/// With so many bytes on their way, no further command of the client is taken.
const FULL: usize = 1 << 16;

/// With so many bytes on their way, the client is given up: pushes came that it does not read.
const LOST: usize = 1 << 17;

/// A drained outbox keeps no more memory than this.
const KEPT: usize = 1 << 10;

/// The bytes on their way to a client. Its own task appends replies and sends; others append
/// pushes. Whatever passes is logged.
#[derive(Debug)]
pub(crate) struct Outbox {
    client: Client,
    queue: Mutex<Queue>,
    /// Rung when something was pushed.
    pub(crate) pushed: Notify,
}

#[derive(Debug, Default)]
struct Queue {
    bytes: Vec<u8>,
    /// How the client's last command ended.
    ending: Ending,
    lost: bool,
}

/// How far sending went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sent {
    /// Everything is with the system.
    All,
    /// Some of it, and the rest has to wait.
    Some,
    /// Nothing.
    Nothing,
}

impl Outbox {
    pub(crate) fn new(client: Client) -> Self {
        Self { client, queue: Mutex::default(), pushed: Notify::new() }
    }

    /// Appends the reply to a command; it ends as the command did, and so does what comes after.
    pub(crate) fn reply(&self, to: Frame<'_>, line: Line<'_>) {
        let mut queue = self.lock();
        queue.ending = to.ending;
        let line = queue.append(line);
        log::debug!("{}: {to} -> {}", self.client, String::from_utf8_lossy(line));
    }

    /// Appends the reply to a command that is refused.
    pub(crate) fn refuse(&self, to: Frame<'_>, why: &dyn fmt::Display) {
        let mut queue = self.lock();
        queue.ending = to.ending;
        queue.append(Line::False);
        log::debug!("{}: {to} -> False: {why}", self.client);
    }

    /// Whether no further reply may be appended.
    pub(crate) fn is_full(&self) -> bool {
        self.lock().bytes.len() >= FULL
    }

    /// Whether pushes were lost because the client did not read.
    pub(crate) fn is_lost(&self) -> bool {
        self.lock().lost
    }

    /// Hands over as much as the system takes without waiting.
    pub(crate) fn send(&self, to: &WriteHalf<'_>) -> io::Result<Sent> {
        let bytes = &mut self.lock().bytes;
        let mut sent = 0;
        while sent < bytes.len() {
            match to.try_write(&bytes[sent..]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => sent += count,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    bytes.drain(..sent);
                    return Ok(if sent > 0 { Sent::Some } else { Sent::Nothing });
                }
                Err(error) => return Err(error),
            }
        }
        bytes.clear();
        bytes.shrink_to(KEPT);
        Ok(Sent::All)
    }

    /// A queue is never left half changed, so a panic elsewhere does not matter to it.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    /// Appends a line and returns it, without its end.
    fn append(&mut self, line: Line<'_>) -> &[u8] {
        let begin = self.bytes.len();
        // A vector takes everything.
        let _ = write!(self.bytes, "{line}");
        let end = self.bytes.len();
        self.bytes.extend_from_slice(self.ending.bytes());
        &self.bytes[begin..end]
    }
}

impl Watcher for Outbox {
    fn see(&self, event: Event<'_>) {
        let line = match event {
            Event::ComputerMoved(game) => Line::CurrentBoard(game),
            Event::Over(ending) => Line::Over(ending),
        };
        let mut queue = self.lock();
        if queue.bytes.len() < LOST {
            let line = queue.append(line);
            log::debug!("{} <- {}", self.client, String::from_utf8_lossy(line));
        } else {
            queue.lost = true;
        }
        drop(queue);
        self.pushed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_core::Game;
    use chuhe_core::rules::Rules;

    #[test]
    fn what_nobody_reads_takes_no_more_than_its_bound() {
        let client = Client { number: 1, address: ([127, 0, 0, 1], 1).into() };
        let outbox = Outbox::new(client);
        let game = Game::new(Rules::Xiangqi.start());
        while !outbox.is_full() {
            outbox.reply(Frame { bytes: None, ending: Ending::Lf }, Line::RequestBoard(&game));
        }
        assert!(!outbox.is_lost());
        let longest = format!("{}\r\n", Line::CurrentBoard(&game)).len();
        for _ in 0..LOST / longest {
            outbox.see(Event::ComputerMoved(&game));
        }
        assert!(outbox.is_lost());
        let kept = outbox.lock().bytes.len();
        assert!((LOST..LOST + longest).contains(&kept), "{kept} bytes");
    }
}
