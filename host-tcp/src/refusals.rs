//! Clients that are refused because there is no room for them.

use crate::stream::{Stream, linger};
use parking_lot::Mutex;
use std::collections::VecDeque;
use tokio::task::AbortHandle;

/// The greatest number of refused clients whose connections are still open.
const OPEN: usize = 256;

/// The refused clients whose connections are still open, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct Refusals(Mutex<VecDeque<AbortHandle>>);

impl Refusals {
    /// Tells a client that there is no room for it, and closes the connection when the client has had
    /// time to read that.
    ///
    /// The line is with the system before this returns: a new connection has room for it. So every
    /// client can read it, even if its connection is closed early to make room for another one.
    pub(crate) fn refuse(&self, mut stream: Stream) {
        if stream.send_now(b"SERVER_BUSY\n").is_err() {
            return; // The client is gone.
        }
        let mut open = self.0.lock();
        open.retain(|task| !task.is_finished());
        if open.len() >= OPEN
            && let Some(oldest) = open.pop_front()
        {
            oldest.abort();
        }
        open.push_back(tokio::spawn(linger(stream)).abort_handle());
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use tokio::net::UnixStream;

    /// Nothing waits here, so that no connection is closed by itself meanwhile.
    #[tokio::test]
    async fn the_oldest_refused_client_makes_room() {
        crate::allow_files(4 * OPEN as u64).unwrap();
        let refusals = Refusals::default();
        let mut clients = Vec::new();
        for count in 1..=OPEN + 2 {
            let (client, server) = UnixStream::pair().unwrap();
            refusals.refuse(Stream::from(server));
            clients.push(client);
            assert_eq!(refusals.0.lock().len(), count.min(OPEN));
        }
        // A client that is gone needs no room.
        let (client, server) = UnixStream::pair().unwrap();
        drop(client);
        let before = refusals.0.lock().back().map(AbortHandle::id);
        refusals.refuse(Stream::from(server));
        assert_eq!(refusals.0.lock().back().map(AbortHandle::id), before);
    }
}
