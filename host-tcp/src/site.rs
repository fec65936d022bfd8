//! A folder of static files, as responses of HTTP.
//!
//! The files are read once. A request finds one of them by its whole path or nothing, so that no path
//! leads out of the folder.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    ETAG, HeaderName, HeaderValue, IF_NONE_MATCH, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{Method, Request, Response, StatusCode};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub type Body = Full<Bytes>;

/// The encodings of a transfer, the smallest first: the name, and the end of the file's name.
pub const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// The types of files by the ends of their names. Other files are not served.
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

/// The headers of every response. No other page may show this one in a frame, no browser may guess
/// another type, and no link tells where it was followed. A page's own policy is in its text.
const SAFETY: [(HeaderName, &str); 3] = [
    (CONTENT_SECURITY_POLICY, "frame-ancestors 'none'"),
    (REFERRER_POLICY, "no-referrer"),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
];

#[derive(Debug, thiserror::Error)]
#[error("the folder of the page, {}: {error}", .folder.display())]
pub struct SiteError {
    pub folder: PathBuf,
    pub error: io::Error,
}

/// The files of a folder by the path of a request.
#[derive(Clone, Debug)]
pub struct Site(HashMap<String, File>);

#[derive(Clone, Debug)]
struct File {
    kind: &'static str,
    /// Its forms, the smallest first and the plain one at the end.
    forms: Vec<Form>,
}

#[derive(Clone, Debug)]
struct Form {
    /// The name of the encoding; `None` for the plain file.
    encoding: Option<&'static str>,
    bytes: Bytes,
    /// The mark by which a browser knows that it has this form already.
    mark: HeaderValue,
}

impl Site {
    /// Reads the files that are in a folder now, without its folders. `index.html` is also `/`.
    pub fn read(folder: &Path) -> Result<Self, SiteError> {
        files(folder).map(Self).map_err(|error| SiteError { folder: folder.to_owned(), error })
    }

    /// The response to a request: a file, or the reason why there is none.
    pub fn respond<B>(&self, request: &Request<B>) -> Response<Body> {
        if let Some(refused) = refuse_change(request) {
            return refused;
        }
        let file = self.0.get(request.uri().path());
        match file.and_then(|file| Some((file, file.form_for(request)?))) {
            Some((file, form)) => form.response(file.kind, text_of(request, IF_NONE_MATCH)),
            None => plain(StatusCode::NOT_FOUND, "no such file\n"),
        }
    }
}

/// A response of text, with the headers that every response has.
pub fn plain(status: StatusCode, text: impl Into<Bytes>) -> Response<Body> {
    let mut response = safe(text.into());
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

/// The response to a request that does more than read.
pub(crate) fn refuse_change<B>(request: &Request<B>) -> Option<Response<Body>> {
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return None;
    }
    let mut refused = plain(StatusCode::METHOD_NOT_ALLOWED, "GET or HEAD\n");
    refused.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
    Some(refused)
}

fn safe(bytes: Bytes) -> Response<Body> {
    let mut response = Response::new(Full::new(bytes));
    for (name, value) in SAFETY {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn files(folder: &Path) -> io::Result<HashMap<String, File>> {
    let mut files = HashMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let kind = TYPES.iter().find(|(end, _)| name.ends_with(end)).map(|(_, kind)| *kind);
        if let Some(kind) = kind {
            files.insert(format!("/{name}"), File::read(&path, kind)?);
        }
    }
    let no_index = || io::Error::new(io::ErrorKind::NotFound, "it has no index.html");
    let index = files.get("/index.html").cloned().ok_or_else(no_index)?;
    files.insert("/".to_owned(), index);
    Ok(files)
}

impl File {
    /// Reads a file, and its compressed forms next to it.
    fn read(path: &Path, kind: &'static str) -> io::Result<Self> {
        let mut forms = Vec::new();
        for (encoding, end) in ENCODINGS {
            let mut name = path.as_os_str().to_owned();
            name.push(end);
            match fs::read(name) {
                Ok(bytes) => forms.push(Form::new(Some(encoding), bytes)?),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        forms.push(Form::new(None, fs::read(path)?)?);
        Ok(Self { kind, forms })
    }

    /// The smallest form that the browser takes.
    fn form_for<B>(&self, request: &Request<B>) -> Option<&Form> {
        let accepted = text_of(request, ACCEPT_ENCODING);
        let accepts = |encoding| {
            accepted
                .split(',')
                .any(|offer| offer.split(';').next().is_some_and(|o| o.trim() == encoding))
        };
        self.forms.iter().find(|form| form.encoding.is_none_or(accepts))
    }
}

impl Form {
    fn new(encoding: Option<&'static str>, bytes: Vec<u8>) -> io::Result<Self> {
        let digest = Sha256::digest(&bytes);
        let mark: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        let mark = HeaderValue::try_from(format!("\"{mark}\"")).map_err(io::Error::other)?;
        Ok(Self { encoding, bytes: bytes.into(), mark })
    }

    /// The response with this form; without its bytes if the browser knows one of the marks already.
    fn response(&self, kind: &'static str, known: &str) -> Response<Body> {
        let is_known = self.mark.to_str().is_ok_and(|mark| known.contains(mark));
        let mut response = safe(if is_known { Bytes::new() } else { self.bytes.clone() });
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(VARY, HeaderValue::from(ACCEPT_ENCODING));
        headers.insert(ETAG, self.mark.clone());
        if is_known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        if let Some(encoding) = self.encoding {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response
    }
}

/// The text of a header; empty if there is none.
fn text_of<B>(request: &Request<B>, name: HeaderName) -> &str {
    request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> Site {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("index.html", "plain"),
            ("index.html.gz", "g"),
            ("notes.txt", "not served"),
            ("page.js", "js"),
        ] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        fs::create_dir(folder.path().join("inner")).unwrap();
        fs::write(folder.path().join("inner/page.js"), "not served").unwrap();
        Site::read(folder.path()).unwrap()
    }

    fn ask(method: &str, path: &str, header: (&str, &str)) -> Response<Body> {
        let request = Request::builder().method(method).uri(path).header(header.0, header.1);
        site().respond(&request.body(()).unwrap())
    }

    #[test]
    fn a_path_is_a_file_of_the_folder_or_nothing() {
        for (method, path, status) in [
            ("GET", "/", 200),
            ("HEAD", "/index.html", 200),
            ("GET", "/page.js?a=1", 200),
            ("GET", "/index.html.gz", 404),
            ("GET", "/notes.txt", 404),
            ("GET", "/inner/page.js", 404),
            ("GET", "/../site/Cargo.toml", 404),
            ("GET", "/%2e%2e/page.js", 404),
            ("GET", "//page.js", 404),
            ("POST", "/", 405),
            ("PUT", "/nothing", 405),
        ] {
            let response = ask(method, path, ("accept", "*/*"));
            assert_eq!(response.status().as_u16(), status, "{method} {path}");
            for (name, value) in SAFETY {
                assert_eq!(response.headers()[&name], value, "{method} {path}");
            }
        }
    }

    #[test]
    fn a_browser_gets_the_smallest_form_and_gets_it_once() {
        let packed = ask("GET", "/", ("accept-encoding", "br, gzip;q=0.8"));
        assert_eq!(packed.headers()[CONTENT_ENCODING], "gzip");
        let plain = ask("GET", "/", ("accept-encoding", "zip"));
        assert!(!plain.headers().contains_key(CONTENT_ENCODING));
        let mark = plain.headers()[ETAG].to_str().unwrap();
        assert_ne!(packed.headers()[ETAG], mark);
        assert_eq!(ask("GET", "/", ("if-none-match", mark)).status(), StatusCode::NOT_MODIFIED);
    }

    #[test]
    fn a_folder_that_cannot_be_served_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = Site::read(folder.path()).unwrap_err().to_string();
        assert!(error.ends_with("it has no index.html"), "{error}");
        let error = Site::read(&folder.path().join("none")).unwrap_err().to_string();
        assert!(error.contains("none: "), "{error}");
    }
}
