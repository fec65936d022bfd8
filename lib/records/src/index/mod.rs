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

/// An index of the games in folders, stored as an SQLite database. A query fails if the database cannot be read.
#[derive(Debug)]
pub struct Index {
    connection: Connection,
    path: PathBuf,
    cache: RefCell<Option<Cache>>,
    in_chinese: fn(&Fault) -> String,
}

/// A failure of the index, or of a file or folder that the index reads or writes.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// SQLite reports an error.
    #[error("the index of games: {0}")]
    Database(#[from] rusqlite::Error),
    /// A file or folder cannot be read or written.
    #[error("{}: {error}", .path.display())]
    File {
        /// The path of the index, its lock file, a folder, or a game file.
        path: PathBuf,
        /// The error that the operating system reports.
        error: io::Error,
    },
}

impl IndexError {
    pub(crate) fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.to_owned(), error }
    }

    /// True if the file of the index is damaged. In this case, [`Index::remake`] creates an empty index.
    pub fn is_broken(&self) -> bool {
        matches!(self, Self::Database(error) if schema::is_broken(error))
    }
}

impl Index {
    /// Opens an index, or creates it if the file is missing. Renames a broken index to `….broken`, and creates an empty
    /// index. Empties an index whose tables have another version than this program uses.
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

    /// Renames the index to `….broken`, and opens an empty index in its place.
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
