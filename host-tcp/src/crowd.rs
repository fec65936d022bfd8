//! Connections of which only some are kept: the oldest one makes room for a new one.

use crate::stream::{Stream, linger};
use parking_lot::Mutex;
use std::collections::VecDeque;
use tokio::task::AbortHandle;

/// The greatest number of connections.
const MOST: usize = 256;

/// The tasks of connections that are still open, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct Crowd(Mutex<VecDeque<AbortHandle>>);

impl Crowd {
    /// Runs the task of a connection. Beyond [`MOST`], the oldest connection is closed.
    pub(crate) fn add(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut open = self.0.lock();
        open.retain(|task| !task.is_finished());
        if open.len() >= MOST
            && let Some(oldest) = open.pop_front()
        {
            oldest.abort();
        }
        open.push_back(tokio::spawn(task).abort_handle());
    }

    /// Tells a client that there is no room for it, and closes the connection when the client has had
    /// time to read that.
    ///
    /// The line is with the system before this returns: a new connection has room for it. So every
    /// client can read it, even if its connection is closed early to make room for another one.
    pub(crate) fn refuse(&self, mut stream: Stream) {
        // An error means that the client is gone.
        if stream.get_mut().send_now(b"SERVER_BUSY\n").is_ok() {
            self.add(linger(stream));
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::stream::buffered;
    use tokio::net::UnixStream;

    /// Nothing waits here, so that no connection is closed by itself meanwhile.
    #[tokio::test]
    async fn the_oldest_refused_client_makes_room() {
        crate::allow_files(4 * MOST as u64).unwrap();
        let crowd = Crowd::default();
        let mut clients = Vec::new();
        for count in 1..=MOST + 2 {
            let (client, server) = UnixStream::pair().unwrap();
            crowd.refuse(buffered(server));
            clients.push(client);
            assert_eq!(crowd.0.lock().len(), count.min(MOST));
        }
        // A client that is gone needs no room.
        let (client, server) = UnixStream::pair().unwrap();
        drop(client);
        let before = crowd.0.lock().back().map(AbortHandle::id);
        crowd.refuse(buffered(server));
        assert_eq!(crowd.0.lock().back().map(AbortHandle::id), before);
    }
}
