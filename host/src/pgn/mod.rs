//! PGN: games written down, in one of two forms.
//!
//! Chess has the export format of the PGN standard: the seven tags of the roster first and in
//! their order, the further by name, moves in algebraic notation, lines of less than 80 characters.
//!
//! Xiangqi and Zhonggong have the form that xqbase gave it. The tag `Game` comes first and is
//! `Chinese Chess`, the players are `Red` and `Black`, a game from another position than the usual
//! has it in `FEN`, and `Format` says how the moves are written: in Chinese, in WXF's letters, or
//! as ICCS coordinates. See <https://www.xqbase.com/protocol/cchess_pgn.htm>.

mod read;
mod standard;
mod tags;
mod write;
mod xqbase;

use chuhe_core::notation::{FenError, MoveError};
use chuhe_core::rules::AnyPosition;
use chuhe_core::{EndReason, Game};

pub use read::{read, read_all};

/// A game as it is written down: its moves and end, and what is known about it.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// The tags, such as `Event` or `Red`, in the file's order and each name once; the one who begins is `Red` here in
    /// chess, too. Those that the game itself tells (`Game`, `FEN`, `Result`, `Format`,
    /// `Termination`) are not among them.
    pub tags: Vec<(String, String)>,
    /// The game, after its last move.
    pub game: Game<AnyPosition>,
}

impl GameRecord {
    /// A game about which nothing else is known.
    #[must_use]
    pub const fn new(game: Game<AnyPosition>) -> Self {
        Self { tags: Vec::new(), game }
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Takes a tag off, and gives its value.
    pub fn take_tag(&mut self, name: &str) -> Option<String> {
        let index = self.tags.iter().position(|(tag, _)| tag.eq_ignore_ascii_case(name))?;
        Some(self.tags.remove(index).1)
    }

    /// Gives a tag its value, in the index it has or behind the further.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(tag, _)| tag.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }
}

/// Why a text is no PGN of a game that can be played, and where; lines and columns count
/// characters from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct PgnError {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What is wrong.
    pub fault: PgnFault,
}

/// What is wrong with a PGN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PgnFault {
    /// The text ends before a game begins.
    #[error("no game")]
    NoGame,
    /// A tag that is not `[Name "value"]`.
    #[error("a tag has the form [Name \"value\"]")]
    Tag,
    /// A comment or variation that never ends.
    #[error("{0} is never closed")]
    Unclosed(char),
    /// A closing bracket that nothing opened.
    #[error("{0} closes nothing")]
    Unopened(char),
    /// A `Game` tag that names no game of this build.
    #[error("the game {0:?} is not known")]
    UnknownGame(String),
    /// A `FEN` tag that holds no valid position.
    #[error("FEN: {0}")]
    Fen(FenError),
    /// A `Result` tag that holds none of the four results.
    #[error("the result {0:?} is none of 1-0, 0-1, 1/2-1/2 and *")]
    Result(String),
    /// A text that stands for no legal move.
    #[error("{text} is no move of {mover}: {error}")]
    Move {
        /// The text.
        text: String,
        /// The side whose turn it is, as players of the game call it.
        mover: &'static str,
        /// What is wrong with it.
        error: MoveError,
    },
    /// A move after the game has ended.
    #[error("{text} comes after the end of the game: {reason}")]
    Over {
        /// The move.
        text: String,
        /// Why the game had ended.
        reason: EndReason,
    },
}
