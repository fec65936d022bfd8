use super::IndexError;
use super::folder::to_bytes;
use crate::Outcome;
use chuhe_core::{Position, Side, rules::Rules};
use rusqlite::{Connection, ErrorCode, OptionalExtension};
use std::{fs, io, path::Path, time::Duration};

/// The version of the tables. An index with another version is emptied. The tables contain keys of positions, so the
/// version depends on the key of a start position. If the tables or the file readers change, increase `TABLES`.
fn version() -> i32 {
    const TABLES: i32 = 13;
    TABLES ^ (Rules::default().start().key().get() as i32 & !0xff)
}

/// The size that the index stores for a file that was not read to its end.
pub(crate) const INCOMPLETE: i64 = -1;

/// Opens the index. If it is broken, renames it, and creates an empty index in its place.
pub(crate) fn open(path: &Path) -> Result<Connection, IndexError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| IndexError::file(path, error))?;
    }
    match prepare(path) {
        Err(error) if is_broken(&error) => {
            log::error!("{}: {error}; it is made again", path.display());
            set_aside(path).map_err(|error| IndexError::file(path, error))?;
            Ok(prepare(path)?)
        }
        prepared => Ok(prepared?),
    }
}

pub(crate) fn is_broken(error: &rusqlite::Error) -> bool {
    let broken = [ErrorCode::DatabaseCorrupt, ErrorCode::NotADatabase];
    error.sqlite_error_code().is_some_and(|code| broken.contains(&code))
}

/// Renames a broken index, and removes the two files that SQLite writes next to it.
pub(crate) fn set_aside(path: &Path) -> io::Result<()> {
    for end in ["-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        if let Err(error) = fs::remove_file(name)
            && error.kind() != io::ErrorKind::NotFound
        {
            return Err(error);
        }
    }
    fs::rename(path, path.with_added_extension("broken"))
}

fn prepare(path: &Path) -> rusqlite::Result<Connection> {
    /// The longest time to wait while another program writes.
    const PATIENCE: Duration = Duration::from_secs(10);
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    // All positions are read at once, which is faster with large pages. SQLite sets the page size only for a new file.
    connection.pragma_update(None, "page_size", 16 * 1024)?;
    // With WAL, readers need not wait for a refresh. A lost index can be made again, so no write waits for the disk.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "OFF")?;
    connection.pragma_update(None, "cache_size", -64 * 1024)?;
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let found: i32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found != version() {
        clear(&transaction)?;
        transaction.execute_batch(include_str!("schema.sql"))?;
        transaction.pragma_update(None, "user_version", version())?;
    }
    transaction.commit()?;
    Ok(connection)
}

fn clear(connection: &Connection) -> rusqlite::Result<()> {
    let mut all = connection.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )?;
    let names: Vec<String> = all.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for name in names {
        connection.execute(&format!("DROP TABLE \"{}\"", name.replace('"', "\"\"")), [])?;
    }
    Ok(())
}

/// The number of a game's rules in the index: the place in `Rules::PLAYABLE`.
pub(crate) fn rules_number(rules: Rules) -> usize {
    Rules::PLAYABLE.iter().position(|known| *known == rules).unwrap_or_default()
}

/// The outcomes in the order in which a list sorts them. The index stores a place in this array, or 3 for no outcome.
pub(crate) const OUTCOMES: [Outcome; 3] =
    [Outcome::Won(Side::Red), Outcome::Drawn, Outcome::Won(Side::Black)];

pub(crate) fn outcome_number(outcome: Option<Outcome>) -> usize {
    let place = OUTCOMES.iter().position(|&known| outcome == Some(known));
    place.unwrap_or(OUTCOMES.len())
}

pub(crate) fn find_root(connection: &Connection, path: &Path) -> rusqlite::Result<Option<i64>> {
    let mut find = connection.prepare_cached("SELECT id FROM root WHERE path = ?1")?;
    find.query_row([to_bytes(path)], |row| row.get(0)).optional()
}
