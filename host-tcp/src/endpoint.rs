//! The figures of a server over HTTP: for Prometheus, and for health checks.

use crate::listener::Listener;
use crate::metrics::Metrics;
use crate::stream::Stream;
use chuhe_host::Computer;
use hyper::body::Incoming;
use hyper::header::{ALLOW, CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// The greatest number of connections. Further ones wait until one of them ends.
const CONNECTIONS: usize = 16;

/// The time that a connection may take. It is for one request.
const PATIENCE: Duration = Duration::from_secs(5);

/// The largest head of a request in bytes; hyper takes no less.
const MAX_HEAD: usize = 8192;

/// The type of the text that `/metrics` returns.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
const PLAIN: &str = "text/plain; charset=utf-8";

/// Serves `/metrics`, the figures in the text format of OpenMetrics, and `/healthz`. The latter is
/// 200 while the server takes clients, and 503 while it drains.
///
/// Requests leave no record in the log.
pub async fn serve_metrics(
    listener: impl Into<Listener>,
    metrics: Arc<Metrics>,
    computer: Arc<Computer>,
) {
    let serve = |stream, _| {
        let (metrics, computer) = (Arc::clone(&metrics), Arc::clone(&computer));
        async move {
            // A client that is too slow or breaks the protocol is disconnected without a word.
            let _ = timeout(PATIENCE, serve_request(stream, &metrics, &computer)).await;
        }
    };
    listener.into().serve_each(CONNECTIONS, serve).await;
}

async fn serve_request(
    stream: Stream,
    metrics: &Metrics,
    computer: &Computer,
) -> Result<(), hyper::Error> {
    let service = service_fn(async |request: Request<Incoming>| {
        respond(request.method(), request.uri().path(), metrics, computer)
    });
    http1::Builder::new()
        .keep_alive(false)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .await
}

fn respond(
    method: &Method,
    path: &str,
    metrics: &Metrics,
    computer: &Computer,
) -> Result<Response<String>, fmt::Error> {
    let is_read = matches!(*method, Method::GET | Method::HEAD);
    let (status, kind, text) = match path {
        "/metrics" | "/healthz" if !is_read => {
            (StatusCode::METHOD_NOT_ALLOWED, PLAIN, "GET or HEAD\n".to_owned())
        }
        "/metrics" => (StatusCode::OK, OPEN_METRICS, metrics.exposition(computer)?),
        "/healthz" if metrics.draining.get() > 0 => {
            (StatusCode::SERVICE_UNAVAILABLE, PLAIN, "draining\n".to_owned())
        }
        "/healthz" => (StatusCode::OK, PLAIN, "ok\n".to_owned()),
        _ => (StatusCode::NOT_FOUND, PLAIN, "/metrics or /healthz\n".to_owned()),
    };
    let mut response = Response::new(text);
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    if status == StatusCode::METHOD_NOT_ALLOWED {
        response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
    }
    Ok(response)
}
