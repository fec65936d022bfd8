//! Connections over TCP, Unix sockets and WebSockets, as one type.

use socket2::{SockRef, TcpKeepalive};
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use std::{fmt, io};
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

/// Moves as many bytes as there is room for to a reader.
pub(crate) fn hand_over(bytes: &mut Vec<u8>, to: &mut ReadBuf<'_>) {
    let count = bytes.len().min(to.remaining());
    to.put_slice(&bytes[..count]);
    bytes.drain(..count);
}

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

/// A connection with the settings of its kind.
pub(crate) trait Transport: AsyncRead + AsyncWrite + fmt::Debug + Send + Unpin {
    /// Sends small lines at once, detects clients that vanished, and limits the send buffer.
    fn prepare(&self) -> io::Result<()>;

    /// Sends a line without waiting. Fails if the system does not take it at once.
    fn send_now(&mut self, bytes: &[u8]) -> io::Result<usize>;

    /// Returns whether this is a WebSocket, of which the handshake is done.
    fn is_web(&self) -> bool {
        false
    }
}

impl Transport for TcpStream {
    fn prepare(&self) -> io::Result<()> {
        let socket = SockRef::from(self);
        socket.set_tcp_nodelay(true)?;
        socket.set_tcp_keepalive(&KEEPALIVE)?;
        socket.set_send_buffer_size(SYSTEM_BUFFER)
    }

    fn send_now(&mut self, bytes: &[u8]) -> io::Result<usize> {
        SockRef::from(&*self).send(bytes)
    }
}

#[cfg(unix)]
impl Transport for UnixStream {
    fn prepare(&self) -> io::Result<()> {
        SockRef::from(self).set_send_buffer_size(SYSTEM_BUFFER)
    }

    fn send_now(&mut self, bytes: &[u8]) -> io::Result<usize> {
        SockRef::from(&*self).send(bytes)
    }
}

/// A connection of any kind.
#[derive(Debug)]
pub(crate) struct Stream {
    pub(crate) transport: Box<dyn Transport>,
    /// Bytes that are to be read before those of the transport.
    pub(crate) put_back: Vec<u8>,
}

impl<T: Transport + 'static> From<T> for Stream {
    fn from(transport: T) -> Self {
        Self { transport: Box::new(transport), put_back: Vec::new() }
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Self { transport, put_back } = self.get_mut();
        if put_back.is_empty() {
            return Pin::new(transport).poll_read(context, to);
        }
        hand_over(put_back, to);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().transport).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // Nothing is buffered.
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().transport).poll_shutdown(context)
    }
}
