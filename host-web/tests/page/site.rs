//! The server of the page, which a test can stop and start again.

use crate::automation;
use chuhe_web_builder::serve;
use std::any::Any;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

/// The longest wait for a line of the automation server.
const PATIENCE: Duration = Duration::from_secs(60);

/// Starts a server for a folder, at an address that may have port 0.
type Start = fn(&Path, SocketAddr) -> Result<Running, String>;

/// A server on the loopback address.
#[derive(Debug)]
pub(crate) struct Site {
    folder: PathBuf,
    address: SocketAddr,
    start: Start,
    running: Option<Running>,
    /// The script that plays at an automation server.
    player: Option<BufReader<TcpStream>>,
}

/// A server that runs.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) page: SocketAddr,
    /// The address for scripts, if there are any.
    pub(crate) scripts: Option<SocketAddr>,
    /// Ends the server when it is dropped.
    pub(crate) stop: Box<dyn Any + Send>,
    pub(crate) thread: JoinHandle<()>,
}

impl Site {
    /// Serves a folder on a free port.
    pub(crate) fn start(folder: PathBuf) -> Result<Self, String> {
        Self::new(folder, serve_files)
    }

    /// Serves a folder by the automation server, on free ports.
    pub(crate) fn automation(folder: PathBuf) -> Result<Self, String> {
        Self::new(folder, automation::start)
    }

    fn new(folder: PathBuf, start: Start) -> Result<Self, String> {
        let address = (Ipv4Addr::LOCALHOST, 0).into();
        let mut site = Self { folder, address, start, running: None, player: None };
        site.serve()?;
        Ok(site)
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The address of the page.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Starts the server, again at the address that it had.
    pub(crate) fn serve(&mut self) -> Result<(), String> {
        let running = (self.start)(&self.folder, self.address)?;
        self.address = running.page;
        self.running = Some(running);
        Ok(())
    }

    /// True if the server does not run.
    pub(crate) const fn is_stopped(&self) -> bool {
        self.running.is_none()
    }

    /// Ends the connection of the script that plays: the next one begins with a game of its own.
    pub(crate) fn end_player(&mut self) {
        self.player = None;
    }

    /// Stops the server. Its address then refuses connections.
    pub(crate) fn stop(&mut self) {
        self.end_player();
        if let Some(Running { stop, thread, .. }) = self.running.take() {
            drop(stop);
            let _ = thread.join();
        }
    }

    /// The script that plays, which connects when it is first needed.
    fn player(&mut self) -> Result<&mut BufReader<TcpStream>, String> {
        let address = self.running.as_ref().and_then(|running| running.scripts);
        if self.player.is_none() {
            let stream = TcpStream::connect(address.ok_or("no script can play here")?)
                .and_then(|stream| stream.set_read_timeout(Some(PATIENCE)).map(|()| stream));
            self.player = Some(BufReader::new(stream.map_err(|error| error.to_string())?));
        }
        self.player.as_mut().ok_or_else(|| "no script".to_owned())
    }

    /// Lets the script send a command.
    pub(crate) fn say(&mut self, command: &str) -> Result<(), String> {
        let player = self.player()?;
        writeln!(player.get_mut(), "{command}").map_err(|error| error.to_string())
    }

    /// Waits for the next line that the script reads; it must begin so.
    pub(crate) fn hear(&mut self, begin: &str) -> Result<(), String> {
        let mut line = String::new();
        self.player()?.read_line(&mut line).map_err(|error| error.to_string())?;
        if line.starts_with(begin) { Ok(()) } else { Err(format!("the script reads {line:?}")) }
    }
}

fn serve_files(folder: &Path, address: SocketAddr) -> Result<Running, String> {
    let (stop, stopped) = serve::stop();
    let (sender, receiver) = mpsc::channel();
    let folder = folder.to_owned();
    let thread = std::thread::spawn(move || {
        let ready = |address| drop(sender.send(Ok(address)));
        if let Err(error) = serve::serve(&folder, address, ready, stopped) {
            drop(sender.send(Err(error.to_string())));
        }
    });
    let page = receiver.recv().map_err(|error| error.to_string())??;
    Ok(Running { page, scripts: None, stop: Box::new(stop), thread })
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stop();
    }
}
