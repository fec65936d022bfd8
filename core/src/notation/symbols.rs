//! Short texts, character by character.

use super::MoveError;
use core::str::Chars;

/// What is left of a text, and how much of it was taken.
pub(super) struct Symbols<'a> {
    rest: Chars<'a>,
    taken: usize,
}

impl<'a> Symbols<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { rest: text.chars(), taken: 0 }
    }

    /// What the next character means; one without a meaning, or none, is an
    /// error and stays.
    pub(super) fn take<T>(
        &mut self,
        meaning: impl FnOnce(char) -> Option<T>,
    ) -> Result<T, MoveError> {
        let mut rest = self.rest.clone();
        let value = rest.next().and_then(meaning).ok_or_else(|| self.error())?;
        *self = Self { rest, taken: self.taken + 1 };
        Ok(value)
    }

    /// How many characters were taken.
    pub(super) fn taken(&self) -> usize {
        self.taken
    }

    /// Nothing is left.
    pub(super) fn end(&self) -> Result<(), MoveError> {
        if self.rest.as_str().is_empty() { Ok(()) } else { Err(self.error()) }
    }

    fn error(&self) -> MoveError {
        MoveError::Unreadable { at: self.taken }
    }
}
