//! A map is a text form of a position. It lists each piece with its row, column and number.
//!
//! The form is `row,col,piece;row,col,piece;…`. Rows count from 0 at Black's home, columns from 0 at Red's left. A
//! piece is written as its side (`r`, `b`), its kind and its number. The number tells pieces of one side and kind
//! apart. In a game, only a promotion changes it. The kinds are `b` general, `s` advisor, `x` elephant, `m` horse,
//! `j` chariot, `p` cannon, `z` soldier and `q` the queen of chess. The automation protocol and files with start
//! positions use maps.

use crate::AnyPosition;
use crate::from_fn::from_fn;
use crate::notation::Symbols;
use crate::numbers::Numbers;
use crate::position::{EndReason, Ending, Position};
use crate::rules::{Rules, SetupError, SetupFault};
use crate::types::{Kind, Piece, Side, Square};
use arrayvec::ArrayVec;
use core::fmt;

/// A point of the board, by row and column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    /// The row, from 0 at Black's home.
    pub row: u8,
    /// The column, from 0 at Red's left.
    pub column: u8,
}

impl Point {
    /// The point of a square. A square above the board of these rules is in row 0.
    pub const fn of(square: Square, rules: Rules) -> Self {
        let (_, ranks) = rules.size();
        Self { row: (ranks - 1).saturating_sub(square.rank()), column: square.file() }
    }

    /// The square of the point; `None` if the point is not on the board of these rules.
    pub const fn square(self, rules: Rules) -> Option<Square> {
        let (files, ranks) = rules.size();
        if self.row < ranks && self.column < files {
            Square::new(self.column, ranks - 1 - self.row)
        } else {
            None
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.column)
    }
}

/// A piece of a map, printed as `bx0 at 0,2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MapPiece {
    /// The game to which the piece belongs.
    pub rules: Rules,
    /// The side and the kind of the piece.
    pub piece: Piece,
    /// The number among the pieces of its kind, from 0.
    pub number: u8,
    /// The point where the piece stands.
    pub point: Point,
}

impl MapPiece {
    /// Returns the piece with its number, as `bx0`.
    fn name(self) -> impl fmt::Display {
        let [side, kind] = letters(self.rules, self.piece).map(char::from);
        from_fn(move |f| write!(f, "{side}{kind}{}", self.number))
    }
}

impl fmt::Display for MapPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.name(), self.point)
    }
}

/// The reason why [`read`] or [`pieces`] refuses a text, and the part of the map at fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MapError {
    /// The character or the piece at fault, or the whole map.
    pub place: MapPlace,
    /// The first fault found.
    pub fault: MapFault,
}

/// The part of a map where a fault was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MapPlace {
    /// A character, by the number of characters before it.
    Character(usize),
    /// A piece that was read correctly but is not allowed in the map.
    Piece(MapPiece),
    /// The fault concerns no single character or piece.
    Whole,
}

/// A fault for which [`read`] or [`pieces`] refuses a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MapFault {
    /// The parser expected this part, but found another character or the end.
    Expected(MapToken, Option<char>),
    /// The point is not on the board of these rules.
    OffBoard(Rules),
    /// The number of a piece is larger than `most`.
    Number {
        /// The game, which limits the numbers of its pieces.
        rules: Rules,
        /// The kind of the piece whose number is too large.
        kind: Kind,
        /// The largest number that a piece of this kind can have in this game.
        most: u8,
    },
    /// This other piece already stands on the point.
    Occupied(MapPiece),
    /// A piece of the same side, kind and number already stands on this other point.
    Twice(Point),
    /// The pieces make no valid position.
    Setup(SetupError),
    /// The game would be over before it begins.
    Over(Ending),
}

/// The part of a map's text that the parser expected at the place of an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MapToken {
    /// The number of a row.
    Row,
    /// The number of a column.
    Column,
    /// The `,` behind a row or a column.
    Comma,
    /// The letter of a side, `r` or `b`.
    Side,
    /// The letter of a kind, such as `z` for a soldier.
    Kind,
    /// The number of a piece.
    Number,
    /// The `;` behind a piece.
    Semicolon,
}

impl fmt::Display for MapToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Row => "the number of a row",
            Self::Column => "the number of a column",
            Self::Comma => "a comma",
            Self::Side => "the letter of a side",
            Self::Kind => "the letter of a kind of piece",
            Self::Number => "the number of a piece",
            Self::Semicolon => "a semicolon",
        })
    }
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            MapPlace::Character(at) => write!(f, "at character {}: {}", at + 1, self.fault),
            MapPlace::Piece(piece) => write!(f, "{piece}: {}", self.fault),
            MapPlace::Whole => write!(f, "{}", self.fault),
        }
    }
}

impl fmt::Display for MapFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Expected(token, Some(found)) => write!(f, "expected {token}, found {found:?}"),
            Self::Expected(token, None) => write!(f, "expected {token}, found the end"),
            Self::OffBoard(rules) => {
                let (columns, rows) = rules.size();
                write!(f, "the board has {rows} rows and {columns} columns, counted from 0")
            }
            Self::Number { rules, kind, most: 0 } => {
                write!(f, "{}'s number is 0", one(rules, kind))
            }
            Self::Number { rules, kind, most } => {
                write!(f, "{}'s number is 0 to {most}", one(rules, kind))
            }
            Self::Occupied(other) => write!(f, "{} stands there already", other.name()),
            Self::Twice(point) => write!(f, "it stands at {point} already"),
            Self::Setup(SetupError { rules, fault: SetupFault::CannotStand(piece, _) }) => {
                write!(f, "{} cannot stand there", one(rules, piece.kind()))
            }
            Self::Setup(SetupError { rules, fault: SetupFault::TooMany(piece, _) }) => {
                write!(f, "a {} too many", rules.piece_name(piece))
            }
            Self::Setup(error) => write!(f, "{error}"),
            Self::Over(Ending { winner: Some(winner), reason: EndReason::Checkmate }) => {
                write!(f, "{} is checkmated: {OVER}", !winner)
            }
            Self::Over(Ending { winner: Some(winner), reason: EndReason::Stalemate }) => {
                write!(f, "{} has no legal move: {OVER}", !winner)
            }
            Self::Over(Ending { winner: Some(winner), reason }) => {
                write!(f, "{winner} has won by {reason}: {OVER}")
            }
            Self::Over(Ending { winner: None, reason }) => write!(f, "a draw by {reason}: {OVER}"),
        }
    }
}

const OVER: &str = "the game would be over before it begins";

impl core::error::Error for MapError {}

/// Returns the name of a kind of piece with its article, such as `an elephant`.
fn one(rules: Rules, kind: Kind) -> impl fmt::Display {
    let name = rules.kind_name(kind);
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    from_fn(move |f| write!(f, "{article} {name}"))
}

/// Returns the letters of a piece's side and kind; `?` for a kind that the game lacks.
fn letters(rules: Rules, piece: Piece) -> [u8; 2] {
    let side = if piece.side() == Side::Red { b'r' } else { b'b' };
    [side, rules.piece_type(piece.kind()).map_or(b'?', |piece| piece.map as u8)]
}

/// Reads a map of a game. `turn` is the side that moves first.
///
/// Every part may have blanks around it, letters may be small or capital, and the last piece may end with `;`.
///
/// # Errors
/// The first part of the text that cannot be read, or the first rule of maps that the text breaks.
///
/// # Examples
/// ```
/// use chuhe_core::{Side, map, rules::Rules};
/// let text = "0,4,bb0; 9,4,rb0; 5,4,rz2; 1,0,rj1";
/// let (position, numbers) = map::read(text, Rules::Xiangqi, Side::Red).unwrap();
/// assert_eq!(
///     map::write(&position, &numbers).to_string(),
///     "0,4,bb0;1,0,rj1;5,4,rz2;9,4,rb0;"
/// );
///
/// let error = map::read("0,3,bx0;0,4,bb0;9,4,rb0", Rules::Xiangqi, Side::Red).unwrap_err();
/// assert_eq!(error.to_string(), "bx0 at 0,3: an elephant cannot stand there");
/// ```
pub fn read(text: &str, rules: Rules, turn: Side) -> Result<(AnyPosition, Numbers), MapError> {
    let pieces = pieces(text, rules)?;
    let on_squares = pieces.iter().map(|&(square, it)| (square, it.piece));
    let position = rules.set_up(on_squares, turn).map_err(|error| {
        let at_fault = pieces.iter().find(|&&(square, it)| match error.square() {
            Some(at_fault) => square == at_fault,
            None => Some(it.piece) == error.piece(),
        });
        let place = at_fault.map_or(MapPlace::Whole, |&(_, it)| MapPlace::Piece(it));
        MapError { place, fault: MapFault::Setup(error) }
    })?;
    if let Some(ending) = position.ending() {
        return Err(MapError { place: MapPlace::Whole, fault: MapFault::Over(ending) });
    }
    let mut numbers = Numbers::EMPTY;
    pieces.iter().for_each(|&(square, it)| numbers.set(square, it.number));
    Ok((position, numbers))
}

/// The pieces of a map with their squares, at most one for each square.
pub type Pieces = ArrayVec<(Square, MapPiece), { Square::COUNT }>;

/// Reads the pieces of a map. Their position may be invalid, or one in which the game is over.
///
/// # Errors
/// When the text is no map, two pieces share a point, or the map names the same piece twice.
pub fn pieces(text: &str, rules: Rules) -> Result<Pieces, MapError> {
    let mut tokens = Tokens(Symbols::of(text));
    let mut pieces = Pieces::new();
    loop {
        let it = tokens.piece(rules)?;
        let error = |fault| MapError { place: MapPlace::Piece(it), fault };
        let kind = it.piece.kind();
        let numbers = rules.piece_type(kind).map_or(0, |piece| piece.map_numbers);
        if it.number >= numbers {
            let most = numbers.saturating_sub(1);
            return Err(error(MapFault::Number { rules, kind, most }));
        }
        let square = it.point.square(rules).ok_or_else(|| error(MapFault::OffBoard(rules)))?;
        for &(taken, other) in &pieces {
            if taken == square {
                return Err(error(MapFault::Occupied(other)));
            }
            if (other.piece, other.number) == (it.piece, it.number) {
                return Err(error(MapFault::Twice(other.point)));
            }
        }
        pieces.push((square, it));
        if !tokens.is_end() {
            tokens.take(MapToken::Semicolon, |found| (found == ';').then_some(()))?;
        }
        if tokens.is_end() {
            return Ok(pieces);
        }
    }
}

struct Tokens<'a>(Symbols<'a>);

impl Tokens<'_> {
    fn skip_blanks(&mut self) {
        while self.0.take(|found| found.is_whitespace().then_some(())).is_ok() {}
    }

    fn is_end(&mut self) -> bool {
        self.skip_blanks();
        self.0.end().is_ok()
    }

    /// Takes the next character and returns its meaning. An unknown character or the end of the text is an error.
    fn take<T>(
        &mut self,
        token: MapToken,
        meaning: impl FnOnce(char) -> Option<T>,
    ) -> Result<T, MapError> {
        self.0.take(meaning).map_err(|_| MapError {
            place: MapPlace::Character(self.0.taken),
            fault: MapFault::Expected(token, self.0.next()),
        })
    }

    /// Reads a number of one or two digits.
    fn number(&mut self, token: MapToken) -> Result<u8, MapError> {
        let digit = |found: char| Some(found.to_digit(10)? as u8);
        let first = self.take(token, digit)?;
        Ok(self.0.take(digit).map_or(first, |second| first * 10 + second))
    }

    /// Reads a row or a column, the comma behind it, and blanks.
    fn coordinate(&mut self, token: MapToken) -> Result<u8, MapError> {
        self.skip_blanks();
        let number = self.number(token)?;
        self.skip_blanks();
        self.take(MapToken::Comma, |found| (found == ',').then_some(()))?;
        self.skip_blanks();
        Ok(number)
    }

    fn piece(&mut self, rules: Rules) -> Result<MapPiece, MapError> {
        let row = self.coordinate(MapToken::Row)?;
        let column = self.coordinate(MapToken::Column)?;
        let side = self.take(MapToken::Side, |found| match found {
            'r' | 'R' => Some(Side::Red),
            'b' | 'B' => Some(Side::Black),
            _ => None,
        })?;
        let kind = self.take(MapToken::Kind, |found| {
            let letter = found.to_ascii_lowercase();
            rules.variant().piece_types().find(|piece| piece.map == letter)
        })?;
        let number = self.number(MapToken::Number)?;
        let piece = Piece::new(side, kind.kind);
        Ok(MapPiece { rules, piece, number, point: Point { row, column } })
    }
}

/// The board as a map: the pieces sorted by row, then by column, with a `;` behind each.
pub fn write<'a>(position: &'a AnyPosition, numbers: &'a Numbers) -> impl fmt::Display + 'a {
    from_fn(|f| {
        let rules = position.rules();
        // A server writes many boards. One text for all pieces is ten times as fast as a `write!` for each piece.
        let mut text = ArrayVec::<[u8; 8], { Square::COUNT }>::new();
        for square in Square::in_reading_order() {
            if let Some(piece) = position.piece_at(square) {
                let number = numbers.at(square).unwrap_or_default();
                let Point { row, column } = Point::of(square, rules);
                // Every number is one digit: no game has more than ten pieces of a kind.
                let [row, column, number] = [row, column, number % 10].map(|digit| b'0' + digit);
                let [side, kind] = letters(rules, piece);
                text.push([row, b',', column, b',', side, kind, number, b';']);
            }
        }
        f.write_str(str::from_utf8(text.as_flattened()).map_err(|_| fmt::Error)?)
    })
}
