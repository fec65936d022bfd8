//! The server of the page, which a test can stop and start again.

use chuhe_web_builder::serve;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::JoinHandle;

/// The page on the loopback address.
#[derive(Debug)]
pub struct Site {
    folder: PathBuf,
    address: SocketAddr,
    server: Option<(serve::Stop, JoinHandle<()>)>,
}

impl Site {
    /// Serves a folder on a free port.
    ///
    /// # Errors
    /// When the folder cannot be read or no port is free.
    pub fn start(folder: PathBuf) -> Result<Self, String> {
        let mut site = Self { folder, address: (Ipv4Addr::LOCALHOST, 0).into(), server: None };
        site.serve()?;
        Ok(site)
    }

    /// The folder of the page.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The address of the page.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Starts the server, again at the address that it had.
    pub(crate) fn serve(&mut self) -> Result<(), String> {
        let (stop, stopped) = serve::stop();
        let (sender, receiver) = mpsc::channel();
        let (folder, address) = (self.folder.clone(), self.address);
        let thread = std::thread::spawn(move || {
            let ready = |address| drop(sender.send(Ok(address)));
            if let Err(error) = serve::serve(&folder, address, ready, stopped) {
                drop(sender.send(Err(error.to_string())));
            }
        });
        self.address = receiver.recv().map_err(|error| error.to_string())??;
        self.server = Some((stop, thread));
        Ok(())
    }

    /// True if the server does not run.
    pub(crate) const fn is_stopped(&self) -> bool {
        self.server.is_none()
    }

    /// Stops the server. Its address then refuses connections.
    pub(crate) fn stop(&mut self) {
        if let Some((stop, thread)) = self.server.take() {
            drop(stop);
            let _ = thread.join();
        }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stop();
    }
}
