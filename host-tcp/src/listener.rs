//! Listens at several TCP addresses and Unix sockets at once.

use crate::addresses::AddressLimits;
use crate::proxy::read_header;
#[cfg(unix)]
use crate::socket_file::SocketFile;
use crate::socket_options::SocketOptions;
use crate::stream::{Peer, Stream, buffered};
use socket2::{SockRef, Socket};
use std::future::poll_fn;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use std::{fmt, io, mem};
#[cfg(unix)]
use tokio::net::UnixListener;
use tokio::net::{TcpListener, TcpSocket, lookup_host};
use tokio::sync::Semaphore;
use tokio::time::sleep;

/// The greatest number of HTTP requests that a listener serves at a time.
const MOST: usize = 256;
/// The greatest number of HTTP requests that a listener serves for one address at a time.
const SHARE: usize = 64;

/// The pause after the system failed to accept a connection.
const PAUSE: Duration = Duration::from_millis(100);

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    /// A host name or an IP address, and a port: `127.0.0.1:12345`, `[::1]:0`.
    Tcp(String),
    /// The path of a Unix socket, written as `unix:PATH`.
    Unix(PathBuf),
}

impl From<&str> for Address {
    fn from(text: &str) -> Self {
        match text.strip_prefix("unix:") {
            Some(path) => Self::Unix(path.into()),
            None => Self::Tcp(text.to_owned()),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(address) => f.write_str(address),
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
        }
    }
}

pub(crate) trait Accept: fmt::Debug + Send {
    /// Waits for the next client. A cancelled wait loses no client.
    fn poll_accept(&mut self, context: &mut Context<'_>) -> Poll<io::Result<(Stream, Peer)>>;
}

impl Accept for TcpListener {
    fn poll_accept(&mut self, context: &mut Context<'_>) -> Poll<io::Result<(Stream, Peer)>> {
        Self::poll_accept(self, context).map_ok(|(stream, address)| {
            let address = SocketAddr::new(address.ip().to_canonical(), address.port());
            (buffered(stream), Peer::Inet(address))
        })
    }
}

#[cfg(unix)]
impl Accept for (UnixListener, SocketFile) {
    fn poll_accept(&mut self, context: &mut Context<'_>) -> Poll<io::Result<(Stream, Peer)>> {
        self.0.poll_accept(context).map_ok(|(stream, _)| (buffered(stream), Peer::Unix))
    }
}

/// The sockets at which a server listens. Dropping the listener removes the files of its Unix sockets.
#[derive(Debug, Default)]
pub struct Listener {
    /// The sockets, in the order in which they are asked for the next client.
    sockets: Vec<Box<dyn Accept>>,
    /// The addresses for clients, with the ports that the system chose. The addresses of the page for browsers are not
    /// in this list.
    pub addresses: Vec<Address>,
    /// The TCP addresses for clients, and those of the page for browsers that other machines can reach.
    inet: Vec<SocketAddr>,
    /// True if the last try to accept a client failed. The log tells only the first of several failures in a row.
    is_refused: bool,
}

impl Listener {
    /// Listens at `addresses`, with accept queues that the system can make shorter than `options.backlog`.
    ///
    /// The file of a Unix socket is replaced if no program listens at it. An IPv6 address accepts no IPv4 clients if
    /// `addresses` contain an IPv4 address with the same port.
    pub async fn bind(addresses: &[Address], options: SocketOptions) -> Result<Self, String> {
        let mut listener = Self::default();
        for address in addresses {
            let bound = match address {
                Address::Tcp(name) => bind_tcp(name, options.backlog, has_ipv4(addresses, name))
                    .await
                    .map(|it| listener.add_tcp(it)),
                #[cfg(unix)]
                Address::Unix(path) => {
                    SocketFile::bind(path, options).map(|(it, file)| listener.add_unix(it, file))
                }
                #[cfg(not(unix))]
                Address::Unix(_) => Err(io::Error::other("this system has no Unix sockets")),
            };
            bound.map_err(|error| format!("cannot listen at {address}: {error}"))?;
        }
        Ok(listener)
    }

    /// Listens at `sockets`, which the program inherited from its service manager.
    #[cfg(unix)]
    pub fn adopt(sockets: Vec<Socket>) -> io::Result<Self> {
        let mut listener = Self::default();
        for socket in sockets {
            socket.set_nonblocking(true)?;
            let address = socket.local_addr()?;
            if address.is_unix() {
                let file = SocketFile::of_another(address.as_pathname());
                listener.add_unix(UnixListener::from_std(socket.into())?, file);
            } else {
                listener.add_tcp(TcpListener::from_std(socket.into())?);
            }
        }
        Ok(listener)
    }

    #[cfg(not(unix))]
    pub fn adopt(_: Vec<Socket>) -> io::Result<Self> {
        Ok(Self::default())
    }

    fn add_tcp(&mut self, listener: TcpListener) {
        let address = listener.local_addr().expect("a bound socket has an address");
        self.addresses.push(Address::Tcp(address.to_string()));
        self.add(Box::new(listener), [address]);
    }

    #[cfg(unix)]
    fn add_unix(&mut self, listener: UnixListener, file: SocketFile) {
        self.addresses.push(Address::Unix(file.path.clone()));
        self.add(Box::new((listener, file)), []);
    }

    /// Adds a socket at which clients are accepted. The TCP addresses of the socket are `inet`.
    pub(crate) fn add(
        &mut self,
        socket: Box<dyn Accept>,
        inet: impl IntoIterator<Item = SocketAddr>,
    ) {
        self.sockets.push(socket);
        self.inet.extend(inet);
    }

    pub fn exposed(&self) -> impl Iterator<Item = SocketAddr> {
        self.inet.iter().copied().filter(|address| !address.ip().to_canonical().is_loopback())
    }

    /// Waits for the next client. The sockets take turns. If the system cannot accept a client, the listener tries
    /// again after [`PAUSE`]. A cancelled wait loses no client.
    pub(crate) async fn accept(&mut self) -> (Stream, Peer) {
        loop {
            match poll_fn(|context| self.poll_accept(context)).await {
                Ok(accepted) => {
                    self.is_refused = false;
                    return accepted;
                }
                Err(error) => {
                    if !mem::replace(&mut self.is_refused, true) {
                        log::error!("no client can be let in for now: {error}");
                    }
                    sleep(PAUSE).await;
                }
            }
        }
    }

    fn poll_accept(&mut self, context: &mut Context<'_>) -> Poll<io::Result<(Stream, Peer)>> {
        for at in 0..self.sockets.len() {
            if let Poll::Ready(accepted) = self.sockets[at].poll_accept(context) {
                self.sockets.rotate_left(at + 1);
                return Poll::Ready(accepted);
            }
        }
        Poll::Pending
    }

    /// Serves each connection in a task of its own. At most [`MOST`] connections are served at a time, and more have to
    /// wait. If [`SHARE`] connections have the same client address, its next connection is closed. With `has_header`, a
    /// connection must begin with a header of the PROXY protocol, which tells the client's address.
    pub(crate) async fn serve_each<F>(
        mut self,
        has_header: bool,
        serve: impl Fn(Stream, Peer) -> F + Clone + Send + 'static,
    ) where
        F: Future<Output = ()> + Send + 'static,
    {
        let permits = Arc::new(Semaphore::new(MOST));
        let addresses = AddressLimits::new(Some(SHARE), None);
        // The loop never ends, because the semaphore is never closed.
        while let Ok(permit) = Arc::clone(&permits).acquire_owned().await {
            let (mut stream, mut peer) = self.accept().await;
            let (addresses, serve) = (Arc::clone(&addresses), serve.clone());
            tokio::spawn(async move {
                let _permit = permit;
                if has_header {
                    match read_header(&mut stream).await {
                        Ok(header) => peer = header.unwrap_or(peer),
                        Err(error) => return log::debug!("{peer}: {error}"),
                    }
                }
                if let Some(_place) = addresses.enter(peer) {
                    serve(stream, peer).await;
                }
            });
        }
    }
}

impl From<TcpListener> for Listener {
    fn from(socket: TcpListener) -> Self {
        let mut listener = Self::default();
        listener.add_tcp(socket);
        listener
    }
}

/// Returns whether `addresses` contain an IPv4 address with the port of `name`. Port 0 never matches.
fn has_ipv4(addresses: &[Address], name: &str) -> bool {
    let port = name.rsplit_once(':').and_then(|(_, port)| port.parse().ok()).filter(|&it| it > 0);
    let is_it = |other: &str| {
        other.parse::<SocketAddr>().is_ok_and(|it| it.is_ipv4() && Some(it.port()) == port)
    };
    addresses.iter().any(|it| matches!(it, Address::Tcp(other) if is_it(other)))
}

/// Listens at the first address of the host in `name` that can be bound.
async fn bind_tcp(name: &str, backlog: u32, only_v6: bool) -> io::Result<TcpListener> {
    let mut fault = io::Error::new(io::ErrorKind::InvalidInput, "the name has no address");
    for address in lookup_host(name).await? {
        match bind_address(address, backlog, only_v6) {
            Ok(listener) => return Ok(listener),
            Err(error) => fault = error,
        }
    }
    Err(fault)
}

fn bind_address(address: SocketAddr, backlog: u32, only_v6: bool) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // With this option, the server can take a port for which the system still keeps closed connections. The option has
    // this meaning only on Unix.
    if cfg!(unix) {
        socket.set_reuseaddr(true)?;
    }
    if only_v6 && address.is_ipv6() {
        SockRef::from(&socket).set_only_v6(true)?;
    }
    socket.bind(address)?;
    socket.listen(backlog)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpStream;

    #[tokio::test]
    async fn sockets_take_turns() {
        let addresses = ["127.0.0.1:0"; 3].map(Address::from);
        let mut listener = Listener::bind(&addresses, SocketOptions::default()).await.unwrap();
        let mut clients = Vec::new();
        for (number, address) in listener.addresses.clone().iter().enumerate() {
            for _ in 0..3 {
                let client = TcpStream::connect(address.to_string()).unwrap();
                clients.push((Peer::Inet(client.local_addr().unwrap()), number, client));
            }
        }
        let mut turns = Vec::new();
        for _ in 0..clients.len() {
            let (_, peer) = listener.accept().await;
            turns.extend(clients.iter().find(|client| client.0 == peer).map(|client| client.1));
        }
        assert_eq!(turns, [0, 1, 2, 0, 1, 2, 0, 1, 2]);
    }
}
