//! Chooses among nearly equal moves in the opening, so that games differ.

use crate::Random;
use crate::openings::{Book, BookMove, choose};
use chuhe_core::{AnyPosition, Level, Limits, Move, Position, Score, SearchLine};
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::sync::Arc;

/// The variety of the computer player in the opening: a book, and after the book a choice among
/// nearly equal moves. The seed of the search determines the choice.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Variety {
    pub book: BookChoice,
    pub ply: usize,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub enum BookChoice {
    #[default]
    BuiltIn,
    /// A person's own book. Games of other rules use the book of this build.
    #[serde(skip)]
    Own(Arc<dyn OwnBook>),
    Off,
}

/// A person's own book. A book that is not in memory is read from its file, on the thread of the search.
pub trait OwnBook: Debug + Send + Sync {
    /// Returns the moves to play; `None` if the book is for another game.
    fn probe(&self, position: &AnyPosition) -> Option<Vec<BookMove>>;
}

impl OwnBook for Book {
    fn probe(&self, position: &AnyPosition) -> Option<Vec<BookMove>> {
        (self.rules() == position.rules()).then(|| self.moves(position))
    }
}

/// The number of plies with a choice among nearly equal moves. A book may go on for more plies.
const VARIED_PLIES: usize = 12;

const CHOICES: u8 = 4;

impl Variety {
    /// Chooses one of the book's moves that are not excluded.
    pub fn book_move(&self, root: &AnyPosition, seed: u64, excluded: &[Move]) -> Option<Move> {
        let random = Random::sequence(seed, self.ply as u64).next();
        let own = match &self.book {
            BookChoice::Off => return None,
            BookChoice::Own(book) => book.probe(root),
            BookChoice::BuiltIn => None,
        };
        let moves = own.or_else(|| Some(Book::built_in(root.rules())?.moves(root)))?;
        choose(moves, random, |mv| !excluded.contains(&mv))
    }

    /// Returns the limits of a search for several good moves; `None` if there is no choice to make.
    pub(crate) fn limits(&self, limits: &Limits) -> Option<Limits> {
        let margin = margin(limits.level);
        (self.ply < VARIED_PLIES && margin > 0).then(|| Limits {
            level: Level::MAX,
            nodes: limits.nodes.min(limits.level.nodes().saturating_mul(CHOICES.into())),
            multi_pv: CHOICES,
            ..*limits
        })
    }

    /// Chooses one of the lines, each of which is nearly as good as the first.
    pub(crate) fn choose<'a>(
        &self,
        lines: &'a [SearchLine],
        limits: &Limits,
    ) -> Option<&'a SearchLine> {
        let best = lines.first()?;
        let margin = margin(limits.level);
        let is_near = |line: &&SearchLine| is_near(best.score, line.score, margin);
        let near = lines.iter().take_while(is_near).count();
        let number = Random::sequence(limits.seed, self.ply as u64).below(near as u64);
        lines.get(number as usize)
    }
}

/// Returns the most that a chosen move may be worse than the best one, in hundredths of a soldier. This is 0
/// at the lowest levels, because their mistakes differ from game to game.
fn margin(level: Level) -> i16 {
    match level.get() {
        0 | 1 => 0,
        2..=5 => 30,
        6 | 7 => 20,
        _ => 12,
    }
}

/// Returns true if a score is within a margin of the best one. If either score is a mate, they must be equal.
fn is_near(best: Score, score: Score, margin: i16) -> bool {
    match (best.mate_distance(), score.mate_distance()) {
        (None, None) => i32::from(best.get()) - i32::from(score.get()) <= margin.into(),
        _ => best == score,
    }
}

/// The best variations of a search, collected from its reports.
#[derive(Clone, Default, Debug)]
pub struct RootLines {
    complete: Vec<SearchLine>,
    next: Vec<SearchLine>,
}

impl RootLines {
    /// Takes a reported line of a search for `wanted` variations.
    pub fn take(&mut self, line: &SearchLine, wanted: usize) {
        if line.multi_pv == 1 {
            self.next.clear();
        }
        self.next.push(line.clone());
        if self.next.len() == wanted {
            self.complete = std::mem::take(&mut self.next);
        }
    }

    /// Returns the variations of the last complete depth, the best first.
    pub fn lines(&self) -> &[SearchLine] {
        &self.complete
    }
}
