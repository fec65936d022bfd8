//! FEN: a position in one line of text, in the form of xqbase's protocols.
//!
//! `rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1` has six fields. The first is the board from
//! Black's home rank down. The second is the side to move, `w` or `b`. Only chess uses the third and the fourth. The
//! fifth is the number of plies since the last capture, in chess also since the last move of a pawn. The sixth is the
//! number of the move. A game on a smaller board has fewer or shorter ranks.

mod rights;

use crate::AnyPosition;
use crate::from_fn::from_fn;
use crate::position::Position;
#[cfg(feature = "chess")]
use crate::rules::Chess;
use crate::rules::nine::{NineMoves, NinePosition};
use crate::rules::{Rules, SetupError, SetupFault, SideNames, Xiangqi};
use crate::types::{Piece, Side, Square};
use core::fmt;
use core::str::FromStr;
use rights::ReadRights;

/// A position and its move number, which are read from a FEN and written as a FEN.
///
/// `parse` reads what people and programs write. Blanks around the fields do not matter. Fields missing at the end are
/// read as at the start of a game, and move number 0 is read as 1. [`Fen::read`] is strict: there must be six fields,
/// one space between two fields, and no other blanks. In the games of xiangqi, `parse` and `read` also accept `r` for
/// `w`, `E` for `B` and `H` for `N`, because some programs write them.
///
/// A position of Chess960 is read as X-FEN or Shredder-FEN, and written as X-FEN. With `{:#}` it is
/// written as Shredder-FEN: with the file of each rook that can castle.
///
/// # Examples
/// ```
/// use chuhe_core::{notation::Fen, rules::Xiangqi};
/// let text = "4k4/9/9/9/9/9/9/4C4/4A4/4K4 b - - 3 40";
/// let fen: Fen<Xiangqi> = text.parse().unwrap();
/// assert_eq!(fen.move_number, 40);
/// assert_eq!(fen.to_string(), text);
/// assert!(Fen { move_number: 10_000, ..fen }.to_string().ends_with(" 3 9999"));
/// assert_eq!("4k4/9/9/9/9/9/9/4C4/4A4/4K4  b".parse::<Fen<Xiangqi>>().unwrap().move_number, 1);
///
/// let error = "4k4/9/9/9/9/9/9/4C4/4A4/4K3 w - - 0 1".parse::<Fen<Xiangqi>>().unwrap_err();
/// assert_eq!(error.to_string(), "board, at character 28: rank 0 has 8 files instead of 9");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fen<P> {
    /// The position, with its halfmove clock.
    pub position: P,
    /// The number of the move, from 1. Each move of Black adds 1. At most 9999 is written.
    pub move_number: u16,
}

/// A field of a FEN, or the text after the fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenField {
    /// The first field: the pieces by rank, from Black's home rank down.
    Board,
    /// The second field: `w` or `b` for the side to move.
    Side,
    /// The third field: rights to castle in chess, `-` in other games.
    Castling,
    /// The fourth field: in chess the square that a pawn passed by a double step, `-` in other games.
    EnPassant,
    /// The fifth field: the number of plies since the last capture, in chess also since the last move of a pawn.
    HalfmoveClock,
    /// The sixth field: 1 at the start of a game, and one more after each move of Black.
    MoveNumber,
    /// The text after the last field.
    Rest,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::Side => "side to move",
            Self::Castling => "third field",
            Self::EnPassant => "fourth field",
            Self::HalfmoveClock => "plies since the last capture",
            Self::MoveNumber => "move number",
            Self::Rest => "end",
        })
    }
}

/// The reason why a text is no FEN of a valid position, and the place of the fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FenError {
    /// The field at fault, or `Rest` for a fault after the fields.
    pub field: FenField,
    /// The number of characters before the fault.
    pub at: usize,
    /// The fault at that place.
    pub fault: FenFault,
}

/// A fault in a field of a FEN, such as a rank that is too short.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenFault {
    /// The field is empty, or the text ends before the field. In the fourth field, the digit can be missing.
    Missing,
    /// This character is not allowed at this place of the field.
    Unexpected(char),
    /// A rank with too few or too many files.
    Width {
        /// The number of the rank, as the game counts its ranks.
        rank: u8,
        /// The number of files that the rank fills. Counting stops at one file too many.
        files: u8,
        /// The number of files of the board.
        of: u8,
    },
    /// Fewer ranks than the board has.
    Ranks {
        /// The number of ranks in the field.
        ranks: u8,
        /// The number of ranks of the board.
        of: u8,
    },
    /// No number, a number with a needless zero before it, or a number out of bounds.
    Number {
        /// The smallest number allowed: 1 for a move number read strictly, otherwise 0.
        least: u16,
        /// The largest number allowed.
        most: u16,
    },
    /// The pieces make no valid position.
    Setup(SetupError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at character {}: ", self.field, self.at + 1)?;
        match self.fault {
            FenFault::Missing => f.write_str("missing"),
            FenFault::Unexpected(found) => write!(f, "unexpected {found:?}"),
            FenFault::Width { rank, files, of } if files > of => {
                write!(f, "rank {rank} has more than {of} files")
            }
            FenFault::Width { rank, files, of } => {
                write!(f, "rank {rank} has {files} files instead of {of}")
            }
            FenFault::Ranks { ranks, of } => write!(f, "{ranks} ranks instead of {of}"),
            FenFault::Number { least, most } => write!(f, "not a number from {least} to {most}"),
            FenFault::Setup(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for FenError {}

type Read<T> = Result<T, FenError>;

/// Returns the letter of a piece in a game, a capital for Red; `?` for a piece that the game lacks.
fn letter(rules: Rules, piece: Piece) -> char {
    let letter = rules.piece_type(piece.kind()).map_or('?', |piece| piece.fen);
    if piece.side() == Side::Red { letter.to_ascii_uppercase() } else { letter }
}

/// The board as text: a line for each rank from Black's home rank down, and `.` for an empty square.
///
/// ```
/// use chuhe_core::{notation::board, rules::Xiangqi};
/// let text = board(&Xiangqi::start()).to_string();
/// assert_eq!(text.lines().next(), Some("r n b a k a b n r"));
/// assert_eq!(text.lines().nth(7), Some(". C . . . . . C ."));
/// ```
pub fn board<P: Position>(position: &P) -> impl fmt::Display {
    let rules = position.rules();
    let (files, ranks) = rules.size();
    from_fn(move |f| {
        for (rank, file) in (0..ranks).rev().flat_map(|rank| (0..files).map(move |it| (rank, it))) {
            let found = Square::new(file, rank).and_then(|square| position.piece_at(square));
            let end = if file + 1 < files { " " } else { "\n" };
            let end = if file + 1 == files && rank == 0 { "" } else { end };
            write!(f, "{}{end}", found.map_or('.', |piece| letter(rules, piece)))?;
        }
        Ok(())
    })
}

fn piece(rules: Rules, letter: char) -> Option<Piece> {
    let side = if letter.is_ascii_uppercase() { Side::Red } else { Side::Black };
    Some(Piece::new(side, rules.variant().piece_of_fen(letter)?.kind))
}

struct Fields<'a> {
    text: &'a str,
    /// The byte at which the next field begins.
    next: usize,
    /// True if blanks do not matter and the last fields may be missing.
    is_lenient: bool,
}

impl<'a> Fields<'a> {
    /// Returns the next field and the byte where it begins. In a strict text exactly one space ends a field.
    fn take(&mut self, field: FenField) -> Read<(&'a str, usize)> {
        let start = self.skip_blanks();
        let rest = self.text.get(start..).unwrap_or_default();
        let is_end = |letter: char| letter == ' ' || self.is_lenient && letter.is_whitespace();
        let word = rest.split(is_end).next().unwrap_or_default();
        self.next = start + word.len() + usize::from(!self.is_lenient);
        if !word.is_empty() {
            return Ok((word, start));
        }
        match (self.is_lenient, field) {
            (false, _) | (true, FenField::Board | FenField::Rest) => {
                Err(self.error(field, start, FenFault::Missing))
            }
            (true, FenField::Side) => Ok(("w", start)),
            (true, FenField::Castling | FenField::EnPassant) => Ok(("-", start)),
            (true, FenField::HalfmoveClock) => Ok(("0", start)),
            (true, FenField::MoveNumber) => Ok(("1", start)),
        }
    }

    /// Skips blanks in a lenient text. Returns the byte at which the next field begins.
    fn skip_blanks(&mut self) -> usize {
        let rest = self.text.get(self.next..).filter(|_| self.is_lenient).unwrap_or_default();
        self.next += rest.len() - rest.trim_start().len();
        self.next
    }

    fn error(&self, field: FenField, byte: usize, fault: FenFault) -> FenError {
        let before = self.text.get(..byte.min(self.text.len())).unwrap_or(self.text);
        FenError { field, at: before.chars().count(), fault }
    }

    fn one_of<T>(&mut self, field: FenField, choice: impl Fn(char) -> Option<T>) -> Read<T> {
        let (word, start) = self.take(field)?;
        let unexpected = |byte, found| self.error(field, byte, FenFault::Unexpected(found));
        let first = word.chars().next().unwrap_or_default();
        let value = choice(first).ok_or_else(|| unexpected(start, first))?;
        match word.chars().nth(1) {
            None => Ok(value),
            Some(second) => Err(unexpected(start + first.len_utf8(), second)),
        }
    }

    fn number(&mut self, field: FenField, least: u16, most: u16) -> Read<u16> {
        let (word, start) = self.take(field)?;
        let plain = word.bytes().all(|byte| byte.is_ascii_digit())
            && (word.len() == 1 || !word.starts_with('0'));
        word.parse()
            .ok()
            .filter(|number| plain && (least..=most).contains(number))
            .ok_or_else(|| self.error(field, start, FenFault::Number { least, most }))
    }

    fn end(&mut self) -> Read<()> {
        if self.is_lenient {
            self.skip_blanks();
        } else {
            self.next = self.next.saturating_sub(1);
        }
        match self.text.get(self.next..).and_then(|rest| rest.chars().next()) {
            None => Ok(()),
            Some(found) => Err(self.error(FenField::Rest, self.next, FenFault::Unexpected(found))),
        }
    }
}

/// The largest number in a field. If a game goes on after its end, the halfmove clock can pass the limit of the rules.
const MOST: u16 = 9999;

/// For each square: the piece of the board field, and the byte of the text at which it stands.
type Placed = [Option<(Piece, usize)>; Square::COUNT];

fn read_board(fields: &mut Fields<'_>, rules: Rules) -> Read<Placed> {
    let (files, ranks) = rules.size();
    let (word, start) = fields.take(FenField::Board)?;
    let error = |byte, fault| fields.error(FenField::Board, start + byte, fault);
    let lowest = rules.first_rank();
    let width = |rank, filled| FenFault::Width { rank: rank + lowest, files: filled, of: files };
    let mut placed: Placed = [None; Square::COUNT];
    let (mut rank, mut file) = (ranks - 1, 0);
    let mut after_digit = false;
    for (byte, found) in word.char_indices() {
        match found {
            '/' if rank == 0 => return Err(error(byte, FenFault::Unexpected('/'))),
            '/' if file != files => return Err(error(byte, width(rank, file))),
            '/' => (rank, file) = (rank - 1, 0),
            '1'..='9' if !after_digit => file += found as u8 - b'0',
            _ => {
                let piece =
                    piece(rules, found).ok_or_else(|| error(byte, FenFault::Unexpected(found)))?;
                if let Some(square) = Square::new(file, rank) {
                    placed[square.index()] = Some((piece, start + byte));
                }
                file += 1;
            }
        }
        if file > files {
            return Err(error(byte, width(rank, files + 1)));
        }
        after_digit = found.is_ascii_digit();
    }
    if rank > 0 {
        return Err(error(word.len(), FenFault::Ranks { ranks: ranks - rank, of: ranks }));
    }
    if file != files {
        return Err(error(word.len(), width(rank, file)));
    }
    Ok(placed)
}

struct Parsed<'a> {
    fields: Fields<'a>,
    placed: Placed,
    side: Side,
    rights: ReadRights,
    halfmove_clock: u16,
    move_number: u16,
}

impl<'a> Parsed<'a> {
    fn new(text: &'a str, rules: Rules, is_lenient: bool) -> Read<Self> {
        let mut fields = Fields { text, next: 0, is_lenient };
        let placed = read_board(&mut fields, rules)?;
        let side =
            fields.one_of(FenField::Side, |letter| match (letter, rules.variant().sides) {
                ('w', _) | ('r', SideNames::RedBlack) => Some(Side::Red),
                ('b', _) => Some(Side::Black),
                _ => None,
            })?;
        let rights = rights::read(&mut fields, rules, &placed, side)?;
        let halfmove_clock = fields.number(FenField::HalfmoveClock, 0, MOST)?;
        let least = u16::from(!is_lenient);
        let move_number = fields.number(FenField::MoveNumber, least, MOST)?.max(1);
        fields.end()?;
        Ok(Self { fields, placed, side, rights, halfmove_clock, move_number })
    }

    fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::in_reading_order()
            .filter_map(|square| Some((square, self.placed[square.index()]?.0)))
    }

    fn on_nine_files<G: NineMoves>(&self) -> Result<NinePosition<G>, SetupError> {
        NinePosition::new(self.pieces(), self.side, self.halfmove_clock)
    }

    #[cfg(feature = "chess")]
    fn of_chess(&self) -> Result<Chess, SetupError> {
        Chess::new(self.pieces(), self.side, self.rights.rights, self.halfmove_clock)
    }

    /// Returns the FEN of a position, or an error with the place of the fault in the text.
    fn with<P>(&self, position: Result<P, SetupError>) -> Read<Fen<P>> {
        let move_number = self.move_number;
        position.map(|position| Fen { position, move_number }).map_err(|error| {
            let (field, byte) = match error.fault {
                SetupFault::Castling(_) => (FenField::Castling, self.rights.castling_at),
                SetupFault::EnPassant(_) => (FenField::EnPassant, self.rights.en_passant_at),
                _ => (FenField::Board, self.piece_at_fault(error)),
            };
            self.fields.error(field, byte, FenFault::Setup(error))
        })
    }

    /// Returns the byte at which the piece at fault stands; 0 if no piece is at fault.
    fn piece_at_fault(&self, error: SetupError) -> usize {
        let stands = |piece| self.pieces().find(|&(_, other)| other == piece);
        let square = error.square().or_else(|| Some(stands(error.piece()?)?.0));
        let at = square.and_then(|square| self.placed[square.index()]);
        at.map_or(0, |(_, byte)| byte)
    }
}

impl<G: NineMoves> FromStr for Fen<NinePosition<G>> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        let fen = Parsed::new(text, G::RULES, true)?;
        fen.with(fen.on_nine_files())
    }
}

impl Fen<Xiangqi> {
    /// Reads a FEN as `parse` does. Soldiers may stand on any square, as in some compositions.
    ///
    /// # Errors
    /// The fault of the text and its place.
    pub fn read_with_any_soldiers(text: &str) -> Result<Self, FenError> {
        let fen = Parsed::new(text, Rules::Xiangqi, true)?;
        fen.with(Xiangqi::with_any_soldiers(fen.pieces(), fen.side, fen.halfmove_clock))
    }
}

#[cfg(feature = "chess")]
impl FromStr for Fen<Chess> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        let fen = Parsed::new(text, Rules::Chess, true)?;
        fen.with(fen.of_chess())
    }
}

impl Fen<AnyPosition> {
    /// Reads the FEN of a game strictly: all six fields, with one space between two fields.
    ///
    /// # Errors
    /// The fault of the text and its place, or the fault that this build cannot play the game.
    pub fn read(rules: Rules, text: &str) -> Result<Self, FenError> {
        Self::of(rules, text, false)
    }

    /// Reads the FEN of a game as leniently as `parse` does.
    ///
    /// # Errors
    /// The fault of the text and its place, or the fault that this build cannot play the game.
    pub fn read_lenient(rules: Rules, text: &str) -> Result<Self, FenError> {
        Self::of(rules, text, true)
    }

    fn of(rules: Rules, text: &str, is_lenient: bool) -> Read<Self> {
        let fen = Parsed::new(text, rules, is_lenient)?;
        fen.with(match rules {
            Rules::Xiangqi => fen.on_nine_files().map(AnyPosition::Xiangqi),
            #[cfg(feature = "zhonggong")]
            Rules::Zhonggong => fen.on_nine_files().map(AnyPosition::Zhonggong),
            #[cfg(feature = "chess")]
            Rules::Chess => fen.of_chess().map(AnyPosition::Chess),
            #[cfg(not(all(feature = "zhonggong", feature = "chess")))]
            rules => Err(SetupError { rules, fault: SetupFault::NotPlayable }),
        })
    }
}

impl<P: Into<AnyPosition>> Fen<P> {
    /// Converts the position to an [`AnyPosition`], and keeps the move number.
    #[must_use]
    pub fn into_any(self) -> Fen<AnyPosition> {
        Fen { position: self.position.into(), move_number: self.move_number }
    }
}

impl<P: Into<AnyPosition> + Clone> fmt::Display for Fen<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position: AnyPosition = self.position.clone().into();
        let rules = position.rules();
        let (files, ranks) = rules.size();
        for rank in (0..ranks).rev() {
            let mut empty = 0;
            for file in 0..files {
                match Square::new(file, rank).and_then(|square| position.piece_at(square)) {
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{}", letter(rules, piece))?;
                    }
                    None => empty += 1,
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        let side = if position.side() == Side::Red { 'w' } else { 'b' };
        write!(f, " {side} ")?;
        rights::write(f, &position)?;
        write!(f, " {} {}", position.halfmove_clock(), self.move_number.min(MOST))
    }
}

#[cfg(feature = "serde")]
impl<P: Into<AnyPosition> + Clone> serde::Serialize for Fen<P> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de, P> serde::Deserialize<'de> for Fen<P>
where
    Self: FromStr<Err = FenError>,
{
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(crate::types::Text(str::parse))
    }
}
