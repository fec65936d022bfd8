use super::folder::{GameFile, from_bytes, game_files, to_bytes};
use super::positions::Packed;
use super::schema::{INCOMPLETE, find_root, outcome_number, rules_number};
use super::{Index, IndexError};
use crate::{Entry, Fault, GameSummary};
use chuhe_core::notation::Fen;
use rusqlite::{Connection, Params, params};
use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};
use std::vec::IntoIter;

/// The progress of [`Index::refresh`] in files and games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The number of files that are done: read to their end, or found unreadable.
    pub files: usize,
    /// The number of files to read: those that are new, have changed, or were not read to their end before.
    pub of: usize,
    /// The number of games read so far.
    pub games: usize,
}

/// The work that one call of [`Index::refresh`] has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Refreshed {
    /// The progress when the refresh ended or was stopped.
    pub progress: Progress,
    /// The number of files that were removed from the index, because they are gone from the folder.
    pub removed: usize,
    /// True if the function `go_on` stopped the refresh.
    pub stopped: bool,
}

/// The time between two reports of progress. Before each report, the games read so far are committed to the index.
const STEP: Duration = Duration::from_millis(200);

impl Index {
    /// Reads new or changed files below the folder `root`, or the file `root`. First waits until no other refresh runs.
    /// The function `go_on` gets the progress several times a second, and stops the refresh by returning false.
    ///
    /// # Errors
    /// Fails if the folder cannot be listed, or the index cannot be written.
    pub fn refresh(
        &mut self,
        root: &Path,
        mut go_on: impl FnMut(Progress) -> bool,
    ) -> Result<Refreshed, IndexError> {
        let path = self.path.with_added_extension("lock");
        let lock = File::create(&path).map_err(|error| IndexError::file(&path, error))?;
        // If the file system has no file locks, the refresh does not wait.
        while let Err(TryLockError::WouldBlock) = lock.try_lock() {
            if !go_on(Progress::default()) {
                return Ok(Refreshed { stopped: true, ..Refreshed::default() });
            }
            thread::sleep(STEP);
        }
        let mut files = game_files(root).map_err(|error| IndexError::file(root, error))?;
        self.connection
            .execute("INSERT OR IGNORE INTO root (path) VALUES (?1)", [to_bytes(root)])?;
        let root =
            find_root(&self.connection, root)?.ok_or(rusqlite::Error::QueryReturnedNoRows)?;
        let mut known = self.known_files(root)?;
        files.retain(|file| {
            let before = known.remove(&file.path);
            before.is_none_or(|(_, size, modified)| (size, modified) != (file.size, file.modified))
        });
        let (changed, removed) = (files, known.len());
        // SQLite reports only the changes of other connections, so the cache is marked as outdated here.
        if let Some(cache) = self.cache.get_mut().take_if(|_| removed > 0 || !changed.is_empty()) {
            self.cache.replace(Some(cache.outdated()));
        }
        let transaction = self.connection.unchecked_transaction()?;
        for (id, ..) in known.into_values() {
            forget_games(&transaction, id)?;
            run(&transaction, "DELETE FROM file WHERE id = ?1", [id])?;
        }
        transaction.commit()?;
        let mut work = Work {
            connection: &self.connection,
            root,
            progress: Progress { of: changed.len(), ..Progress::default() },
            told: Instant::now(),
            in_chinese: self.in_chinese,
        };
        let stopped = !work.read_all(changed, &mut go_on)?;
        Ok(Refreshed { progress: work.progress, removed, stopped })
    }

    fn known_files(&self, root: i64) -> Result<HashMap<PathBuf, (i64, i64, i64)>, IndexError> {
        let mut all = self
            .connection
            .prepare_cached("SELECT path, id, size, modified FROM file WHERE root = ?1")?;
        let rows = all.query_map([root], |row| {
            Ok((from_bytes(row.get(0)?), (row.get(1)?, row.get(2)?, row.get(3)?)))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// Executes a statement. The connection keeps the prepared statement for later calls.
fn run(connection: &Connection, statement: &str, values: impl Params) -> rusqlite::Result<()> {
    connection.prepare_cached(statement)?.execute(values).map(drop)
}

fn forget_games(connection: &Connection, file: i64) -> rusqlite::Result<()> {
    for table in ["detail", "words"] {
        let text = format!("DELETE FROM {table} WHERE id IN (SELECT id FROM game WHERE file = ?1)");
        run(connection, &text, [file])?;
    }
    for table in ["game", "line", "fault"] {
        run(connection, &format!("DELETE FROM {table} WHERE file = ?1"), [file])?;
    }
    Ok(())
}

struct FileRow<'f> {
    id: i64,
    file: &'f GameFile,
    /// The ids of the games that the file contained before. The games now in the file get these ids in this order.
    games: IntoIter<i64>,
    /// The games of this file that were read, but are not in the table `line` yet.
    lines: Packed,
}

struct Work<'a> {
    connection: &'a Connection,
    root: i64,
    progress: Progress,
    told: Instant,
    in_chinese: fn(&Fault) -> String,
}

impl Work<'_> {
    /// Returns false if `go_on` stopped the refresh.
    fn read_all(
        &mut self,
        files: Vec<GameFile>,
        go_on: &mut impl FnMut(Progress) -> bool,
    ) -> Result<bool, IndexError> {
        let mut transaction = self.connection.unchecked_transaction()?;
        for mut file in files {
            // A file that cannot be read is tried again by the next refresh.
            let bytes = fs::read(&file.path).inspect_err(|_| file.size = INCOMPLETE);
            let mut row = self.begin(&file)?;
            if let Err(error) = &bytes {
                let why = error.to_string();
                self.fault(row.id, false, [&why, &why])?;
            }
            for (number, entry) in (1..).zip(crate::games(&bytes.unwrap_or_default())) {
                self.add(&mut row, number, entry)?;
                if self.told.elapsed() >= STEP {
                    self.end_line(&mut row)?;
                    transaction.commit()?;
                    transaction = self.connection.unchecked_transaction()?;
                    self.told = Instant::now();
                    if !go_on(self.progress) {
                        return Ok(false);
                    }
                }
            }
            self.end(row)?;
        }
        transaction.commit()?;
        go_on(self.progress);
        Ok(true)
    }

    /// Removes the games of a file from the index, and marks the file as incomplete. The file keeps its id. Later its
    /// games get their old ids in the same order, because a list on the screen names games by id.
    fn begin<'f>(&self, file: &'f GameFile) -> rusqlite::Result<FileRow<'f>> {
        let mut insert = self.connection.prepare_cached(
            "INSERT INTO file (root, path, size, modified) VALUES (?1, ?2, ?3, 0)
             ON CONFLICT (root, path) DO UPDATE SET size = ?3 RETURNING id",
        )?;
        let row = params![self.root, to_bytes(&file.path), INCOMPLETE];
        let id: i64 = insert.query_row(row, |row| row.get(0))?;
        let mut all = self.connection.prepare_cached(
            "SELECT game.id FROM game JOIN detail ON detail.id = game.id
             WHERE game.file = ?1 ORDER BY first_byte",
        )?;
        let games = all.query_map([id], |row| row.get(0))?.collect::<Result<Vec<_>, _>>()?;
        forget_games(self.connection, id)?;
        Ok(FileRow { id, file, games: games.into_iter(), lines: Packed::default() })
    }

    fn end(&mut self, mut row: FileRow<'_>) -> rusqlite::Result<()> {
        self.end_line(&mut row)?;
        let update = "UPDATE file SET size = ?2, modified = ?3 WHERE id = ?1";
        run(self.connection, update, params![row.id, row.file.size, row.file.modified])?;
        self.progress.files += 1;
        Ok(())
    }

    fn add(&mut self, row: &mut FileRow<'_>, number: usize, entry: Entry) -> rusqlite::Result<()> {
        let note = |error, game_kept| {
            let fault = Fault { game: number, error, game_kept };
            self.fault(row.id, game_kept, [&fault.to_string(), &(self.in_chinese)(&fault)])
        };
        let tree = match entry.game {
            Ok(tree) => tree,
            Err(error) => return note(error, false),
        };
        for warning in entry.warnings {
            note(warning, true)?;
        }
        let game = GameSummary::from(&tree);
        let mut insert = self.connection.prepare_cached(
            "INSERT INTO game (id, root, file, rules, outcome, plies, date, red, black, opening, event,
                english, chinese)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        )?;
        let id = insert.insert(params![
            row.games.next(),
            self.root,
            row.id,
            rules_number(game.rules),
            outcome_number(game.outcome),
            game.plies,
            game.date,
            game.red,
            game.black,
            game.opening,
            game.event,
            game.opening_names[0],
            game.opening_names[1],
        ])?;
        let last = Fen { position: tree.position(tree.last()), move_number: 1 }.to_string();
        let detail = params![id, entry.range.start, entry.range.end, last];
        run(self.connection, "INSERT INTO detail VALUES (?1, ?2, ?3, ?4)", detail)?;
        row.lines.add(id, &tree, &game);
        let name = row.file.path.file_stem().unwrap_or_default().to_string_lossy();
        let [english, chinese] = &game.opening_names;
        let words: [&str; 7] =
            [&game.red, &game.black, &game.event, &game.opening, english, chinese, &name];
        let words = params![id, self.root, words.join("\n").to_lowercase()];
        run(self.connection, "INSERT INTO words VALUES (?1, ?2, ?3)", words)?;
        self.progress.games += 1;
        Ok(())
    }

    /// Writes the games of `row.lines` as one row of the table `line`.
    fn end_line(&self, row: &mut FileRow<'_>) -> rusqlite::Result<()> {
        let Packed { games, keys, moves } = std::mem::take(&mut row.lines);
        if games.is_empty() {
            return Ok(());
        }
        let line = params![row.id, games, keys, moves];
        run(self.connection, "INSERT INTO line VALUES (?1, ?2, ?3, ?4)", line)
    }

    /// Adds a fault of a game or of the whole file. If `kept` is true, the game is listed without its faulty part.
    fn fault(&self, file: i64, kept: bool, [english, chinese]: [&str; 2]) -> rusqlite::Result<()> {
        let fault = params![file, kept, english, chinese];
        run(self.connection, "INSERT INTO fault VALUES (?1, ?2, ?3, ?4)", fault)
    }
}
