//! Serves the folder of the page to browsers.

use chuhe_tcp::site::Site;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use tokio::net::TcpListener;

/// Reads the files of a folder once, and serves them until `stopped` ends. Calls `ready` with the server's address.
pub fn serve(
    folder: &Path,
    address: SocketAddr,
    ready: impl FnOnce(SocketAddr),
    stopped: impl Future,
) -> io::Result<()> {
    let site = Site::read(folder).map_err(|error| {
        let hint = "build it with `chuhe-web build`";
        io::Error::new(error.kind(), format!("{error}; {hint}"))
    })?;
    let site = Arc::new(site);
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let listener = TcpListener::bind(address).await?;
        ready(listener.local_addr()?);
        let mut stopped = pin!(stopped);
        loop {
            let stream = tokio::select! {
                accepted = listener.accept() => accepted?.0,
                _ = stopped.as_mut() => return Ok(()),
            };
            let site = Arc::clone(&site);
            tokio::spawn(async move {
                let service =
                    service_fn(async |request| Ok::<_, Infallible>(site.respond(&request)));
                // An error is ignored, because a browser can end a connection at any time.
                let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
            });
        }
    })
}
