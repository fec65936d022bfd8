//! The reasons why a file is no opening book.

use chuhe_core::notation::MoveError;

/// The reason why a book is refused, with its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct BookError {
    pub place: BookPlace,
    pub fault: BookFault,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookPlace {
    /// The number of a line of text, from 1.
    #[error("line {0}")]
    Line(usize),
    /// The number of an entry of a Polyglot book, from 1.
    #[error("entry {0}")]
    Entry(usize),
}

/// The reason why a line of a book is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookFault {
    #[error(
        "this is neither a book as text nor a Polyglot book, whose size is a multiple of 16 bytes"
    )]
    Foreign,
    #[error("the keys of a Polyglot book ascend, and this one is less than the one before")]
    Unsorted,
    #[error("an opening book begins with `chuhe-book` and the name of a game")]
    NoBook,
    #[error("there is no colon between the moves so far and the moves to play")]
    NoColon,
    #[error("there is no move to play")]
    NoMove,
    #[error("`{0}`: {1}")]
    Move(String, MoveError),
    #[error("`{0}` is no weight from 1 to 65535")]
    Weight(String),
    /// A position has a line already, or its mirror image has.
    #[error("the position stands in line {0} already")]
    Repeated(usize),
}
