//! Reads short texts character by character.

use super::MoveError;
use core::str::Chars;

pub(crate) struct Symbols<'a> {
    rest: Chars<'a>,
    pub(crate) taken: usize,
}

impl<'a> Symbols<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        Self { rest: text.chars(), taken: 0 }
    }

    /// Takes the next character and returns its meaning. A character without a meaning is an error and is not taken.
    pub(crate) fn take<T>(
        &mut self,
        meaning: impl FnOnce(char) -> Option<T>,
    ) -> Result<T, MoveError> {
        let mut rest = self.rest.clone();
        let value = rest.next().and_then(meaning).ok_or_else(|| self.error())?;
        *self = Self { rest, taken: self.taken + 1 };
        Ok(value)
    }

    pub(crate) fn next(&self) -> Option<char> {
        self.rest.clone().next()
    }

    pub(crate) fn end(&self) -> Result<(), MoveError> {
        if self.rest.as_str().is_empty() { Ok(()) } else { Err(self.error()) }
    }

    fn error(&self) -> MoveError {
        MoveError::Unreadable { at: self.taken }
    }
}
