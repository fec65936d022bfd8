use crate::GameTree;
use chuhe_core::Side;
use chuhe_core::notation::{FenError, MoveError};
use chuhe_core::rules::{Rules, SetupError};
use std::{fmt, ops::Range};

/// A place in a file: a character of a text file, or a byte of a binary file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A character of a text file, after decoding.
    Text {
        /// The line, counted from 1.
        line: usize,
        /// The column in characters, counted from 1.
        column: usize,
    },
    /// The offset of a byte in a binary file.
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

/// A fault of one game. Its text begins with the place of the fault.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct RecordError {
    /// The place of the fault, counted from the start of the bytes or the text that was read.
    pub place: Place,
    /// The kind of the fault, with details such as the faulty word.
    pub fault: RecordFault,
}

/// The kind of a fault. Because of the fault, a reader refuses a game or leaves out a part of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// The file contains no game, for example only white space and comments.
    #[error("no game")]
    NoGame,
    /// A tag does not have the form `[Name "value"]`, or a `[` stands among the moves.
    #[error("a tag has the form [Name \"value\"]")]
    Tag,
    /// A comment or variation has no closing bracket. The character is the opening bracket.
    #[error("{0} is never closed")]
    Unclosed(char),
    /// A closing bracket has no opening bracket. The character is the closing bracket.
    #[error("{0} closes nothing")]
    Unopened(char),
    /// A tag `Game` has this unknown value.
    #[error("the game {0:?} is not known")]
    UnknownGame(String),
    /// A FEN is malformed, or its position is not valid.
    #[error("FEN: {0}")]
    Fen(FenError),
    /// A tag `Result` has this unknown value, which the reader ignores.
    #[error("the result {0:?} is none of 1-0, 0-1, 1/2-1/2 and *")]
    Result(String),
    /// A word where a move is expected is no legal move.
    #[error("{text} is no move of {}: {error}", .rules.side_name(*.side))]
    Move {
        /// The word in the file, or both squares, such as `h2e2`, if the file gives them as numbers.
        text: String,
        /// The game, such as xiangqi or chess, whose move was expected.
        rules: Rules,
        /// The side to move.
        side: Side,
        /// The reason, for example that the text fits several legal moves.
        error: MoveError,
    },
    /// The main line or a variation has a null move. The text from this move on becomes a comment.
    #[error("{text} is no move; the rest of the line became a comment")]
    NullMove {
        /// The word in the file, such as `--`.
        text: String,
    },
    /// The version of an XQF file is not known. The number 19 stands for version 1.9.
    #[error("version {}.{} is not known", .0 / 10, .0 % 10)]
    Version(u8),
    /// The key bytes of an XQF file do not add up to 0 modulo 256.
    #[error("the keys do not add up")]
    Checksum,
    /// A binary file ends before the game is complete.
    #[error("the file ends too early")]
    Truncated,
    /// A byte of the board stands for no piece.
    #[error("{0:#x} is no piece")]
    Piece(u8),
    /// The pieces on the board do not form a valid position.
    #[error("{0}")]
    SetUp(SetupError),
    /// A comment is longer than the rest of the file, or its length is impossible.
    #[error("the length of a comment is wrong")]
    CommentLength,
    /// Some bytes of a text are not characters of its encoding. They are replaced by `U+FFFD`.
    #[error("some bytes are no characters of {encoding}")]
    Text {
        /// The name of the encoding, such as `UTF-16LE`.
        encoding: &'static str,
    },
    /// A game of a binary file has too many moves. The moves after the limit are left out.
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
    /// A variation stands before the first move of a line, and thus has no move that it can replace.
    #[error("a variation comes before the move that it replaces")]
    VariationWithoutMove,
    /// A field of the file is malformed or does not fit the moves. The string is the name of the field.
    #[error("the field {0} is not as the format has it")]
    Field(String),
    /// A CBF file is not well-formed XML.
    #[error("the text is no XML")]
    Xml,
    /// The bytes are valid neither in UTF-8 nor in the encoding guessed for the file, which is GBK or Big5.
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

/// A fault of one game of a file. Its text begins with the number of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}, {error}")]
pub struct Fault {
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The fault and its place in the whole file.
    pub error: RecordError,
    /// True if the game was read without the faulty part; false if the game was skipped.
    pub game_kept: bool,
}

/// The readable games of a file, and the faults of all games in the file.
#[derive(Clone, Default, Debug)]
pub struct Collection {
    /// The readable games, in the order of the file.
    pub games: Vec<GameTree>,
    /// The faults, in the order of the file.
    pub faults: Vec<Fault>,
}

/// A game that was found in a file, and was either read or refused.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// The range of the game's bytes in the file.
    pub range: Range<usize>,
    /// The game, or the fault because of which the game is refused.
    pub game: Result<GameTree, RecordError>,
    /// The faults of the parts that were left out of the game. Empty if the game is refused.
    pub warnings: Vec<RecordError>,
}

impl Entry {
    /// The entry of the game that `read` finds in a range of a file. For each part that it leaves out, `read` adds a
    /// fault. If `read` refuses the game, these faults are dropped.
    pub(crate) fn of(range: Range<usize>, read: impl FnOnce(&mut Faults) -> Read) -> Self {
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
