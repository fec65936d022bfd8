//! Serves the page for browsers over HTTP. The WebSockets that the page opens become clients of the server.

use crate::listener::{Accept, Listener};
use crate::site::{Body, MAX_HEAD, Site, plain};
use crate::stream::{Peer, Stream, buffered};
use crate::web_socket::LineSocket;
use hyper::body::Incoming;
use hyper::header::{HOST, HeaderName, HeaderValue, ORIGIN, SEC_WEBSOCKET_VERSION, UPGRADE};
use hyper::http::uri::{Authority, Scheme};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode, Uri};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::error::Error;
use std::io;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::task::AbortHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

/// The greatest number of WebSockets that wait to be let in as clients.
const WAITING: usize = 64;

/// The longest time until the head of a request has arrived.
const HEAD_PATIENCE: Duration = Duration::from_secs(5);
/// The longest time for a whole connection, which has one request.
const PATIENCE: Duration = Duration::from_secs(30);

/// The scheme, host and port of pages that are allowed to play, such as `https://chess.example.org`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WebOrigin {
    text: String,
    authority: Authority,
}

const NO_ORIGIN: &str =
    "an origin is http://HOST or https://HOST, with a port if it is not the usual one";

impl FromStr for WebOrigin {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.parse::<Uri>().map_err(|_| NO_ORIGIN)?.into_parts();
        let has_path = parts.path_and_query.is_some_and(|path| path != "/") || text.ends_with('/');
        match (parts.scheme, parts.authority) {
            (Some(scheme), Some(authority))
                if [Scheme::HTTP, Scheme::HTTPS].contains(&scheme)
                    && !has_path
                    && !authority.as_str().contains('@') =>
            {
                Ok(Self { text: text.to_ascii_lowercase(), authority })
            }
            _ => Err(NO_ORIGIN),
        }
    }
}

#[derive(Debug)]
pub struct WebConfig {
    pub site: Site,
    /// The origins whose pages are allowed to play, in addition to the address of the served page.
    pub origins: Vec<WebOrigin>,
    pub proxy_protocol: bool,
}

/// Serves a page at the addresses of a listener. The WebSockets of the page arrive at `clients` like other connections.
pub fn serve_web(listener: Listener, config: WebConfig, clients: &mut Listener) {
    let exposed: Vec<_> = listener.exposed().collect();
    let (sender, arrived) = mpsc::channel(WAITING);
    let has_header = config.proxy_protocol;
    let page = Arc::new(Page { config, clients: sender });
    let serve = move |stream, peer| {
        let page = Arc::clone(&page);
        async move {
            if let Err(fault) = page.serve(stream, peer).await {
                log::debug!("a browser at {peer}: {fault}");
            }
        }
    };
    let serving = tokio::spawn(listener.serve_each(has_header, serve)).abort_handle();
    clients.add(Box::new(WebSockets { arrived, serving }), exposed);
}

/// The WebSockets that wait to be accepted as clients. Dropping the value ends the serving of the page.
#[derive(Debug)]
struct WebSockets {
    arrived: Receiver<(LineSocket, Peer)>,
    serving: AbortHandle,
}

impl Accept for WebSockets {
    fn poll_accept(&mut self, context: &mut Context<'_>) -> Poll<io::Result<(Stream, Peer)>> {
        match self.arrived.poll_recv(context) {
            Poll::Ready(Some((socket, peer))) => Poll::Ready(Ok((buffered(socket), peer))),
            // `None` means that a fault of the program has ended the serving of the page. The log names the fault.
            Poll::Ready(None) | Poll::Pending => Poll::Pending,
        }
    }
}

impl Drop for WebSockets {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

#[derive(Debug)]
struct Page {
    config: WebConfig,
    clients: Sender<(LineSocket, Peer)>,
}

const OTHER_HOST: &str = "the header Host names another server";

impl Page {
    /// Serves the one request of a connection. An upgrade to a WebSocket ends the request. Therefore the limit on
    /// served connections does not count open WebSockets.
    async fn serve(
        self: Arc<Self>,
        stream: Stream,
        peer: Peer,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        stream.get_ref().prepare()?;
        let service = service_fn(|request| {
            let page = Arc::clone(&self);
            async move { Ok::<_, Infallible>(page.answer(request, peer)) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_PATIENCE)
            .keep_alive(false)
            .max_buf_size(MAX_HEAD)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        Ok(timeout(PATIENCE, connection).await??)
    }

    fn answer(&self, request: Request<Incoming>, peer: Peer) -> Response<Body> {
        let is_socket = request.uri().path() == "/ws" && request.method() == Method::GET;
        match self.check(&request, is_socket) {
            Err(refusal) => {
                log::info!("a browser at {peer}: refused: {refusal}");
                plain(StatusCode::FORBIDDEN, format!("{refusal}\n"))
            }
            Ok(()) if is_socket => self.upgrade(request, peer),
            Ok(()) => self.config.site.respond(&request),
        }
    }

    /// Checks that the header Host names this server. A WebSocket must also come from a page of this server or of a
    /// known origin.
    fn check<B>(&self, request: &Request<B>, is_socket: bool) -> Result<(), &'static str> {
        let host = only(request, HOST).ok_or(OTHER_HOST)?;
        let authority: Authority = host.parse().map_err(|_| OTHER_HOST)?;
        if !self.is_own(&authority) {
            return Err(OTHER_HOST);
        }
        let origin = only(request, ORIGIN).unwrap_or_default().to_ascii_lowercase();
        let is_here = origin.strip_prefix("http://") == Some(&host.to_ascii_lowercase());
        let is_known = is_here || self.config.origins.iter().any(|known| known.text == origin);
        if is_socket && !is_known { Err("the header Origin names another page") } else { Ok(()) }
    }

    /// Returns whether a host is this server: an IP address, `localhost`, or the host of a known origin. Any other name
    /// can come from an attack by DNS rebinding.
    fn is_own(&self, host: &Authority) -> bool {
        let name = host.host().trim_start_matches('[').trim_end_matches(']');
        name.parse::<IpAddr>().is_ok()
            || name.eq_ignore_ascii_case("localhost")
            || self.config.origins.iter().any(|known| known.authority == *host)
    }

    fn upgrade(&self, mut request: Request<Incoming>, peer: Peer) -> Response<Body> {
        let Ok(response) = create_response_with_body(&request, Body::default) else {
            let mut refused =
                plain(StatusCode::UPGRADE_REQUIRED, "a WebSocket of version 13 is expected\n");
            let headers = refused.headers_mut();
            headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
            headers.insert(SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
            return refused;
        };
        let Ok(place) = self.clients.clone().try_reserve_owned() else {
            return plain(StatusCode::SERVICE_UNAVAILABLE, "no client can be let in for now\n");
        };
        let upgraded = hyper::upgrade::on(&mut request);
        tokio::spawn(async move {
            if let Ok(Ok(stream)) = timeout(HEAD_PATIENCE, upgraded).await {
                place.send((LineSocket::new(stream).await, peer));
            }
        });
        response
    }
}

fn only<B>(request: &Request<B>, name: HeaderName) -> Option<&str> {
    let mut values = request.headers().get_all(name).iter();
    let value = values.next()?.to_str().ok();
    value.filter(|_| values.next().is_none())
}
