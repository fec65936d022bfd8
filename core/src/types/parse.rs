use core::fmt;

/// The error of reading a side, a kind, a piece or a level from text; in serde also a square or a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseError {
    expected: &'static str,
}

impl ParseError {
    pub(crate) const fn expected(expected: &'static str) -> Self {
        Self { expected }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl core::error::Error for ParseError {}
