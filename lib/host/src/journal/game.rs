//! The journal of one game, which follows the game.

use super::error::{JournalError, JournalFault};
use super::store::StoredGame;
use super::text::Content;
use chuhe_core::{AnyPosition, Game};
use std::path::PathBuf;

/// The journal of a game that is being played. This server holds it.
#[derive(Debug)]
pub struct Journal {
    place: PathBuf,
    stored: Box<dyn StoredGame>,
    content: Content,
    /// The last attempt to write failed. What is stored may be anything between the content and the game.
    has_failed: bool,
}

impl Journal {
    /// The journal of a game that is stored with this content.
    pub(super) fn new(place: PathBuf, stored: Box<dyn StoredGame>, content: Content) -> Self {
        Self { place, stored, content, has_failed: false }
    }

    /// Returns whether the journal has the whole game.
    pub fn has(&self, game: &Game<AnyPosition>) -> bool {
        self.is_sound() && self.content.is(game)
    }

    /// Returns whether the journal has everything that was to be written.
    pub fn is_sound(&self) -> bool {
        !self.has_failed && self.stored.is_sound()
    }

    /// Writes the changes of a game, or another game, to the journal. If this fails, for example
    /// because the disk is full, the next call writes the whole journal again.
    ///
    /// # Errors
    /// Fails if the journal is not the game afterwards.
    pub fn update(&mut self, game: &Game<AnyPosition>) -> Result<(), JournalError> {
        let written = self.write(game);
        self.has_failed = written.is_err();
        written.map_err(|fault| JournalError { path: self.place.clone(), fault })
    }

    /// Removes the journal; the game has no name then.
    ///
    /// # Errors
    /// Fails if the journal cannot be removed. One that is gone is no error.
    pub fn remove(&self) -> Result<(), JournalError> {
        self.stored.remove().map_err(|fault| JournalError { path: self.place.clone(), fault })
    }

    fn write(&mut self, game: &Game<AnyPosition>) -> Result<(), JournalFault> {
        if self.has(game) {
            return Ok(());
        }
        if self.is_sound() && self.content.begins_as(game) && self.append(game)? {
            return Ok(());
        }
        let (content, text) = Content::of(game);
        self.stored.replace(text.as_bytes())?;
        self.content = content;
        Ok(())
    }

    /// Cuts off the moves that were taken back, and adds the new ones. Returns false if the store has a text of
    /// another length.
    fn append(&mut self, game: &Game<AnyPosition>) -> Result<bool, JournalFault> {
        let length = self.content.length;
        self.content.truncate(game);
        let keep = self.content.length;
        let lines = self.content.extend(game);
        self.stored.append(length, keep, lines.as_bytes())
    }
}
