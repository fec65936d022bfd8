//! Serves a folder of static files over HTTP.
//!
//! The files are read into memory once. A request must give the whole path of a file, so no path leads out of the
//! folder. The name of an inner folder is a hash of all files of the page, so the files in it never change.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    ETAG, HeaderName, HeaderValue, IF_NONE_MATCH, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{Method, Request, Response, StatusCode};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::path::Path;
use std::{fs, io};

pub type Body = Full<Bytes>;

/// The largest head of a request in bytes. This is the lowest limit that hyper accepts.
pub(crate) const MAX_HEAD: usize = 8192;

/// (name, ending): the encodings in which a file can be sent, and the endings of the encoded files. The encoding with
/// the smallest files stands first.
pub const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// (ending, type): the MIME types by the endings of file names. Files with other endings are not served.
const TYPES: [(&str, &str); 9] = [
    (".html", "text/html; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".wasm", "application/wasm"),
    (".webmanifest", "application/manifest+json"),
    (".png", "image/png"),
    (".svg", "image/svg+xml"),
    (".tsv", "text/tab-separated-values; charset=utf-8"),
    (".nn", "application/octet-stream"),
];

/// The headers that every response has. They forbid browsers to show a page in a frame and to guess the type of a file.
/// They also forbid browsers to tell a site which page linked to it. The HTML of a page holds the rest of its policy.
const SAFETY: [(HeaderName, &str); 3] = [
    (CONTENT_SECURITY_POLICY, "frame-ancestors 'none'"),
    (REFERRER_POLICY, "no-referrer"),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
];

#[derive(Clone, Debug)]
pub struct Site(HashMap<String, File>);

#[derive(Clone, Debug)]
struct File {
    kind: &'static str,
    cache: &'static str,
    /// First the encoded forms of the file, the smallest first; then the plain form.
    forms: Vec<Form>,
}

#[derive(Clone, Debug)]
struct Form {
    /// The name of the encoding; `None` for the plain file.
    encoding: Option<&'static str>,
    bytes: Bytes,
    /// The ETag of this form, by which the server learns that a browser already has the form.
    mark: HeaderValue,
}

impl Site {
    /// Reads the files of a folder and of the folders in it. A request for the path `/` gets `index.html`.
    pub fn read(folder: &Path) -> io::Result<Self> {
        files(folder).map(Self).map_err(|error| {
            let fault = format!("the folder of the page, {}: {error}", folder.display());
            io::Error::new(error.kind(), fault)
        })
    }

    pub fn respond<B>(&self, request: &Request<B>) -> Response<Body> {
        if let Some(refused) = refuse_change(request) {
            return refused;
        }
        let file = self.0.get(request.uri().path());
        match file.and_then(|file| Some((file, file.form_for(request)?))) {
            Some((file, form)) => form.response(file, text_of(request, IF_NONE_MATCH)),
            None => plain(StatusCode::NOT_FOUND, "no such file\n"),
        }
    }
}

pub fn plain(status: StatusCode, text: impl Into<Bytes>) -> Response<Body> {
    let mut response = safe(text.into());
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

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

/// The MIME type for a file name; `None`: a file of this name is not served.
pub fn kind_of(name: &str) -> Option<&'static str> {
    TYPES.iter().find(|(end, _)| name.ends_with(end)).map(|(_, kind)| *kind)
}

fn files(folder: &Path) -> io::Result<HashMap<String, File>> {
    let mut files = HashMap::new();
    add_files(&mut files, folder, "/", "no-cache")?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            let address = format!("/{}/", entry.file_name().to_string_lossy());
            add_files(&mut files, &entry.path(), &address, "max-age=31536000, immutable")?;
        }
    }
    let no_index = || io::Error::new(io::ErrorKind::NotFound, "it has no index.html");
    let index = files.get("/index.html").cloned().ok_or_else(no_index)?;
    files.insert("/".to_owned(), index);
    Ok(files)
}

fn add_files(
    files: &mut HashMap<String, File>,
    folder: &Path,
    address: &str,
    cache: &'static str,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if let Some(kind) = kind_of(&name).filter(|_| entry.path().is_file()) {
            let file = File { kind, cache, forms: forms(&entry.path())? };
            files.insert(format!("{address}{name}"), file);
        }
    }
    Ok(())
}

fn forms(path: &Path) -> io::Result<Vec<Form>> {
    let mut forms = Vec::new();
    for (encoding, end) in ENCODINGS {
        match fs::read(path.with_added_extension(end.trim_start_matches('.'))) {
            Ok(bytes) => forms.push(Form::new(Some(encoding), bytes)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    forms.push(Form::new(None, fs::read(path)?)?);
    Ok(forms)
}

impl File {
    fn form_for<B>(&self, request: &Request<B>) -> Option<&Form> {
        let accepted = text_of(request, ACCEPT_ENCODING);
        self.forms.iter().find(|form| form.encoding.is_none_or(|name| accepts(accepted, name)))
    }
}

impl Form {
    fn new(encoding: Option<&'static str>, bytes: Vec<u8>) -> io::Result<Self> {
        let digest = Sha256::digest(&bytes);
        let mark: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        let mark = HeaderValue::try_from(format!("\"{mark}\"")).map_err(io::Error::other)?;
        Ok(Self { encoding, bytes: bytes.into(), mark })
    }

    /// The response with this form. It has no body if `known`, the header If-None-Match, is `*` or contains the mark.
    fn response(&self, file: &File, known: &str) -> Response<Body> {
        let is_known =
            known.trim() == "*" || self.mark.to_str().is_ok_and(|mark| known.contains(mark));
        let mut response = safe(if is_known { Bytes::new() } else { self.bytes.clone() });
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(file.cache));
        headers.insert(VARY, HeaderValue::from(ACCEPT_ENCODING));
        headers.insert(ETAG, self.mark.clone());
        if is_known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.kind));
        if let Some(encoding) = self.encoding {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response
    }
}

/// True if the header Accept-Encoding gives a quality above 0 to `encoding`, or to `*` if `encoding` is not in it.
fn accepts(header: &str, encoding: &str) -> bool {
    let quality = |wanted: &str| {
        header.split(',').find_map(|offer| {
            let mut parts = offer.split(';').map(str::trim);
            let is_wanted = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(wanted));
            let quality = parts.find_map(|part| part.strip_prefix(['q', 'Q'])?.strip_prefix('='));
            is_wanted.then(|| quality.is_none_or(|it| it.parse().is_ok_and(|it: f32| it > 0.0)))
        })
    };
    quality(encoding).or_else(|| quality("*")).unwrap_or(false)
}

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
        fs::create_dir_all(folder.path().join("inner/deep")).unwrap();
        fs::write(folder.path().join("inner/page.js"), "js").unwrap();
        fs::write(folder.path().join("inner/deep/page.js"), "not served").unwrap();
        Site::read(folder.path()).unwrap()
    }

    fn ask(method: &str, path: &str, header: (&str, &str)) -> Response<Body> {
        let request = Request::builder().method(method).uri(path).header(header.0, header.1);
        site().respond(&request.body(()).unwrap())
    }

    /// The last two columns of the table are the headers Cache-Control and Content-Encoding of the response.
    #[test]
    fn a_path_is_a_file_of_the_folder_or_nothing() {
        for (at, [status, method, path, taken, cache, encoding]) in
            chuhe_tests::rows("site_requests.txt")
        {
            let response = ask(&method, &path, ("accept-encoding", taken.as_str()));
            let (found, headers) = (response.status(), response.headers());
            let told = [CACHE_CONTROL, CONTENT_ENCODING]
                .map(|name| headers.get(name).map_or("-", |value| value.to_str().unwrap()));
            assert_eq!([found.as_str(), told[0], told[1]], [status, cache, encoding], "{at}");
            for (name, value) in SAFETY {
                assert_eq!(headers[&name], value, "{at}");
            }
        }
    }

    #[test]
    fn a_browser_gets_each_form_once() {
        let [packed, plain] = ["gzip", "zip"].map(|it| ask("GET", "/", ("accept-encoding", it)));
        let mark = plain.headers()[ETAG].to_str().unwrap();
        assert_ne!(packed.headers()[ETAG], mark);
        for known in [mark, "*"] {
            let response = ask("GET", "/", ("if-none-match", known));
            assert_eq!(response.status(), StatusCode::NOT_MODIFIED, "{known}");
        }
    }

    #[test]
    fn a_folder_that_cannot_be_served_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = Site::read(folder.path()).unwrap_err().to_string();
        assert!(error.ends_with("it has no index.html"), "{error}");
    }
}
