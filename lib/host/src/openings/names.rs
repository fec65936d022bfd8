//! Finds the name of an opening by its position, so a transposition has the same name. In xiangqi a mirror image has
//! the name of the original. The catalogue ECCO defines the xiangqi openings with a central cannon by the moves of each
//! side. Therefore these openings are found by their moves.

use super::{is_symmetric, mirrored};
use chuhe_core::notation::read_any;
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Move, Position};
use std::collections::HashMap;
use std::sync::OnceLock;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Opening {
    /// The code in ECCO for xiangqi, or in ECO for chess.
    pub code: &'static str,
    pub english: &'static str,
    /// The name in Chinese; in chess, only of the family of openings, without the variation.
    pub chinese: &'static str,
}

/// The tables of opening names, from files of the folder `openings`. A native program contains the tables. A page in a
/// browser fetches them after it has shown the board, and sets them with `set_tables`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tables {
    pub xiangqi: &'static str,
    pub chess: &'static str,
    pub chess_families: &'static str,
}

#[cfg(not(target_family = "wasm"))]
const fn tables() -> Option<&'static Tables> {
    Some(&Tables {
        xiangqi: include_str!("../../openings/xiangqi.tsv"),
        chess: include_str!("../../openings/chess.tsv"),
        chess_families: include_str!("../../openings/chess_families.tsv"),
    })
}

#[cfg(target_family = "wasm")]
static TABLES: OnceLock<Tables> = OnceLock::new();

/// Sets the tables, without which no opening has a name.
#[cfg(target_family = "wasm")]
pub fn set_tables(tables: Tables) {
    TABLES.get_or_init(|| tables);
}

#[cfg(target_family = "wasm")]
fn tables() -> Option<&'static Tables> {
    TABLES.get()
}

/// The number of plies at the start of a game that decide the name of its opening. No line of the tables is longer.
const OPENING_PLIES: usize = 40;

/// The indexes of the openings of xiangqi and chess. The first request for a name builds the index of its game.
static NAMES: [OnceLock<Names>; 2] = [const { OnceLock::new() }; 2];

fn names_of(rules: Rules) -> Option<&'static Names> {
    let tables = tables()?;
    match rules {
        Rules::Xiangqi => Some(NAMES[0].get_or_init(|| Names::new(rules, xiangqi_rows(tables)))),
        Rules::Chess => Some(NAMES[1].get_or_init(|| Names::new(rules, chess_rows(tables)))),
        Rules::Zhonggong => None,
    }
}

/// Returns the opening of a game. In xiangqi, if both sides have made the moves of a line with a central cannon,
/// the longest such line decides. Otherwise the last position with a name decides.
///
/// ```
/// use chuhe_core::{Position, notation::read_any, rules::Rules};
/// use chuhe_host::openings::opening_of;
/// let start = Rules::Xiangqi.start();
/// let cannon = read_any("C2=5", &start).unwrap();
/// let opening = opening_of(&start, &[cannon]).unwrap();
/// assert_eq!((opening.code, opening.chinese), ("B00", "中炮局"));
/// ```
pub fn opening_of(start: &AnyPosition, moves: &[Move]) -> Option<Opening> {
    let names = names_of(start.rules())?;
    let moves = &moves[..moves.len().min(OPENING_PLIES)];
    let by_moves = (*start == start.rules().start()).then(|| names.by_moves(moves)).flatten();
    by_moves.or_else(|| names.by_position(start, moves))
}

type Row = (Opening, &'static str);

/// A line of moves. Each side can make its own moves of the line in any order.
struct Pattern {
    number: u16,
    plies: usize,
    /// The first move of the line. A game matches the line only if it begins with this move.
    first: Move,
    moves: [Vec<Move>; 2],
}

struct Names {
    openings: Vec<Opening>,
    /// Positions with an opening, `(key, index in openings)`, sorted by the keys.
    places: Vec<(u64, u16)>,
    patterns: Vec<Pattern>,
}

impl Names {
    /// Builds the index of a table. Moves that a line shares with the line before are not played again.
    fn new(rules: Rules, rows: impl Iterator<Item = Row>) -> Self {
        let mut names = Self { openings: Vec::new(), places: Vec::new(), patterns: Vec::new() };
        let mut path = Path::new(rules);
        for (opening, line) in rows {
            path.follow(line);
            let number = names.openings.len() as u16;
            names.openings.push(opening);
            if rules == Rules::Xiangqi && opening.code.starts_with(['B', 'C', 'D']) {
                names.patterns.extend(path.patterns(number));
            } else {
                names.places.extend(path.keys().map(|key| (key, number)));
            }
        }
        names.places.sort_unstable();
        // If a position is its own mirror image, its key occurs twice.
        names.places.dedup();
        names
    }

    fn by_position(&self, start: &AnyPosition, moves: &[Move]) -> Option<Opening> {
        let mut position = start.clone();
        let mut found = self.of(&position);
        for &mv in moves {
            position = position.play(mv);
            found = self.of(&position).or(found);
        }
        found
    }

    fn of(&self, position: &AnyPosition) -> Option<Opening> {
        let key = position.key().get();
        let place = self.places.binary_search_by_key(&key, |place| place.0).ok()?;
        self.openings.get(usize::from(self.places[place].1)).copied()
    }

    /// Returns the opening of the longest complete line. Of equally long lines, the line that was completed last wins.
    fn by_moves(&self, moves: &[Move]) -> Option<Opening> {
        let complete = self.patterns.iter().filter_map(|pattern| {
            Some(((pattern.plies, pattern.complete_after(moves)?), pattern.number))
        });
        let (_, number) = complete.max_by_key(|(length, _)| *length)?;
        self.openings.get(usize::from(number)).copied()
    }
}

impl Pattern {
    /// Returns the number of plies after which both sides have made the moves of the line. Returns
    /// `None` if a move comes too late, because the moves then belong to another plan.
    fn complete_after(&self, game: &[Move]) -> Option<usize> {
        const EARLY: usize = 12;
        if game.first() != Some(&self.first) {
            return None;
        }
        let in_time = &game[..game.len().min(EARLY.max(self.plies + 1))];
        let mut last = 0;
        for (side, wanted) in self.moves.iter().enumerate() {
            for mv in wanted {
                let made = in_time.iter().skip(side).step_by(2).position(|made| made == mv)?;
                last = last.max(2 * made + side + 1);
            }
        }
        Some(last)
    }
}

/// The text that stands for any move in a line of a table.
const ANY: &str = "...";

/// The positions along a line, and along its mirror image.
struct Path<'a> {
    rules: Rules,
    texts: Vec<&'a str>,
    /// The moves of the line and those of its mirror image. `None` stands for any move.
    moves: [Vec<Option<Move>>; 2],
    /// The positions of the line and those of its mirror image. Without mirror images the second list is empty.
    positions: [Vec<AnyPosition>; 2],
}

impl<'a> Path<'a> {
    fn new(rules: Rules) -> Self {
        let start = rules.start();
        let mirrored = if is_symmetric(&start) { vec![start.clone()] } else { Vec::new() };
        let positions = [vec![start], mirrored];
        Self { rules, texts: Vec::new(), moves: [Vec::new(), Vec::new()], positions }
    }

    /// Plays a line, but not again the first moves that it shares with the line before. Panics if a move is illegal.
    fn follow(&mut self, line: &'a str) {
        let texts: Vec<&str> = line.split(' ').collect();
        let shared = texts.iter().zip(&self.texts).take_while(|(one, other)| one == other).count();
        self.moves.iter_mut().for_each(|moves| moves.truncate(shared));
        self.positions.iter_mut().for_each(|positions| positions.truncate(shared + 1));
        texts[shared..].iter().for_each(|text| self.play(text));
        self.texts = texts;
    }

    fn play(&mut self, text: &str) {
        let mv = self.positions[0].last().filter(|_| text != ANY).map(|position| {
            read_any(text, position).unwrap_or_else(|error| unreachable!("{text}: {error}"))
        });
        let image = mv.and_then(|mv| mirrored(mv, self.rules));
        for ((mv, moves), positions) in
            [mv, image].into_iter().zip(&mut self.moves).zip(&mut self.positions)
        {
            let Some(position) = positions.last() else { continue };
            let next = mv.map_or_else(|| position.null_move(), |mv| position.play(mv));
            positions.push(next);
            moves.push(mv);
        }
    }

    /// The keys of the last position and of its mirror image.
    fn keys(&self) -> impl Iterator<Item = u64> {
        let ends = self.positions.iter().filter_map(|positions| positions.last());
        ends.map(|position| position.key().get())
    }

    /// Returns the patterns of the line and of its mirror image, for the opening `number`.
    fn patterns(&self, number: u16) -> impl Iterator<Item = Pattern> {
        self.moves.iter().filter_map(move |moves| {
            let of = |side| moves.iter().skip(side).step_by(2).copied().flatten().collect();
            let first = (*moves.first()?)?;
            Some(Pattern { number, plies: moves.len(), first, moves: [of(0), of(1)] })
        })
    }
}

/// Splits each row of a table into fields, and leaves out the lines of comments.
fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut fields = line.split('\t');
        [(); N].map(|()| fields.next().unwrap_or_default())
    })
}

fn xiangqi_rows(tables: &Tables) -> impl Iterator<Item = Row> {
    rows(tables.xiangqi)
        .map(|[code, chinese, english, line]| (Opening { code, english, chinese }, line))
}

fn chess_rows(tables: &Tables) -> impl Iterator<Item = Row> {
    let families: HashMap<&str, &str> =
        rows(tables.chess_families).map(|[english, chinese]| (english, chinese)).collect();
    rows(tables.chess).map(move |[code, english, line]| {
        let family = english.split([':', ',']).next().unwrap_or_default();
        let chinese = families.get(family).copied().unwrap_or_default();
        (Opening { code, english, chinese }, line)
    })
}

#[cfg(test)]
mod tests;
