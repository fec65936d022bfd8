//! Commands: how they are written, and what they do with a game.

use crate::game::{ClientGame, Refusal, Status};
use crate::reply::ServerLine;
use chuhe_core::AnyPosition;
use chuhe_core::map::Point;
use chuhe_core::notation::{self, Exchange};
use chuhe_core::{Bitboard, Level, Move, Position, Promotion, Square};
use chuhe_host::journal::GameId;
use chuhe_host::{MapRefusal, Team};

/// One or more points in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Points<'a>(&'a str);

impl<'a> Points<'a> {
    fn parse(text: &'a str) -> Result<Self, FormatError> {
        let text = text.trim_end();
        let text = text.strip_suffix(';').unwrap_or(text);
        text.split(';').try_for_each(|part| point(part).map(drop))?;
        Ok(Self(text))
    }

    /// The points, in the order of the text.
    pub fn iter(self) -> impl Iterator<Item = Point> + 'a {
        self.0.split(';').filter_map(|part| point(part).ok())
    }
}

/// A command of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command<'a> {
    /// Red moves a piece.
    Move {
        /// The point it stands on.
        from: Point,
        /// The point it goes to.
        to: Point,
        /// The new kind of a promoted pawn of chess, if the command names it.
        promotion: Option<Promotion>,
    },
    /// The board.
    RequestBoard,
    /// A new game, on the map named or on the same one.
    NewGame(Option<&'a str>),
    /// Takes back Red's last move and Black's answer.
    Undo,
    /// Red's legal moves, all or from one point.
    LegalMoves(Option<Point>),
    /// Red gives up soldiers for a piece.
    Exchange {
        /// The points of the soldiers.
        soldiers: Points<'a>,
        /// The point of the piece.
        victim: Point,
    },
    /// A hint: the move that the computer would play for Red.
    Hint,
    /// The level of the computer.
    Level(u8),
    /// The side to move, or the result of the game.
    Status,
    /// The moves of the game so far.
    Moves,
    /// The rules of the game.
    Rules,
    /// Gives the game a name and keeps it.
    Name(GameId<'a>),
    /// Goes on with the game of a name.
    Resume(GameId<'a>),
    /// Ends the game of a name for good.
    Delete(GameId<'a>),
    /// The names of kept games, from the first one on or after this one.
    Games(Option<GameId<'a>>),
    /// Asks for a sign of life.
    Ping,
    /// The figures of the server.
    Stats,
    /// Closes the connection.
    Quit,
}

/// The error that a text is no command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("CMD_FORMAT_ERROR")]
pub struct FormatError;

/// Reads a command. Words may be in either case, and white space may stand around every token. A
/// full-width colon or comma counts as the plain one.
///
/// Numbers are decimal digits alone. A number above 255 is read as 255, which no board has.
///
/// # Errors
/// When the text does not have the form of a command.
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
        Some("") if is("NewGame") => Err(FormatError),
        Some(map) if is("NewGame") => Ok(Command::NewGame(Some(map))),
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
        _ => Err(FormatError),
    }
}

const COLON: [char; 2] = [':', '：'];
const COMMA: [char; 2] = [',', '，'];

/// Splits the letter of a promotion off the end of a text.
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
    if digits.is_empty() {
        return Err(FormatError);
    }
    digits.chars().try_fold(0u8, |number, digit| {
        let digit = digit.to_digit(10).ok_or(FormatError)?;
        Ok(number.saturating_mul(10).saturating_add(digit as u8))
    })
}

/// The reason why a command is not carried out.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CommandError {
    #[error("a point off the board")]
    OffBoard,
    #[error("from a point to itself")]
    SamePoint,
    #[error("nothing is promoted by this move")]
    NotPromoting,
    #[error("these soldiers do not buy that piece")]
    NoExchange,
    #[error("it is not Red's turn")]
    NotRed,
    #[error("the server ends: no game begins")]
    Draining,
    #[error("the computer has no hint")]
    NoHint,
    #[error("the levels are 0 to 9")]
    NoLevel,
    #[error(transparent)]
    Game(#[from] Refusal),
    #[error(transparent)]
    Map(#[from] MapRefusal),
}

/// Carries out a command that concerns the game alone, and returns the reply.
pub(crate) fn perform<'g>(
    game: &'g mut dyn ClientGame,
    command: Command<'_>,
    team: &Team,
) -> Result<ServerLine<'g>, CommandError> {
    let rules = game.game().position().rules();
    let square = |point: Point| point.square(rules).ok_or(CommandError::OffBoard);
    match command {
        // The letter has a meaning only in games with promotion.
        Command::Move { promotion: Some(_), .. } if !rules.has_promotion() => {
            return Ok(ServerLine::FormatError);
        }
        Command::Move { from, to, promotion } => {
            let position = game.game().position();
            let mv = read_move(position, square(from)?, square(to)?, promotion)?;
            game.play(mv)?;
        }
        Command::Exchange { soldiers, victim } => {
            let mv = read_exchange(game.game().position(), soldiers, square(victim)?)?;
            game.play(mv)?;
        }
        Command::NewGame(name) => {
            let map = name.map(|name| team.map(name)).transpose()?;
            game.restart(map);
        }
        Command::Undo => game.takeback()?,
        Command::Level(level) => game.set_level(Level::new(level).ok_or(CommandError::NoLevel)?),
        Command::RequestBoard => return Ok(ServerLine::RequestBoard(game.game())),
        Command::LegalMoves(from) => {
            return Ok(match (game.status(), from.map(square).transpose()) {
                (Status::Red, Ok(from)) => ServerLine::LegalMoves(game.game().position(), from),
                _ => ServerLine::NoMoves,
            });
        }
        Command::Status => return Ok(ServerLine::Status(game.status())),
        Command::Moves => return Ok(ServerLine::Moves(game.game())),
        Command::Rules => return Ok(ServerLine::Rules(rules)),
        Command::Hint
        | Command::Ping
        | Command::Stats
        | Command::Quit
        | Command::Name(_)
        | Command::Resume(_)
        | Command::Delete(_)
        | Command::Games(_) => {}
    }
    Ok(ServerLine::True)
}

/// The move from one square to another. A pawn on the last rank becomes a queen if the command
/// names no other kind.
fn read_move(
    position: &AnyPosition,
    from: Square,
    to: Square,
    promotion: Option<Promotion>,
) -> Result<Move, CommandError> {
    if from == to {
        return Err(CommandError::SamePoint);
    }
    let mv = Move::promoting(from, to, promotion.unwrap_or(Promotion::Queen));
    match (notation::promotion(position, mv), promotion) {
        (None, Some(_)) => Err(CommandError::NotPromoting),
        (None, None) => Ok(Move::new(from, to)),
        (Some(_), _) => Ok(mv),
    }
}

/// The move that gives up these soldiers for the piece on a square.
fn read_exchange(
    position: &AnyPosition,
    points: Points<'_>,
    victim: Square,
) -> Result<Move, CommandError> {
    let mut soldiers = Bitboard::EMPTY;
    for point in points.iter() {
        let square = point.square(position.rules()).ok_or(CommandError::OffBoard)?;
        if soldiers.contains(square) {
            return Err(CommandError::NoExchange);
        }
        soldiers = soldiers.with(square);
    }
    Exchange { soldiers, victim }.find(position).ok_or(CommandError::NoExchange)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(row: u8, column: u8) -> Point {
        Point { row, column }
    }

    const fn move_of(from: Point, to: Point) -> Command<'static> {
        Command::Move { from, to, promotion: None }
    }

    const fn promoted(promotion: Promotion) -> Command<'static> {
        Command::Move { from: at(1, 4), to: at(0, 4), promotion: Some(promotion) }
    }

    const MOVE: Command<'_> = move_of(at(7, 7), at(7, 5));

    #[test]
    fn every_form_is_read() {
        let id = |name| GameId::new(name).expect("a name");
        let table: [(&str, Command<'_>); 37] = [
            ("Move:7,7:7,5", MOVE),
            ("MOVE:7,7:7,5", MOVE),
            ("mOvE : 7 , 7 : 7 , 5", MOVE),
            ("\tMove：7，7：7，5\u{3000}", MOVE),
            ("Move:07,007:7,5\r", MOVE),
            ("Move:0,9:10,99", move_of(at(0, 9), at(10, 99))),
            ("Move:99999999999999999999,256:255,0", move_of(at(u8::MAX, u8::MAX), at(u8::MAX, 0))),
            ("Move:1,4:0,4q", promoted(Promotion::Queen)),
            ("move:1,4:0,4 R ", promoted(Promotion::Rook)),
            ("Move:1,4:0,4B", promoted(Promotion::Bishop)),
            ("Move：1，4：0，4n", promoted(Promotion::Knight)),
            ("RequestBoard", Command::RequestBoard),
            (" requestboard ", Command::RequestBoard),
            ("NewGame", Command::NewGame(None)),
            ("newgame: mymap ", Command::NewGame(Some("mymap"))),
            ("NewGame：双车：胁士", Command::NewGame(Some("双车：胁士"))),
            ("Undo", Command::Undo),
            ("LegalMoves", Command::LegalMoves(None)),
            ("LegalMoves:9,4", Command::LegalMoves(Some(at(9, 4)))),
            ("legalmoves ： 9 ， 44 ", Command::LegalMoves(Some(at(9, 44)))),
            ("Hint", Command::Hint),
            ("Level:0", Command::Level(0)),
            ("level: 10", Command::Level(10)),
            ("Status", Command::Status),
            ("rules", Command::Rules),
            ("Moves", Command::Moves),
            ("moves", Command::Moves),
            ("Name:table-7", Command::Name(id("table-7"))),
            ("resume： Table_7 ", Command::Resume(id("Table_7"))),
            ("Resume:con", Command::Resume(id("con"))),
            ("delete:Lunch", Command::Delete(id("Lunch"))),
            ("Games", Command::Games(None)),
            ("games：b", Command::Games(Some(id("b")))),
            ("Ping", Command::Ping),
            (" STATS ", Command::Stats),
            ("Quit", Command::Quit),
            ("QUIT\u{a0}", Command::Quit),
        ];
        for (text, command) in table {
            assert_eq!(parse(text), Ok(command), "{text:?}");
        }
    }

    #[test]
    fn an_exchange_names_any_number_of_soldiers() {
        let table: [(&str, &[Point], Point); 3] = [
            ("Exchange:0,0:3,4", &[at(0, 0)], at(3, 4)),
            ("exchange : 0,0 ; 0,2 ; : 4,4", &[at(0, 0), at(0, 2)], at(4, 4)),
            ("Exchange：0，8;0,99;0,8：8,8", &[at(0, 8), at(0, 99), at(0, 8)], at(8, 8)),
        ];
        for (text, expected, piece) in table {
            let Ok(Command::Exchange { soldiers, victim }) = parse(text) else {
                panic!("{text:?} is an exchange");
            };
            assert!(soldiers.iter().eq(expected.iter().copied()), "{text:?}");
            assert_eq!(victim, piece, "{text:?}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        let table = [
            "",
            " ",
            "\0",
            ":",
            "Mov",
            "Movee",
            "Move",
            "Move:",
            "Move:7,7",
            "Move:7,7:",
            "Move:7,7:7",
            "Move:7,7:7,",
            "Move:,7:7,5",
            "Move:7:7:7,5",
            "Move:7,7,7:7,5",
            "Move:7,7:7,5:",
            "Move:7,7:7,5;",
            "Move:7,7:7,5,",
            "Move:7,7:7,5k",
            "Move:7,7:7,5qq",
            "Move:7,7:7,q",
            "Move:7,7q:7,5",
            "Move:7,7:q7,5",
            "Move:7,7:7,5ｑ",
            "Move:7,7:7,5 Move:7,7:7,5",
            "Move:7,7:7,5\0",
            "Move:+7,7:7,5",
            "Move:7,-7:7,5",
            "Move:7,7:7,0x5",
            "Move:7,7:7,5.0",
            "Move:7,7:7,1 5",
            "Move:7,7:7,５",
            "Move:a,7:7,5",
            "M ove:7,7:7,5",
            "Move 7,7:7,5",
            "Move;7,7:7,5",
            "RequestBoard:",
            "RequestBoard:1",
            "Request Board",
            "CurrentBoard",
            "NewGame:",
            "NewGame： ",
            "Undo:1",
            "LegalMoves:",
            "LegalMoves:9",
            "LegalMoves:9,4:8,4",
            "Exchange",
            "Exchange:",
            "Exchange:0,0",
            "Exchange::3,4",
            "Exchange:;:3,4",
            "Exchange:0,0;;0,1:3,4",
            "Exchange:0,0:3",
            "Exchange:0,0:3,4:5,6",
            "Hint:1",
            "Level",
            "Level:",
            "Level:+1",
            "Level:-1",
            "Level:x",
            "Level:1,2",
            "Name",
            "Name:",
            "Name:a b",
            "Name:a.b",
            "Name:../a",
            "Resume",
            "Resume:/etc/passwd",
            "Resume:..",
            "Resume:a\0",
            "Resume:桌",
            "Resume:a:b",
            "Resume:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "Delete",
            "Delete:",
            "Delete:*",
            "Games:",
            "Games:a b",
            "Games:a:b",
            "Status:",
            "Moves:",
            "Ping:",
            "Stats:clients",
            "Quit:now",
        ];
        for text in table {
            assert_eq!(parse(text), Err(FormatError), "{text:?}");
        }
    }
}
