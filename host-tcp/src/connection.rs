//! The connection of a client: its commands are read and answered, its lines are sent.

use crate::command::{Command, CommandError, FormatError, parse, perform};
use crate::config::{Client, Config};
use crate::frame::{Frame, LineEnd, Splitter};
use crate::game::{Status, Watcher, request};
use crate::games::JoinedGame;
use crate::metrics::DropReason;
use crate::reply::{self, Outbox, Sent, ServerLine};
use chuhe_host::SearchHandle;
use chuhe_host::journal::GameId;
use socket2::SockRef;
use std::fmt;
use std::future::{pending, poll_fn};
use std::io;
use std::net::Shutdown;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout};

/// The time that a closed connection is kept, so that the client can read the last lines.
const LINGER: Duration = Duration::from_secs(1);

/// The reason why a connection ended.
#[derive(Debug)]
enum End {
    /// The client sends no more, and all its commands are answered.
    Left,
    /// The client sent `Quit`.
    Quit,
    /// The client does not read its lines.
    Slow,
    /// The client has sent nothing for too long.
    Idle,
    /// The server stops.
    Stopped,
    /// The connection broke.
    Broken(io::Error),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Left => f.write_str("left"),
            Self::Quit => f.write_str("quit"),
            Self::Slow => f.write_str("dropped: it does not read"),
            Self::Idle => f.write_str("dropped: idle for too long"),
            Self::Stopped => f.write_str("dropped: the server stops"),
            Self::Broken(error) => write!(f, "lost: {error}"),
        }
    }
}

impl End {
    /// The reason for which the server dropped the client; `None` when the client left.
    const fn drop_reason(&self) -> Option<DropReason> {
        match self {
            Self::Left | Self::Quit => None,
            Self::Slow => Some(DropReason::Slow),
            Self::Idle => Some(DropReason::Idle),
            Self::Stopped => Some(DropReason::Shutdown),
            Self::Broken(_) => Some(DropReason::Broken),
        }
    }
}

/// A client with its game and its unsent lines.
#[derive(Debug)]
struct Connection<'a> {
    client: Client,
    config: &'a Config,
    game: JoinedGame,
    outbox: Arc<Outbox>,
    /// A hint that the computer searches for. Later commands wait.
    hint: Option<Hint>,
    /// The client sends no more.
    has_ended: bool,
    /// The client sent `Quit`.
    has_quit: bool,
}

/// A hint that the computer searches for.
#[derive(Debug)]
struct Hint {
    search: SearchHandle,
    line_end: LineEnd,
    reply: oneshot::Receiver<String>,
}

/// Serves a client until it leaves, is given up, or `stop` is done.
pub(crate) async fn serve(
    mut stream: TcpStream,
    client: Client,
    config: &Config,
    stop: impl Future<Output = ()>,
) {
    log::info!("{client}: connected from {}", client.address);
    let outbox = Arc::new(Outbox::new(client));
    let game = config.games.join(client.number, &config.metrics);
    let mut connection =
        Connection { client, config, game, outbox, hint: None, has_ended: false, has_quit: false };
    connection.game.shared().watch(connection.watcher());
    let end = connection.run(&mut stream, stop).await.unwrap_or_else(End::Broken);
    log::info!("{client}: {end}");
    if let Some(reason) = end.drop_reason() {
        config.metrics.dropped(reason).inc();
    }
    connection.game.shared().unwatch(&connection.watcher());
    drop(connection);
    if matches!(end, End::Quit) {
        linger(stream).await;
    }
}

impl Connection<'_> {
    /// Reads commands and sends lines until the connection ends.
    async fn run(
        &mut self,
        stream: &mut TcpStream,
        stop: impl Future<Output = ()>,
    ) -> io::Result<End> {
        let mut stop = pin!(stop);
        let (mut reader, writer) = stream.split();
        let mut splitter = Splitter::new();
        let mut heard_at = Instant::now();
        let mut stuck_since: Option<Instant> = None;
        loop {
            let is_held_back = self.answer_all(&mut splitter);
            if let Some(end) = self.send(&writer, &mut stuck_since, is_held_back)? {
                return Ok(end);
            }
            if stuck_since.is_none() && is_held_back {
                continue;
            }
            let may_pause = self.hint.is_none() && !is_held_back && splitter.is_waiting();
            let pause = self.config.frame_idle.filter(|_| may_pause).map(|time| heard_at + time);
            let slow = stuck_since.map(|since| since + self.config.write_timeout);
            let idle = self.config.idle_timeout.map(|time| heard_at + time);
            let deadline = [pause, slow, idle].into_iter().flatten().min();
            let space = splitter.space();
            let can_read = !self.has_ended && !space.is_empty();
            tokio::select! {
                biased;
                () = &mut stop => return Ok(End::Stopped),
                reply = hint_reply(&mut self.hint), if self.hint.is_some() => {
                    self.answer_hint(reply);
                }
                count = read(&mut reader, space), if can_read => match count? {
                    0 => self.end(),
                    count => {
                        splitter.filled(count);
                        heard_at = Instant::now();
                    }
                },
                ready = writer.writable(), if stuck_since.is_some() => ready?,
                () = self.outbox.notified.notified() => {}
                () = until(deadline), if deadline.is_some() => {
                    let is_over = |deadline: Option<Instant>| {
                        deadline.is_some_and(|deadline| deadline <= Instant::now())
                    };
                    if is_over(slow) {
                        return Ok(End::Slow);
                    }
                    if is_over(idle) {
                        return Ok(End::Idle);
                    }
                    if is_over(pause) && let Some(frame) = splitter.pause() {
                        self.answer(frame);
                    }
                }
            }
        }
    }

    /// Sends the waiting lines. Returns the reason if the connection ends here.
    fn send(
        &self,
        writer: &WriteHalf<'_>,
        stuck_since: &mut Option<Instant>,
        is_held_back: bool,
    ) -> io::Result<Option<End>> {
        if self.outbox.is_lost() {
            return Ok(Some(End::Slow));
        }
        *stuck_since = match self.outbox.send(writer)? {
            Sent::All => None,
            Sent::Some => Some(Instant::now()),
            Sent::Nothing => stuck_since.or_else(|| Some(Instant::now())),
        };
        Ok(if stuck_since.is_some() {
            None
        } else if self.has_quit {
            Some(End::Quit)
        } else {
            let is_answered = !is_held_back && self.has_ended && self.hint.is_none();
            is_answered.then_some(End::Left)
        })
    }

    /// Answers the commands that have arrived, up to a hint. Returns whether the others must wait
    /// because the client has not read the earlier replies.
    fn answer_all(&mut self, splitter: &mut Splitter) -> bool {
        while self.hint.is_none() && !self.has_quit {
            if self.outbox.is_full() {
                return true;
            }
            if let Some(frame) = splitter.next_frame() {
                self.answer(frame);
            } else if self.has_ended
                && let Some(frame) = splitter.pause()
            {
                self.answer(frame);
            } else {
                break;
            }
        }
        false
    }

    /// Answers a command.
    fn answer(&mut self, frame: Frame<'_>) {
        let metrics = &self.config.metrics;
        metrics.commands.inc();
        let text = frame.bytes.and_then(|bytes| std::str::from_utf8(bytes).ok());
        match text.ok_or(FormatError).and_then(parse) {
            Err(FormatError) => {
                metrics.format_errors.inc();
                self.outbox.reply(frame, ServerLine::FormatError);
            }
            Ok(Command::Ping) => self.outbox.reply(frame, ServerLine::Pong),
            Ok(Command::Stats) => {
                let stats = metrics.stats(self.config.games.computer());
                self.outbox.reply(frame, ServerLine::Stats(&stats));
            }
            Ok(Command::Hint) => self.ask_hint(frame),
            Ok(Command::Quit) => {
                self.outbox.reply(frame, ServerLine::True);
                self.has_quit = true;
            }
            Ok(Command::Name(id)) => match self.config.games.name(&mut self.game, id) {
                Ok(()) => self.outbox.reply(frame, ServerLine::True),
                Err(error) => self.outbox.refuse(frame, &error),
            },
            Ok(Command::Resume(id)) => self.resume(frame, id),
            Ok(command) => {
                self.game.shared().with(
                    &mut |game| match perform(game, command, &self.config.team) {
                        Ok(line) => self.outbox.reply(frame, line),
                        Err(error) => self.outbox.refuse(frame, &error),
                    },
                );
            }
        }
    }

    /// The client sends no more. A search for a hint is stopped early: the client may be gone.
    fn end(&mut self) {
        self.has_ended = true;
        if let Some(hint) = &self.hint {
            hint.search.stop();
        }
    }

    /// Goes to the game of a name. Its notifications come after the reply.
    fn resume(&mut self, frame: Frame<'_>, id: GameId<'_>) {
        match self.config.games.resume(self.client.number, id, &self.config.metrics) {
            Ok(game) => {
                self.outbox.reply(frame, ServerLine::True);
                self.game.shared().unwatch(&self.watcher());
                game.shared().watch(self.watcher());
                self.game = game;
            }
            Err(error) => self.outbox.refuse(frame, &error),
        }
    }

    fn watcher(&self) -> Arc<dyn Watcher> {
        Arc::<Outbox>::clone(&self.outbox)
    }

    /// Lets the computer search for a hint.
    fn ask_hint(&mut self, frame: Frame<'_>) {
        let shared = self.game.shared();
        let mut asked = None;
        shared.with(&mut |game| {
            let is_red = game.status() == Status::Red;
            asked = is_red.then(|| request(game.game(), game.hint_limits()));
        });
        let Some(request) = asked else {
            return self.outbox.refuse(frame, &CommandError::NotRed);
        };
        let (sender, reply) = oneshot::channel();
        let root = request.root.clone();
        let metrics = Arc::clone(&self.config.metrics);
        let search = shared.computer().ask(request, move |answer| {
            metrics.count_turn(&answer);
            // The client may have left meanwhile.
            let _ = sender.send(reply::hint(&root, answer.best));
        });
        if self.has_ended {
            search.stop();
        }
        self.hint = Some(Hint { search, line_end: frame.line_end, reply });
    }

    /// Sends the hint; `None` when the computer has been switched off.
    fn answer_hint(&mut self, reply: Option<String>) {
        if let Some(Hint { line_end, .. }) = self.hint.take() {
            let asked = Frame { bytes: Some(b"Hint"), line_end };
            match reply {
                Some(reply) => self.outbox.reply(asked, ServerLine::Hint(&reply)),
                None => self.outbox.refuse(asked, &CommandError::ComputerOff),
            }
        }
    }
}

/// Closes a connection after the last lines have arrived. Closing it at once would reset it while
/// the client still sends, and the client might lose lines that it has not read.
pub(crate) async fn linger(mut stream: TcpStream) {
    if SockRef::from(&stream).shutdown(Shutdown::Write).is_err() {
        return;
    }
    let (mut reader, _) = stream.split();
    let drain = async { while matches!(read(&mut reader, &mut [0; 512]).await, Ok(1..)) {} };
    // The connection is closed after the time limit too.
    let _ = timeout(LINGER, drain).await;
}

/// Waits for bytes and reads them; 0 bytes at the end of the stream.
async fn read(from: &mut ReadHalf<'_>, to: &mut [u8]) -> io::Result<usize> {
    let mut buffer = ReadBuf::new(to);
    poll_fn(|context| {
        ready!(Pin::new(&mut *from).poll_read(context, &mut buffer))?;
        Poll::Ready(Ok(buffer.filled().len()))
    })
    .await
}

/// Waits for the reply to a hint. A cancelled wait loses nothing.
async fn hint_reply(hint: &mut Option<Hint>) -> Option<String> {
    match hint {
        Some(hint) => (&mut hint.reply).await.ok(),
        None => pending().await,
    }
}

async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline).await,
        None => pending().await,
    }
}
