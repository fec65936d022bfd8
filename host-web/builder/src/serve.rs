//! Serves the folder of the page to browsers.

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode, http};
use hyper_util::rt::TokioIo;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// The types of files by the ends of their names.
const TYPES: [(&str, &str); 7] = [
    (".html", "text/html; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".wasm", "application/wasm"),
    (".webmanifest", "application/manifest+json"),
    (".png", "image/png"),
    (".svg", "image/svg+xml"),
];

/// The files of the folder by the path of a request.
type Files = HashMap<String, (&'static str, Vec<u8>)>;

/// Ends the server when it is dropped.
#[derive(Debug)]
pub struct Stop(#[expect(dead_code, reason = "its end is the message")] oneshot::Sender<()>);

/// The end of a server, as the server hears of it.
#[derive(Debug)]
pub struct Stopped(oneshot::Receiver<()>);

/// Creates the switch of a server.
#[must_use]
pub fn stop() -> (Stop, Stopped) {
    let (sender, receiver) = oneshot::channel();
    (Stop(sender), Stopped(receiver))
}

/// Serves the files that are in the folder at the start, until the server is stopped. `ready` is told
/// the address.
///
/// # Errors
/// When the folder cannot be read, or the address is not free.
pub fn serve(
    folder: &Path,
    address: SocketAddr,
    ready: impl FnOnce(SocketAddr),
    stopped: Stopped,
) -> io::Result<()> {
    let files = Arc::new(read(folder)?);
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let listener = TcpListener::bind(address).await?;
        ready(listener.local_addr()?);
        let mut stopped = stopped.0;
        loop {
            let stream = tokio::select! {
                accepted = listener.accept() => accepted?.0,
                _ = &mut stopped => return Ok(()),
            };
            let files = Arc::clone(&files);
            tokio::spawn(async move {
                let service = service_fn(async |request| respond(&request, &files));
                // A browser may end a connection at any time.
                let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
            });
        }
    })
}

fn read(folder: &Path) -> io::Result<Files> {
    let named = |error: io::Error| {
        let hint = "build it with `chuhe-web-builder build`";
        io::Error::new(error.kind(), format!("{}: {error}; {hint}", folder.display()))
    };
    let mut files = Files::new();
    for entry in fs::read_dir(folder).map_err(named)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let kind = TYPES.iter().find(|(end, _)| name.ends_with(end)).map(|(_, kind)| *kind);
        if let Some(kind) = kind {
            files.insert(format!("/{name}"), (kind, fs::read(&path)?));
        }
    }
    if let Some(index) = files.get("/index.html").cloned() {
        files.insert("/".to_owned(), index);
    }
    Ok(files)
}

fn respond(
    request: &Request<Incoming>,
    files: &Files,
) -> Result<Response<Full<Bytes>>, http::Error> {
    let found = files.get(request.uri().path());
    let (status, kind, body) = match (request.method(), found) {
        (&Method::GET | &Method::HEAD, Some((kind, bytes))) => {
            (StatusCode::OK, *kind, Bytes::copy_from_slice(bytes))
        }
        (&Method::GET | &Method::HEAD, None) => {
            (StatusCode::NOT_FOUND, "text/plain", Bytes::from_static(b"no such file\n"))
        }
        _ => (StatusCode::METHOD_NOT_ALLOWED, "text/plain", Bytes::from_static(b"GET or HEAD\n")),
    };
    Response::builder()
        .status(status)
        .header(CONTENT_TYPE, kind)
        .header(CACHE_CONTROL, "no-cache")
        .body(Full::new(body))
}
