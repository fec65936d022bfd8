use super::positions::Positions;
use crate::{GameId, ListColumn};
use memchr::memmem::Finder;
use rusqlite::Connection;
use std::collections::HashMap;

#[derive(Debug, Default)]
pub(crate) struct Cache {
    root: i64,
    /// SQLite's `data_version`. It changes when another connection writes to the index.
    version: Option<i64>,
    /// All games of the root in ascending order, for each column by which a list was sorted.
    orders: HashMap<ListColumn, Vec<GameId>>,
    words: Option<Words>,
    /// Positions that can be out of date while `has_positions` is false.
    positions: Positions,
    has_positions: bool,
}

impl Cache {
    /// Returns `kept` if it belongs to this root and the index has not changed. If the index has changed, keeps only
    /// the old positions. If `kept` belongs to another root, returns an empty cache.
    pub(crate) fn of(
        kept: Option<Self>,
        connection: &Connection,
        root: i64,
    ) -> rusqlite::Result<Self> {
        // The version is read before the games. If another program writes in between, the next call sees a new version.
        let mut ask = connection.prepare_cached("PRAGMA data_version")?;
        let version = Some(ask.query_row([], |row| row.get(0))?);
        Ok(match kept.filter(|cache| cache.root == root) {
            Some(cache) if cache.version == version => cache,
            Some(cache) => Self { version, ..cache.outdated() },
            None => Self { root, version, ..Self::default() },
        })
    }

    /// Keeps only the positions, because only they can be updated after a change of the index.
    pub(crate) fn outdated(self) -> Self {
        Self { root: self.root, positions: self.positions, ..Self::default() }
    }

    /// All games of the root in ascending order of a column.
    pub(crate) fn order(
        &mut self,
        connection: &Connection,
        column: ListColumn,
    ) -> rusqlite::Result<&[GameId]> {
        if !self.orders.contains_key(&column) {
            let text = format!("SELECT id FROM game WHERE root = ?1 ORDER BY {}, id", key(column));
            let mut all = connection.prepare_cached(&text)?;
            let rows = all.query_map([self.root], |row| row.get(0).map(GameId))?;
            self.orders.insert(column, rows.collect::<Result<_, _>>()?);
        }
        Ok(&self.orders[&column])
    }

    pub(crate) fn words(&mut self, connection: &Connection) -> rusqlite::Result<&Words> {
        let words = match self.words.take() {
            Some(words) => words,
            None => Words::read(connection, self.root)?,
        };
        Ok(self.words.insert(words))
    }

    pub(crate) fn positions(&mut self, connection: &Connection) -> rusqlite::Result<&Positions> {
        if !self.has_positions {
            self.positions.update(connection, self.root)?;
            self.has_positions = true;
        }
        Ok(&self.positions)
    }
}

/// The words of all games of a root in one text, which `memchr` scans.
#[derive(Debug, Default)]
pub(crate) struct Words {
    text: Vec<u8>,
    games: Vec<(usize, usize)>,
}

impl Words {
    fn read(connection: &Connection, root: i64) -> rusqlite::Result<Self> {
        let mut words = Self::default();
        let mut all = connection.prepare_cached("SELECT id, text FROM words WHERE root = ?1")?;
        let mut rows = all.query([root])?;
        while let Some(row) = rows.next()? {
            words.text.extend_from_slice(row.get_ref(1)?.as_bytes()?);
            // A word that is looked for contains no line break, so no match spans two games.
            words.text.push(b'\n');
            words.games.push((row.get(0)?, words.text.len()));
        }
        Ok(words)
    }

    pub(crate) fn find(&self, word: &str, mut found: impl FnMut(usize)) {
        let finder = Finder::new(word);
        let (mut from, mut games) = (0, self.games.iter());
        while let Some(at) = finder.find(&self.text[from..]) {
            let game = games.find(|(_, end)| from + at < *end);
            let Some(&(number, end)) = game else { return };
            found(number);
            from = end;
        }
    }
}

const fn key(column: ListColumn) -> &'static str {
    match column {
        ListColumn::Red => "red",
        ListColumn::Black => "black",
        ListColumn::Result => "outcome",
        ListColumn::Date => "date",
        ListColumn::Event => "event COLLATE NOCASE",
        ListColumn::Opening => "opening",
        ListColumn::Plies => "plies",
        ListColumn::File => "(SELECT path FROM file WHERE file.id = game.file)",
    }
}
