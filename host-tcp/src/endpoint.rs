//! Serves the figures of a server over HTTP, for Prometheus and for health checks.

use crate::listener::Listener;
use crate::metrics::Metrics;
use crate::site::{Body, MAX_HEAD, plain, refuse_change};
use crate::stream::Stream;
use chuhe_host::Computer;
use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// The longest duration of a connection. Each connection serves only one request.
const PATIENCE: Duration = Duration::from_secs(5);

/// Serves two paths: `/metrics` with the figures in the text format of OpenMetrics, and `/healthz`. The status of
/// `/healthz` is 200 while the server accepts clients, and 503 while it drains or cannot write a journal. Requests are
/// not logged.
pub async fn serve_metrics(
    listener: impl Into<Listener>,
    metrics: Arc<Metrics>,
    computer: Arc<Computer>,
) {
    let serve = move |stream, _| {
        let (metrics, computer) = (Arc::clone(&metrics), Arc::clone(&computer));
        async move {
            // A client that is too slow or breaks the protocol is disconnected. This error is not logged.
            let _ = timeout(PATIENCE, serve_request(stream, &metrics, &computer)).await;
        }
    };
    listener.into().serve_each(false, serve).await;
}

async fn serve_request(
    stream: Stream,
    metrics: &Metrics,
    computer: &Computer,
) -> Result<(), hyper::Error> {
    let service =
        service_fn(async |request: Request<Incoming>| respond(&request, metrics, computer));
    http1::Builder::new()
        .keep_alive(false)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .await
}

fn respond<B>(
    request: &Request<B>,
    metrics: &Metrics,
    computer: &Computer,
) -> Result<Response<Body>, fmt::Error> {
    Ok(match (request.uri().path(), refuse_change(request)) {
        ("/metrics" | "/healthz", Some(refused)) => refused,
        ("/metrics", None) => {
            let mut response = plain(StatusCode::OK, metrics.exposition(computer)?);
            let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
            response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
            response
        }
        ("/healthz", None) if metrics.draining.get() > 0 => {
            plain(StatusCode::SERVICE_UNAVAILABLE, "draining\n")
        }
        ("/healthz", None) if metrics.unsaved_games.get() > 0 => {
            let text = format!("{} journals cannot be written\n", metrics.unsaved_games.get());
            plain(StatusCode::SERVICE_UNAVAILABLE, text)
        }
        ("/healthz", None) => plain(StatusCode::OK, "ok\n"),
        _ => plain(StatusCode::NOT_FOUND, "/metrics or /healthz\n"),
    })
}
