//! Reads the person's own opening books. It queries an OBK book directly in its file, and loads any other book.

use crate::home;
use chuhe_app::AppEvent;
use chuhe_app::app_error::{AppError, FileFault};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Move, Piece, Position, Side, Square};
use chuhe_host::OwnBook;
use chuhe_host::openings::{Book, BookMove};
use parking_lot::Mutex;
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, LazyLock};
use std::{fs, io};

/// Opens a book; an OBK book reports a query that fails later with the event `BookRefused`.
pub(crate) fn open(path: &Path, events: &Sender<AppEvent>) -> Result<Arc<dyn OwnBook>, AppError> {
    if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("obk")) {
        // The path must be a regular file, because SQLite would wait forever for a pipe.
        if !fs::metadata(path).map_err(|error| AppError::file(path, error))?.is_file() {
            let error = io::Error::new(io::ErrorKind::InvalidInput, "this is not a file");
            return Err(AppError::file(path, error));
        }
        let database = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
            .and_then(|it| it.prepare_cached(MOVES).map(drop).map(|()| it))
            .map_err(|error| fault(path, &error))?;
        let (path, events) = (path.to_owned(), events.clone());
        return Ok(Arc::new(Obk { path, events, database: Mutex::new(Some(database)) }));
    }
    let refused = |error| AppError::file(path, FileFault::Content(format!("{error}")));
    Ok(Arc::new(Book::read(&home::read(path)?).map_err(refused)?))
}

fn fault(path: &Path, error: &rusqlite::Error) -> AppError {
    AppError::file(path, io::Error::new(io::ErrorKind::InvalidData, error.to_string()))
}

/// A book of xiangqi in the format of the program 兵河五四: a database of SQLite with a row for each move.
#[derive(Debug)]
struct Obk {
    path: PathBuf,
    events: Sender<AppEvent>,
    /// The open database; `None` after the first error.
    database: Mutex<Option<Connection>>,
}

impl OwnBook for Obk {
    fn probe(&self, position: &AnyPosition) -> Option<Vec<BookMove>> {
        let mut database = self.database.lock();
        let open = database.as_ref().filter(|_| position.rules() == Rules::Xiangqi)?;
        let moves = moves(open, position);
        let refused = |error| {
            let error = fault(&self.path, &error);
            log::error!("the opening book {error}");
            *database = None;
            // Sending fails only when the program ends.
            let _ = self.events.send(AppEvent::BookRefused(error));
        };
        moves.map_err(refused).ok()
    }
}

/// The query for the moves of a position. Half of the keys are negative integers. Some programs store a negative key
/// as the floating-point number with the same bits, so the query accepts both forms.
const MOVES: &str = "SELECT vmove, min(vscore, 65535) FROM bhobk
    WHERE vkey IN (?1, ?2) AND vvalid = 1 AND vscore > 0 ORDER BY vscore DESC";

/// The random numbers of OBK: one for each kind of piece on each square, first for Red, then for Black. Squares count
/// from Black's side. The last number stands for Red to move. The exclusive or of its numbers is a position's key.
static NUMBERS: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let lines = include_str!("obk_numbers.txt").lines();
    lines.map(|line| u64::from_str_radix(line, 16).expect("hexadecimal numbers")).collect()
});

fn moves(database: &Connection, position: &AnyPosition) -> rusqlite::Result<Vec<BookMove>> {
    let mut moves: Vec<BookMove> = Vec::new();
    let mut statement = database.prepare_cached(MOVES)?;
    for is_mirrored in [false, true] {
        let key = key(position, is_mirrored);
        let rows = statement.query_map((key.cast_signed(), f64::from_bits(key)), |row| {
            Ok((row.get::<_, i64>(0)?, row.get(1)?))
        })?;
        for row in rows {
            let (bits, weight) = row?;
            let mv = read_move(bits, is_mirrored).filter(|mv| position.is_legal(*mv));
            moves.extend(
                mv.filter(|mv| moves.iter().all(|known| known.0 != *mv)).map(|mv| (mv, weight)),
            );
        }
    }
    Ok(moves)
}

fn key(position: &AnyPosition, is_mirrored: bool) -> u64 {
    let number = |(square, piece): (Square, Piece)| {
        let file = if is_mirrored { 8 - square.file() } else { square.file() };
        let place = usize::from(9 * (9 - square.rank()) + file);
        NUMBERS[90 * (7 * piece.side().index() + piece.kind().index()) + place]
    };
    let pieces = Square::all().filter_map(|square| Some((square, position.piece_at(square)?)));
    let to_move = if position.side() == Side::Red { NUMBERS[NUMBERS.len() - 1] } else { 0 };
    pieces.map(number).fold(to_move, |key, number| key ^ number)
}

/// Reads a move of two bytes, the origin and the target. The upper half of a byte is the rank, counted from Black's
/// side. The lower half is the file. Both start at 3. The flag `is_mirrored` exchanges left and right.
fn read_move(bits: i64, is_mirrored: bool) -> Option<Move> {
    let [from, to] = u16::try_from(bits).ok()?.to_be_bytes().map(|byte| {
        let file = (byte & 15).checked_sub(3)?;
        let file = if is_mirrored { 8_u8.checked_sub(file)? } else { file };
        Square::new(file, 12_u8.checked_sub(byte >> 4)?)
    });
    let (from, to) = (from?, to?);
    (from != to).then(|| Move::new(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_core::notation::read_any;

    fn after(line: &str) -> AnyPosition {
        line.split_whitespace().fold(Rules::Xiangqi.start(), |position, text| {
            position.play(read_any(text, &position).unwrap())
        })
    }

    /// The keys are those of the crate `xiangqi_tui` 0.1.0.
    #[test]
    fn an_obk_book_plays_its_moves_and_their_mirror_images() {
        let file = tempfile::Builder::new().suffix(".OBK").tempfile().unwrap();
        let database = Connection::open(file.path()).unwrap();
        let columns = "vkey INTEGER, vmove INTEGER, vscore INTEGER, vvalid INTEGER";
        database.execute_batch(&format!("CREATE TABLE bhobk({columns})")).unwrap();
        let insert = "INSERT INTO bhobk VALUES(?1, ?2, ?3, ?4)";
        let (start, cannon) = (0x628d_04d7_c9c1_44ae_i64, 0xa1ea_d1f6_470e_07ee_u64);
        // Five rows: the cannon move h2e2, a row that is not valid, a score of 0, an illegal move, and no move at all.
        let rows =
            [(0xaaa7, 90_000, 1), (0xa4a7, 2, 0), (0xb1a2, 0, 1), (0x3337, 1, 1), (-1, 1, 1)];
        for (mv, score, valid) in rows {
            database.execute(insert, (start, mv, score, valid)).unwrap();
        }
        // A sixth row: a move from a square to itself.
        database.execute(insert, (start, 0x3333, 1, 1)).unwrap();
        database.execute(insert, (f64::from_bits(cannon), 0x3a59, 3, 1)).unwrap();
        let (sender, events) = std::sync::mpsc::channel();
        let book = open(file.path(), &sender).unwrap();
        let moves = |line| {
            let position = after(line);
            let name =
                |(mv, weight): &BookMove| format!("{} {weight}", position.rules().move_name(*mv));
            book.probe(&position).unwrap().iter().map(name).collect::<Vec<_>>()
        };
        assert_eq!(moves(""), ["h2e2 65535", "b2e2 65535"]);
        assert_eq!(moves("h2e2"), ["h9g7 3"]);
        assert_eq!(moves("b2e2"), ["b9c7 3"]);
        assert_eq!(moves("h2e2 h9g7"), [""; 0]);
        assert!(book.probe(&Rules::Chess.start()).is_none());
        database.execute_batch("DROP TABLE bhobk").unwrap();
        // The open book reports only the first fault.
        assert!([after(""), after("h2e2")].iter().all(|position| book.probe(position).is_none()));
        let told = format!("{:?}", events.try_iter().collect::<Vec<_>>());
        assert_eq!(told.matches("BookRefused(").count(), 1, "{told}");
        let error = open(file.path(), &sender).unwrap_err().to_string();
        assert!(
            error.contains("no such table: bhobk") && told.contains("no such table"),
            "{error}"
        );
        let folder = tempfile::Builder::new().suffix(".obk").tempdir().unwrap();
        let error = open(folder.path(), &sender).unwrap_err().to_string();
        assert!(error.ends_with(".obk: this is not a file"), "{error}");
    }
}
