//! Creates and removes the files of Unix sockets.

use crate::socket_options::{SocketGroup, SocketMode, SocketOptions};
use socket2::{Domain, SockAddr, Socket, Type};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::{fs, io};
use tokio::net::{UnixListener, UnixSocket};

/// Removes the file of a Unix socket when dropped, if this server made the file.
#[derive(Debug)]
pub(crate) struct SocketFile {
    pub(crate) path: PathBuf,
    /// The identity of the file that this server made; `None` if another program made the file.
    own: Option<FileId>,
}

/// The numbers of the device and the inode, which identify a file.
type FileId = (u64, u64);

impl SocketFile {
    /// Replaces a stale file at `path` and listens there. The file gets its group and mode before a client can connect.
    pub(crate) fn bind(path: &Path, options: SocketOptions) -> io::Result<(UnixListener, Self)> {
        let socket = UnixSocket::new_stream()?;
        match socket.bind(path) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                remove_stale(path)?;
                socket.bind(path)?;
            }
            bound => bound?,
        }
        let file = Self { path: path.to_owned(), own: Some(file_id(path)?) };
        if let Some(SocketGroup(group)) = options.group {
            chown(path, None, Some(group))?;
        }
        if let Some(SocketMode(mode)) = options.mode {
            fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
        }
        Ok((socket.listen(options.backlog)?, file))
    }

    /// The file of a socket that another program opened and will remove. `path` is `None` if the socket has no file.
    pub(crate) fn of_another(path: Option<&Path>) -> Self {
        Self { path: path.unwrap_or(Path::new("")).to_owned(), own: None }
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        // Another server can have replaced the file at this path.
        if self.own.is_some() && file_id(&self.path).ok() == self.own {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn file_id(path: &Path) -> io::Result<FileId> {
    let file = fs::symlink_metadata(path)?;
    Ok((file.dev(), file.ino()))
}

fn remove_stale(path: &Path) -> io::Result<()> {
    let in_use = |text| Err(io::Error::new(io::ErrorKind::AddrInUse, text));
    if !fs::symlink_metadata(path)?.file_type().is_socket() {
        return in_use("a file that is no socket is there");
    }
    let probe = Socket::new(Domain::UNIX, Type::STREAM, None)?;
    // A blocking connect would wait if the accept queue is full.
    probe.set_nonblocking(true)?;
    match probe.connect(&SockAddr::unix(path)?) {
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => fs::remove_file(path),
        _ => in_use("another program listens there"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server with a full accept queue is still alive, so its file must not be removed.
    #[tokio::test]
    async fn a_socket_with_a_full_queue_is_in_use() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("chuhe.sock");
        let address = SockAddr::unix(&path).unwrap();
        let socket = || Socket::new(Domain::UNIX, Type::STREAM, None).unwrap();
        let busy = socket();
        busy.bind(&address).unwrap();
        busy.listen(1).unwrap();
        let mut waiting = Vec::new();
        let full = loop {
            let client = socket();
            client.set_nonblocking(true).unwrap();
            if let Err(error) = client.connect(&address) {
                break error;
            }
            waiting.push(client);
        };
        assert_eq!(full.kind(), io::ErrorKind::WouldBlock);
        let error = SocketFile::bind(&path, SocketOptions::default()).unwrap_err();
        assert_eq!(error.to_string(), "another program listens there");
        assert!(path.exists());
    }
}
