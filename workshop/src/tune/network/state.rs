//! The state of a training between two epochs, in a file next to the network. After a kill the same command
//! goes on from it.

use super::adam::Adam;
use crate::file_fault::{lock, of, replace};
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::PathBuf;

/// The file has a line of text, which tells the training. Behind it come the number of epochs (`u32`) and the
/// numbers of [`Adam`], in little-endian order.
pub(crate) struct StateFile {
    path: PathBuf,
    /// The line of text.
    training: String,
    _lock: File,
}

impl StateFile {
    /// Locks the file, so that no other training writes it. The lock is a file of its own, because each epoch
    /// replaces the state. A killed training leaves that file, which means nothing then.
    pub(crate) fn new(path: PathBuf, training: String) -> Result<Self, String> {
        let name = path.with_added_extension("lock");
        fs::create_dir_all(name.parent().unwrap_or(&name)).map_err(|fault| of(&name, fault))?;
        let file = File::create(&name).map_err(|fault| of(&name, fault))?;
        lock(&file, &name)?;
        Ok(Self { path, training, _lock: file })
    }

    /// Sets the numbers to those of the file, and returns the number of epochs. Without a file there are none.
    ///
    /// # Errors
    /// The file cannot be read, or is of another training.
    pub(crate) fn read<const N: usize>(&self, adam: &mut Adam<N>) -> Result<u32, String> {
        let bytes = match fs::read(&self.path) {
            Err(fault) if fault.kind() == ErrorKind::NotFound => return Ok(0),
            read => read.map_err(|fault| of(&self.path, fault))?,
        };
        let mut read = || {
            let bytes = bytes.strip_prefix(self.training.as_bytes())?.strip_prefix(b"\n")?;
            let (epochs, bytes) = bytes.split_first_chunk()?;
            adam.read(bytes)?;
            Some(u32::from_le_bytes(*epochs))
        };
        let other = "the state of another training; delete it to begin again";
        read().ok_or_else(|| of(&self.path, other))
    }

    pub(crate) fn write<const N: usize>(&self, epochs: u32, adam: &Adam<N>) -> io::Result<()> {
        let mut bytes = format!("{}\n", self.training).into_bytes();
        bytes.extend(epochs.to_le_bytes());
        adam.write(&mut bytes);
        replace(&self.path, &bytes)
    }

    /// Deletes the file and its lock after the last epoch.
    pub(crate) fn delete(&self) -> io::Result<()> {
        fs::remove_file(&self.path)?;
        fs::remove_file(self.path.with_added_extension("lock"))
    }
}
