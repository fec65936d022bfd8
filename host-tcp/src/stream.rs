//! Connections over TCP, Unix sockets and WebSockets, as one type.

use crate::web_socket::LineSocket;
use socket2::{SockRef, TcpKeepalive};
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
#[cfg(unix)]
use tokio::net::UnixStream;
use tokio::time::timeout;

/// The time after which a silent TCP connection is probed, and the interval of the probes.
const KEEPALIVE: TcpKeepalive =
    TcpKeepalive::new().with_time(Duration::from_secs(60)).with_interval(Duration::from_secs(10));

/// The size of the system's send buffer in bytes, which would grow to megabytes otherwise.
const SYSTEM_BUFFER: usize = 1 << 16;

/// The time that a closed connection is kept, so that the client can read the last lines.
pub(crate) const LINGER: Duration = Duration::from_secs(1);

/// Closes a connection after the last lines have arrived. Closing it at once would reset it while
/// the client still sends, and the client might lose lines that it has not read.
pub(crate) async fn linger(mut stream: impl AsyncRead + AsyncWrite + Unpin) {
    let drain = async {
        if stream.shutdown().await.is_ok() {
            while matches!(stream.read(&mut [0; 512]).await, Ok(1..)) {}
        }
    };
    // The connection is closed after the time limit too.
    let _ = timeout(LINGER, drain).await;
}

/// The other end of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Peer {
    Inet(SocketAddr),
    /// A program on this machine.
    #[cfg(unix)]
    Unix,
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inet(address) => write!(f, "{address}"),
            #[cfg(unix)]
            Self::Unix => f.write_str("a Unix socket"),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Stream {
    socket: Socket,
    /// Bytes that are to be read before those of the socket.
    put_back: Vec<u8>,
}

#[derive(Debug)]
enum Socket {
    Tcp(TcpStream),
    #[cfg(unix)]
    Unix(UnixStream),
    Web(Box<LineSocket>),
}

impl From<TcpStream> for Stream {
    fn from(stream: TcpStream) -> Self {
        Self { socket: Socket::Tcp(stream), put_back: Vec::new() }
    }
}

#[cfg(unix)]
impl From<UnixStream> for Stream {
    fn from(stream: UnixStream) -> Self {
        Self { socket: Socket::Unix(stream), put_back: Vec::new() }
    }
}

impl From<LineSocket> for Stream {
    fn from(socket: LineSocket) -> Self {
        Self { socket: Socket::Web(Box::new(socket)), put_back: Vec::new() }
    }
}

impl Stream {
    /// Returns whether this is a WebSocket, of which the handshake is done.
    pub(crate) const fn is_web(&self) -> bool {
        matches!(self.socket, Socket::Web(_))
    }

    /// Sends small lines at once, detects clients that vanished, and limits the send buffer.
    pub(crate) fn prepare(&self) -> io::Result<()> {
        match &self.socket {
            Socket::Tcp(stream) => {
                let socket = SockRef::from(stream);
                socket.set_tcp_nodelay(true)?;
                socket.set_tcp_keepalive(&KEEPALIVE)?;
                socket.set_send_buffer_size(SYSTEM_BUFFER)
            }
            #[cfg(unix)]
            Socket::Unix(stream) => SockRef::from(stream).set_send_buffer_size(SYSTEM_BUFFER),
            // It was done before the handshake.
            Socket::Web(_) => Ok(()),
        }
    }

    /// Sends a line without waiting.
    pub(crate) fn send_now(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.socket {
            Socket::Tcp(stream) => SockRef::from(&*stream).send(bytes),
            #[cfg(unix)]
            Socket::Unix(stream) => SockRef::from(&*stream).send(bytes),
            Socket::Web(socket) => {
                let sent =
                    Pin::new(socket).poll_write(&mut Context::from_waker(Waker::noop()), bytes);
                if let Poll::Ready(sent) = sent {
                    sent
                } else {
                    Err(io::ErrorKind::WouldBlock.into())
                }
            }
        }
    }

    /// Lets these bytes be read again.
    pub(crate) fn put_back(&mut self, bytes: Vec<u8>) {
        self.put_back = bytes;
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Self { socket, put_back } = self.get_mut();
        if !put_back.is_empty() {
            let count = put_back.len().min(to.remaining());
            to.put_slice(&put_back[..count]);
            put_back.drain(..count);
            return Poll::Ready(Ok(()));
        }
        match socket {
            Socket::Tcp(stream) => Pin::new(stream).poll_read(context, to),
            #[cfg(unix)]
            Socket::Unix(stream) => Pin::new(stream).poll_read(context, to),
            Socket::Web(socket) => Pin::new(socket).poll_read(context, to),
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match &mut self.get_mut().socket {
            Socket::Tcp(stream) => Pin::new(stream).poll_write(context, bytes),
            #[cfg(unix)]
            Socket::Unix(stream) => Pin::new(stream).poll_write(context, bytes),
            Socket::Web(socket) => Pin::new(socket).poll_write(context, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // Nothing is buffered.
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.get_mut().socket {
            Socket::Tcp(stream) => Pin::new(stream).poll_shutdown(context),
            #[cfg(unix)]
            Socket::Unix(stream) => Pin::new(stream).poll_shutdown(context),
            Socket::Web(socket) => Pin::new(socket).poll_shutdown(context),
        }
    }
}
