//! The file of one game, locked by the server that plays it.

use super::disk::{Disk, Publish};
use super::error::{JournalError, JournalFault};
use super::locked_file::{LockedFile, PathState};
use super::text::Content;
use chuhe_core::{AnyPosition, Game};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// The locked journal of a game that is being played.
#[derive(Debug)]
pub struct Journal {
    disk: Arc<Disk>,
    path: PathBuf,
    file: Arc<LockedFile>,
    content: Content,
    /// The last attempt to write failed. The file may be anything between the content and the game.
    has_failed: bool,
}

impl Journal {
    /// Writes the journal of a new name. The file appears complete and locked, or not at all.
    pub(super) fn create(
        disk: Arc<Disk>,
        path: PathBuf,
        game: &Game<AnyPosition>,
    ) -> Result<Self, JournalFault> {
        let (content, text) = Content::of(game);
        let file = Arc::new(disk.publish(&path, text.as_bytes(), Publish::New)?);
        let journal = Self { disk, path, file, content, has_failed: false };
        if let Err(error) = journal.disk.sync_folder() {
            journal.disk.remove(&journal.path).ok();
            return Err(error.into());
        }
        Ok(journal)
    }

    /// The journal of a game that was read from a locked file.
    pub(super) fn of(
        disk: Arc<Disk>,
        path: PathBuf,
        file: LockedFile,
        game: &Game<AnyPosition>,
    ) -> Self {
        let content = Content::of(game).0;
        Self { disk, path, file: Arc::new(file), content, has_failed: false }
    }

    /// Returns whether the file has the whole game.
    pub fn has(&self, game: &Game<AnyPosition>) -> bool {
        self.is_sound() && self.content.is(game)
    }

    /// Returns whether the file has everything that was to be written.
    pub fn is_sound(&self) -> bool {
        !self.has_failed && !self.file.is_doubtful.load(Relaxed)
    }

    /// Writes the changes of a game, or another game, to the journal. If this fails, for example
    /// because the disk is full, the next call writes the whole journal again.
    ///
    /// # Errors
    /// Fails if the file is not the game afterwards.
    pub fn update(&mut self, game: &Game<AnyPosition>) -> Result<(), JournalError> {
        let written = self.write(game);
        self.has_failed = written.is_err();
        written.map_err(|fault| JournalError { path: self.path.clone(), fault })
    }

    /// Removes the journal; the game has no name then.
    ///
    /// # Errors
    /// Fails if the file cannot be removed. A file that is gone is no error.
    pub fn remove(&self) -> Result<(), JournalError> {
        self.file
            .state(&self.path)
            .and_then(|state| match state {
                PathState::Here(_) => self.disk.remove(&self.path),
                PathState::Missing | PathState::Other => Ok(()),
            })
            .map_err(|error| JournalError { path: self.path.clone(), fault: error.into() })
    }

    fn write(&mut self, game: &Game<AnyPosition>) -> Result<(), JournalFault> {
        if self.has(game) {
            return Ok(());
        }
        match self.file.state(&self.path)? {
            PathState::Here(length)
                if self.is_sound()
                    && length == self.content.length
                    && self.content.begins_as(game) =>
            {
                Ok(self.append(game)?)
            }
            PathState::Here(_) => self.replace(game, Publish::Over),
            PathState::Missing => self.replace(game, Publish::New),
            PathState::Other => Err(JournalFault::Replaced),
        }
    }

    /// Cuts off the moves that were taken back, and adds the new ones.
    fn append(&mut self, game: &Game<AnyPosition>) -> io::Result<()> {
        if self.content.truncate(game) {
            self.file.file.set_len(self.content.length)?;
        }
        let end = SeekFrom::Start(self.content.length);
        let lines = self.content.extend(game);
        let mut file = &self.file.file;
        file.seek(end)?;
        file.write_all(lines.as_bytes())?;
        self.disk.written(&self.file)
    }

    /// Writes the whole journal to a new file that takes the place of the old one.
    fn replace(&mut self, game: &Game<AnyPosition>, publish: Publish) -> Result<(), JournalFault> {
        let (content, text) = Content::of(game);
        let file = self.disk.publish(&self.path, text.as_bytes(), publish)?;
        self.content = content;
        std::mem::replace(&mut self.file, Arc::new(file)).unlock();
        Ok(self.disk.sync_folder()?)
    }
}

impl Drop for Journal {
    /// Another server may have the game at once, although the file is open until it is synced.
    fn drop(&mut self) {
        self.file.unlock();
    }
}
