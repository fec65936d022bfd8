//! Runs the server of the page, which a test can stop and start again.

use chuhe_tests::tcp::{Client, Server, Setup};
use chuhe_web::builder::serve::serve;
use std::any::Any;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::JoinHandle;
use tokio::sync::oneshot;

/// Starts a server for a folder. If the port of the address is 0, the system chooses a free port.
pub(crate) type Start = fn(&Path, SocketAddr) -> Result<Running, String>;

/// A server of the page on the loopback address. `running` is `None` while the server is stopped.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) folder: PathBuf,
    address: SocketAddr,
    start: Start,
    running: Option<Running>,
    /// The test's client at the automation server; `None` before the client connects.
    player: Option<Client>,
}

#[derive(Debug)]
pub(crate) struct Running {
    page: SocketAddr,
    /// The address to which clients of the automation server connect; `None` for a server of files only.
    scripts: Option<SocketAddr>,
    /// The guard of the server: dropping the guard ends the server.
    stop: Box<dyn Any + Send>,
    /// The thread of the server; `None` if dropping `stop` itself waits for the server's end.
    thread: Option<JoinHandle<()>>,
}

impl Site {
    /// Starts the server of a folder on free ports.
    pub(crate) fn new(folder: PathBuf, start: Start) -> Result<Self, String> {
        let address = (Ipv4Addr::LOCALHOST, 0).into();
        let mut site = Self { folder, address, start, running: None, player: None };
        site.serve()?;
        Ok(site)
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Starts the server. After the first start, each start uses the address of the first.
    pub(crate) fn serve(&mut self) -> Result<(), String> {
        let running = (self.start)(&self.folder, self.address)?;
        self.address = running.page;
        self.running = Some(running);
        Ok(())
    }

    /// Prepares the site for the next script. Closes the client's connection, and starts the server if it is stopped.
    pub(crate) fn begin(&mut self) -> Result<(), String> {
        self.player = None;
        if self.running.is_none() { self.serve() } else { Ok(()) }
    }

    /// Stops the server, so that its address refuses connections.
    pub(crate) fn stop(&mut self) {
        self.player = None;
        if let Some(Running { stop, thread, .. }) = self.running.take() {
            drop(stop);
            let _ = thread.map(JoinHandle::join);
        }
    }

    /// Returns the client, which the first call connects to the automation server.
    fn player(&mut self) -> &mut Client {
        let scripts = self.running.as_ref().and_then(|running| running.scripts);
        let connect = || Client::connect(scripts.expect("a server for scripts"));
        self.player.get_or_insert_with(connect)
    }

    /// Sends a line with a command from the client to the automation server.
    pub(crate) fn say(&mut self, command: &str) {
        self.player().send(format!("{command}\n"));
    }

    /// Waits for the next line that the automation server sends. Fails if the line does not begin with `begin`.
    pub(crate) fn hear(&mut self, begin: &str) -> Result<(), String> {
        let line = self.player().line();
        if line.starts_with(begin) { Ok(()) } else { Err(format!("the script reads {line:?}")) }
    }
}

/// Starts the automation server with its page. The server stores the games in a folder next to the folder of the page.
pub(crate) fn serve_games(folder: &Path, address: SocketAddr) -> Result<Running, String> {
    let (home, games) = (env!("CARGO_MANIFEST_DIR"), folder.with_extension("games"));
    let line = format!("--home {home}/tests --journal {}", games.display());
    let page = Some((folder.to_owned(), address));
    let server = Server::start(&Setup { web: true, page, ..Setup::new(&line) });
    let page = server.web.ok_or("no page")?;
    Ok(Running { page, scripts: Some(server.address), stop: Box::new(server), thread: None })
}

pub(crate) fn serve_files(folder: &Path, address: SocketAddr) -> Result<Running, String> {
    let (stop, stopped) = oneshot::channel::<()>();
    let (sender, receiver) = mpsc::channel();
    let folder = folder.to_owned();
    let thread = std::thread::spawn(move || {
        let ready = |address| drop(sender.send(Ok(address)));
        if let Err(error) = serve(&folder, address, ready, stopped) {
            drop(sender.send(Err(error.to_string())));
        }
    });
    let page = receiver.recv().map_err(|error| error.to_string())??;
    Ok(Running { page, scripts: None, stop: Box::new(stop), thread: Some(thread) })
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stop();
    }
}
