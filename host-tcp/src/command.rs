//! Reads the commands of clients, and translates moves from and into the form of commands.

use crate::lines::Format;
use chuhe_core::map::Point;
use chuhe_core::notation::{self, Exchange};
use chuhe_core::played::Seat;
use chuhe_core::rules::{Explain, Illegal};
use chuhe_core::{AnyPosition, Bitboard, Kind, Move, MoveKind, Piece, Position, Promotion, Square};
use chuhe_host::journal::GameId;
use chuhe_view::text::{IllegalMessage, Language};
use std::error::Error;

const COLON: [char; 2] = [':', '：'];
pub(crate) const COMMA: [char; 2] = [',', '，'];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command<'a> {
    Move {
        from: Point,
        to: Point,
        promotion: Option<Promotion>,
    },
    RequestBoard,
    /// A new game on the named map; `None`: on the same map as before.
    NewGame(Option<&'a str>),
    /// Takes back the last move of a client and the computer's answer.
    Undo,
    /// The legal moves from a point, for the side to move; `None`: from all points.
    LegalMoves(Option<Point>),
    Exchange {
        soldiers: Points<'a>,
        victim: Point,
    },
    Hint,
    Level(u8),
    /// A new game from a board, written as its pieces or as a FEN.
    Board(&'a str),
    /// The owner of each side, Red first: clients or the computer.
    Seats([Seat; 2]),
    Seed(u64),
    Format(Format),
    /// Asks why the last command with the reply `False` was refused.
    Why,
    /// Asks why the game ended.
    Reason,
    Status,
    Moves,
    Rules,
    Name(GameId<'a>),
    Resume(GameId<'a>),
    Delete(GameId<'a>),
    /// The names of kept games that come after this name; `None`: from the first name on.
    Games(Option<GameId<'a>>),
    Ping,
    Stats,
    Quit,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Points<'a>(&'a str);

impl<'a> Points<'a> {
    fn parse(text: &'a str) -> Result<Self, FormatError> {
        let text = text.trim_end();
        let text = text.strip_suffix(';').unwrap_or(text);
        text.split(';').try_for_each(|part| point(part).map(drop))?;
        Ok(Self(text))
    }

    pub fn iter(self) -> impl Iterator<Item = Point> + 'a {
        self.0.split(';').filter_map(|part| point(part).ok())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("CMD_FORMAT_ERROR")]
pub struct FormatError;

/// The reason why a command is refused, as `Why` tells it.
pub(crate) type CommandError = Box<dyn Error + Send + Sync>;

/// Reads a command. Words may be in upper or lower case, and white space may stand around every token. A full-width
/// colon or comma counts as an ASCII one.
///
/// A number has only decimal digits. A coordinate or level above 255 is read as 255, which is never valid.
///
/// ```
/// use chuhe_core::map::Point;
/// use chuhe_tcp::{Command, FormatError, parse};
/// let (from, to) = (Point { row: 7, column: 7 }, Point { row: 7, column: 5 });
/// let command = Command::Move { from, to, promotion: None };
/// assert_eq!(parse("Move: 7,7:7,5"), Ok(command));
/// assert_eq!(parse(" move ： 7 ，7 : 7,5 "), Ok(command));
/// assert_eq!(parse("Move:7,7:7,+5"), Err(FormatError));
/// ```
pub fn parse(text: &str) -> Result<Command<'_>, FormatError> {
    let (word, argument) = match text.split_once(COLON) {
        Some((word, argument)) => (word.trim(), Some(argument.trim())),
        None => (text.trim(), None),
    };
    let is = |name: &str| word.eq_ignore_ascii_case(name);
    match argument {
        None if is("RequestBoard") => Ok(Command::RequestBoard),
        None if is("NewGame") => Ok(Command::NewGame(None)),
        None if is("Undo") => Ok(Command::Undo),
        None if is("LegalMoves") => Ok(Command::LegalMoves(None)),
        None if is("Hint") => Ok(Command::Hint),
        None if is("Why") => Ok(Command::Why),
        None if is("Reason") => Ok(Command::Reason),
        None if is("Status") => Ok(Command::Status),
        None if is("Moves") => Ok(Command::Moves),
        None if is("Rules") => Ok(Command::Rules),
        None if is("Games") => Ok(Command::Games(None)),
        None if is("Ping") => Ok(Command::Ping),
        None if is("Stats") => Ok(Command::Stats),
        None if is("Quit") => Ok(Command::Quit),
        Some(points) if is("Move") => {
            let (from, to) = points.split_once(COLON).ok_or(FormatError)?;
            let (to, promotion) = split_promotion(to);
            Ok(Command::Move { from: point(from)?, to: point(to)?, promotion })
        }
        Some(map) if is("NewGame") && !map.is_empty() => Ok(Command::NewGame(Some(map))),
        Some(from) if is("LegalMoves") => Ok(Command::LegalMoves(Some(point(from)?))),
        Some(points) if is("Exchange") => {
            let (soldiers, victim) = points.split_once(COLON).ok_or(FormatError)?;
            let soldiers = Points::parse(soldiers)?;
            Ok(Command::Exchange { soldiers, victim: point(victim)? })
        }
        Some(id) if is("Name") => Ok(Command::Name(game_id(id)?)),
        Some(id) if is("Resume") => Ok(Command::Resume(game_id(id)?)),
        Some(id) if is("Delete") => Ok(Command::Delete(game_id(id)?)),
        Some(id) if is("Games") => Ok(Command::Games(Some(game_id(id)?))),
        Some(level) if is("Level") => Ok(Command::Level(number(level)?)),
        Some(board) if is("Board") && !board.is_empty() => Ok(Command::Board(board)),
        Some(sides) if is("Seats") => Ok(Command::Seats(seats(sides)?)),
        Some(form) if is("Format") => Ok(Command::Format(format(form)?)),
        Some(seed) if is("Seed") => Ok(Command::Seed(large_number(seed)?)),
        _ => Err(FormatError),
    }
}

fn split_promotion(text: &str) -> (&str, Option<Promotion>) {
    match text.char_indices().next_back() {
        Some((at, letter)) if letter.is_ascii_alphabetic() => {
            let promotion = Promotion::from_letter(letter);
            (if promotion.is_some() { &text[..at] } else { text }, promotion)
        }
        _ => (text, None),
    }
}

fn game_id(text: &str) -> Result<GameId<'_>, FormatError> {
    GameId::new(text).ok_or(FormatError)
}

fn point(text: &str) -> Result<Point, FormatError> {
    let (row, column) = text.split_once(COMMA).ok_or(FormatError)?;
    Ok(Point { row: number(row)?, column: number(column)? })
}

fn number(text: &str) -> Result<u8, FormatError> {
    let digits = text.trim();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    // Parsing a text of digits fails only if the number is above 255.
    is_number.then(|| digits.parse().unwrap_or(u8::MAX)).ok_or(FormatError)
}

fn seats(text: &str) -> Result<[Seat; 2], FormatError> {
    match text {
        "r" | "R" => Ok([Seat::Person, Seat::Computer]),
        "b" | "B" => Ok([Seat::Computer, Seat::Person]),
        _ if text.eq_ignore_ascii_case("rb") => Ok([Seat::Person; 2]),
        _ => Err(FormatError),
    }
}

fn format(text: &str) -> Result<Format, FormatError> {
    match text {
        _ if text.eq_ignore_ascii_case("json") => Ok(Format::Json),
        _ if text.eq_ignore_ascii_case("text") => Ok(Format::Text),
        _ => Err(FormatError),
    }
}

/// Reads a number that has only decimal digits and fits into 64 bits.
fn large_number(text: &str) -> Result<u64, FormatError> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain).ok_or(FormatError)
}

/// Returns the move that the command `Move` names. The move can be illegal. A pawn that reaches the far rank becomes
/// a queen if the command names no other kind.
pub(crate) fn to_move(
    position: &AnyPosition,
    from: Point,
    to: Point,
    promotion: Option<Promotion>,
) -> Result<Move, CommandError> {
    let (from, to) = (square(position, from)?, square(position, to)?);
    if from == to {
        return Err("The move leads from a point to itself.".into());
    }
    let mv = Move::promoting(from, to, promotion.unwrap_or(Promotion::Queen));
    match (notation::promotion(position, mv), promotion) {
        (None, Some(_)) => Err("Nothing is promoted by this move.".into()),
        (None, None) => Ok(Move::new(from, to)),
        (Some(_), _) => Ok(mv),
    }
}

/// Returns the move that the command `Exchange` names: a side gives up soldiers for an enemy piece.
pub(crate) fn to_exchange(
    position: &AnyPosition,
    points: Points<'_>,
    victim: Point,
) -> Result<Move, CommandError> {
    let victim = square(position, victim)?;
    let mut soldiers = Bitboard::EMPTY;
    for point in points.iter() {
        let square = square(position, point)?;
        if soldiers.contains(square) {
            return Err("A soldier is named twice.".into());
        }
        soldiers = soldiers.with(square);
    }
    position.exchange(soldiers, victim).map_err(|why| match why {
        Illegal::Reach if position.exchangeable(position.side()).is_empty() => {
            "There is no soldier to exchange.".into()
        }
        why => illegal(position, why, victim),
    })
}

pub(crate) fn square(position: &AnyPosition, point: Point) -> Result<Square, CommandError> {
    point.square(position.rules()).ok_or_else(|| "A point is off the board.".into())
}

/// The message that says why a move of the piece on `from` is illegal.
pub(crate) fn illegal(position: &AnyPosition, why: Illegal, from: Square) -> CommandError {
    let nothing = Piece::new(!position.side(), Kind::General);
    let piece = position.piece_at(from).unwrap_or(nothing);
    IllegalMessage(why, piece, position.rules(), Language::English, None).to_string().into()
}

/// The legal moves from a square (`None`: from all squares), written as in the command `Move`, without exchanges.
pub(crate) fn legal_moves(position: &AnyPosition, from: Option<Square>) -> Vec<String> {
    let mut moves = position.legal_moves();
    moves.retain(|mv| !mv.is_exchange() && (from.is_none() || mv.from() == from));
    let point = |square: Option<Square>| square.map(|at| Point::of(at, position.rules()));
    moves.sort_unstable_by_key(|mv| (point(mv.from()), point(mv.to()), mv.promotion()));
    moves.iter().map(|&mv| points(position, mv)).collect()
}

/// A move, written as in the command `Move` or `Exchange`.
pub(crate) fn points(position: &AnyPosition, mv: Move) -> String {
    let point = |square| Point::of(square, position.rules());
    if let MoveKind::Normal { from, to, .. } = mv.kind() {
        let promotion = notation::promotion(position, mv).map(|to| to.letter().to_string());
        return format!("{}:{}{}", point(from), point(to), promotion.unwrap_or_default());
    }
    let Exchange { soldiers, victim } =
        Exchange::of(position, mv).expect("an exchange of this position");
    let soldiers: Vec<_> = soldiers.into_iter().map(|at| point(at).to_string()).collect();
    // A semicolon distinguishes an exchange of one soldier from a move.
    let end = if soldiers.len() == 1 { ";" } else { "" };
    format!("{}{end}:{}", soldiers.join(";"), point(victim))
}
