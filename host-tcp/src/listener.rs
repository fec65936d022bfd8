//! The sockets at which a server listens: TCP addresses and Unix sockets, several at once.

use crate::inherited::{Inherited, InheritedSocket};
#[cfg(unix)]
use crate::socket_file::SocketFile;
use crate::stream::{Peer, Stream};
use std::fmt;
use std::future::poll_fn;
use std::io;
use std::mem;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket, lookup_host};
use tokio::sync::Semaphore;
use tokio::time::sleep;

/// The length of the accept queue unless told otherwise.
pub const BACKLOG: u32 = 1024;

/// The pause after the system refused a connection.
const PAUSE: Duration = Duration::from_millis(100);

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    /// A name or number of an interface, and a port: `127.0.0.1:12345`, `[::1]:0`.
    Tcp(String),
    /// The path of a Unix socket, written `unix:PATH`.
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

#[derive(Debug, thiserror::Error)]
#[error("cannot listen at {address}: {error}")]
pub struct BindError {
    pub address: Address,
    pub error: io::Error,
}

/// A socket at which clients arrive.
pub(crate) trait Accept: fmt::Debug + Send {
    /// Waits for the next client. A cancelled wait loses nothing.
    fn poll_accept(&mut self, context: &mut Context<'_>) -> Poll<io::Result<(Stream, Peer)>>;

    /// The address, with the port that the system chose; `None` for the sockets of a page.
    fn address(&self) -> Option<Address>;

    /// The addresses of TCP, also those of a page.
    fn inet(&self) -> Vec<SocketAddr>;
}

impl Accept for TcpListener {
    fn poll_accept(&mut self, context: &mut Context<'_>) -> Poll<io::Result<(Stream, Peer)>> {
        Self::poll_accept(self, context).map_ok(|(stream, address)| {
            let address = SocketAddr::new(address.ip().to_canonical(), address.port());
            (Stream::from(stream), Peer::Inet(address))
        })
    }

    fn address(&self) -> Option<Address> {
        Some(Address::Tcp(local(self).to_string()))
    }

    fn inet(&self) -> Vec<SocketAddr> {
        vec![local(self)]
    }
}

#[cfg(unix)]
impl Accept for (tokio::net::UnixListener, SocketFile) {
    fn poll_accept(&mut self, context: &mut Context<'_>) -> Poll<io::Result<(Stream, Peer)>> {
        self.0.poll_accept(context).map_ok(|(stream, _)| (Stream::from(stream), Peer::Unix))
    }

    fn address(&self) -> Option<Address> {
        Some(Address::Unix(self.1.path().to_owned()))
    }

    fn inet(&self) -> Vec<SocketAddr> {
        Vec::new()
    }
}

/// The sockets at which a server listens. A dropped one removes the files of its Unix sockets.
#[derive(Debug)]
pub struct Listener {
    sockets: Vec<Box<dyn Accept>>,
    /// The socket that is asked first for the next client.
    first: usize,
    /// The system refused the last client, and the log has been told.
    is_refused: bool,
}

impl Listener {
    /// Listens at all these addresses. Up to `backlog` connections wait at each until they are
    /// accepted; the system may allow fewer.
    ///
    /// The file of a Unix socket at which nobody listens any more is replaced.
    pub async fn bind(addresses: &[Address], backlog: u32) -> Result<Self, BindError> {
        let mut sockets = Vec::new();
        for address in addresses {
            let bound: io::Result<Box<dyn Accept>> = match address {
                Address::Tcp(name) => match bind_tcp(name, backlog).await {
                    Ok(listener) => Ok(Box::new(listener)),
                    Err(error) => Err(error),
                },
                Address::Unix(path) => bind_unix(path, backlog),
            };
            sockets.push(bound.map_err(|error| BindError { address: address.clone(), error })?);
        }
        Ok(Self { sockets, first: 0, is_refused: false })
    }

    /// Listens at the sockets that the program inherited.
    pub fn adopt(inherited: Inherited) -> io::Result<Self> {
        let sockets = inherited.sockets.into_iter().map(adopt).collect::<io::Result<_>>()?;
        Ok(Self { sockets, first: 0, is_refused: false })
    }

    /// Lets clients in that arrive at another socket, too.
    pub(crate) fn add(&mut self, socket: Box<dyn Accept>) {
        self.sockets.push(socket);
    }

    /// The addresses, with the ports that the system chose; without those of a page.
    pub fn addresses(&self) -> impl Iterator<Item = Address> {
        self.sockets.iter().filter_map(|socket| socket.address())
    }

    /// The addresses that other machines may reach.
    pub fn exposed(&self) -> impl Iterator<Item = SocketAddr> {
        let inet = self.sockets.iter().flat_map(|socket| socket.inet());
        inet.filter(|address| !address.ip().to_canonical().is_loopback())
    }

    /// Waits for the next client. The sockets take turns. If the system has no room for a client, this
    /// tries again until it has. A cancelled wait loses nothing.
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
        let count = self.sockets.len();
        let (before, after) = self.sockets.split_at_mut(self.first);
        for (step, socket) in after.iter_mut().chain(before).enumerate() {
            if let Poll::Ready(accepted) = socket.poll_accept(context) {
                self.first = (self.first + step + 1) % count;
                return Poll::Ready(accepted);
            }
        }
        Poll::Pending
    }

    /// Serves each connection in a task of its own, up to a number of them at a time. Further ones
    /// wait until one of them ends.
    pub(crate) async fn serve_each<F>(mut self, most: usize, serve: impl Fn(Stream, Peer) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let permits = Arc::new(Semaphore::new(most));
        // The semaphore is never closed.
        while let Ok(permit) = Arc::clone(&permits).acquire_owned().await {
            let (stream, peer) = self.accept().await;
            let serving = serve(stream, peer);
            tokio::spawn(async move {
                let _permit = permit;
                serving.await;
            });
        }
    }
}

impl From<TcpListener> for Listener {
    fn from(listener: TcpListener) -> Self {
        Self { sockets: vec![Box::new(listener)], first: 0, is_refused: false }
    }
}

#[cfg(unix)]
fn adopt(socket: InheritedSocket) -> io::Result<Box<dyn Accept>> {
    Ok(match socket {
        InheritedSocket::Tcp(listener) => {
            listener.set_nonblocking(true)?;
            Box::new(TcpListener::from_std(listener)?)
        }
        InheritedSocket::Unix(listener) => {
            listener.set_nonblocking(true)?;
            let file = SocketFile::of_another(listener.local_addr()?.as_pathname());
            Box::new((tokio::net::UnixListener::from_std(listener)?, file))
        }
    })
}

#[cfg(not(unix))]
fn adopt(socket: InheritedSocket) -> io::Result<Box<dyn Accept>> {
    match socket {}
}

fn local(listener: &TcpListener) -> SocketAddr {
    listener.local_addr().expect("a bound socket has an address")
}

/// Listens at the first address of this name that is free.
async fn bind_tcp(name: &str, backlog: u32) -> io::Result<TcpListener> {
    let mut fault = io::Error::new(io::ErrorKind::InvalidInput, "the name has no address");
    for address in lookup_host(name).await? {
        match bind_address(address, backlog) {
            Ok(listener) => return Ok(listener),
            Err(error) => fault = error,
        }
    }
    Err(fault)
}

fn bind_address(address: SocketAddr, backlog: u32) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A port whose old connections are not forgotten yet can be taken again. Elsewhere than on Unix
    // the option means something else.
    if cfg!(unix) {
        socket.set_reuseaddr(true)?;
    }
    socket.bind(address)?;
    socket.listen(backlog)
}

#[cfg(unix)]
fn bind_unix(path: &std::path::Path, backlog: u32) -> io::Result<Box<dyn Accept>> {
    Ok(Box::new(SocketFile::bind(path, backlog)?))
}

#[cfg(not(unix))]
fn bind_unix(_: &std::path::Path, _: u32) -> io::Result<Box<dyn Accept>> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "this system has no Unix sockets"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpStream;

    #[tokio::test]
    async fn sockets_take_turns() {
        let addresses = ["127.0.0.1:0"; 3].map(Address::from);
        let mut listener = Listener::bind(&addresses, 16).await.unwrap();
        let mut clients = Vec::new();
        for (number, address) in listener.addresses().enumerate() {
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
