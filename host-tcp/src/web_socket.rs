//! Reads and writes a WebSocket as a stream of lines: each message is one line.

use crate::stream::Transport;
use futures_core::Stream as _;
use futures_sink::Sink as _;
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, Waker, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

/// The size limit of a client's message in bytes, all fragments together. Commands have a much lower limit. Therefore a
/// command that is too long for the server can still arrive and get an answer.
const MAX_MESSAGE: usize = 4096;

/// The character that replaces a line feed inside a message. No command contains this character.
const BREAK: &str = "\u{fffd}";

/// The greatest number of unsent bytes. It has room for one line of the server and the answers to pings.
const WRITE_BUFFER: usize = 1 << 16;

/// A WebSocket after its handshake. Reading returns each message as a line that ends with a line feed. Writing sends
/// each line as a message without the line end.
#[derive(Debug)]
pub(crate) struct LineSocket {
    socket: WebSocketStream<TokioIo<Upgraded>>,
    unread: Vec<u8>,
    /// True while the socket has a line that is not yet sent completely.
    is_sending: bool,
    /// True if the socket is closed, so that later lines are dropped without an error.
    is_closed: bool,
    /// True if the client has broken the protocol. Its later bytes are not parsed as messages.
    is_broken: bool,
}

impl LineSocket {
    pub(crate) async fn new(stream: Upgraded) -> Self {
        let config = WebSocketConfig::default()
            .read_buffer_size(1024)
            .write_buffer_size(0)
            .max_write_buffer_size(WRITE_BUFFER)
            .max_message_size(Some(MAX_MESSAGE))
            .max_frame_size(Some(MAX_MESSAGE));
        let stream = TokioIo::new(stream);
        let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
        Self { socket, unread: Vec::new(), is_sending: false, is_closed: false, is_broken: false }
    }

    /// Waits for the next message, and appends its line to `unread`. Returns false if the connection has ended.
    fn poll_line(&mut self, context: &mut Context<'_>) -> Poll<io::Result<bool>> {
        loop {
            match ready!(Pin::new(&mut self.socket).poll_next(context)) {
                Some(Ok(Message::Text(text))) => {
                    let line = text.strip_suffix('\n').unwrap_or(&text);
                    self.unread.extend_from_slice(line.replace('\n', BREAK).as_bytes());
                    self.unread.push(b'\n');
                    return Poll::Ready(Ok(true));
                }
                Some(Ok(Message::Binary(_))) => {
                    let error = self.fail(context, CloseCode::Unsupported, "a binary message");
                    return Poll::Ready(Err(error));
                }
                // The socket itself answers pings.
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Ok(Message::Close(_))) => {
                    self.is_closed = true;
                    // Sends the answer to the close message. Errors are ignored: a client that is gone needs no answer.
                    let _ = Pin::new(&mut self.socket).poll_flush(context);
                    return Poll::Ready(Ok(false));
                }
                None => return Poll::Ready(Ok(false)),
                Some(Err(Error::Io(error))) => return Poll::Ready(Err(error)),
                Some(Err(error)) => {
                    let code = match error {
                        Error::Capacity(_) => CloseCode::Size,
                        Error::Utf8(_) => CloseCode::Invalid,
                        _ => CloseCode::Protocol,
                    };
                    return Poll::Ready(Err(self.fail(context, code, &error.to_string())));
                }
            }
        }
    }

    /// Sends a close message with `reason`, if the write buffer has room. Returns `reason` as an error.
    fn fail(&mut self, context: &mut Context<'_>, code: CloseCode, reason: &str) -> io::Error {
        let close = CloseFrame { code, reason: reason.to_owned().into() };
        let mut socket = Pin::new(&mut self.socket);
        if socket.as_mut().start_send(Message::Close(Some(close))).is_ok() {
            let _ = socket.poll_flush(context);
        }
        (self.is_closed, self.is_broken) = (true, true);
        io::Error::new(io::ErrorKind::InvalidData, reason)
    }
}

fn io_error(error: Error) -> io::Error {
    match error {
        Error::Io(error) => error,
        error => io::Error::other(error),
    }
}

impl AsyncRead for LineSocket {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.is_broken {
            return Pin::new(this.socket.get_mut()).poll_read(context, to);
        }
        if this.unread.is_empty() && !ready!(this.poll_line(context))? {
            return Poll::Ready(Ok(()));
        }
        let count = this.unread.len().min(to.remaining());
        to.put_slice(&this.unread[..count]);
        this.unread.drain(..count);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for LineSocket {
    /// Sends only the first line of `bytes`. After `Pending`, the next call must pass the same bytes.
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        if this.is_closed {
            return Poll::Ready(Ok(bytes.len()));
        }
        let count = bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| end + 1);
        let mut socket = Pin::new(&mut this.socket);
        if !this.is_sending {
            ready!(socket.as_mut().poll_flush(context)).map_err(io_error)?;
            let line = String::from_utf8_lossy(&bytes[..count]);
            let message = Message::text(line.trim_end_matches(['\r', '\n']));
            socket.as_mut().start_send(message).map_err(io_error)?;
            this.is_sending = true;
        }
        ready!(socket.poll_flush(context)).map_err(io_error)?;
        this.is_sending = false;
        Poll::Ready(Ok(count))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // `poll_write` flushes each line.
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.is_broken {
            return Pin::new(this.socket.get_mut()).poll_shutdown(context);
        }
        Pin::new(&mut this.socket).poll_close(context).map_err(io_error)
    }
}

impl Transport for LineSocket {
    fn prepare(&self) -> io::Result<()> {
        // The TCP connection was prepared before the handshake.
        Ok(())
    }

    fn send_now(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match Pin::new(self).poll_write(&mut Context::from_waker(Waker::noop()), bytes) {
            Poll::Ready(sent) => sent,
            Poll::Pending => Err(io::ErrorKind::WouldBlock.into()),
        }
    }

    fn is_web(&self) -> bool {
        true
    }
}
