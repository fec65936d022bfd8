//! Serves the game of the window over TCP.

use crate::shared::Shared;
use chuhe_host::Team;
use chuhe_tcp::{Config, Games, Records, run};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// The server. Dropping it stops the server.
#[derive(Debug)]
pub struct Server {
    pub address: SocketAddr,
    _runtime: Runtime,
}

impl Server {
    pub fn start(
        address: SocketAddr,
        shared: Arc<Shared>,
        team: Team,
        records: Option<Arc<Records>>,
    ) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("server")
            .enable_all()
            .build()?;
        let listener = runtime.block_on(TcpListener::bind(address))?;
        let address = listener.local_addr()?;
        log::info!("listening on {address}");
        if !address.ip().to_canonical().is_loopback() {
            log::warn!("{address}: no passwords: whoever reaches this address can play");
        }
        let config = Config { records, ..Config::new(Games::Shared(shared), team) };
        runtime.spawn(run(listener, config, std::future::pending()));
        Ok(Self { address, _runtime: runtime })
    }
}
