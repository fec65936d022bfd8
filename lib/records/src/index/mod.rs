#![doc = include_str!("README.md")]

mod cache;
mod folder;
mod positions;
mod refresh;
mod schema;
mod search;

pub use folder::TRASH;
pub use refresh::{Progress, Refreshed};
pub use search::{FileFault, GamePlace};

use crate::Fault;
use cache::Cache;
use rusqlite::Connection;
use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};

/// An index of the games in folders. A query fails if the index cannot be read.
#[derive(Debug)]
pub struct Index {
    connection: Connection,
    path: PathBuf,
    cache: RefCell<Option<Cache>>,
    in_chinese: fn(&Fault) -> String,
}

/// A failure of the index, or of a file that it needs.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// SQLite reports an error.
    #[error("the index of games: {0}")]
    Database(#[from] rusqlite::Error),
    /// A file or folder cannot be read or written.
    #[error("{}: {error}", .path.display())]
    File {
        /// The path of the file or folder.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
}

impl IndexError {
    pub(crate) fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.to_owned(), error }
    }

    /// True if the file of the index is damaged. In this case, [`Index::remake`] helps.
    pub fn is_broken(&self) -> bool {
        matches!(self, Self::Database(error) if schema::is_broken(error))
    }
}

impl Index {
    /// Opens an index, or creates it. Renames a broken index to `….broken`, and creates a new one. Empties an index
    /// whose tables have another version.
    ///
    /// # Errors
    /// Fails if the file cannot be read or written.
    pub fn open(path: &Path) -> Result<Self, IndexError> {
        let (connection, path) = (schema::open(path)?, path.to_owned());
        Ok(Self { connection, path, cache: RefCell::default(), in_chinese: Fault::to_string })
    }

    /// Sets the function that returns a fault as Chinese text. The default returns English text.
    #[must_use]
    pub fn telling(self, in_chinese: fn(&Fault) -> String) -> Self {
        Self { in_chinese, ..self }
    }

    /// Renames the index to `….broken`, and opens an empty one.
    ///
    /// # Errors
    /// Fails if the file cannot be renamed or created.
    pub fn remake(self) -> Result<Self, IndexError> {
        let Self { connection, path, in_chinese, .. } = self;
        drop(connection);
        schema::set_aside(&path).map_err(|error| IndexError::file(&path, error))?;
        Ok(Self::open(&path)?.telling(in_chinese))
    }
}
