//! From the text of a command to what it asks for.

use chuhe_core::Promotion;
use chuhe_core::map::Point;
use chuhe_host::journal::GameId;

/// Points that were read from a text, at least one.
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

/// What a client asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command<'a> {
    /// Red moves a piece.
    Move {
        /// Where it stands.
        from: Point,
        /// Where it goes.
        to: Point,
        /// What a pawn of chess becomes, if that is said.
        promotion: Option<Promotion>,
    },
    /// The board.
    RequestBoard,
    /// A new game, on the map named or on the same one.
    NewGame(Option<&'a str>),
    /// Red's last move and Black's answer shall be taken back.
    Undo,
    /// Red's legal moves, all or from one point.
    LegalMoves(Option<Point>),
    /// Red gives up soldiers for a piece.
    Exchange {
        /// Where they stand.
        soldiers: Points<'a>,
        /// Where it stands.
        victim: Point,
    },
    /// What the computer would play for Red.
    Hint,
    /// How well the computer shall play.
    Level(u8),
    /// Whose turn it is, or how the game ended.
    Status,
    /// The moves of the game so far.
    Moves,
    /// The game shall have a name and be kept.
    Name(GameId<'a>),
    /// The game of a name shall go on.
    Resume(GameId<'a>),
    /// The connection shall be closed.
    Quit,
}

/// The text is no command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("CMD_FORMAT_ERROR")]
pub struct FormatError;

/// Reads a command: words in either case, blanks (what Unicode calls white space) around every
/// token, the full-width colon and comma for the plain ones.
///
/// Numbers are decimal digits alone; one too large to be held is read as the largest that can be,
/// which no board has.
///
/// # Errors
/// When the text has not the form of a command.
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
        None if is("Quit") => Ok(Command::Quit),
        Some(points) if is("Move") => {
            let (from, to) = points.split_once(COLON).ok_or(FormatError)?;
            let (to, promotion) = promoting(to);
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
        Some(id) if is("Name") => GameId::new(id).map(Command::Name).ok_or(FormatError),
        Some(id) if is("Resume") => GameId::new(id).map(Command::Resume).ok_or(FormatError),
        Some(level) if is("Level") => Ok(Command::Level(number(level)?)),
        _ => Err(FormatError),
    }
}

const COLON: [char; 2] = [':', '：'];
const COMMA: [char; 2] = [',', '，'];

/// Takes the letter of what a pawn becomes off the end of a text.
fn promoting(text: &str) -> (&str, Option<Promotion>) {
    match text.char_indices().next_back() {
        Some((at, letter)) if letter.is_ascii_alphabetic() => {
            let promotion = Promotion::from_letter(letter);
            (if promotion.is_some() { &text[..at] } else { text }, promotion)
        }
        _ => (text, None),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(row: u8, column: u8) -> Point {
        Point { row, column }
    }

    const fn step(from: Point, to: Point) -> Command<'static> {
        Command::Move { from, to, promotion: None }
    }

    const fn promoted(promotion: Promotion) -> Command<'static> {
        Command::Move { from: at(1, 4), to: at(0, 4), promotion: Some(promotion) }
    }

    const MOVE: Command<'_> = step(at(7, 7), at(7, 5));

    #[test]
    fn every_form_is_read() {
        let id = |name| GameId::new(name).expect("a name");
        let table: [(&str, Command<'_>); 31] = [
            ("Move:7,7:7,5", MOVE),
            ("MOVE:7,7:7,5", MOVE),
            ("mOvE : 7 , 7 : 7 , 5", MOVE),
            ("\tMove：7，7：7，5\u{3000}", MOVE),
            ("Move:07,007:7,5\r", MOVE),
            ("Move:0,9:10,99", step(at(0, 9), at(10, 99))),
            ("Move:99999999999999999999,256:255,0", step(at(u8::MAX, u8::MAX), at(u8::MAX, 0))),
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
            ("Moves", Command::Moves),
            ("moves", Command::Moves),
            ("Name:table-7", Command::Name(id("table-7"))),
            ("resume： Table_7 ", Command::Resume(id("Table_7"))),
            ("Resume:con", Command::Resume(id("con"))),
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
            "Status:",
            "Moves:",
            "Quit:now",
        ];
        for text in table {
            assert_eq!(parse(text), Err(FormatError), "{text:?}");
        }
    }
}
