//! The positions of all games, and what was played from one.

use super::schema::{INCOMPLETE, outcome_of, rules_number};
use crate::{GameTree, Outcome, PlayedMove};
use chuhe_core::{AnyPosition, Key, Move, Position, Side};
use rusqlite::Connection;
use std::collections::HashMap;

/// The positions of the main lines of a root's games, one game after the other.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    /// The files of the games, each with its size and time.
    files: HashMap<i64, (i64, i64)>,
    keys: Vec<u32>,
    /// The move from each position; 0 from the last one of a game.
    moves: Vec<u16>,
    games: Vec<Game>,
}

#[derive(Debug)]
struct Game {
    id: usize,
    file: i64,
    /// The end of its positions.
    end: usize,
    rules: usize,
    outcome: Option<Outcome>,
    /// 0 if it is unknown.
    year: u32,
}

/// The part of a key that the index keeps. Among the eight million positions of 100,000 games, one
/// question in 500 meets a wrong one. Its move is hardly ever legal, and then it is left out.
const fn part(key: Key) -> u32 {
    key.get() as u32
}

/// The keys of the positions of a game, and the moves from them, as bytes.
pub(crate) fn packed(tree: &GameTree) -> (Vec<u8>, Vec<u8>) {
    let mut position = tree.start().clone();
    let (mut keys, mut moves) = (Vec::new(), Vec::new());
    for mv in tree.moves() {
        keys.extend(part(position.key()).to_le_bytes());
        moves.extend(mv.to_bits().to_le_bytes());
        position = position.play(mv);
    }
    keys.extend(part(position.key()).to_le_bytes());
    moves.extend([0; 2]);
    (keys, moves)
}

impl Positions {
    /// Reads the games of files that are new or have changed, and forgets those of files that are gone.
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
        self.retain(is_kept);
        stale.sort_unstable();
        for file in stale {
            self.read(connection, file)?;
        }
        self.files = files;
        Ok(())
    }

    /// Keeps the games of some files.
    fn retain(&mut self, is_kept: impl Fn(i64) -> bool) {
        let (mut from, mut end) = (0, 0);
        self.games.retain_mut(|game| {
            let range = std::mem::replace(&mut from, game.end)..game.end;
            let is_kept = is_kept(game.file);
            if is_kept {
                self.keys.copy_within(range.clone(), end);
                self.moves.copy_within(range.clone(), end);
                end += range.len();
                game.end = end;
            }
            is_kept
        });
        self.keys.truncate(end);
        self.moves.truncate(end);
    }

    fn read(&mut self, connection: &Connection, file: i64) -> rusqlite::Result<()> {
        let mut all = connection.prepare_cached(
            "SELECT game.id, rules, outcome, date, keys, moves
             FROM game JOIN line ON line.id = game.id WHERE game.file = ?1",
        )?;
        let mut rows = all.query([file])?;
        while let Some(row) = rows.next()? {
            let [keys, moves] = [row.get_ref(4)?.as_blob()?, row.get_ref(5)?.as_blob()?];
            self.keys.extend(keys.as_chunks().0.iter().copied().map(u32::from_le_bytes));
            self.moves.extend(moves.as_chunks().0.iter().copied().map(u16::from_le_bytes));
            let date = row.get_ref(3)?.as_str()?;
            self.games.push(Game {
                id: row.get(0)?,
                file,
                end: self.keys.len(),
                rules: row.get(1)?,
                outcome: outcome_of(row.get(2)?),
                year: date.get(..4).and_then(|year| year.parse().ok()).unwrap_or_default(),
            });
        }
        Ok(())
    }

    /// The games that reach a position, each with its move when it does so first.
    fn reach(&self, position: &AnyPosition) -> impl Iterator<Item = (&Game, Option<Move>)> {
        let (rules, key) = (rules_number(position.rules()), part(position.key()));
        let mut begin = 0;
        self.games.iter().filter_map(move |game| {
            let from = std::mem::replace(&mut begin, game.end);
            if game.rules != rules {
                return None;
            }
            let at = from + self.keys[from..game.end].iter().position(|&known| known == key)?;
            let mv = Move::from_bits(self.moves[at]);
            mv.is_none_or(|mv| position.is_legal(mv)).then_some((game, mv))
        })
    }

    /// The numbers of the games that reach a position.
    pub(crate) fn games(&self, position: &AnyPosition) -> impl Iterator<Item = usize> {
        self.reach(position).map(|(game, _)| game.id)
    }

    /// The moves from a position, the most frequent one first.
    pub(crate) fn explore(&self, position: &AnyPosition) -> Vec<PlayedMove> {
        let mut found: Vec<(PlayedMove, [u32; 2])> = Vec::new();
        for (game, mv) in self.reach(position) {
            let Some(mv) = mv else { continue };
            let known = found.iter().position(|(played, _)| played.mv == mv);
            let index = known.unwrap_or_else(|| {
                found.push((PlayedMove { mv, games: 0, results: [0; 3], year: None }, [0; 2]));
                found.len() - 1
            });
            let (played, [sum, dated]) = &mut found[index];
            played.games += 1;
            match game.outcome {
                Some(Outcome::Won(Side::Red)) => played.results[0] += 1,
                Some(Outcome::Drawn) => played.results[1] += 1,
                Some(Outcome::Won(Side::Black)) => played.results[2] += 1,
                None => {}
            }
            *sum += game.year;
            *dated += u32::from(game.year > 0);
        }
        let with_year = |(played, [sum, dated]): (PlayedMove, [u32; 2])| PlayedMove {
            year: sum.checked_div(dated),
            ..played
        };
        let mut moves: Vec<_> = found.into_iter().map(with_year).collect();
        moves.sort_by_key(|played| (std::cmp::Reverse(played.games), played.mv));
        moves
    }
}
