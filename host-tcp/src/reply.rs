//! The lines of the server: replies to commands, notifications, and the way to the client.

use crate::config::Client;
use crate::end::End;
use crate::frame::{Frame, LineEnd};
use crate::game::{GameEvent, JournalChange, Status, Watcher};
use chuhe_core::AnyPosition;
use chuhe_core::map::{self, Point};
use chuhe_core::notation::{self, Exchange, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{EndReason, Ending, Game, Move, MoveKind, Position, Side, Square};
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Write};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::AsyncWrite;
use tokio::sync::Notify;
use tokio::time::Instant;

/// A line of the server, without its end.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ServerLine<'a> {
    True,
    False,
    FormatError,
    /// The board, as the reply to `RequestBoard`.
    RequestBoard(&'a Game<AnyPosition>),
    /// The board after a move of the computer or an act of another client, as a notification.
    CurrentBoard(&'a Game<AnyPosition>),
    /// The legal moves of the side to move, from one point or from all, without exchanges.
    LegalMoves(&'a AnyPosition, Option<Square>),
    NoMoves,
    /// A text of [`hint`].
    Hint(&'a str),
    Status(Status),
    Moves(&'a Game<AnyPosition>),
    Rules(Rules),
    /// The reason of the last `False`.
    Why(&'a str),
    Reason(EndReason),
    Pong,
    Stats(&'a str),
    Games(&'a [String]),
    Journal(JournalChange),
    Over(Ending),
    Busy,
}

impl fmt::Display for ServerLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::True => f.write_str("True"),
            Self::False => f.write_str("False"),
            Self::FormatError => f.write_str("CMD_FORMAT_ERROR"),
            Self::RequestBoard(game) => write!(f, "RequestBoard:{}", board(game)),
            Self::CurrentBoard(game) => write!(f, "CurrentBoard:{}", board(game)),
            Self::LegalMoves(position, from) => write_legal_moves(f, position, from),
            Self::NoMoves => f.write_str("LegalMoves:"),
            Self::Hint(text) | Self::Stats(text) => f.write_str(text),
            Self::Pong => f.write_str("Pong"),
            Self::Status(Status::Red) => f.write_str("Status:red"),
            Self::Status(Status::Black) => f.write_str("Status:black"),
            Self::Status(Status::Over(ending)) => write!(f, "Status:{}", Outcome(ending)),
            Self::Moves(game) => write_moves(f, game),
            Self::Rules(rules) => write!(f, "Rules:{rules}"),
            Self::Why(why) => write!(f, "Why:{why}"),
            Self::Reason(reason) => write!(f, "Reason:{reason}"),
            Self::Games(names) => {
                f.write_str("Games:")?;
                names.iter().try_for_each(|name| write!(f, "{name};"))
            }
            Self::Journal(JournalChange::Failed) => f.write_str("Journal:failed"),
            Self::Journal(JournalChange::Complete) => f.write_str("Journal:ok"),
            Self::Over(ending) => write!(f, "{}", Outcome(ending)),
            Self::Busy => f.write_str("SERVER_BUSY"),
        }
    }
}

fn board(game: &Game<AnyPosition>) -> impl fmt::Display {
    map::write(game.position(), game.numbers())
}

/// The result of a game, in the words of the protocol.
struct Outcome(Ending);

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0.winner {
            Some(Side::Red) => "win:r",
            Some(Side::Black) => "win:b",
            None => "draw",
        })
    }
}

fn write_legal_moves(
    f: &mut fmt::Formatter<'_>,
    position: &AnyPosition,
    from: Option<Square>,
) -> fmt::Result {
    let mut moves = position.legal_moves();
    moves.retain(|mv| !mv.is_exchange() && (from.is_none() || mv.from() == from));
    let point = |square: Option<Square>| square.map(|at| Point::of(at, position.rules()));
    moves.sort_unstable_by_key(|mv| (point(mv.from()), point(mv.to()), mv.promotion()));
    f.write_str("LegalMoves:")?;
    moves.iter().try_for_each(|&mv| write!(f, "{};", MoveSquares(position, mv)))
}

/// A move as `Move` or `Exchange` takes it.
struct MoveSquares<'a>(&'a AnyPosition, Move);

impl fmt::Display for MoveSquares<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(position, mv) = *self;
        let point = |square| Point::of(square, position.rules());
        if let MoveKind::Normal { from, to, .. } = mv.kind() {
            write!(f, "{}:{}", point(from), point(to))?;
            return notation::promotion(position, mv)
                .map_or(Ok(()), |to| write!(f, "{}", to.letter()));
        }
        let Some(Exchange { soldiers, victim }) = Exchange::of(position, mv) else {
            return Err(fmt::Error);
        };
        let soldiers: Vec<_> = soldiers.into_iter().map(|at| point(at).to_string()).collect();
        write!(f, "{}:{}", soldiers.join(";"), point(victim))
    }
}

pub(crate) fn hint(position: &AnyPosition, mv: Move) -> String {
    format!("Hint:{}", MoveSquares(position, mv))
}

fn write_moves(f: &mut fmt::Formatter<'_>, game: &Game<AnyPosition>) -> fmt::Result {
    f.write_str("Moves:")?;
    let mut position = game.start().clone();
    for (ply, &mv) in game.moves().iter().enumerate() {
        let blank = if ply > 0 { " " } else { "" };
        write!(f, "{blank}{}", notation::write(Style::Coordinates, &position, mv))?;
        position = position.play(mv);
    }
    Ok(())
}

/// The number of unsent bytes at which no further command of the client is read.
const FULL: usize = 1 << 16;

/// The number of unsent bytes at which the client is given up, because it does not read its lines.
const LOST: usize = 1 << 17;

/// The pause between two lines to a client that sends no line ends. It reads each line on its own then.
const PAUSE: Duration = Duration::from_millis(25);

/// The memory that an empty outbox keeps at most, in bytes: room for the replies to some pipelined
/// commands.
const KEPT: usize = 1 << 13;

/// The unsent bytes for a client. The task of the client appends replies and sends them. Other
/// tasks append notifications. Every line is logged.
#[derive(Debug)]
pub(crate) struct Outbox {
    client: Client,
    queue: Mutex<Queue>,
    /// Wakes the task of the client after a notification.
    pub(crate) notified: Notify,
}

#[derive(Debug, Default)]
struct Queue {
    bytes: Vec<u8>,
    /// The line end of the client's last command.
    line_end: LineEnd,
    /// The changes of a game that its journal does not have yet, each with the number of bytes before
    /// the lines that tell of it. Those lines are held back.
    held: VecDeque<(u64, usize)>,
    /// The reason why the client must be given up.
    loss: Option<End>,
    /// The reason of the last `False`.
    why: String,
    /// The parts of the bytes that may go together, each with its length. A line to a client that ends
    /// its own with a pause goes alone.
    parts: VecDeque<Part>,
    /// The time before which no further line may go to such a client.
    pause_until: Option<Instant>,
}

#[derive(Clone, Copy, Debug)]
struct Part {
    length: usize,
    is_alone: bool,
}

/// The result of an attempt to send.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sent {
    All,
    /// The system took a part; the rest has to wait.
    Some,
    Nothing,
    /// The rest is held back until the disk has a change of the game.
    Held,
    /// The next line has to wait for the pause after the last one.
    Paused(Instant),
}

impl Outbox {
    pub(crate) fn new(client: Client) -> Self {
        Self { client, queue: Mutex::default(), notified: Notify::new() }
    }

    /// Appends the reply to a command. From now on every line ends as the command did.
    pub(crate) fn reply(&self, to: Frame<'_>, line: ServerLine<'_>) {
        let mut queue = self.queue.lock();
        queue.line_end = to.line_end;
        let line = queue.append(line);
        log::debug!("{}: {to} -> {}", self.client, String::from_utf8_lossy(line));
    }

    /// Appends the reply to a refused command, and logs the error.
    pub(crate) fn refuse(&self, to: Frame<'_>, error: &dyn fmt::Display) {
        let mut queue = self.queue.lock();
        queue.line_end = to.line_end;
        queue.append(ServerLine::False);
        queue.why = error.to_string();
        log::debug!("{}: {to} -> False: {error}", self.client);
    }

    /// Returns whether lines wait until the disk has a change of the game.
    pub(crate) fn is_held(&self) -> bool {
        !self.queue.lock().held.is_empty()
    }

    /// Appends the reason of the last `False` as a reply.
    pub(crate) fn explain(&self, to: Frame<'_>) {
        let why = self.queue.lock().why.clone();
        self.reply(to, ServerLine::Why(&why));
    }

    /// Returns whether no further reply may be appended.
    pub(crate) fn is_full(&self) -> bool {
        self.queue.lock().bytes.len() >= FULL
    }

    /// The reason why the client must be given up, if there is one.
    pub(crate) fn loss(&self) -> Option<End> {
        self.queue.lock().loss.take()
    }

    fn lose(&self, loss: End) {
        self.queue.lock().loss.get_or_insert(loss);
        self.notified.notify_one();
    }

    /// Sends as much as the system takes. When it takes nothing, the task is woken later.
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
            if let Some(until) = queue.pause_until.filter(|&until| Instant::now() < until)
                && part.is_alone
            {
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
    /// Removes the first bytes, which are sent.
    fn remove(&mut self, sent: usize) {
        if sent == self.bytes.len() {
            self.bytes.clear();
            self.bytes.shrink_to(KEPT);
        } else {
            self.bytes.drain(..sent);
        }
        self.held.iter_mut().for_each(|(_, from)| *from -= sent);
    }

    /// Appends a line and returns it without its line end.
    fn append(&mut self, line: ServerLine<'_>) -> &[u8] {
        let begin = self.bytes.len();
        // Writing to a vector cannot fail.
        let _ = write!(self.bytes, "{line}");
        let end = self.bytes.len();
        self.bytes.extend_from_slice(self.line_end.bytes());
        let (length, is_alone) = (self.bytes.len() - begin, self.line_end == LineEnd::Pause);
        match self.parts.back_mut() {
            Some(part) if !part.is_alone && !is_alone => part.length += length,
            _ => self.parts.push_back(Part { length, is_alone }),
        }
        &self.bytes[begin..end]
    }
}

impl Watcher for Outbox {
    fn notify(&self, event: GameEvent<'_>) {
        let line = match event {
            GameEvent::ComputerMoved(game) | GameEvent::Changed(game) => {
                ServerLine::CurrentBoard(game)
            }
            GameEvent::Journal(change) => ServerLine::Journal(change),
            GameEvent::Over(ending) => ServerLine::Over(ending),
            GameEvent::Failed => return self.lose(End::GameFailed),
        };
        let mut queue = self.queue.lock();
        if queue.bytes.len() < LOST {
            let line = queue.append(line);
            log::debug!("{} <- {}", self.client, String::from_utf8_lossy(line));
        } else {
            drop(queue);
            return self.lose(End::Slow);
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

    #[test]
    fn what_nobody_reads_takes_no_more_than_its_bound() {
        let client = Client { number: 1, peer: Peer::Inet(([127, 0, 0, 1], 1).into()) };
        let outbox = Outbox::new(client);
        let game = Game::new(Rules::Xiangqi.start());
        while !outbox.is_full() {
            outbox.reply(
                Frame { bytes: b"", line_end: LineEnd::Lf },
                ServerLine::RequestBoard(&game),
            );
        }
        assert!(outbox.loss().is_none());
        let longest = format!("{}\r\n", ServerLine::CurrentBoard(&game)).len();
        for _ in 0..LOST / longest {
            outbox.notify(GameEvent::ComputerMoved(&game));
        }
        assert!(matches!(outbox.loss(), Some(End::Slow)));
        let kept = outbox.queue.lock().bytes.len();
        assert!((LOST..LOST + longest).contains(&kept), "{kept} bytes");
    }
}
