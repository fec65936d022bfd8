//! Maps the signals of the system to orders: end the server, reload its files, or do nothing.

use std::io;

/// The order that a signal gives. Ctrl-C gives the order `End`.
#[cfg_attr(not(unix), allow(dead_code))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    End,
    Reload,
    /// The signal is only logged. If the server did not handle it, the system would end the program.
    Nothing,
}

#[cfg(unix)]
#[derive(Debug)]
pub(crate) struct Signals(Vec<(&'static str, Meaning, tokio::signal::unix::Signal)>);

#[cfg(unix)]
impl Signals {
    pub(crate) fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let all = [
            ("SIGINT", Meaning::End, SignalKind::interrupt()),
            ("SIGTERM", Meaning::End, SignalKind::terminate()),
            ("SIGHUP", Meaning::Reload, SignalKind::hangup()),
            ("SIGUSR1", Meaning::Nothing, SignalKind::user_defined1()),
            ("SIGUSR2", Meaning::Nothing, SignalKind::user_defined2()),
        ];
        let received = all.map(|(name, meaning, kind)| Ok((name, meaning, signal(kind)?)));
        Ok(Self(received.into_iter().collect::<io::Result<_>>()?))
    }

    /// Waits for the next signal. If the wait is cancelled, no signal is lost.
    pub(crate) async fn next(&mut self) -> (&'static str, Meaning) {
        std::future::poll_fn(|context| {
            let mut received = self.0.iter_mut();
            let first = received.find_map(|(name, meaning, signal)| {
                matches!(signal.poll_recv(context), std::task::Poll::Ready(Some(())))
                    .then_some((*name, *meaning))
            });
            first.map_or(std::task::Poll::Pending, std::task::Poll::Ready)
        })
        .await
    }
}

/// Ctrl-C, the only signal that the server handles on this system.
#[cfg(not(unix))]
#[derive(Debug)]
pub(crate) struct Signals;

#[cfg(not(unix))]
impl Signals {
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self)
    }

    pub(crate) async fn next(&mut self) -> (&'static str, Meaning) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
        ("Ctrl-C", Meaning::End)
    }
}
