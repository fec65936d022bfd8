//! The server as its clients know it, and their counts.

use chuhe_tests::wait::wait_for;
use std::net::SocketAddr;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Instant;

/// The seconds after which a server that drops silent clients does so.
pub(super) const IDLE_SECONDS: u64 = 30;

#[derive(Debug)]
pub(super) struct Stage {
    pub(super) address: SocketAddr,
    /// True if the server drops silent clients.
    pub(super) drops_idle: bool,
    pub(super) answers: AtomicU64,
    pub(super) connections: AtomicU64,
    /// The games with names that were found as they had been left.
    pub(super) resumed: AtomicU64,
    /// The number of kills and starts so far. It is even while the server serves.
    life: AtomicU64,
}

impl Stage {
    pub(super) fn new(address: SocketAddr, drops_idle: bool) -> Self {
        let [answers, connections, resumed, life] = [const { AtomicU64::new(0) }; 4];
        Self { address, drops_idle, answers, connections, resumed, life }
    }

    /// The number that changes whenever the server is killed or started.
    pub(super) fn life(&self) -> u64 {
        self.life.load(SeqCst)
    }

    /// Notes that the server is about to be killed, or serves again.
    pub(super) fn change_life(&self) {
        self.life.fetch_add(1, SeqCst);
    }

    /// Waits until the server serves. Returns the number of its life; `None` at the end.
    pub(super) fn wait_for_server(&self, end: Instant) -> Option<u64> {
        wait_for("the server", || {
            let life = self.life();
            let serves = life.is_multiple_of(2);
            let is_over = serves || Instant::now() >= end;
            if is_over { Ok(serves.then_some(life)) } else { Err("it was killed") }
        })
    }
}
