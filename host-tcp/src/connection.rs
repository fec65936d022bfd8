//! Serves the connection of a client: reads commands, answers them, and sends lines.

use crate::addresses::AddressPermit;
use crate::config::{Client, Config};
use crate::deadlines::{Deadlines, Expired};
use crate::end::End;
use crate::late_command::LateCommand;
use crate::lines::Splitter;
use crate::outbox::{Outbox, Sent};
use crate::phase::Phase;
use crate::record::Record;
use crate::session::Session;
use crate::stream::linger;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::watch::Receiver;
use tokio::time::Instant;

/// The time without traffic after which a draining server closes a connection.
const QUIET: Duration = Duration::from_millis(50);

/// The server concludes that it stood still when it notices a deadline with this delay or more.
const STANDSTILL: Duration = Duration::from_millis(100);

pub(crate) async fn serve(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    client: Client,
    permit: AddressPermit,
    config: &Config,
    phases: Receiver<Phase>,
) {
    log::debug!("{client}: connected from {}", client.peer);
    let now = Instant::now();
    let mut connection = Connection {
        session: Session::new(client, permit, config),
        splitter: Splitter::default(),
        is_held_back: false,
        heard_at: now,
        idle_since: now,
        stuck_since: None,
        paused_until: None,
    };
    let end = connection.run(&mut stream, phases).await.unwrap_or_else(End::Broken);
    connection.session.tell(&end);
    drop(connection);
    if matches!(end, End::Quit | End::Fault | End::Drained | End::Broken(_)) {
        linger(stream).await;
    }
}

#[derive(Debug)]
struct Connection<'a> {
    session: Session<'a>,
    splitter: Splitter,
    /// True while commands of the client wait, because too many replies to the client are unsent.
    is_held_back: bool,
    heard_at: Instant,
    idle_since: Instant,
    /// The time since which the client has taken no byte, although lines are ready for it; `None`: no line is ready.
    stuck_since: Option<Instant>,
    /// The time until which the next line has to wait, because of a pause between lines or a fault on demand.
    paused_until: Option<Instant>,
}

impl Connection<'_> {
    async fn run(
        &mut self,
        stream: &mut (impl AsyncRead + AsyncWrite + Unpin),
        mut phases: Receiver<Phase>,
    ) -> io::Result<End> {
        loop {
            self.answer_all();
            self.session.hurry();
            let outbox = &self.session.outbox;
            let sent = poll_fn(|context| Poll::Ready(outbox.poll_send(context, stream))).await?;
            self.note(sent);
            if let Some(end) = self.end_of(sent) {
                return Ok(end);
            }
            if self.is_held_back && self.stuck_since.is_none() && self.paused_until.is_none() {
                continue;
            }
            let (deadlines, begun) = (self.deadlines(), Instant::now());
            let Self { session, splitter, .. } = self;
            let space = if session.has_ended { &mut [] } else { splitter.space() };
            let unsent = self.stuck_since.map(|_| &*session.outbox);
            tokio::select! {
                biased;
                phase = Phase::next(&mut phases) => {
                    self.session.phase = phase;
                    self.session.outbox.record(Record::server_only);
                    self.session.hurry();
                    if phase == Phase::Stopped {
                        return Ok(End::Stopped);
                    }
                    self.idle_since = Instant::now();
                }
                done = LateCommand::wait(&mut session.late) => {
                    self.session.finish(done);
                    self.idle_since = Instant::now();
                }
                transfer = transfer(stream, space, unsent) => self.transferred(transfer?),
                () = session.outbox.notified.notified() => self.idle_since = Instant::now(),
                expired = deadlines.wait() => {
                    let is_late = deadlines.next().is_some_and(|at| at.max(begun).elapsed() >= STANDSTILL);
                    if let Some(end) = self.expire(expired, is_late) {
                        return Ok(end);
                    }
                }
            }
        }
    }

    fn answer_all(&mut self) {
        let Self { session, splitter, .. } = self;
        self.is_held_back = false;
        while !session.is_busy() && session.end.is_none() && session.is_ready() {
            if session.outbox.is_full() {
                self.is_held_back = true;
                break;
            }
            if let Some(frame) = splitter.next_frame() {
                session.answer(frame);
            } else if session.has_ended
                && let Some(frame) = splitter.rest()
            {
                session.outbox.record(Record::half_close);
                session.answer(frame);
            } else {
                break;
            }
        }
    }

    fn end_of(&mut self, sent: Sent) -> Option<End> {
        let session = &mut self.session;
        let is_answered =
            !self.is_held_back && session.has_ended && !session.is_busy() && session.is_ready();
        if let Some(loss) = session.outbox.loss() {
            return Some(loss);
        }
        match sent {
            Sent::All if session.outbox.is_cut() => Some(End::Fault),
            Sent::All if session.end.is_some() => session.end.take(),
            Sent::All if is_answered => Some(End::Left),
            _ => None,
        }
    }

    fn deadlines(&self) -> Deadlines {
        let &Self { ref session, is_held_back, heard_at, idle_since, stuck_since, .. } = self;
        let config = session.config;
        let ready = session.ready_at.filter(|&ready_at| ready_at > Instant::now());
        let may_pause = !session.is_busy()
            && ready.is_none()
            && !is_held_back
            && session.end.is_none()
            && self.splitter.ends_with_pause();
        let pause = config.frame_idle.filter(|_| may_pause).map(|time| heard_at + time);
        let slow = stuck_since.map(|since| since + config.write_timeout);
        let idle_since_ready = session.ready_at.map_or(idle_since, |at| at.max(idle_since));
        let idle = config.idle_timeout.map(|time| idle_since_ready + time);
        let line = self.paused_until;
        let is_due =
            is_held_back || slow.is_some() || line.is_some() || pause.is_some() || ready.is_some();
        let is_drained = !is_due && session.phase >= Phase::Draining && !session.waits_for_server();
        let drained = is_drained.then(|| idle_since + QUIET);
        Deadlines([
            (Expired::Slow, slow),
            (Expired::Pause, pause),
            (Expired::Drained, drained),
            (Expired::Idle, idle),
            (Expired::Ready, ready),
            (Expired::Line, line),
        ])
    }

    /// Handles a deadline. Returns the reason if it ends the connection. The flag `is_late` means that the server stood
    /// still. Then the client may have sent or read bytes unnoticed, so the time until the deadline starts again.
    fn expire(&mut self, expired: Option<Expired>, is_late: bool) -> Option<End> {
        let now = Instant::now();
        match expired? {
            Expired::Slow if is_late => self.stuck_since = Some(now),
            Expired::Drained | Expired::Idle if is_late => self.idle_since = now,
            Expired::Pause if is_late => self.heard_at = now,
            Expired::Slow => return Some(End::Slow),
            Expired::Drained => return Some(End::Drained),
            Expired::Idle if !self.waits() => return Some(End::Idle),
            Expired::Idle => self.idle_since = now,
            Expired::Pause => {
                if let Some(frame) = self.splitter.rest() {
                    self.session.answer(frame);
                }
            }
            Expired::Ready | Expired::Line => {}
        }
        None
    }

    /// Returns true if lines are not sent completely, or if the client waits for a reply or a move of the computer.
    fn waits(&self) -> bool {
        let is_sending = self.stuck_since.is_some() || self.paused_until.is_some();
        is_sending || self.session.waits_for_server()
    }

    fn transferred(&mut self, transfer: Transfer) {
        match transfer {
            Transfer::Sent(sent) => self.note(sent),
            Transfer::Read(0) => {
                self.session.has_ended = true;
                // The client may be gone. Therefore a search for its hint is stopped early.
                self.session.late.iter().for_each(LateCommand::stop);
            }
            Transfer::Read(count) => {
                self.splitter.filled(count);
                self.heard_at = Instant::now();
                self.idle_since = self.heard_at;
            }
        }
    }

    fn note(&mut self, sent: Sent) {
        self.paused_until = if let Sent::Paused(until) = sent { Some(until) } else { None };
        self.stuck_since = match sent {
            Sent::All | Sent::Held | Sent::Paused(_) => None,
            Sent::Some => Some(Instant::now()),
            Sent::Nothing => self.stuck_since.or_else(|| Some(Instant::now())),
        };
    }
}

enum Transfer {
    /// The number of bytes that the client sent; 0 at the end of the stream.
    Read(usize),
    Sent(Sent),
}

/// Waits until bytes arrive in `space` or lines of `outbox` are sent. A cancelled wait loses no bytes.
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
            Ok(None | Some(Sent::Nothing | Sent::Held)) => Poll::Pending,
            Ok(Some(sent)) => Poll::Ready(Ok(Transfer::Sent(sent))),
            Err(error) => Poll::Ready(Err(error)),
        }
    })
    .await
}

#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;
