use crate::fault::Read;
use crate::{Place, RecordError, RecordFault};
use std::str::Chars;

/// A place in a text: line and column, counted from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextPlace {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl TextPlace {
    pub(crate) const START: Self = Self { line: 1, column: 1 };

    pub(crate) const fn error(self, fault: RecordFault) -> RecordError {
        RecordError { place: Place::Text { line: self.line, column: self.column }, fault }
    }

    pub(crate) fn behind(self, text: &str) -> Self {
        Self { column: self.column + text.chars().count(), ..self }
    }
}

/// True for white space, for punctuation between moves, and for a byte order mark. Such a mark stands inside a file if
/// several files were joined.
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '，' | '、' | '。' | '；' | '…' | '\u{feff}')
}

/// The brackets and the semicolon end a word. The characters of [`is_space`] end a word, too.
pub(super) const BRACKETS: &str = "{}();[]";

#[derive(Clone)]
pub(crate) struct Scanner<'a> {
    rest: Chars<'a>,
    pub(crate) at: TextPlace,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str, at: TextPlace) -> Self {
        Self { rest: text.chars(), at }
    }

    pub(crate) fn rest(&self) -> &'a str {
        self.rest.as_str()
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    pub(crate) fn next(&mut self) -> Option<char> {
        let next = self.rest.next()?;
        self.at = match next {
            '\n' => TextPlace { line: self.at.line + 1, column: 1 },
            _ => TextPlace { column: self.at.column + 1, ..self.at },
        };
        Some(next)
    }

    pub(crate) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let start = self.rest();
        while self.peek().is_some_and(&wanted) {
            self.next();
        }
        &start[..start.len() - self.rest().len()]
    }

    pub(crate) fn skip_space(&mut self) {
        self.take_while(is_space);
    }

    pub(crate) fn comment(&mut self) -> Read<&'a str> {
        let start = self.at;
        self.next();
        let text = self.take_while(|c| c != '}');
        self.next().map(|_| text).ok_or_else(|| start.error(RecordFault::Unclosed('{')))
    }

    /// Reads a word, such as a move, a move number or a result.
    pub(crate) fn word(&mut self) -> &'a str {
        self.take_while(|c| !is_space(c) && !BRACKETS.contains(c))
    }

    pub(crate) fn line(&mut self) -> &'a str {
        self.take_while(|c| c != '\n').trim_end_matches('\r')
    }
}
