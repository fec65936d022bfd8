//! A position with the past plies, in which repetitions are found.

use crate::position::{Past, Position};
use crate::types::Move;
use arrayvec::ArrayVec;

/// The largest number of plies that a [`History`] keeps. A game is over after at most 120 plies
/// since the last irreversible one, but moves can be added to a history after the end.
pub const MAX_PAST: usize = 152;

/// A position, and the plies since the last irreversible one, such as a capture.
///
/// A history does not stop at the end of a game: moves can be played after a repetition. It keeps
/// only the last [`MAX_PAST`] plies.
///
/// # Examples
/// ```
/// use chuhe_core::{History, Move, Position, Square, rules::Xiangqi};
/// let mut history = History::new(Xiangqi::start());
/// let name = |name| Square::from_name(name).unwrap();
/// history.play(Move::new(name("h2"), name("e2")));
/// assert_eq!(history.past().len(), 1);
/// // A capture cannot be undone, and clears the list.
/// history.play(Move::new(name("h9"), name("g7")));
/// history.play(Move::new(name("e2"), name("e6")));
/// assert!(history.past().is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct History<P> {
    position: P,
    past: ArrayVec<Past, MAX_PAST>,
}

impl<P: Position> History<P> {
    /// A history that begins with `position`; the past is empty.
    pub const fn new(position: P) -> Self {
        Self { position, past: ArrayVec::new_const() }
    }

    /// Replaces the position, and clears the past.
    pub fn set_up(&mut self, position: P) {
        self.position = position;
        self.past.clear();
    }

    /// The position after the last move played.
    pub const fn position(&self) -> &P {
        &self.position
    }

    /// The plies since the last irreversible one, the oldest first.
    pub fn past(&self) -> &[Past] {
        &self.past
    }

    /// Plays a legal move, and returns the position before it.
    pub fn play(&mut self, mv: Move) -> P {
        let after = self.position.play(mv);
        let before = core::mem::replace(&mut self.position, after);
        if self.position.halfmove_clock() == 0 {
            self.past.clear();
        } else {
            if self.past.is_full() {
                self.past.remove(0);
            }
            self.past.push(Past { key: before.key(), mv, check: before.in_check() });
        }
        before
    }

    /// The indices of the plies in `past` that were played from the position now on the board.
    pub(crate) fn repetitions(&self) -> impl Iterator<Item = usize> {
        let key = self.position.key();
        (0..).zip(&self.past).filter(move |(_, ply)| ply.key == key).map(|(place, _)| place)
    }
}
