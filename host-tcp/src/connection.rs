//! The connection of a client: its commands are read and answered, its lines are sent.

use crate::addresses::Visitor;
use crate::command::{Command, CommandError, FormatError, parse, perform};
use crate::config::{Client, Config};
use crate::frame::{Frame, LineEnd, Splitter};
use crate::game::{Status, Watcher};
use crate::games::{Games, JoinedGame};
use crate::metrics::DropReason;
use crate::phase::{Phase, PhaseReceiver};
use crate::reply::{self, Loss, Outbox, Sent, ServerLine};
use crate::server_game::request;
use chuhe_host::journal::GameId;
use chuhe_host::{SearchHandle, catch};
use std::fmt;
use std::future::{pending, poll_fn};
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::thread;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout};

/// The time that a closed connection is kept, so that the client can read the last lines.
const LINGER: Duration = Duration::from_secs(1);

/// The silence after which nothing more of the client is on its way, when the server ends.
const QUIET: Duration = Duration::from_millis(50);

/// The reason why a connection ended.
#[derive(Debug)]
enum End {
    /// The client sends no more, and all its commands are answered.
    Left,
    /// The client sent `Quit`.
    Quit,
    /// The client does not read its lines.
    Slow,
    /// The client has sent nothing for too long, and waits for nothing.
    Idle,
    /// The client is a web browser, or another program that speaks HTTP.
    Http,
    /// The server ends, and nothing was due to the client.
    Drained,
    /// The server stops.
    Stopped,
    /// A fault of the program ended the game.
    GameFailed,
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
            Self::Http => f.write_str("dropped: it speaks HTTP"),
            Self::Drained => f.write_str("closed: the server ends"),
            Self::Stopped => f.write_str("dropped: the server stops"),
            Self::GameFailed => f.write_str("dropped: its game failed"),
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
            Self::Http => Some(DropReason::Http),
            Self::Drained | Self::Stopped => Some(DropReason::Shutdown),
            Self::GameFailed => Some(DropReason::Fault),
            Self::Broken(_) => Some(DropReason::Broken),
        }
    }
}

impl From<Loss> for End {
    fn from(loss: Loss) -> Self {
        match loss {
            Loss::Unread => Self::Slow,
            Loss::GameFailed => Self::GameFailed,
        }
    }
}

/// A client with its game and its unsent lines.
#[derive(Debug)]
struct Connection<'a> {
    client: Client,
    visitor: Visitor,
    /// The time from which the next command is answered; `None` without a limit.
    ready_at: Option<Instant>,
    config: &'a Config,
    /// `None` until a command needs a game.
    game: Option<JoinedGame>,
    outbox: Arc<Outbox>,
    /// A hint that the computer searches for. Later commands wait.
    hint: Option<Hint>,
    /// The client sends no more.
    has_ended: bool,
    /// The reason why no further command is answered.
    end: Option<End>,
    /// The phase of the server.
    phase: Phase,
}

/// A hint that the computer searches for.
#[derive(Debug)]
struct Hint {
    search: SearchHandle,
    line_end: LineEnd,
    reply: oneshot::Receiver<String>,
}

/// Serves a client until it leaves, is given up, or the server ends.
pub(crate) async fn serve(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    client: Client,
    visitor: Visitor,
    config: &Config,
    phases: PhaseReceiver,
) {
    log::debug!("{client}: connected from {}", client.peer);
    let mut connection = Connection::new(client, visitor, config);
    let end = connection.run(&mut stream, phases).await.unwrap_or_else(End::Broken);
    connection.tell(&end);
    drop(connection);
    if matches!(end, End::Quit | End::Drained) {
        linger(stream).await;
    }
}

impl<'a> Connection<'a> {
    fn new(client: Client, visitor: Visitor, config: &'a Config) -> Self {
        let outbox = Arc::new(Outbox::new(client));
        let mut connection = Self {
            client,
            ready_at: visitor.ready_at(),
            visitor,
            config,
            game: None,
            outbox,
            hint: None,
            has_ended: false,
            end: None,
            phase: Phase::Serving,
        };
        if config.games.can_push_first(&config.team.get()) {
            connection.game();
        }
        connection
    }

    /// The game of the client. Without one, the client joins its game first.
    fn game(&mut self) -> &mut JoinedGame {
        self.game.get_or_insert_with(|| {
            let game = self.config.games.join(
                self.client.number,
                &self.config.team.get(),
                &self.config.metrics,
            );
            game.shared().watch(Arc::<Outbox>::clone(&self.outbox));
            game
        })
    }

    /// Logs and counts the end of the connection.
    fn tell(&self, end: &End) {
        let client = self.client;
        // A client can leave as often as it likes, so that is no news. Being dropped is.
        match end {
            End::Slow | End::Idle | End::Http | End::GameFailed => {
                log::info!("{client}, {}: {end}", client.peer);
            }
            End::Left | End::Quit | End::Drained | End::Stopped | End::Broken(_) => {
                log::debug!("{client}: {end}");
            }
        }
        if matches!((end, &self.config.games), (End::GameFailed, Games::Shared(_))) {
            self.config.shared_failed.notify_one();
        }
        // A health check may break its connection off.
        let is_check = self.game.is_none() && matches!(end, End::Broken(_));
        if let Some(reason) = end.drop_reason().filter(|_| !is_check) {
            self.config.metrics.dropped(reason).inc();
        }
    }

    /// Reads commands and sends lines until the connection ends.
    async fn run(
        &mut self,
        stream: &mut (impl AsyncRead + AsyncWrite + Unpin),
        mut phases: PhaseReceiver,
    ) -> io::Result<End> {
        let mut splitter = Splitter::new();
        let mut heard_at = Instant::now();
        let mut idle_since = heard_at;
        let mut stuck_since = None;
        loop {
            let is_held_back = self.answer_all(&mut splitter);
            self.hurry();
            let sent =
                poll_fn(|context| Poll::Ready(self.outbox.poll_send(context, stream))).await?;
            stuck_since = stuck(stuck_since, sent);
            if let Some(end) = self.end_of(sent, is_held_back) {
                return Ok(end);
            }
            if stuck_since.is_none() && is_held_back {
                continue;
            }
            let ready = self.ready_at.filter(|&ready_at| ready_at > Instant::now());
            let may_pause = self.hint.is_none()
                && ready.is_none()
                && !is_held_back
                && splitter.ends_with_pause();
            let pause = self.config.frame_idle.filter(|_| may_pause).map(|time| heard_at + time);
            let slow = stuck_since.map(|since| since + self.config.write_timeout);
            let idle_since_ready = self.ready_at.map_or(idle_since, |at| at.max(idle_since));
            let idle = self.config.idle_timeout.map(|time| idle_since_ready + time);
            let is_due =
                is_held_back || stuck_since.is_some() || pause.is_some() || ready.is_some();
            let drained = (!is_due && self.is_drained()).then(|| idle_since + QUIET);
            let deadline = [ready, pause, slow, idle, drained].into_iter().flatten().min();
            let space = if self.has_ended { &mut [] } else { splitter.space() };
            let outbox = stuck_since.map(|_| &*self.outbox);
            tokio::select! {
                biased;
                phase = phases.next() => match self.enter(phase) {
                    Some(end) => return Ok(end),
                    None => idle_since = Instant::now(),
                },
                reply = hint_reply(&mut self.hint), if self.hint.is_some() => {
                    self.answer_hint(reply);
                    idle_since = Instant::now();
                }
                transfer = transfer(stream, space, outbox) => match transfer? {
                    Transfer::Sent(sent) => stuck_since = stuck(stuck_since, sent),
                    Transfer::Read(0) => self.hear_end(),
                    Transfer::Read(count) => {
                        splitter.filled(count);
                        heard_at = Instant::now();
                        idle_since = heard_at;
                    }
                },
                () = self.outbox.notified.notified() => idle_since = Instant::now(),
                () = until(deadline), if deadline.is_some() => {
                    let is_over = |deadline: Option<Instant>| {
                        deadline.is_some_and(|deadline| deadline <= Instant::now())
                    };
                    if is_over(slow) {
                        return Ok(End::Slow);
                    }
                    if is_over(pause) && let Some(frame) = splitter.rest() {
                        self.answer(frame);
                    } else if is_over(drained) {
                        return Ok(End::Drained);
                    } else if is_over(idle) {
                        if !self.waits_for_server() {
                            return Ok(End::Idle);
                        }
                        idle_since = Instant::now();
                    }
                }
            }
        }
    }

    /// Enters a phase of the server. Returns the reason if the connection ends with it.
    fn enter(&mut self, phase: Phase) -> Option<End> {
        self.phase = phase;
        self.hurry();
        (phase == Phase::Stopped).then_some(End::Stopped)
    }

    /// Cuts the searches for the client short if the server has no more time for them.
    fn hurry(&self) {
        if self.phase >= Phase::Hurrying {
            self.hint.iter().for_each(|hint| hint.search.stop());
            self.game.iter().for_each(|game| game.shared().move_now());
        }
    }

    /// Returns whether the server ends and the client waits for no reply and no move.
    fn is_drained(&self) -> bool {
        self.phase >= Phase::Draining && !self.waits_for_server()
    }

    /// Returns the reason if the connection ends after this attempt to send.
    fn end_of(&mut self, sent: Sent, is_held_back: bool) -> Option<End> {
        let is_answered = !is_held_back && self.has_ended && self.hint.is_none() && self.is_ready();
        if let Some(loss) = self.outbox.loss() {
            return Some(End::from(loss));
        }
        match sent {
            Sent::All if self.end.is_some() => self.end.take(),
            Sent::All if is_answered => Some(End::Left),
            _ => None,
        }
    }

    /// Returns whether the client has a turn that the server has not finished.
    fn waits_for_server(&self) -> bool {
        let mut is_thinking = false;
        if let Some(game) = &self.game {
            let watcher = self.watcher();
            game.shared().with(&watcher, &mut |game| is_thinking = game.status() == Status::Black);
        }
        is_thinking || self.hint.is_some()
    }

    /// Returns whether the client's address may have another command answered now.
    fn is_ready(&self) -> bool {
        self.ready_at.is_none_or(|ready_at| ready_at <= Instant::now())
    }

    /// Answers the commands that have arrived, up to a hint. Returns whether the others must wait
    /// because the client has not read the earlier replies.
    fn answer_all(&mut self, splitter: &mut Splitter) -> bool {
        while self.hint.is_none() && self.end.is_none() && self.is_ready() {
            if self.outbox.is_full() {
                return true;
            }
            if let Some(frame) = splitter.next_frame() {
                self.answer(frame);
            } else if self.has_ended
                && let Some(frame) = splitter.rest()
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
        self.ready_at = self.visitor.spend();
        // A web page may send requests here. None of its lines may become a command.
        match frame.text().ok_or(FormatError).and_then(parse) {
            Err(FormatError) if frame.is_http() => self.end = Some(End::Http),
            Err(FormatError) => {
                metrics.format_errors.inc();
                self.outbox.reply(frame, ServerLine::FormatError);
            }
            Ok(Command::Ping) => self.outbox.reply(frame, ServerLine::Pong),
            Ok(Command::Stats) => {
                let stats = metrics.stats(self.config.games.computer());
                self.outbox.reply(frame, ServerLine::Stats(&stats));
            }
            Ok(Command::NewGame(_) | Command::Name(_) | Command::Resume(_))
                if self.phase >= Phase::Draining =>
            {
                self.outbox.refuse(frame, &CommandError::Draining);
            }
            Ok(Command::Hint) => self.ask_hint(frame),
            Ok(Command::Quit) => {
                self.outbox.reply(frame, ServerLine::True);
                self.end = Some(End::Quit);
            }
            Ok(Command::Name(id)) => match self.config.games.name(self.game(), id) {
                Ok(()) => self.outbox.reply(frame, ServerLine::True),
                Err(error) => self.outbox.refuse(frame, &error),
            },
            Ok(Command::Resume(id)) => self.resume(frame, id),
            Ok(Command::Delete(id)) => match self.config.games.delete(self.game(), id) {
                Ok(()) => self.outbox.reply(frame, ServerLine::True),
                Err(error) => self.outbox.refuse(frame, &error),
            },
            Ok(Command::Games(after)) => match self.config.games.names(after) {
                Ok(names) => self.outbox.reply(frame, ServerLine::Games(&names)),
                Err(error) => self.outbox.refuse(frame, &error),
            },
            Ok(command) => {
                let (outbox, team) = (Arc::clone(&self.outbox), &self.config.team.get());
                let watcher = self.watcher();
                self.game().shared().with(
                    &watcher,
                    &mut |game| match perform(game, command, team) {
                        Ok(line) => outbox.reply(frame, line),
                        Err(error) => outbox.refuse(frame, &error),
                    },
                );
            }
        }
    }

    /// The client sends no more. A search for a hint is stopped early: the client may be gone.
    fn hear_end(&mut self) {
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
                self.leave();
                game.shared().watch(self.watcher());
                self.game = Some(game);
            }
            Err(error) => self.outbox.refuse(frame, &error),
        }
    }

    /// Leaves the game, if there is one.
    fn leave(&mut self) {
        if let Some(game) = self.game.take() {
            game.shared().unwatch(&self.watcher());
        }
    }

    fn watcher(&self) -> Arc<dyn Watcher> {
        Arc::<Outbox>::clone(&self.outbox)
    }

    /// Lets the computer search for a hint.
    fn ask_hint(&mut self, frame: Frame<'_>) {
        let (metrics, watcher) = (Arc::clone(&self.config.metrics), self.watcher());
        let shared = self.game().shared();
        let mut asked = None;
        shared.with(&watcher, &mut |game| {
            let is_red = game.status() == Status::Red;
            asked = is_red.then(|| request(game.game(), game.hint_limits()));
        });
        let Some(request) = asked else {
            return self.outbox.refuse(frame, &CommandError::NotRed);
        };
        let (sender, reply) = oneshot::channel();
        let root = request.root.clone();
        let search = shared.computer().ask(request, move |answer| {
            if let Ok(answer) = answer {
                metrics.count_turn(&answer);
                // The client may have left meanwhile.
                let _ = sender.send(reply::hint(&root, answer.best));
            }
        });
        if self.has_ended {
            search.stop();
        }
        self.hint = Some(Hint { search, line_end: frame.line_end, reply });
    }

    /// Sends the hint; `None` when the computer has none.
    fn answer_hint(&mut self, reply: Option<String>) {
        if let Some(Hint { line_end, .. }) = self.hint.take() {
            let asked = Frame { bytes: b"Hint", line_end };
            match reply {
                Some(reply) => self.outbox.reply(asked, ServerLine::Hint(&reply)),
                None => self.outbox.refuse(asked, &CommandError::NoHint),
            }
        }
    }
}

impl Drop for Connection<'_> {
    /// Leaves the game, also after a panic.
    fn drop(&mut self) {
        if thread::panicking() {
            log::error!("{}: dropped by a fault of the program", self.client);
            self.config.metrics.dropped(DropReason::Fault).inc();
        }
        catch(|| self.leave());
    }
}

/// Closes a connection after the last lines have arrived. Closing it at once would reset it while
/// the client still sends, and the client might lose lines that it has not read.
pub(crate) async fn linger(mut stream: impl AsyncRead + AsyncWrite + Unpin) {
    let drain = async {
        if stream.shutdown().await.is_ok() {
            while matches!(stream.read(&mut [0; 512]).await, Ok(1..)) {}
        }
    };
    // The connection is closed after the time limit too.
    let _ = timeout(LINGER, drain).await;
}

/// The next event of a stream.
enum Transfer {
    /// The number of bytes that the client sent; 0 at the end.
    Read(usize),
    /// The system took waiting lines.
    Sent(Sent),
}

/// Waits until bytes arrive for the space, if there is any, or until lines of the outbox are sent.
/// A cancelled wait loses nothing.
async fn transfer(
    stream: &mut (impl AsyncRead + AsyncWrite + Unpin),
    space: &mut [u8],
    outbox: Option<&Outbox>,
) -> io::Result<Transfer> {
    let mut space = ReadBuf::new(space);
    poll_fn(|context| {
        if space.capacity() > 0
            && let Poll::Ready(read) = Pin::new(&mut *stream).poll_read(context, &mut space)
        {
            return Poll::Ready(read.map(|()| Transfer::Read(space.filled().len())));
        }
        match outbox.map(|outbox| outbox.poll_send(context, stream)).transpose() {
            Ok(None | Some(Sent::Nothing)) => Poll::Pending,
            Ok(Some(sent)) => Poll::Ready(Ok(Transfer::Sent(sent))),
            Err(error) => Poll::Ready(Err(error)),
        }
    })
    .await
}

/// The time since which the client has taken no byte, while lines wait for it.
fn stuck(since: Option<Instant>, sent: Sent) -> Option<Instant> {
    match sent {
        Sent::All => None,
        Sent::Some => Some(Instant::now()),
        Sent::Nothing => since.or_else(|| Some(Instant::now())),
    }
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

#[cfg(test)]
mod tests;
