//! Queues the lines for a client up to a limit. Holds back lines that tell of a change until the journal has it.

use crate::config::Client;
use crate::end::End;
use crate::faults::{Faults, ReplyFault};
use crate::game::{GameEvent, Status, Watcher};
use crate::lines::{Format, Frame, LineEnd, Push, Reply};
use crate::record::Record;
use parking_lot::Mutex;
use serde::Serialize;
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Write};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::AsyncWrite;
use tokio::sync::Notify;
use tokio::time::Instant;

/// The number of unsent bytes from which on no further command of the client is answered.
const FULL: usize = 1 << 16;

/// The number of unsent bytes at which the client is dropped, because it does not read its lines.
const LOST: usize = 1 << 17;

/// The pause between two lines to a client that sends no line ends, so that each read gets only one line.
const PAUSE: Duration = Duration::from_millis(25);

/// The greatest number of bytes of memory that an empty outbox keeps. It is enough for some replies.
const KEPT: usize = 1 << 13;

/// The unsent bytes for a client. The task of the client appends replies and sends all lines; other tasks append
/// notifications. Every line is logged.
#[derive(Debug)]
pub(crate) struct Outbox {
    client: Client,
    faults: Arc<Faults>,
    queue: Mutex<Queue>,
    pub(crate) notified: Notify,
}

#[derive(Debug, Default)]
struct Queue {
    bytes: Vec<u8>,
    line_end: LineEnd,
    format: Format,
    /// (change, from): the journal does not have `change` yet, so the bytes from index `from` on are held back.
    held: VecDeque<(u64, usize)>,
    /// The reason to drop the client, if there is one.
    loss: Option<End>,
    /// The reason of the last reply `False`.
    why: String,
    /// The parts of `bytes`, which are sent one after another. A line that ends with a pause is a part of its own.
    parts: VecDeque<Part>,
    /// The time before which no further line that ends with a pause is sent.
    pause_until: Option<Instant>,
    /// True if a fault of [`Faults`] has cut off the end of the last line. No further line is sent.
    is_cut: bool,
    record: Option<Record>,
}

#[derive(Clone, Copy, Debug)]
struct Part {
    length: usize,
    is_alone: bool,
    /// The time until which a fault of [`Faults`] holds the part back.
    not_before: Option<Instant>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sent {
    All,
    /// The system took a part of the bytes; the rest has to wait.
    Some,
    Nothing,
    /// The rest is held back until the journal has a change of the game.
    Held,
    /// The next bytes have to wait until this time, because of a pause or of a fault of [`Faults`].
    Paused(Instant),
}

impl Outbox {
    pub(crate) fn new(client: Client, faults: Arc<Faults>, record: Option<Record>) -> Self {
        let queue = Mutex::new(Queue { record, ..Queue::default() });
        Self { client, faults, queue, notified: Notify::new() }
    }

    /// Calls `note` with the record of the session, if the session is recorded.
    pub(crate) fn record(&self, note: impl FnMut(&mut Record)) {
        self.queue.lock().record.iter_mut().for_each(note);
    }

    /// Appends the reply to a command. From then on, every line to the client ends as this command did.
    pub(crate) fn reply(&self, to: Frame<'_>, line: &Reply<'_>) {
        let mut queue = self.queue.lock();
        queue.line_end = to.line_end;
        queue.record.iter_mut().for_each(|record| record.command(to));
        let begin = queue.bytes.len();
        let text = queue.append(line);
        let client = self.client;
        if let Reply::False(why) = line {
            log::debug!("{client}: {to} -> False: {why}");
            (*why).clone_into(&mut queue.why);
        } else {
            log::debug!("{client}: {to} -> {}", String::from_utf8_lossy(text));
        }
        if let Some(fault) = self.faults.of(to) {
            log::warn!("{client}: {to}: a fault on demand: {fault:?}");
            queue.spoil(begin, fault);
        }
        queue.record_line(begin);
    }

    pub(crate) fn refuse(&self, to: Frame<'_>, error: &dyn fmt::Display) {
        self.reply(to, &Reply::False(&error.to_string()));
    }

    /// Returns true if lines wait for the disk, or if a fault has cut off the last line.
    pub(crate) fn is_held(&self) -> bool {
        let queue = self.queue.lock();
        !queue.held.is_empty() || queue.is_cut
    }

    pub(crate) fn is_cut(&self) -> bool {
        self.queue.lock().is_cut
    }

    pub(crate) fn explain(&self, to: Frame<'_>) {
        let why = self.queue.lock().why.clone();
        self.reply(to, &Reply::Why(&why));
    }

    pub(crate) fn set_format(&self, format: Format) {
        self.queue.lock().format = format;
    }

    pub(crate) fn is_full(&self) -> bool {
        self.queue.lock().bytes.len() >= FULL
    }

    pub(crate) fn loss(&self) -> Option<End> {
        self.queue.lock().loss.take()
    }

    /// Sends as much as the system takes. If the system refuses further bytes, it wakes the task when it can take more.
    pub(crate) fn poll_send(
        &self,
        context: &mut Context<'_>,
        to: &mut (impl AsyncWrite + Unpin),
    ) -> io::Result<Sent> {
        let queue = &mut *self.queue.lock();
        let free = queue.held.front().map_or(queue.bytes.len(), |&(_, from)| from);
        let mut sent = 0;
        let mut left = if queue.held.is_empty() { Sent::All } else { Sent::Held };
        while sent < free {
            let Some(part) = queue.parts.front_mut() else { break };
            let pause = queue.pause_until.filter(|_| part.is_alone).max(part.not_before);
            if let Some(until) = pause.filter(|&until| Instant::now() < until) {
                left = Sent::Paused(until);
                break;
            }
            let end = free.min(sent + part.length);
            let count = match Pin::new(&mut *to).poll_write(context, &queue.bytes[sent..end]) {
                Poll::Ready(Ok(0)) => return Err(io::ErrorKind::WriteZero.into()),
                Poll::Ready(count) => count?,
                Poll::Pending => {
                    left = if sent > 0 { Sent::Some } else { Sent::Nothing };
                    break;
                }
            };
            sent += count;
            part.length -= count;
            if part.length == 0 {
                queue.pause_until = part.is_alone.then(|| Instant::now() + PAUSE);
                queue.parts.pop_front();
            }
        }
        queue.remove(sent);
        Ok(left)
    }
}

impl Queue {
    fn remove(&mut self, sent: usize) {
        self.bytes.drain(..sent);
        if self.bytes.is_empty() {
            self.bytes.shrink_to(KEPT);
        }
        self.held.iter_mut().for_each(|(_, from)| *from -= sent);
    }

    /// Appends a line and returns it without its line end.
    fn append(&mut self, line: &(impl fmt::Display + Serialize)) -> &[u8] {
        let begin = self.bytes.len();
        // Writing to a vector cannot fail.
        let _ = match self.format {
            Format::Text => write!(self.bytes, "{line}"),
            Format::Json => serde_json::to_writer(&mut self.bytes, line).map_err(Into::into),
        };
        let end = self.bytes.len();
        self.bytes.extend_from_slice(self.line_end.bytes());
        let (length, is_alone) = (self.bytes.len() - begin, self.line_end == LineEnd::Pause);
        match self.parts.back_mut() {
            Some(part) if !part.is_alone && !is_alone => part.length += length,
            _ => self.parts.push_back(Part { length, is_alone, not_before: None }),
        }
        &self.bytes[begin..end]
    }

    /// Records the last line, which begins at byte `begin`.
    fn record_line(&mut self, begin: usize) {
        let line = &self.bytes[begin..];
        self.record.iter_mut().for_each(|record| record.line(line));
    }

    /// Delays, splits or cuts the last line, which begins at byte `begin`.
    fn spoil(&mut self, begin: usize, fault: &ReplyFault) {
        let Some(part) = self.parts.back_mut() else { return };
        let (length, is_alone) = (self.bytes.len() - begin, part.is_alone);
        part.length -= length;
        let cut = fault.cut.unwrap_or(0).min(length);
        let mut pieces = vec![Part { length: cut, is_alone, not_before: None }];
        if let Some(ms) = fault.late {
            let not_before = Some(Instant::now() + Duration::from_millis(ms.into()));
            pieces.push(Part { length: length - cut, is_alone, not_before });
        } else {
            self.bytes.truncate(begin + cut);
            self.is_cut = true;
        }
        self.parts.extend(pieces);
        self.parts.retain(|part| part.length > 0);
    }
}

impl Watcher for Outbox {
    fn notify(&self, event: GameEvent<'_>) {
        let line = match event {
            GameEvent::ComputerMoved(game) | GameEvent::Changed(game) => Push::CurrentBoard(game),
            GameEvent::JournalFailed => Push::Journal("failed"),
            GameEvent::JournalComplete => Push::Journal("ok"),
            GameEvent::Over(ending) => Push::Over(Status::Over(ending).word()),
            GameEvent::Failed => {
                self.queue.lock().loss.get_or_insert(End::GameFailed);
                return self.notified.notify_one();
            }
        };
        let mut queue = self.queue.lock();
        if queue.is_cut {
            return;
        }
        if queue.bytes.len() >= LOST {
            queue.loss.get_or_insert(End::Slow);
        } else {
            let begin = queue.bytes.len();
            let line = queue.append(&line);
            log::debug!("{} <- {}", self.client, String::from_utf8_lossy(line));
            queue.record_line(begin);
        }
        drop(queue);
        self.notified.notify_one();
    }

    fn unsent(&self) -> usize {
        self.queue.lock().bytes.len()
    }

    fn hold(&self, change: u64, from: usize) {
        let mut queue = self.queue.lock();
        if queue.held.back().is_none_or(|&(held, _)| held < change) {
            let from = from.min(queue.bytes.len());
            queue.held.push_back((change, from));
        }
    }

    fn release(&self, change: u64) {
        let mut queue = self.queue.lock();
        while queue.held.front().is_some_and(|&(held, _)| held <= change) {
            queue.held.pop_front();
        }
        drop(queue);
        self.notified.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Peer;
    use chuhe_core::rules::Rules;
    use chuhe_core::{Game, map};

    #[test]
    fn what_nobody_reads_takes_no_more_than_its_bound() {
        let client = Client { number: 1, peer: Peer::Inet(([127, 0, 0, 1], 1).into()) };
        let outbox = Outbox::new(client, Arc::default(), None);
        let game = Game::new(Rules::Xiangqi.start());
        let board = map::write(game.position(), game.numbers()).to_string();
        let asked = Frame { bytes: b"", line_end: LineEnd::Lf };
        let reply = Reply::RequestBoard(board.into());
        while !outbox.is_full() {
            outbox.reply(asked, &reply);
        }
        assert!(outbox.loss().is_none());
        let longest = format!("{}\r\n", Push::CurrentBoard(&game)).len();
        for _ in 0..LOST / longest {
            outbox.notify(GameEvent::ComputerMoved(&game));
        }
        assert!(matches!(outbox.loss(), Some(End::Slow)));
        let kept = outbox.queue.lock().bytes.len();
        assert!((LOST..LOST + longest).contains(&kept), "{kept} bytes");
    }
}
