use super::Line;
use super::history::{Replies, Step, Steps};
use super::picker::Ranked;
use crate::game::MAX_PAST;
use crate::position::Past;
use crate::types::{Move, MoveList, Score};
use arrayvec::ArrayVec;
use core::fmt;

/// The plies that any workspace has room for.
pub const MAX_PLIES: usize = 128;

/// Room for the moves of the nodes on a line: of a node with 120 moves to choose from hardly ever
/// more than one in three plies is also a node that lists all of them. A node that finds less
/// than a full list's room is estimated as it stands.
const MOVES_PER_PLY: usize = 64;

/// The plies played before the root, and those of the line that is searched.
pub(super) type Path = ArrayVec<Past, { MAX_PAST + MAX_PLIES }>;

/// What one search works on: lines of play up to `PLIES` plies deep, and what it learns of moves.
///
/// `CONTEXTS` is how many groups of moves are told apart when the search learns which replies
/// they ask for; 1440 tells all apart.
///
/// Kept between the moves of a game, a workspace remembers what was good; [`Workspace::clear`]
/// forgets. It is large: keep it in a `Box` or a `static`.
///
/// ```
/// use chuhe_core::Workspace;
/// // What a host has, and what a device may have.
/// assert!(size_of::<Workspace>() < 800 << 10);
/// assert!(size_of::<Workspace<24, 2>>() < 28 << 10);
/// ```
#[derive(Clone)]
pub struct Workspace<const PLIES: usize = MAX_PLIES, const CONTEXTS: usize = 256> {
    pub(super) frames: [Frame; PLIES],
    pub(super) moves: [[Ranked; MOVES_PER_PLY]; PLIES],
    pub(super) listed: MoveList,
    pub(super) path: Path,
    pub(super) history: Steps,
    pub(super) replies: Replies,
    pub(super) contexts: [Steps; CONTEXTS],
    /// By how much estimates were wrong; see the module `correction`.
    pub(super) corrections: [[i16; 48]; CONTEXTS],
    /// How many searches it has seen.
    pub(super) age: u8,
}

/// What the search keeps for each ply of the line under way.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The best line found from here on.
    pub(super) line: Line,
    /// The estimate of the position.
    pub(super) estimate: Score,
    /// Whether its side to move is in check.
    pub(super) check: bool,
    /// The step under way; `None` for a null move or one that brings no piece anywhere.
    pub(super) step: Option<Step>,
    /// Whether the move under way is a null move.
    pub(super) null: bool,
    /// How many plies before this one could be the same position.
    pub(super) reversible: u16,
    /// Two quiet moves that were best at this ply.
    pub(super) killers: [Option<Move>; 2],
    /// A move that is not to be searched here.
    pub(super) excluded: Option<Move>,
}

impl Frame {
    const fn new() -> Self {
        Self {
            line: Line::new_const(),
            estimate: Score::DRAW,
            check: false,
            step: None,
            null: false,
            reversible: 0,
            killers: [None; 2],
            excluded: None,
        }
    }
}

impl<const PLIES: usize, const CONTEXTS: usize> Workspace<PLIES, CONTEXTS> {
    /// An empty workspace.
    #[must_use]
    pub const fn new() -> Self {
        const {
            assert!(PLIES >= 8 && PLIES <= MAX_PLIES, "a line has 8 to 128 plies");
            assert!(CONTEXTS >= 1 && CONTEXTS <= 1440, "there are 1 to 1440 contexts");
        }
        Self {
            frames: [const { Frame::new() }; PLIES],
            moves: [[Ranked::NONE; MOVES_PER_PLY]; PLIES],
            listed: MoveList::new_const(),
            path: Path::new_const(),
            history: Steps::new(),
            replies: Replies::new(),
            contexts: [const { Steps::new() }; CONTEXTS],
            corrections: [[0; 48]; CONTEXTS],
            age: 0,
        }
    }

    /// Forgets everything, as between two games.
    pub fn clear(&mut self) {
        self.frames.fill(Frame::new());
        self.history = Steps::new();
        self.replies = Replies::new();
        self.contexts.fill(Steps::new());
        self.corrections = [[0; 48]; CONTEXTS];
        self.age = 0;
    }
}

impl<const PLIES: usize, const CONTEXTS: usize> Default for Workspace<PLIES, CONTEXTS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const PLIES: usize, const CONTEXTS: usize> fmt::Debug for Workspace<PLIES, CONTEXTS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Workspace<{PLIES}, {CONTEXTS}>")
    }
}
