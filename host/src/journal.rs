//! Journals: files that record games while they are played, so that games outlive their server.
//!
//! A journal is a text file. The first line contains the start position as a map; every other line
//! is a move in coordinates:
//!
//! ```text
//! chuhe-journal 1 xiangqi red 1,3,bj0;2,3,bb0;4,4,rp0;6,4,rj0;9,4,rb0;
//! e5e9
//! d8e8
//! ```
//!
//! Each line is written in one piece, and a line without its end does not count. A server killed
//! while it writes loses only that move. A move that is taken back is cut off the file, so that the
//! file never grows beyond the longest game. A server locks the journal of each game that it plays.
//! The system releases the lock when the server ends.

use chuhe_core::AnyPosition;
use chuhe_core::map::{self, MapError};
use chuhe_core::notation::{self, MoveError, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{Game, Move, Numbers, PlayError, Position, Side};
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The largest journal that is read, in bytes. A valid journal is smaller: its first line has less
/// than 1,000 bytes, for a board of 90 pieces. Each of the
/// [`LONGEST_GAME`](chuhe_core::LONGEST_GAME) moves has less than 16.
pub const MAX_JOURNAL: u64 = 1 << 16;

/// The largest number of journals in a folder.
pub const MAX_JOURNALS: usize = 10_000;

/// The name of a game: 1 to 64 ASCII letters, digits, `-` and `_`. Case does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameId<'a>(&'a str);

impl<'a> GameId<'a> {
    /// The name of the game that all clients share.
    pub const SHARED: GameId<'static> = GameId("shared");

    /// Returns the text as a name, if it is valid.
    ///
    /// ```
    /// use chuhe_host::journal::GameId;
    /// assert_eq!(GameId::new("Table-7").unwrap().to_string(), "table-7");
    /// assert!(GameId::new("../table").is_none());
    /// ```
    #[must_use]
    pub fn new(text: &'a str) -> Option<Self> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        ((1..=64).contains(&text.len()) && text.bytes().all(allowed)).then_some(Self(text))
    }
}

impl fmt::Display for GameId<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_ascii_lowercase())
    }
}

/// A game cannot be recorded or resumed.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", .path.display())]
pub struct JournalError {
    /// The journal, or the folder.
    pub path: PathBuf,
    /// The fault.
    pub fault: JournalFault,
}

/// A fault of a journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalFault {
    /// The system refused to read or write the file.
    #[error("{0}")]
    System(#[from] io::Error),
    /// A game of this name exists.
    #[error("a game of this name is kept already")]
    Taken,
    /// No game of this name exists.
    #[error("no game of this name is kept")]
    Unknown,
    /// Another server plays this game.
    #[error("another server plays this game")]
    Busy,
    /// The folder holds [`MAX_JOURNALS`] journals.
    #[error("the folder holds {MAX_JOURNALS} games, which is as many as may be")]
    Full,
    /// The file is larger than [`MAX_JOURNAL`].
    #[error("larger than any journal: more than {MAX_JOURNAL} bytes")]
    TooLarge,
    /// A line is not valid.
    #[error(transparent)]
    Line(#[from] LineError),
}

/// A line of a journal that is not valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct LineError {
    /// The line, counted from 1.
    pub line: usize,
    /// The fault.
    pub fault: LineFault,
}

/// A fault of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineFault {
    /// The line is not UTF-8.
    #[error("not UTF-8")]
    NotText,
    /// The first line does not describe the start of a game.
    #[error("expected `chuhe-journal 1`, the game, the side to move and the map")]
    Start,
    /// The map is not valid.
    #[error("the map: {0}")]
    Map(MapError),
    /// The line is not a move.
    #[error("{0}")]
    Move(#[from] MoveError),
    /// The move is not legal.
    #[error("{0}")]
    Play(#[from] PlayError),
    /// The move is not in the notation of journals.
    #[error("not content as journals are")]
    Spelling,
}

/// A folder of journals.
#[derive(Debug)]
pub struct Journals {
    folder: PathBuf,
    /// The number of journals at the start and of those created since. Other servers may have
    /// created more.
    count: AtomicUsize,
}

impl Journals {
    /// Opens the folder, and creates it if it does not exist.
    ///
    /// # Errors
    /// Fails if the folder can be neither created nor listed.
    pub fn open(folder: &Path) -> Result<Self, JournalError> {
        let count = fs::create_dir_all(folder)
            .and_then(|()| fs::read_dir(folder))
            .map_err(|error| JournalError { path: folder.to_owned(), fault: error.into() })?
            .count();
        Ok(Self { folder: folder.to_owned(), count: count.into() })
    }

    /// Creates the journal of a new game.
    ///
    /// # Errors
    /// Fails if a game of that name exists, the folder is full, or the file cannot be created.
    pub fn create(&self, id: GameId<'_>) -> Result<Journal, JournalError> {
        let path = self.path(id);
        let create = || {
            if self.count.load(Relaxed) >= MAX_JOURNALS {
                return Err(JournalFault::Full);
            }
            let new = OpenOptions::new().read(true).append(true).create_new(true).open(&path);
            let file = new.map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => JournalFault::Taken,
                _ => error.into(),
            })?;
            self.count.fetch_add(1, Relaxed);
            lock(&file)?;
            Ok(file)
        };
        match create() {
            Ok(file) => Ok(Journal::new(file, path)),
            Err(fault) => Err(JournalError { path, fault }),
        }
    }

    /// Opens a journal and reads its game; the game is `None` if not even the first line is
    /// complete. An incomplete last line is cut off.
    ///
    /// # Errors
    /// Fails if there is no such game, another server plays it, or the journal cannot be read.
    pub fn resume(
        &self,
        id: GameId<'_>,
    ) -> Result<(Journal, Option<Game<AnyPosition>>), JournalError> {
        let path = self.path(id);
        let open = || {
            let mut file = OpenOptions::new().read(true).append(true).open(&path).map_err(
                |error| match error.kind() {
                    io::ErrorKind::NotFound => JournalFault::Unknown,
                    _ => error.into(),
                },
            )?;
            lock(&file)?;
            let mut bytes = Vec::new();
            Read::by_ref(&mut file).take(MAX_JOURNAL + 1).read_to_end(&mut bytes)?;
            if bytes.len() as u64 > MAX_JOURNAL {
                return Err(JournalFault::TooLarge);
            }
            let game = read(&bytes)?;
            let whole = complete_lines(&bytes).len();
            if whole < bytes.len() {
                file.set_len(whole as u64)?;
            }
            Ok((file, game))
        };
        match open() {
            Ok((file, game)) => {
                let mut journal = Journal::new(file, path);
                journal.content = game.as_ref().map(JournalContent::of);
                Ok((journal, game))
            }
            Err(fault) => Err(JournalError { path, fault }),
        }
    }

    fn path(&self, id: GameId<'_>) -> PathBuf {
        // The prefix makes names such as `con` or `-x` harmless.
        self.folder.join(format!("game-{id}.journal"))
    }
}

fn lock(file: &File) -> Result<(), JournalFault> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => JournalFault::Busy,
        TryLockError::Error(error) => error.into(),
    })
}

/// The locked journal of a game that is being played.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    content: Option<JournalContent>,
    failed: bool,
}

/// The content of a journal.
#[derive(Debug)]
struct JournalContent {
    start: AnyPosition,
    numbers: Numbers,
    moves: Vec<Move>,
    now: AnyPosition,
}

impl JournalContent {
    fn new(start: &AnyPosition, numbers: &Numbers) -> Self {
        Self { start: start.clone(), numbers: *numbers, moves: Vec::new(), now: start.clone() }
    }

    fn of(game: &Game<AnyPosition>) -> Self {
        let moves = game.moves().to_vec();
        Self {
            moves,
            now: game.position().clone(),
            ..Self::new(game.start(), game.start_numbers())
        }
    }

    /// Adds a move and returns its line.
    fn push(&mut self, mv: Move) -> String {
        let line = move_line(&self.now, mv);
        self.now = self.now.play(mv);
        self.moves.push(mv);
        line
    }

    /// Keeps only the first `plies` moves. Returns the length of the remaining journal in bytes.
    fn truncate(&mut self, plies: usize) -> usize {
        let moves = std::mem::take(&mut self.moves);
        self.now = self.start.clone();
        let begin = first_line(&self.start, &self.numbers).len();
        begin + moves[..plies].iter().map(|&mv| self.push(mv).len()).sum::<usize>()
    }
}

impl Journal {
    const fn new(file: File, path: PathBuf) -> Self {
        Self { file, path, content: None, failed: false }
    }

    /// Writes the changes of a game, or another game, to the journal.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn try_update(&mut self, game: &Game<AnyPosition>) -> Result<(), JournalError> {
        self.write(game)
            .map_err(|error| JournalError { path: self.path.clone(), fault: error.into() })
    }

    /// Writes the changes of a game to the journal. If this fails, for example because the disk is
    /// full, the game goes on without its journal. The error is logged once.
    pub fn update(&mut self, game: &Game<AnyPosition>) {
        if !self.failed
            && let Err(error) = self.write(game)
        {
            self.failed = true;
            log::error!("{}: {error}; the game goes on and is kept no more", self.path.display());
        }
    }

    fn write(&mut self, game: &Game<AnyPosition>) -> io::Result<()> {
        let begin = (game.start(), game.start_numbers());
        let content = match &mut self.content {
            Some(content) if (&content.start, &content.numbers) == begin => content,
            other => {
                self.file.set_len(0)?;
                self.file.write_all(first_line(begin.0, begin.1).as_bytes())?;
                other.insert(JournalContent::new(begin.0, begin.1))
            }
        };
        let same = content.moves.iter().zip(game.moves()).take_while(|(one, other)| one == other);
        let same = same.count();
        if same < content.moves.len() {
            self.file.set_len(content.truncate(same) as u64)?;
        }
        for &mv in &game.moves()[same..] {
            self.file.write_all(content.push(mv).as_bytes())?;
        }
        Ok(())
    }
}

impl Drop for Journal {
    /// Unlocks the file. Closing it is not enough: a child process that is about to start holds a
    /// copy of every open file, and with it the lock.
    fn drop(&mut self) {
        // The lock ends with the file at the latest.
        let _ = self.file.unlock();
    }
}

/// Writes a whole journal as text.
#[must_use]
pub fn write(game: &Game<AnyPosition>) -> String {
    let mut content = JournalContent::new(game.start(), game.start_numbers());
    let begin = first_line(game.start(), game.start_numbers());
    game.moves().iter().fold(begin, |text, &mv| text + &content.push(mv))
}

/// Reads the game of a journal up to its last complete line. The game is `None` if no line is
/// complete.
///
/// # Errors
/// Fails at the first complete line that is not valid.
///
/// ```
/// use chuhe_host::journal::read;
/// let journal = b"chuhe-journal 1 xiangqi red 0,3,bb0;5,0,rj0;9,4,rb0;\na4a9\nd9d";
/// assert_eq!(read(journal).unwrap().unwrap().moves().len(), 1);
/// ```
pub fn read(bytes: &[u8]) -> Result<Option<Game<AnyPosition>>, LineError> {
    let lines = complete_lines(bytes).split_inclusive(|&byte| byte == b'\n');
    let mut game: Option<Game<AnyPosition>> = None;
    for (line, bytes) in (1..).zip(lines) {
        let read = str::from_utf8(bytes).map_err(|_| LineFault::NotText).and_then(|text| {
            match &mut game {
                None => game = Some(parse_first_line(text)?),
                Some(game) => play_line(game, text)?,
            }
            Ok(())
        });
        read.map_err(|fault| LineError { line, fault })?;
    }
    Ok(game)
}

/// The part of a journal up to its last complete line.
fn complete_lines(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    &bytes[..end]
}

fn first_line(start: &AnyPosition, numbers: &Numbers) -> String {
    let (rules, side) = (start.rules(), start.side());
    format!("chuhe-journal 1 {rules} {side} {}\n", map::write(start, numbers))
}

fn parse_first_line(line: &str) -> Result<Game<AnyPosition>, LineFault> {
    let mut words = line.trim_end_matches('\n').split(' ');
    let mut next = || words.next().ok_or(LineFault::Start);
    let (_name, _version) = (next()?, next()?);
    let rules: Rules = next()?.parse().map_err(|_| LineFault::Start)?;
    let side = next()?;
    let side = Side::ALL.into_iter().find(|known| known.to_string() == side);
    let (start, numbers) =
        map::read(next()?, rules, side.ok_or(LineFault::Start)?).map_err(LineFault::Map)?;
    if first_line(&start, &numbers) != line {
        return Err(LineFault::Start);
    }
    Ok(Game::numbered(start, numbers))
}

fn move_line(position: &AnyPosition, mv: Move) -> String {
    format!("{}\n", notation::write(Style::Coordinates, position, mv))
}

fn play_line(game: &mut Game<AnyPosition>, line: &str) -> Result<(), LineFault> {
    let text = line.trim_end_matches('\n');
    let mv = notation::read(Style::Coordinates, text, game.position())?;
    if move_line(game.position(), mv) != line {
        return Err(LineFault::Spelling);
    }
    Ok(game.play(mv)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> GameId<'_> {
        GameId::new(text).unwrap()
    }

    /// A game in which each side plays the first legal move.
    fn game(rules: Rules, plies: usize) -> Game<AnyPosition> {
        let mut game = Game::new(rules.start());
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            game.play(moves[0]).unwrap();
        }
        game
    }

    fn journals() -> (tempfile::TempDir, Journals) {
        let folder = tempfile::tempdir().unwrap();
        let journals = Journals::open(&folder.path().join("games")).unwrap();
        (folder, journals)
    }

    #[test]
    fn only_safe_file_names_are_names_of_games() {
        for name in ["a", "Table-7", "con", "-rf", "_", &"x".repeat(64)] {
            assert!(GameId::new(name).is_some(), "{name}");
        }
        for name in ["", ".", "..", "a/b", "a\\b", "a b", "a\0", "a\n", "桌", &"x".repeat(65)] {
            assert!(GameId::new(name).is_none(), "{name:?}");
        }
    }

    #[test]
    fn every_game_is_taken_up_as_it_was_left() {
        for &rules in Rules::PLAYABLE {
            let (_folder, journals) = journals();
            let game = game(rules, 6);
            journals.create(id("Lunch")).unwrap().update(&game);
            let (_, resumed) = journals.resume(id("lunch")).unwrap();
            let resumed = resumed.unwrap();
            assert_eq!(resumed.start(), game.start());
            assert_eq!(resumed.start_numbers(), game.start_numbers());
            assert_eq!(resumed.moves(), game.moves());
        }
    }

    #[test]
    fn a_game_has_one_journal_and_one_player_at_a_time() {
        let (folder, journals) = journals();
        let fault = |result: Result<_, JournalError>| result.map(|_| ()).unwrap_err().to_string();
        let path = folder.path().join("games").join("game-a.journal");
        let says = |what: &str| format!("{}: {what}", path.display());
        assert_eq!(fault(journals.resume(id("a"))), says("no game of this name is kept"));
        let journal = journals.create(id("a")).unwrap();
        let taken = journals.create(id("a")).map(|_| ()).unwrap_err().to_string();
        assert_eq!(taken, says("a game of this name is kept already"));
        assert_eq!(fault(journals.resume(id("A"))), says("another server plays this game"));
        drop(journal);
        assert!(journals.resume(id("a")).is_ok());
    }

    #[test]
    fn a_folder_holds_no_more_than_so_many_games() {
        let (_folder, journals) = journals();
        journals.count.store(MAX_JOURNALS - 1, Relaxed);
        assert!(journals.create(id("last")).is_ok());
        let error = journals.create(id("more")).unwrap_err();
        assert!(matches!(error.fault, JournalFault::Full), "{error}");
    }

    #[test]
    fn no_game_makes_a_journal_too_large_to_be_read() {
        assert!(1000 + 16 * chuhe_core::LONGEST_GAME as u64 <= MAX_JOURNAL);
        let (folder, journals) = journals();
        let path = folder.path().join("games").join("game-a.journal");
        fs::write(&path, vec![b' '; MAX_JOURNAL as usize + 1]).unwrap();
        let error = journals.resume(id("a")).unwrap_err();
        assert!(matches!(error.fault, JournalFault::TooLarge), "{error}");
    }

    /// A read-only handle replaces the full disk.
    #[test]
    fn a_journal_that_cannot_be_written_stays_as_it_was() {
        let (_folder, journals) = journals();
        let mut journal = journals.create(id("a")).unwrap();
        journal.update(&game(Rules::Xiangqi, 3));
        journal.file = File::open(&journal.path).unwrap();
        journal.update(&game(Rules::Xiangqi, 4));
        assert!(journal.failed);
        let error = journal.try_update(&game(Rules::Xiangqi, 5)).unwrap_err();
        assert!(matches!(error.fault, JournalFault::System(_)), "{error}");
        let path = journal.path.clone();
        drop(journal);
        assert_eq!(fs::read_to_string(path).unwrap(), write(&game(Rules::Xiangqi, 3)));
    }

    #[test]
    fn a_line_that_was_never_written_is_named() {
        let begin = "chuhe-journal 1 xiangqi red 0,3,bb0;5,0,rj0;9,4,rb0;\n";
        let moves = |moves: &str| format!("{begin}{moves}").into_bytes();
        let start = "expected `chuhe-journal 1`, the game, the side to move and the map";
        let table: [(&[u8], &str); 13] = [
            (b"\n", start),
            (b"chuhe-journal 2 xiangqi red 0,3,bb0;5,0,rj0;9,4,rb0;\n", start),
            (b"chuhe-journal 1 checkers red 0,3,bb0;5,0,rj0;9,4,rb0;\n", start),
            (b"chuhe-journal 1 xiangqi green 0,3,bb0;5,0,rj0;9,4,rb0;\n", start),
            (b"chuhe-journal 1 xiangqi red 9,4,rb0;0,3,bb0;5,0,rj0;\n", start),
            (b"chuhe-journal 1 xiangqi red 0,3,bb0;\n", "the map: red has no general"),
            (&[begin.as_bytes(), b"a4\xff9\n"].concat(), "not UTF-8"),
            (&moves("a4a9\n\n"), "not a move from character 1 on"),
            (&moves("a4a9\na4a5\n"), "the side to move has no such piece"),
            (&moves("a4b5\n"), "not a legal move"),
            (&moves("A4A9\n"), "not content as journals are"),
            (&moves("a4a9\r\n"), "not a move from character 5 on"),
            (
                &moves("a4a9\nd9d8\na9a8\nd8d7\na8a7\nd7d8\na7d7\n\n"),
                "not a move from character 1 on",
            ),
        ];
        for (bytes, fault) in table {
            let line = bytes.iter().filter(|&&byte| byte == b'\n').count();
            let error = read(bytes).unwrap_err();
            assert_eq!(error.to_string(), format!("line {line}: {fault}"));
        }
    }
}
