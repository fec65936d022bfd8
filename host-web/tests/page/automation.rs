//! The automation server with its page.

use crate::site::Running;
use chuhe_core::rules::Rules;
use chuhe_host::journal::{Fsync, JournalOptions, Journals};
use chuhe_host::{Computer, Map, Strength, Team};
use chuhe_tcp::site::Site;
use chuhe_tcp::{
    Address, Config, Games, KeptGames, Listener, SocketOptions, WebConfig, run, serve_web,
};
use std::error::Error;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

/// Starts a server whose computer answers at once, and the same in every run. The games are kept in a
/// folder next to the page. The maps are those of `tests/conf/team.properties`.
pub(crate) fn start(folder: &Path, address: SocketAddr) -> Result<Running, String> {
    try_start(folder, address).map_err(|error| error.to_string())
}

fn try_start(folder: &Path, address: SocketAddr) -> Result<Running, Box<dyn Error>> {
    let games = folder.with_extension("games");
    let computer = Arc::new(Computer::new(1, 1)?);
    // A disk that is busy with other tests would hold up the script.
    let options = JournalOptions { fsync: Fsync::Never, ..JournalOptions::default() };
    let journals = Journals::open(&games, options)?;
    let metrics = Arc::default();
    let kept = KeptGames::new(journals, Arc::clone(&metrics))?;
    let games = Games::Own {
        computer,
        map: Arc::new(Map::standard(Rules::default())),
        strength: Strength { nodes: Some(500), movetime: 600_000, ..Strength::default() },
        kept: Some(kept),
    };
    let team = Team::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"))?;
    let config = Config { metrics, ..Config::new(games, team) };
    let site = Site::read(folder)?;
    let runtime = Runtime::new()?;
    let listen = |address: String| {
        let listening = [Address::Tcp(address)];
        runtime.block_on(Listener::bind(&listening, SocketOptions::default()))
    };
    let mut listener = listen("127.0.0.1:0".to_owned())?;
    let listener_of_page = listen(address.to_string())?;
    let bound = |listener: &Listener| -> Result<SocketAddr, Box<dyn Error>> {
        Ok(listener.addresses.first().ok_or("no address")?.to_string().parse()?)
    };
    let (scripts, address) = (bound(&listener)?, bound(&listener_of_page)?);
    let entered = runtime.enter();
    let page = WebConfig { site, origins: Vec::new(), proxy_protocol: false };
    serve_web(listener_of_page, page, &mut listener);
    drop(entered);
    let (stop, stopped) = oneshot::channel::<()>();
    let thread = std::thread::spawn(move || {
        let shutdown = async { stopped.await.unwrap_or_default() };
        runtime.block_on(run(listener, config, shutdown));
    });
    Ok(Running { page: address, scripts: Some(scripts), stop: Box::new(stop), thread })
}
