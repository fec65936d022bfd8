//! Unites connections over TCP, Unix sockets and WebSockets in one type.

use socket2::{SockRef, TcpKeepalive};
use std::net::SocketAddr;
use std::time::Duration;
use std::{fmt, io};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
#[cfg(unix)]
use tokio::net::UnixStream;
use tokio::time::timeout;

/// The time after which a silent TCP connection is probed, and the interval of the probes.
const KEEPALIVE: TcpKeepalive =
    TcpKeepalive::new().with_time(Duration::from_secs(60)).with_interval(Duration::from_secs(10));

/// The size of the system's send buffer in bytes. Without a limit the buffer would grow to megabytes.
const SYSTEM_BUFFER: usize = 1 << 16;

/// The longest time for which the server still reads from a connection that it closes, so that the client can read
/// the last lines.
pub(crate) const LINGER: Duration = Duration::from_secs(1);

/// Closes a connection after the last lines have arrived. If the client still sends, an immediate close would reset the
/// connection. Then the client could lose lines that it has not read.
pub(crate) async fn linger(mut stream: impl AsyncRead + AsyncWrite + Unpin) {
    let drain = async {
        if stream.shutdown().await.is_ok() {
            while matches!(stream.read(&mut [0; 512]).await, Ok(1..)) {}
        }
    };
    // After the time limit, the connection is closed even if the client still sends.
    let _ = timeout(LINGER, drain).await;
}

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

pub(crate) trait Transport: AsyncRead + AsyncWrite + fmt::Debug + Send + Unpin {
    /// Sets the socket to send small lines at once, to detect vanished clients, and to limit the send buffer.
    fn prepare(&self) -> io::Result<()>;

    /// Sends a line without waiting. Fails if the system does not take the line at once.
    fn send_now(&mut self, bytes: &[u8]) -> io::Result<usize>;

    /// Returns whether this is a WebSocket after its handshake.
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

/// A connection of any kind. Its buffer keeps the bytes that were read after a PROXY header.
pub(crate) type Stream = BufReader<Box<dyn Transport>>;

/// The number of bytes of a PROXY header that are read at a time. Reads of commands are larger, and bypass the buffer.
const HEADER_PART: usize = 64;

pub(crate) fn buffered(transport: impl Transport + 'static) -> Stream {
    BufReader::with_capacity(HEADER_PART, Box::new(transport))
}
