use crate::GameTree;
use chuhe_core::Side;
use chuhe_core::notation::{FenError, MoveError};
use chuhe_core::rules::{Rules, SetupError};
use std::{fmt, ops::Range};

/// A place in a file: a character of a text file, or a byte of a binary file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A character of a text.
    Text {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
    },
    /// A byte of a binary file, counted from 0.
    Byte(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { line, column } => write!(f, "line {line}, column {column}"),
            Self::Byte(at) => write!(f, "byte {at:#x}"),
        }
    }
}

/// A fault of one game, with its place in the file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct RecordError {
    /// The character or byte at which the fault is.
    pub place: Place,
    /// The kind of the fault, with its details.
    pub fault: RecordFault,
}

/// The kind of a fault. The fault makes a reader refuse a game, or leave out a part of it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// The file contains no game.
    #[error("no game")]
    NoGame,
    /// A tag is not of the form `[Name "value"]`.
    #[error("a tag has the form [Name \"value\"]")]
    Tag,
    /// A comment or variation is not closed.
    #[error("{0} is never closed")]
    Unclosed(char),
    /// A closing bracket has no opening bracket.
    #[error("{0} closes nothing")]
    Unopened(char),
    /// A tag names an unknown game.
    #[error("the game {0:?} is not known")]
    UnknownGame(String),
    /// A FEN is not a valid position.
    #[error("FEN: {0}")]
    Fen(FenError),
    /// A tag `Result` has an unknown value.
    #[error("the result {0:?} is none of 1-0, 0-1, 1/2-1/2 and *")]
    Result(String),
    /// A word where a move is expected is no legal move.
    #[error("{text} is no move of {}: {error}", .rules.side_name(*.side))]
    Move {
        /// The word in the file.
        text: String,
        /// The rules of the game.
        rules: Rules,
        /// The side to move.
        side: Side,
        /// The reason why the move is refused.
        error: MoveError,
    },
    /// A line has a null move. The rest of the line becomes a comment.
    #[error("{text} is no move; the rest of the line became a comment")]
    NullMove {
        /// The word in the file, such as `--`.
        text: String,
    },
    /// The version of a binary file is not known. The number 19 stands for version 1.9.
    #[error("version {}.{} is not known", .0 / 10, .0 % 10)]
    Version(u8),
    /// The key bytes of an XQF file do not add up to 0 modulo 256.
    #[error("the keys do not add up")]
    Checksum,
    /// A binary file ends before its game does.
    #[error("the file ends too early")]
    Truncated,
    /// A byte stands for no piece.
    #[error("{0:#x} is no piece")]
    Piece(u8),
    /// The pieces on the board are not a valid position.
    #[error("{0}")]
    SetUp(SetupError),
    /// A comment is longer than the rest of the file, or its length is impossible.
    #[error("the length of a comment is wrong")]
    CommentLength,
    /// Some bytes of a text are not characters of its encoding.
    #[error("some bytes are no characters of {encoding}")]
    Text {
        /// The name of the encoding.
        encoding: &'static str,
    },
    /// A game has too many moves.
    #[error("more than {limit} moves")]
    TooManyMoves {
        /// The largest number of moves that are read.
        limit: usize,
    },
    /// A game has more faults than are listed.
    #[error("more than {limit} faults")]
    TooManyFaults {
        /// The largest number of faults that are listed for one game.
        limit: usize,
    },
    /// A variation at the start of a line, where there is no move yet that it could replace.
    #[error("a variation comes before the move that it replaces")]
    VariationWithoutMove,
    /// A field of the file has a malformed value.
    #[error("the field {0} is not as the format has it")]
    Field(String),
    /// The text is no XML.
    #[error("the text is no XML")]
    Xml,
    /// The bytes are text in no known encoding.
    #[error("neither UTF-8 nor GBK nor Big5")]
    NotText,
    /// Variations are nested too deeply, or a game has too many of them.
    #[error("variations are nested more than {limit} deep")]
    TooDeep {
        /// The largest depth or number of variations that is read.
        limit: usize,
    },
}

pub(crate) type Faults = Vec<RecordError>;

pub(crate) type Read<T = GameTree> = Result<T, RecordError>;

/// A fault of one game of a file, with the number of this game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}, {error}")]
pub struct Fault {
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The fault and its place.
    pub error: RecordError,
    /// True if the game was read without the faulty part; false if the game was skipped.
    pub game_kept: bool,
}

/// The games of a file that could be read, and the faults of all its games.
#[derive(Clone, Default, Debug)]
pub struct Collection {
    /// The games, in the order of the file.
    pub games: Vec<GameTree>,
    /// The faults, in the order of the file.
    pub faults: Vec<Fault>,
}

/// A game found in a file. Either it was read, or it was refused.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// The range of the game's bytes in the file.
    pub range: Range<usize>,
    /// The game, or the reason why it is skipped.
    pub game: Result<GameTree, RecordError>,
    /// The faults of the parts that were left out of the game.
    pub warnings: Vec<RecordError>,
}

impl Entry {
    /// The entry of the game that `read` finds in a range of a file. The function `read` adds a fault for each part
    /// that it leaves out. For a refused game, only the reason of the refusal is kept.
    pub(crate) fn of(range: Range<usize>, read: impl FnOnce(&mut Faults) -> Read) -> Self {
        /// The largest number of faults that are listed for one game.
        const MOST_FAULTS: usize = 100;
        let mut warnings = Faults::new();
        let game = read(&mut warnings);
        if let Some(next) = warnings.get_mut(MOST_FAULTS) {
            next.fault = RecordFault::TooManyFaults { limit: MOST_FAULTS };
        }
        warnings.truncate(if game.is_ok() { MOST_FAULTS + 1 } else { 0 });
        Self { range, game, warnings }
    }
}

impl FromIterator<Entry> for Collection {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        let mut collection = Self::default();
        for (game, entry) in (1..).zip(entries) {
            let game_kept = entry.game.is_ok();
            let errors = entry.warnings.into_iter().chain(entry.game.as_ref().err().cloned());
            collection.faults.extend(errors.map(|error| Fault { game, error, game_kept }));
            collection.games.extend(entry.game);
        }
        collection
    }
}
