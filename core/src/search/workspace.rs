use super::Line;
use crate::game::MAX_PAST;
use crate::position::Past;
use arrayvec::ArrayVec;
use core::fmt;

/// The plies that any workspace has room for.
pub const MAX_PLIES: usize = 128;

/// What one search works on: lines of play up to `PLIES` plies deep, and what it learns of moves.
///
/// Kept between the moves of a game it remembers what was good; [`Workspace::clear`] forgets.
/// Large: keep it in a `Box` or a `static`.
#[derive(Clone)]
pub struct Workspace<const PLIES: usize = MAX_PLIES> {
    pub(super) lines: [Line; PLIES],
    pub(super) past: ArrayVec<Past, { MAX_PAST + MAX_PLIES }>,
}

impl<const PLIES: usize> Workspace<PLIES> {
    /// An empty workspace.
    #[must_use]
    pub const fn new() -> Self {
        const { assert!(PLIES >= 8 && PLIES <= MAX_PLIES, "8 to 128 plies") };
        Self { lines: [const { Line::new_const() }; PLIES], past: ArrayVec::new_const() }
    }

    /// Forgets everything, as between two games.
    pub fn clear(&mut self) {
        self.lines.iter_mut().for_each(Line::clear);
        self.past.clear();
    }
}

impl<const PLIES: usize> Default for Workspace<PLIES> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const PLIES: usize> fmt::Debug for Workspace<PLIES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Workspace<{PLIES}>")
    }
}
