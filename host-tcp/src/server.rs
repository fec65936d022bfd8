//! Accepts clients up to the limit, until the server stops.

use crate::config::{Client, Config};
use crate::connection::{linger, serve};
use crate::listener::Listener;
use crate::metrics::{Present, RefuseReason};
use crate::phase::PhaseSender;
use crate::reply::ServerLine;
use crate::stream::Stream;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::sync::Semaphore;
use tokio::time::sleep;

/// The greatest number of clients that are being refused at a time.
const REFUSALS: usize = 64;

/// The pause after the system refused a connection, first and at most.
const PATIENCE: std::ops::RangeInclusive<Duration> =
    Duration::from_millis(10)..=Duration::from_secs(1);

/// The reason why a server ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ServerEnd {
    /// It was told to end.
    Shutdown,
    /// A fault of the program ended the one game of all clients.
    GameFailed,
}

/// Serves clients until `shutdown` is done. Then it accepts no client and begins no game. Each
/// connection gets the replies that are due, and is closed. That takes [`Config::drain`] at most, and
/// a second for connections that cannot be closed at once.
///
/// ```
/// use chuhe_core::rules::Rules;
/// use chuhe_host::{Computer, Map, Strength, Team};
/// use chuhe_tcp::{Config, Games, run};
/// use std::sync::Arc;
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let games = Games::Own {
///     computer: Arc::new(Computer::new(1, 1)?),
///     map: Arc::new(Map::standard(Rules::Xiangqi)),
///     strength: Strength::default(),
///     kept: None,
/// };
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
    let clients = Arc::new(Semaphore::new(config.max_clients));
    let refusals = Arc::new(Semaphore::new(REFUSALS));
    let everybody = u32::try_from(config.max_clients).unwrap_or(u32::MAX);
    let config = Arc::new(config);
    let (phase, phases) = PhaseSender::new();
    let mut end = pin!(async {
        tokio::select! {
            () = shutdown => ServerEnd::Shutdown,
            () = config.shared_failed.notified() => ServerEnd::GameFailed,
        }
    });
    let mut patience = *PATIENCE.start();
    let mut number = 0;
    let end = loop {
        let accepted = tokio::select! {
            biased;
            end = &mut end => break end,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                if patience == *PATIENCE.start() {
                    log::error!("no client can be let in for now: {error}");
                }
                tokio::select! {
                    end = &mut end => break end,
                    () = sleep(patience) => {}
                }
                patience = (2 * patience).min(*PATIENCE.end());
                continue;
            }
        };
        patience = *PATIENCE.start();
        number += 1;
        let client = Client { number, peer };
        if let Err(error) = stream.prepare() {
            log::debug!("{client}: {error}");
        }
        match Arc::clone(&clients).try_acquire_owned() {
            Ok(place) => {
                let config = Arc::clone(&config);
                let phases = phases.clone();
                config.metrics.connections.inc();
                tokio::spawn(async move {
                    let _present = Present::new(&config.metrics.clients);
                    serve(stream, client, &config, phases).await;
                    drop(place);
                });
            }
            Err(_) => {
                config.metrics.refused(RefuseReason::MaxClients).inc();
                log::info!("{client}: refused, {} are connected", config.max_clients);
                if let Ok(place) = Arc::clone(&refusals).try_acquire_owned() {
                    tokio::spawn(async move {
                        refuse(stream).await;
                        drop(place);
                    });
                }
            }
        }
    };
    drop(listener);
    config.metrics.draining.set(1);
    if !phase.end(config.drain, &clients, everybody).await {
        log::warn!("some clients did not notice in time that the server stops");
    }
    config.games.sync();
    end
}

/// Refuses a client because there is no room for it.
async fn refuse(mut stream: Stream) {
    // A new connection has room for a short line; otherwise the client is gone.
    let line = format!("{}\n", ServerLine::Busy);
    if stream.write_all(line.as_bytes()).await.is_ok() {
        linger(stream).await;
    }
}
