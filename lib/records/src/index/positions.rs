use super::schema::{INCOMPLETE, outcome_number, rules_number};
use crate::{GameSummary, GameTree, PlayedMove};
use chuhe_core::{AnyPosition, Key, Move, Position};
use rusqlite::Connection;
use std::collections::{BTreeMap, HashMap};

/// The positions in the main lines of all games of a root, as rows of the table `line`.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    files: HashMap<i64, (i64, i64)>,
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    file: i64,
    games: Vec<Game>,
    keys: Vec<u8>,
    /// The move that was played from each position, as two bytes; 0 for the last position of a game.
    moves: Vec<u8>,
}

#[derive(Debug)]
struct Game {
    id: u32,
    end: usize,
    rules: u32,
    outcome: usize,
    /// The year of the game; 0 if it is unknown.
    year: u32,
}

/// The lower 32 bits of a key. Two positions can have the same bits: among the eight million positions of 100,000
/// games, one query in 500 finds a wrong position. This position is left out if the move from it is illegal in the
/// position of the query. Therefore hardly any wrong move is shown.
const fn part(key: Key) -> u32 {
    key.get() as u32
}

/// Games of a file as one row of the table `line`. One row with many games is read faster than one row for each game.
#[derive(Default)]
pub(crate) struct Packed {
    /// Five numbers of 32 bits for each game: id, number of positions, rules, outcome and year.
    pub(crate) games: Vec<u8>,
    pub(crate) keys: Vec<u8>,
    pub(crate) moves: Vec<u8>,
}

impl Packed {
    pub(crate) fn add(&mut self, id: i64, tree: &GameTree, summary: &GameSummary) {
        let (mut position, moves) = (tree.start().clone(), tree.moves());
        for &mv in &moves {
            self.keys.extend(part(position.key()).to_le_bytes());
            self.moves.extend(mv.to_bits().to_le_bytes());
            position = position.play(mv);
        }
        self.keys.extend(part(position.key()).to_le_bytes());
        self.moves.extend([0; 2]);
        let rules = rules_number(summary.rules) as u32;
        let outcome = outcome_number(summary.outcome) as u32;
        let year = summary.date.get(..4).and_then(|year| year.parse().ok()).unwrap_or_default();
        for number in [id as u32, moves.len() as u32 + 1, rules, outcome, year] {
            self.games.extend(number.to_le_bytes());
        }
    }
}

impl Row {
    fn read(row: &rusqlite::Row<'_>, file: i64) -> rusqlite::Result<Self> {
        let numbers = row.get_ref(0)?.as_blob()?.as_chunks().0;
        let numbers: Vec<u32> = numbers.iter().copied().map(u32::from_le_bytes).collect();
        let mut end = 0;
        let game = |&[id, positions, rules, outcome, year]: &[u32; 5]| {
            end += positions as usize;
            Game { id, end, rules, outcome: outcome as usize, year }
        };
        let games = numbers.as_chunks().0.iter().map(game).collect();
        Ok(Self { file, games, keys: row.get(1)?, moves: row.get(2)? })
    }
}

impl Positions {
    /// Reads the games of files that are new or have changed, and forgets the games of files that are gone.
    pub(crate) fn update(&mut self, connection: &Connection, root: i64) -> rusqlite::Result<()> {
        let mut all =
            connection.prepare_cached("SELECT id, size, modified FROM file WHERE root = ?1")?;
        let rows = all.query_map([root], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?;
        let files = rows.collect::<rusqlite::Result<HashMap<i64, (i64, i64)>>>()?;
        let known = std::mem::take(&mut self.files);
        let is_kept = |file: i64| {
            let state = known.get(&file).filter(|&&(size, _)| size != INCOMPLETE);
            state.is_some() && state == files.get(&file)
        };
        let mut stale: Vec<_> = files.keys().copied().filter(|&file| !is_kept(file)).collect();
        self.rows.retain(|row| is_kept(row.file));
        stale.sort_unstable();
        let mut all =
            connection.prepare_cached("SELECT games, keys, moves FROM line WHERE file = ?1")?;
        for file in stale {
            let mut rows = all.query([file])?;
            while let Some(row) = rows.next()? {
                self.rows.push(Row::read(row, file)?);
            }
        }
        self.files = files;
        Ok(())
    }

    /// The games that reach a position, each with the move that was played when the position first occurred. The move
    /// is `None` if the game ended there.
    fn reach(&self, position: &AnyPosition) -> impl Iterator<Item = (&Game, Option<Move>)> {
        let rules = rules_number(position.rules()) as u32;
        let key = part(position.key()).to_le_bytes();
        self.rows.iter().flat_map(move |row| {
            let (keys, moves) = (row.keys.as_chunks().0, row.moves.as_chunks().0);
            let mut begin = 0;
            row.games.iter().filter_map(move |game| {
                let from = std::mem::replace(&mut begin, game.end);
                if game.rules != rules {
                    return None;
                }
                let at = from + keys.get(from..game.end)?.iter().position(|&known| known == key)?;
                let mv = Move::from_bits(u16::from_le_bytes(*moves.get(at)?));
                mv.is_none_or(|mv| position.is_legal(mv)).then_some((game, mv))
            })
        })
    }

    pub(crate) fn games(&self, position: &AnyPosition) -> impl Iterator<Item = usize> {
        self.reach(position).map(|(game, _)| game.id as usize)
    }

    pub(crate) fn explore(&self, position: &AnyPosition) -> Vec<PlayedMove> {
        let mut found: BTreeMap<Move, (PlayedMove, [u32; 2])> = BTreeMap::new();
        for (game, mv) in self.reach(position) {
            let Some(mv) = mv else { continue };
            let new = PlayedMove { mv, games: 0, results: [0; 3], year: None };
            let (played, [sum, dated]) = found.entry(mv).or_insert((new, [0; 2]));
            played.games += 1;
            if let Some(count) = played.results.get_mut(game.outcome) {
                *count += 1;
            }
            *sum += game.year;
            *dated += u32::from(game.year > 0);
        }
        let with_year = |(played, [sum, dated]): (PlayedMove, [u32; 2])| PlayedMove {
            year: sum.checked_div(dated),
            ..played
        };
        let mut moves: Vec<_> = found.into_values().map(with_year).collect();
        moves.sort_by_key(|played| std::cmp::Reverse(played.games));
        moves
    }
}
