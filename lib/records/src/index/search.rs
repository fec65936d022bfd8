use super::cache::Cache;
use super::folder::{from_bytes, state};
use super::schema::{OUTCOMES, find_root, outcome_number, rules_number};
use super::{Index, IndexError};
use crate::{GameId, GameSummary, ListQuery, ListedGame, PlayedMove};
use chuhe_core::{AnyPosition, rules::Rules};
use rusqlite::{OptionalExtension, Row, params};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The file of a game, and the place of the game in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamePlace {
    /// The path of the file. It begins with the path of the indexed folder or file.
    pub path: PathBuf,
    /// The range of the game's bytes in the file.
    pub range: Range<usize>,
    /// True if the file contains no other game, readable or not.
    pub is_alone: bool,
    /// True if the file has not changed since the index read it.
    pub is_current: bool,
}

/// The condition in SQL that the file of a game contains no other game, readable or not.
const IS_ALONE: &str = "NOT EXISTS (SELECT 1 FROM fault WHERE fault.file = file.id AND NOT kept)
    AND NOT EXISTS (
        SELECT 1 FROM game AS other WHERE other.file = file.id AND other.id <> game.id)";

/// A fault of a file or of a game in this file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileFault {
    /// The path of the file. It begins with the path of the indexed folder or file.
    pub path: PathBuf,
    /// The text of the fault, with the place of the fault in the file, in English and in Chinese.
    pub why: [String; 2],
}

#[expect(clippy::missing_errors_doc, reason = "each fails if the index cannot be read")]
impl Index {
    /// Returns the games below `root` that match a query, in the order that the query asks for. Finds none if `root`
    /// was never passed to [`Self::refresh`].
    pub fn search(&self, root: &Path, query: &ListQuery) -> Result<Vec<GameId>, IndexError> {
        let Some(root) = find_root(&self.connection, root)? else { return Ok(Vec::new()) };
        let mut cache = Cache::of(self.cache.take(), &self.connection, root)?;
        let sieve = self.sieve(&mut cache, root, query)?;
        let order = cache.order(&self.connection, query.sort)?.iter().copied();
        let mut found: Vec<GameId> = order.filter(|id| sieve.holds(*id)).collect();
        if !query.upwards {
            found.reverse();
        }
        self.cache.replace(Some(cache));
        Ok(found)
    }

    /// Reads the words of all games of a folder or file into memory, so that the next search for words is fast.
    pub fn read_ahead(&self, root: &Path) -> Result<(), IndexError> {
        let Some(root) = find_root(&self.connection, root)? else { return Ok(()) };
        let mut cache = Cache::of(self.cache.take(), &self.connection, root)?;
        cache.words(&self.connection)?;
        self.cache.replace(Some(cache));
        Ok(())
    }

    fn sieve(&self, cache: &mut Cache, root: i64, query: &ListQuery) -> rusqlite::Result<Sieve> {
        let mut sieve = Sieve::default();
        for word in query.words.split_whitespace().map(str::to_lowercase) {
            sieve.tests += 1;
            cache.words(&self.connection)?.find(&word, |game| sieve.pass(game));
        }
        if let Some(position) = &query.position {
            sieve.tests += 1;
            let positions = cache.positions(&self.connection)?;
            positions.games(position).for_each(|game| sieve.pass(game));
        }
        let rules = query.rules.map(|rules| ("rules", rules_number(rules) as i64));
        let outcome = query.outcome.map(|outcome| ("outcome", outcome_number(outcome) as i64));
        for (column, number) in [rules, outcome].into_iter().flatten() {
            sieve.tests += 1;
            let text = format!("SELECT id FROM game WHERE root = ?1 AND {column} = ?2");
            let mut found = self.connection.prepare_cached(&text)?;
            let mut rows = found.query([root, number])?;
            while let Some(row) = rows.next()? {
                sieve.pass(row.get(0)?);
            }
        }
        Ok(sieve)
    }

    /// Returns one row of a list for each id, in the order of the ids. A game that is not in the index has no row.
    pub fn rows(&self, ids: &[GameId]) -> Result<Vec<ListedGame>, IndexError> {
        let mut one = self.connection.prepare_cached(&format!(
            "SELECT game.id, red, black, event, date, opening, rules, outcome, plies, final,
                path, english, chinese, {IS_ALONE}
             FROM game JOIN detail ON detail.id = game.id JOIN file ON file.id = game.file
             WHERE game.id = ?1"
        ))?;
        let rows = ids.iter().filter_map(|id| one.query_row([id.0], listed).optional().transpose());
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns the file of a game and the range of its bytes; `None` if the game is no longer in the index.
    pub fn place(&self, id: GameId) -> Result<Option<GamePlace>, IndexError> {
        let mut one = self.connection.prepare_cached(&format!(
            "SELECT path, first_byte, end_byte, size, modified, {IS_ALONE}
             FROM game JOIN detail ON detail.id = game.id JOIN file ON file.id = game.file
             WHERE game.id = ?1"
        ))?;
        let place = one.query_row([id.0], |row| {
            let path = from_bytes(row.get(0)?);
            let read = (row.get(3)?, row.get(4)?);
            let is_current = state(&path).is_ok_and(|now| (now.size, now.modified) == read);
            let range = row.get(1)?..row.get(2)?;
            Ok(GamePlace { path, range, is_alone: row.get(5)?, is_current })
        });
        Ok(place.optional()?)
    }

    /// Returns (count, faults): the number of faults below `root` or in the file `root`, and the first `most` by path.
    pub fn faults(&self, root: &Path, most: u32) -> Result<(usize, Vec<FileFault>), IndexError> {
        let Some(root) = find_root(&self.connection, root)? else { return Ok((0, Vec::new())) };
        let mut all = self.connection.prepare_cached(
            "SELECT path, english, chinese, count(*) OVER () FROM fault JOIN file ON file.id = fault.file
             WHERE root = ?1 ORDER BY path, fault.rowid LIMIT ?2",
        )?;
        let mut count = 0;
        let rows = all.query_map(params![root, most], |row| {
            count = row.get(3)?;
            Ok(FileFault { path: from_bytes(row.get(0)?), why: [row.get(1)?, row.get(2)?] })
        })?;
        let faults = rows.collect::<Result<_, _>>()?;
        Ok((count, faults))
    }

    /// Returns the moves that were played from a position in the games of a folder or file, the most frequent first.
    pub fn explore(
        &self,
        root: &Path,
        position: &AnyPosition,
    ) -> Result<Vec<PlayedMove>, IndexError> {
        let Some(root) = find_root(&self.connection, root)? else { return Ok(Vec::new()) };
        let mut cache = Cache::of(self.cache.take(), &self.connection, root)?;
        let moves = cache.positions(&self.connection)?.explore(position);
        self.cache.replace(Some(cache));
        Ok(moves)
    }

    /// The size of the database in bytes, without the files of SQLite's journal.
    pub fn size(&self) -> Result<u64, IndexError> {
        let text = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()";
        Ok(self.connection.query_row(text, [], |row| row.get(0))?)
    }
}

#[derive(Default)]
struct Sieve {
    tests: u32,
    /// The number of tests that each game has passed, indexed by the id of the game.
    passed: Vec<u32>,
}

impl Sieve {
    fn pass(&mut self, game: usize) {
        if self.passed.len() <= game {
            self.passed.resize(game + 1, 0);
        }
        self.passed[game] += 1;
    }

    fn holds(&self, GameId(id): GameId) -> bool {
        let passed = usize::try_from(id).ok().and_then(|id| self.passed.get(id));
        passed.copied().unwrap_or_default() == self.tests
    }
}

fn listed(row: &Row<'_>) -> rusqlite::Result<ListedGame> {
    let (rules, outcome): (usize, usize) = (row.get(6)?, row.get(7)?);
    let summary = GameSummary {
        red: row.get(1)?,
        black: row.get(2)?,
        event: row.get(3)?,
        date: row.get(4)?,
        opening: row.get(5)?,
        opening_names: [row.get(11)?, row.get(12)?],
        rules: Rules::PLAYABLE.get(rules).copied().unwrap_or_default(),
        outcome: OUTCOMES.get(outcome).copied(),
        plies: row.get(8)?,
    };
    let path = from_bytes(row.get(10)?);
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let last = row.get(9)?;
    Ok(ListedGame { id: GameId(row.get(0)?), summary, last, file, is_alone: row.get(13)? })
}
