use super::Pv;
use super::history::{Step, Steps};
use super::picker::Ranked;
use crate::history::MAX_PAST;
use crate::position::Past;
use crate::types::{Move, MoveList, Score};
use core::fmt;
use heapless::Vec;

/// The plies that any workspace has room for.
pub const MAX_PLIES: usize = 128;

/// Room for the moves of the nodes on a line: of a node with 120 moves to choose from hardly ever
/// more than one in three plies is also a node that lists all of them. A node that finds less
/// than a full list's room is estimated as it stands.
const MOVES_PER_PLY: usize = 64;

/// Plies that were played one after the other, in memory of any size.
pub(super) type Plies = heapless::vec::VecView<Past>;

/// What one search works on: lines of play up to `PLIES` plies deep, and what it learns of moves.
///
/// `CONTEXTS` is how many groups of moves are told apart when the search learns what to play after
/// them, and by how much estimates are wrong; 1440 tells all apart, 0 learns neither. `REPLIES` is
/// the same for the one move that refuted each. `PATH` is room for the plies of a line and for
/// those before the root that a repetition may go back to.
///
/// Kept between the moves of a game, a workspace remembers what was good; [`Workspace::clear`]
/// forgets. It is large: keep it in a `Box` or a `static`.
///
/// # Examples
/// ```
/// use chuhe_core::Workspace;
/// // What a host has, what a handheld may have, and what is left of 16 KiB beside a stack.
/// assert!(size_of::<Workspace>() < 800 << 10);
/// assert!(size_of::<Workspace<24, 2>>() < 28 << 10);
/// assert!(size_of::<Workspace<8, 0, 0, 8>>() < 7 << 10);
/// ```
#[derive(Clone)]
pub struct Workspace<
    const PLIES: usize = MAX_PLIES,
    const CONTEXTS: usize = 256,
    const REPLIES: usize = { Step::COUNT },
    const PATH: usize = { MAX_PAST + MAX_PLIES },
> {
    pub(super) frames: [Frame; PLIES],
    pub(super) moves: [[Ranked; MOVES_PER_PLY]; PLIES],
    pub(super) listed: MoveList,
    /// The plies played before the root, and those of the line that is searched.
    pub(super) path: Vec<Past, PATH>,
    pub(super) history: Steps,
    /// The quiet moves that refuted a step.
    pub(super) replies: [Option<Move>; REPLIES],
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
    pub(super) line: Pv,
    /// The estimate of the position.
    pub(super) estimate: Score,
    /// What that has beyond its sketch, or nearly so, if anything is known of it.
    pub(super) surplus: Option<i16>,
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
            line: Pv::new_const(),
            estimate: Score::DRAW,
            surplus: None,
            check: false,
            step: None,
            null: false,
            reversible: 0,
            killers: [None; 2],
            excluded: None,
        }
    }
}

impl<const PLIES: usize, const CONTEXTS: usize, const REPLIES: usize, const PATH: usize>
    Workspace<PLIES, CONTEXTS, REPLIES, PATH>
{
    /// An empty workspace.
    #[must_use]
    pub const fn new() -> Self {
        const {
            assert!(PLIES >= 8 && PLIES <= MAX_PLIES, "a line has 8 to 128 plies");
            assert!(CONTEXTS <= Step::COUNT && REPLIES <= Step::COUNT, "no more groups than steps");
            assert!(PATH >= PLIES, "a path has room for a line");
        }
        Self {
            frames: [const { Frame::new() }; PLIES],
            moves: [[Ranked::NONE; MOVES_PER_PLY]; PLIES],
            listed: MoveList::new_const(),
            path: Vec::new(),
            history: Steps::new(),
            replies: [None; REPLIES],
            contexts: [const { Steps::new() }; CONTEXTS],
            corrections: [[0; 48]; CONTEXTS],
            age: 0,
        }
    }

    /// Forgets everything, as between two games.
    pub fn clear(&mut self) {
        self.frames.fill(Frame::new());
        self.history.clear();
        self.replies.fill(None);
        self.contexts.iter_mut().for_each(Steps::clear);
        self.corrections = [[0; 48]; CONTEXTS];
        self.age = 0;
    }
}

impl<const PLIES: usize, const CONTEXTS: usize, const REPLIES: usize, const PATH: usize> Default
    for Workspace<PLIES, CONTEXTS, REPLIES, PATH>
{
    fn default() -> Self {
        Self::new()
    }
}

impl<const PLIES: usize, const CONTEXTS: usize, const REPLIES: usize, const PATH: usize> fmt::Debug
    for Workspace<PLIES, CONTEXTS, REPLIES, PATH>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Workspace<{PLIES}, {CONTEXTS}, {REPLIES}, {PATH}>")
    }
}
