//! One client: its bytes in and out, in time.

use crate::config::{Client, Config};
use crate::dialogue::{Dialogue, Hint};
use crate::frame::Splitter;
use crate::outbox::{Outbox, Sent};
use chuhe_host::Watcher;
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
use tokio::net::tcp::ReadHalf;
use tokio::time::{Instant, sleep_until, timeout};

/// How long a connection that the server closes is kept for its client to read the last words.
const LINGER: Duration = Duration::from_secs(1);

/// Why a connection ended.
#[derive(Debug)]
enum End {
    /// The client sends no more, and all it sent is answered.
    Left,
    /// The client asked for it.
    Quit,
    /// The client does not read what it is sent.
    Slow,
    /// The client has not been heard of for too long.
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

/// Serves a client until it leaves, is given up, or `stop` is done.
pub(crate) async fn serve(
    mut stream: TcpStream,
    client: Client,
    config: &Config,
    stop: impl Future<Output = ()>,
) {
    log::info!("{client}: connected from {}", client.address);
    let outbox = Arc::new(Outbox::new(client));
    let watcher: Arc<dyn Watcher> = Arc::<Outbox>::clone(&outbox);
    let place = config.games.place(client.number);
    place.stage().watch(Arc::clone(&watcher));
    let mut dialogue =
        Dialogue { client, config, place, outbox, hint: None, ended: false, quit: false };
    let end = converse(&mut dialogue, &mut stream, config, stop).await.unwrap_or_else(End::Broken);
    log::info!("{client}: {end}");
    dialogue.place.stage().leave(&watcher);
    drop(dialogue);
    if matches!(end, End::Quit) {
        linger(stream).await;
    }
}

async fn converse(
    dialogue: &mut Dialogue<'_>,
    stream: &mut TcpStream,
    config: &Config,
    stop: impl Future<Output = ()>,
) -> io::Result<End> {
    let mut stop = pin!(stop);
    let (mut reader, writer) = stream.split();
    let mut splitter = Splitter::new();
    let mut heard = Instant::now();
    let mut stuck: Option<Instant> = None;
    loop {
        let held_back = dialogue.take(&mut splitter);
        if dialogue.outbox.is_lost() {
            return Ok(End::Slow);
        }
        stuck = match dialogue.outbox.send(&writer)? {
            Sent::All => None,
            Sent::Some => Some(Instant::now()),
            Sent::Nothing => stuck.or_else(|| Some(Instant::now())),
        };
        if stuck.is_none() {
            if dialogue.quit {
                return Ok(End::Quit);
            }
            if held_back {
                continue;
            }
            if dialogue.ended && dialogue.hint.is_none() {
                return Ok(End::Left);
            }
        }

        let may_pause = dialogue.hint.is_none() && !held_back && splitter.is_waiting();
        let pause = config.frame_idle.filter(|_| may_pause).map(|time| heard + time);
        let slow = stuck.map(|since| since + config.write_timeout);
        let idle = config.idle_timeout.map(|time| heard + time);
        let deadline = [pause, slow, idle].into_iter().flatten().min();
        let space = splitter.space();
        let can_read = !dialogue.ended && !space.is_empty();
        tokio::select! {
            biased;
            () = &mut stop => return Ok(End::Stopped),
            reply = reply(&mut dialogue.hint), if dialogue.hint.is_some() => {
                dialogue.give_hint(reply);
            }
            count = read(&mut reader, space), if can_read => match count? {
                0 => dialogue.end(),
                count => {
                    splitter.filled(count);
                    heard = Instant::now();
                }
            },
            ready = writer.writable(), if stuck.is_some() => ready?,
            () = dialogue.outbox.pushed.notified() => {}
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
                    dialogue.answer(frame);
                }
            }
        }
    }
}

/// Closes a connection so that what was sent arrives: as long as the client sends on, closing at
/// once would reset the connection, and the client might never read the last words.
pub(crate) async fn linger(mut stream: TcpStream) {
    if SockRef::from(&stream).shutdown(Shutdown::Write).is_err() {
        return;
    }
    let (mut reader, _) = stream.split();
    let drain = async { while matches!(read(&mut reader, &mut [0; 512]).await, Ok(1..)) {} };
    // Whether the client closed or the time is over, nothing remains to be done.
    let _ = timeout(LINGER, drain).await;
}

/// Reads what is there, as soon as there is something; 0 bytes at the end.
async fn read(from: &mut ReadHalf<'_>, to: &mut [u8]) -> io::Result<usize> {
    let mut buffer = ReadBuf::new(to);
    poll_fn(|context| {
        ready!(Pin::new(&mut *from).poll_read(context, &mut buffer))?;
        Poll::Ready(Ok(buffer.filled().len()))
    })
    .await
}

async fn reply(hint: &mut Option<Hint>) -> Option<String> {
    match hint {
        Some(hint) => hint.reply().await,
        None => pending().await,
    }
}

async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline).await,
        None => pending().await,
    }
}
