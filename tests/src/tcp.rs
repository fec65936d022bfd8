//! Runs the automation server in this process, and connects clients to it.

use crate::wait::wait_for;
use crate::web::{self, WebSocket};
use chuhe_host::journal::Fsync;
use chuhe_host::{Computer, Team};
use chuhe_tcp::options::Options;
use chuhe_tcp::replay::Peer;
use chuhe_tcp::site::Site;
use chuhe_tcp::{Config, Faults, LineEnd, Listener, Metrics, WebConfig, run, serve_web};
use clap::Parser;
use socket2::SockRef;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;
use tokio::sync::oneshot;

pub use crate::wait::PATIENCE;

/// The folder of the server's scripts. It also contains their maps, so it can be the home folder of a server.
pub fn scripts() -> PathBuf {
    crate::data("tcp")
}

/// The settings of a test server: the options of the program, and settings for tests only.
#[derive(Clone, Debug)]
pub struct Setup {
    pub options: Options,
    /// True if clients connect through WebSockets.
    pub web: bool,
    /// (folder, address) of the page. `None`: a page of one file, at a free port.
    pub page: Option<(PathBuf, SocketAddr)>,
    pub write_timeout: Duration,
}

impl Setup {
    /// Reads options of a command line. The computer answers at once, with the same moves in every run. Without
    /// `--home`, the maps come from the folder that [`scripts`] returns.
    pub fn new(line: &str) -> Self {
        let words = ["chuhe-tcp"].into_iter().chain(line.split_whitespace());
        let mut options = Options::try_parse_from(words).unwrap_or_else(|error| panic!("{error}"));
        options.home.get_or_insert_with(scripts);
        options.nodes.get_or_insert(500);
        options.movetime = options.movetime.max(600_000);
        options.workers.get_or_insert(1);
        // No move waits for the disk, because other tests may keep it busy.
        options.fsync = Fsync::Never;
        Self { options, web: false, page: None, write_timeout: Duration::from_secs(10) }
    }

    /// Reads options as [`new`](Self::new) does. But the computer thinks for an hour, unless it is stopped.
    pub fn thinking_for_ever(line: &str) -> Self {
        let mut setup = Self::new(&format!("--level 9 --movetime 3600000 {line}"));
        setup.options.nodes = None;
        setup
    }
}

/// A server in this process. Dropping it stops the server.
#[derive(Debug)]
pub struct Server {
    pub address: SocketAddr,
    /// The address of the page. `None`: no page.
    pub web: Option<SocketAddr>,
    pub computer: Arc<Computer>,
    pub metrics: Arc<Metrics>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub fn start(setup: &Setup) -> Self {
        let options = &setup.options;
        let team = Team::load(options.home()).expect("the maps");
        let map = options.chosen_map(&team).unwrap_or_else(|refusal| panic!("{refusal}"));
        let workers = options.workers.map_or(1, usize::from);
        let computer = Arc::new(Computer::new(workers, 1).expect("a computer player"));
        let metrics = Arc::new(Metrics::default());
        let games = options.games(map, Arc::clone(&computer), &metrics).expect("a folder");
        let faults = options.faults.as_deref().map(Faults::read).transpose();
        let config = Config {
            write_timeout: setup.write_timeout,
            drain: Duration::ZERO,
            faults: Arc::new(faults.expect("a file of faults").unwrap_or_default()),
            ..options.config(games, team, &metrics)
        };
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let free = SocketAddr::from(([127, 0, 0, 1], 0));
        let listen = |address: SocketAddr| {
            let listener = runtime.block_on(tokio::net::TcpListener::bind(address));
            let listener = listener.expect("a free port");
            let address = listener.local_addr().expect("an address");
            (Listener::from(listener), address)
        };
        let (mut listener, address) = listen(free);
        let web = setup.web.then(|| {
            let _entered = runtime.enter();
            let (page, address) = listen(setup.page.as_ref().map_or(free, |(_, at)| *at));
            serve_web(page, web_config(setup), &mut listener);
            address
        });
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = thread::spawn(move || {
            let shutdown = async { stopped.await.unwrap_or_default() };
            runtime.block_on(run(listener, config, shutdown));
        });
        Self { address, web, computer, metrics, stop: Some(stop), thread: Some(thread) }
    }

    pub fn client(&self) -> Client {
        self.web.map_or_else(|| Client::connect(self.address), Client::connect_to_web)
    }

    pub fn wait_for_searches(&self, count: usize) {
        wait_for(format!("{count} searches"), || match self.computer.load().running {
            running if running == count => Ok(()),
            running => Err(format!("{running} run")),
        });
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let joined = thread.join();
            assert!(thread::panicking() || joined.is_ok(), "the server panicked");
        }
    }
}

fn web_config(setup: &Setup) -> WebConfig {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("index.html"), "<!DOCTYPE html>").expect("a file");
    let page = setup.page.as_ref().map_or(folder.path(), |(folder, _)| folder);
    let site = Site::read(page).expect("a page");
    WebConfig { site, origins: Vec::new(), proxy_protocol: setup.options.proxy_protocol }
}

/// The payload with which a client unwinds when it loses the connection to a killed server.
#[derive(Debug)]
pub struct ConnectionLost(pub String);

/// A connection to a server. No call waits longer than [`PATIENCE`].
#[derive(Debug)]
pub struct Client {
    pub stream: TcpStream,
    /// The lines `Journal:failed` and `Journal:ok` that a `Player` has read from this client.
    pub journal: Vec<String>,
    pub web: Option<WebSocket>,
    buffer: Vec<u8>,
    /// True if the client unwinds with [`ConnectionLost`], without a panic message, when it loses the connection.
    may_be_lost: bool,
}

impl Client {
    pub fn connect(address: SocketAddr) -> Self {
        Self::try_connect(address).expect("a server")
    }

    pub fn try_connect(address: SocketAddr) -> io::Result<Self> {
        TcpStream::connect_timeout(&address, PATIENCE).map(Self::of)
    }

    pub fn connect_to_web(address: SocketAddr) -> Self {
        let mut client = Self::connect(address);
        client.web = Some(WebSocket::open(&mut client.stream));
        client
    }

    /// Connects to a server. If it is killed, this call and the client's methods unwind with [`ConnectionLost`].
    pub fn connect_to_mortal(address: SocketAddr) -> Self {
        match Self::try_connect(address) {
            Ok(client) => Self { may_be_lost: true, ..client },
            Err(error) => resume_unwind(Box::new(ConnectionLost(format!("connecting: {error}")))),
        }
    }

    fn of(stream: TcpStream) -> Self {
        stream.set_nodelay(true).expect("a socket");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        stream.set_write_timeout(Some(PATIENCE)).expect("a socket");
        Self { stream, journal: Vec::new(), web: None, buffer: Vec::new(), may_be_lost: false }
    }

    fn fail(&self, action: &str, error: &io::Error) -> ! {
        let text = format!("{action}: {error} after {:?}", self.rest());
        let is_silent = matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut);
        if self.may_be_lost && !is_silent {
            resume_unwind(Box::new(ConnectionLost(text)));
        }
        panic!("{text}");
    }

    /// Sends bytes unchanged over TCP. Through a WebSocket it sends each line as one message.
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) {
        if let Err(error) = self.try_send(bytes.as_ref()) {
            self.fail("sending", &error);
        }
    }

    /// Sends like [`send`](Self::send), but does not fail if the server has closed the connection.
    pub fn send_if_open(&mut self, bytes: impl AsRef<[u8]>) {
        use io::ErrorKind::{BrokenPipe, ConnectionReset};
        if let Err(error) = self.try_send(bytes.as_ref())
            && !matches!(error.kind(), BrokenPipe | ConnectionReset)
        {
            self.fail("sending", &error);
        }
    }

    fn try_send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(&self.encoded(bytes))
    }

    /// The bytes of a text as they are sent: the text itself, or frames of a WebSocket.
    pub fn encoded(&self, text: &[u8]) -> Vec<u8> {
        if self.web.is_some() { web::lines(text) } else { text.to_owned() }
    }

    /// The next line of the server, with its line feed.
    pub fn line(&mut self) -> String {
        self.try_line().unwrap_or_else(|error| self.fail("no line", &error))
    }

    pub fn try_line(&mut self) -> io::Result<String> {
        let end = loop {
            if let Some(end) = self.buffer.iter().position(|&byte| byte == b'\n') {
                break end;
            }
            if self.read()? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        };
        let line = self.buffer.drain(..=end).collect();
        Ok(String::from_utf8(line).expect("the server speaks UTF-8"))
    }

    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        while self.buffer.len() < count {
            match self.read() {
                Ok(0) => self.fail("no bytes", &io::ErrorKind::UnexpectedEof.into()),
                Ok(_) => {}
                Err(error) => self.fail("no bytes", &error),
            }
        }
        self.buffer.drain(..count).collect()
    }

    /// Sends a command with a line feed, and returns the next line without its end.
    pub fn ask(&mut self, command: &str) -> String {
        self.send(format!("{command}\n"));
        self.line().trim_end().to_owned()
    }

    /// Expects that the server closes the connection without further bytes.
    pub fn closed(&mut self) {
        match self.read() {
            Ok(0) => {}
            Ok(_) => panic!("instead of the end came {:?}", self.rest()),
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {}
            Err(error) => panic!("the connection stays open: {error}"),
        }
    }

    pub fn half_close(&mut self) {
        let ended = match self.web {
            Some(_) => self.stream.write_all(&web::frame(web::CLOSE, &1000_u16.to_be_bytes())),
            None => self.stream.shutdown(Shutdown::Write),
        };
        if let Err(error) = ended {
            self.fail("closing one side", &error);
        }
    }

    pub fn reset_when_dropped(&self) {
        SockRef::from(&self.stream).set_linger(Some(Duration::ZERO)).expect("a socket");
    }

    fn rest(&self) -> String {
        String::from_utf8_lossy(&self.buffer).into_owned()
    }

    fn read(&mut self) -> io::Result<usize> {
        let mut bytes = [0; 4096];
        loop {
            if self.web.as_ref().is_some_and(|web| web.code.is_some()) {
                return Ok(0);
            }
            let count = match self.stream.read(&mut bytes) {
                // A signal, such as that of the fuzzer's clock, interrupted the call.
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read?,
            };
            let lines = match &mut self.web {
                Some(web) if count > 0 => web.receive(&bytes[..count])?,
                _ => Some(bytes[..count].to_owned()),
            };
            match lines {
                // The bytes are only a part of a message or the answer to a ping, so the client reads on.
                Some(lines) if count > 0 && lines.is_empty() => {}
                lines => {
                    let lines = lines.unwrap_or_default();
                    self.buffer.extend(&lines);
                    return Ok(lines.len());
                }
            }
        }
    }
}

impl Peer for Client {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        Self::send(self, bytes);
        Ok(())
    }

    fn receive(&mut self, to: &mut Vec<u8>) -> io::Result<usize> {
        let count = self.read()?;
        to.append(&mut self.buffer);
        Ok(count)
    }

    fn half_close(&mut self) -> io::Result<()> {
        Self::half_close(self);
        Ok(())
    }

    /// The line end of received lines. It is LF for a WebSocket, because this client adds LF to each received message.
    fn line_end(&self, sent: LineEnd) -> LineEnd {
        if self.web.is_some() { LineEnd::Lf } else { sent }
    }
}
