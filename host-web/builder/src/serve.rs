//! Serves the folder of the page to browsers.

use crate::compress::ENCODINGS;
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderName,
    IF_NONE_MATCH, VARY,
};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode, http};
use hyper_util::rt::TokioIo;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// The types of files by the ends of their names.
const TYPES: [(&str, &str); 8] = [
    (".html", "text/html; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".wasm", "application/wasm"),
    (".webmanifest", "application/manifest+json"),
    (".png", "image/png"),
    (".svg", "image/svg+xml"),
    (".tsv", "text/tab-separated-values; charset=utf-8"),
];

/// The files of the folder by the path of a request.
type Files = HashMap<String, Served>;

/// A file.
#[derive(Clone, Debug)]
struct Served {
    kind: &'static str,
    /// Its forms, the smallest first and the plain one at the end.
    forms: Vec<Form>,
}

/// A form of a file.
#[derive(Clone, Debug)]
struct Form {
    /// The name of the encoding; `None` for the plain file.
    encoding: Option<&'static str>,
    bytes: Bytes,
    /// The mark by which a browser knows that it has this form already.
    mark: String,
}

impl Form {
    fn new(encoding: Option<&'static str>, bytes: Vec<u8>) -> Self {
        let mark = format!("\"{:.32x}\"", Sha256::digest(&bytes));
        Self { encoding, bytes: bytes.into(), mark }
    }
}

impl Served {
    /// Reads a file, and its compressed forms next to it.
    fn read(path: &Path, kind: &'static str) -> io::Result<Self> {
        let mut forms = Vec::new();
        for (encoding, end) in ENCODINGS {
            let mut name = path.as_os_str().to_owned();
            name.push(end);
            match fs::read(name) {
                Ok(bytes) => forms.push(Form::new(Some(encoding), bytes)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        forms.push(Form::new(None, fs::read(path)?));
        Ok(Self { kind, forms })
    }

    /// The smallest form that the browser takes.
    fn form_for(&self, request: &Request<Incoming>) -> Option<&Form> {
        let accepted = text_of(request, ACCEPT_ENCODING);
        let accepts = |encoding| {
            accepted
                .split(',')
                .any(|offer| offer.split(';').next().is_some_and(|o| o.trim() == encoding))
        };
        self.forms.iter().find(|form| form.encoding.is_none_or(accepts))
    }
}

/// The text of a header; empty if there is none.
fn text_of(request: &Request<Incoming>, name: HeaderName) -> &str {
    request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

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
            files.insert(format!("/{name}"), Served::read(&path, kind)?);
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
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let found = files.get(request.uri().path()).filter(|_| is_read);
    let Some((file, form)) = found.and_then(|file| Some((file, file.form_for(request)?))) else {
        let (status, text) = match is_read {
            true => (StatusCode::NOT_FOUND, "no such file\n"),
            false => (StatusCode::METHOD_NOT_ALLOWED, "GET or HEAD\n"),
        };
        let response = Response::builder().status(status).header(CONTENT_TYPE, "text/plain");
        return response.body(Full::new(text.into()));
    };
    let is_known = text_of(request, IF_NONE_MATCH).contains(&form.mark);
    let mut response = Response::builder()
        .header(CACHE_CONTROL, "no-cache")
        .header(VARY, ACCEPT_ENCODING)
        .header(ETAG, &form.mark);
    if is_known {
        return response.status(StatusCode::NOT_MODIFIED).body(Full::default());
    }
    if let Some(encoding) = form.encoding {
        response = response.header(CONTENT_ENCODING, encoding);
    }
    response.header(CONTENT_TYPE, file.kind).body(Full::new(form.bytes.clone()))
}
