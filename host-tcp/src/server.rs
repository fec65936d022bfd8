//! Accepts clients up to the limit, until the server stops.

use crate::addresses::AddressLimits;
use crate::config::{Client, Config};
use crate::connection::serve;
use crate::listener::Listener;
use crate::metrics::{GaugeGuard, RefuseReason};
use crate::phase::{Phase, PhaseSender};
use crate::proxy::{ProxyError, read_header};
use crate::stream::{Stream, linger};
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::fmt;
use std::pin::pin;
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::sync::watch::Receiver;
use tokio::task::AbortHandle;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ServerEnd {
    Shutdown,
    GameFailed,
}

/// Serves clients until `shutdown` is done. After that the server accepts no client and begins no game. Each connection
/// gets the replies that are due, and is closed. This takes at most the time [`Config::drain`], and one more second for
/// connections that are still open then.
///
/// ```
/// use chuhe_core::rules::Rules;
/// use chuhe_host::{Computer, Map, Strength, Team};
/// use chuhe_tcp::{Config, Games, Opponent, run};
/// use std::sync::Arc;
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let computer = Arc::new(Computer::new(1, 1)?);
/// let metrics = Arc::default();
/// let opponent = Opponent { computer, strength: Strength::default(), metrics };
/// let map = Arc::new(Map::standard(Rules::Xiangqi));
/// let games = Games::Own { opponent, map, kept: None };
/// let config = Config::new(games, Team::load("no such folder".as_ref())?);
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
/// run(listener, config, async {}).await;
/// # Ok(())
/// # }
/// ```
pub async fn run(
    listener: impl Into<Listener>,
    config: Config,
    shutdown: impl Future<Output = ()>,
) -> ServerEnd {
    let mut listener = listener.into();
    let everybody = u32::try_from(config.max_clients).unwrap_or(u32::MAX);
    let addresses = AddressLimits::new(config.max_clients_per_address, config.max_commands);
    let clients = Arc::new(Semaphore::new(config.max_clients));
    let (refused, unnamed) = (Crowd::default(), Crowd::default());
    let acceptor = Arc::new(Acceptor { config, clients, addresses, refused, unnamed });
    let config = &acceptor.config;
    let (phase, phases) = PhaseSender::new();
    let mut end = pin!(async {
        tokio::select! {
            () = shutdown => ServerEnd::Shutdown,
            () = config.shared_failed.notified() => ServerEnd::GameFailed,
        }
    });
    let mut number = 0;
    let end = loop {
        let (stream, peer) = tokio::select! {
            biased;
            end = &mut end => break end,
            accepted = listener.accept() => accepted,
        };
        number += 1;
        let client = Client { number, peer };
        if let Err(error) = stream.get_ref().prepare() {
            log::debug!("{client}: {error}");
        }
        // The PROXY header of a WebSocket was read before its handshake.
        if config.proxy_protocol && !stream.get_ref().is_web() {
            let waiting = Arc::clone(&acceptor).read_header(stream, client, phases.clone());
            acceptor.unnamed.add(waiting);
        } else {
            acceptor.let_in(stream, client, &phases);
        }
    };
    drop(listener);
    config.metrics.draining.set(1);
    if !phase.end(config.drain, &acceptor.clients, everybody).await {
        log::warn!("some clients did not notice in time that the server stops");
    }
    config.games.sync();
    config.records.iter().for_each(|records| records.finish());
    end
}

#[derive(Debug)]
struct Acceptor {
    config: Config,
    clients: Arc<Semaphore>,
    addresses: Arc<AddressLimits>,
    refused: Crowd,
    /// The connections whose PROXY header has not come yet.
    unnamed: Crowd,
}

impl Acceptor {
    async fn read_header(
        self: Arc<Self>,
        mut stream: Stream,
        mut client: Client,
        phases: Receiver<Phase>,
    ) {
        let mut early = phases.clone();
        let header = tokio::select! {
            _ = Phase::next(&mut early) => return,
            header = read_header(&mut stream) => header,
        };
        match header {
            Ok(peer) => {
                client.peer = peer.unwrap_or(client.peer);
                self.let_in(stream, client, &phases);
            }
            Err(ProxyError::Broken(error)) => log::debug!("{client}: lost: {error}"),
            Err(error) => self.refuse(stream, client, RefuseReason::NoProxyHeader, &error),
        }
    }

    fn let_in(self: &Arc<Self>, stream: Stream, client: Client, phases: &Receiver<Phase>) {
        let Ok(place) = Arc::clone(&self.clients).try_acquire_owned() else {
            return self.refuse(stream, client, RefuseReason::MaxClients, &"the server is full");
        };
        if self.config.faults.refuses() {
            return self.refuse(stream, client, RefuseReason::MaxClients, &"a fault on demand");
        }
        let Some(permit) = self.addresses.enter(client.peer) else {
            let fault = "its address has too many clients";
            return self.refuse(stream, client, RefuseReason::MaxClientsPerAddress, &fault);
        };
        let (acceptor, phases) = (Arc::clone(self), phases.clone());
        tokio::spawn(async move {
            let _place = place;
            let metrics = &acceptor.config.metrics;
            metrics.connections.inc();
            let _counted = GaugeGuard::new(&metrics.clients);
            serve(stream, client, permit, &acceptor.config, phases).await;
        });
    }

    fn refuse(
        &self,
        stream: Stream,
        client: Client,
        reason: RefuseReason,
        fault: &dyn fmt::Display,
    ) {
        self.config.metrics.refused(reason).inc();
        log::info!("{client}, {}: refused: {fault}", client.peer);
        // A client that did not come through the proxy gets no reply.
        if reason != RefuseReason::NoProxyHeader {
            self.refused.refuse(stream);
        }
    }
}

/// The greatest number of connections in a [`Crowd`].
const MOST: usize = 256;

/// The tasks of at most [`MOST`] connections that are refused, or not yet accepted. If the crowd is full, a new
/// connection closes the oldest one.
#[derive(Debug, Default)]
struct Crowd(Mutex<VecDeque<AbortHandle>>);

impl Crowd {
    fn add(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut open = self.0.lock();
        open.retain(|task| !task.is_finished());
        if open.len() >= MOST
            && let Some(oldest) = open.pop_front()
        {
            oldest.abort();
        }
        open.push_back(tokio::spawn(task).abort_handle());
    }

    /// Sends `SERVER_BUSY` to a client, and closes the connection after the client had time to read the line.
    ///
    /// The system takes the line at once, because the send buffer of a new connection is empty. So a client can read
    /// the line even if its connection is closed early, because the crowd is full.
    fn refuse(&self, mut stream: Stream) {
        // An error means that the client is gone.
        if stream.get_mut().send_now(b"SERVER_BUSY\n").is_ok() {
            self.add(linger(stream));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameEvent, SharedGame, Watcher};
    use crate::{Games, Opponent, ServerGame};
    use chuhe_core::rules::Rules;
    use chuhe_host::{Map, Strength, Team};
    use std::future::pending;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};

    async fn ask(client: &mut TcpStream, question: &[u8], reply: &[u8]) {
        client.write_all(question).await.unwrap();
        let mut said = vec![0; reply.len()];
        client.read_exact(&mut said).await.unwrap();
        assert_eq!(said, reply);
    }

    #[tokio::test]
    async fn the_end_of_the_only_game_is_the_end_of_the_server() {
        let map = Arc::new(Map::standard(Rules::Xiangqi));
        let game = ServerGame::new(1, map, &Opponent::new(Strength::default()));
        let games = Games::Shared(Arc::<ServerGame>::clone(&game));
        let config = Config::new(games, Team::load("no such folder".as_ref()).unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = tokio::spawn(run(listener, config, pending()));
        let mut clients = Vec::new();
        for count in 1..=3 {
            let mut client = TcpStream::connect(address).await.unwrap();
            ask(&mut client, b"Status\n", b"Status:red\n").await;
            clients.push(client);
            assert!(format!("{game:?}").contains(&format!("watchers: {count}")), "{game:?}");
        }
        // A client that has left is no watcher any more.
        let mut client = clients.pop().unwrap();
        ask(&mut client, b"Quit\n", b"True\n").await;
        assert_eq!(client.read(&mut [0]).await.unwrap(), 0);
        assert!(format!("{game:?}").contains("watchers: 2"), "{game:?}");
        let nobody: Arc<dyn Watcher> = Arc::new(|_: GameEvent<'_>| ());
        game.with(&nobody, &mut |_| panic!("planted"));
        for mut client in clients {
            assert_eq!(client.read(&mut [0]).await.unwrap(), 0);
        }
        assert_eq!(server.await.unwrap(), ServerEnd::GameFailed);
    }

    /// No task runs during this test, because the test never waits. So no connection is closed by its own time limit.
    #[cfg(unix)]
    #[tokio::test]
    async fn the_oldest_refused_client_makes_room() {
        crate::allow_files(4 * MOST as u64).unwrap();
        let crowd = Crowd::default();
        let mut clients = Vec::new();
        for count in 1..=MOST + 2 {
            let (client, server) = tokio::net::UnixStream::pair().unwrap();
            crowd.refuse(crate::stream::buffered(server));
            clients.push(client);
            assert_eq!(crowd.0.lock().len(), count.min(MOST));
        }
        // A client that is gone takes no place in the crowd.
        let (client, server) = tokio::net::UnixStream::pair().unwrap();
        drop(client);
        let before = crowd.0.lock().back().map(AbortHandle::id);
        crowd.refuse(crate::stream::buffered(server));
        assert_eq!(crowd.0.lock().back().map(AbortHandle::id), before);
    }
}
