//! The computer player: which move is best, found on lent memory within given limits.
//!
//! The search asks a position only what [`Position`] offers and names no game.

mod correction;
mod estimate;
mod history;
mod level;
mod node;
mod params;
mod picker;
mod quiesce;
mod root;
mod searchable;
mod table;
mod time;
mod workspace;

pub use level::Level;
pub use params::GameTuning;
pub use searchable::Searchable;
pub use table::{Bound, Cluster, Known, fullness, probe};
pub use time::{Clock, Time};
pub use workspace::{MAX_PLIES, Workspace};

use crate::position::Past;
use crate::types::{Move, Score};
use arrayvec::ArrayVec;
use root::Search;

/// The moves that both sides are expected to play, the best move first; what comes later is cut off.
pub type Pv = ArrayVec<Move, 32>;

/// How far a search may go; whatever is reached first ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Plies that every line is searched at least; 0 counts as 1.
    pub depth: u8,
    /// Positions that may be looked at; never one more.
    pub nodes: u64,
    /// How long the search may take.
    pub time: Option<Time>,
    /// How many of the best moves are wanted, each with its score and line; 0 counts as 1.
    pub multi_pv: u8,
    /// How well to play.
    pub level: Level,
    /// Draws the faults of the lower levels: the same seed, the same faults.
    pub seed: u64,
    /// By how much a draw is worse than equal to the side that searches, in hundredths, so that it
    /// avoids a repetition while it is hardly behind.
    pub contempt: i16,
}

impl Limits {
    /// The contempt of a player that was told of none.
    pub const CONTEMPT: i16 = 20;
}

impl Default for Limits {
    /// No limit at all, at the highest level.
    fn default() -> Self {
        Self {
            depth: u8::MAX,
            nodes: u64::MAX,
            time: None,
            multi_pv: 1,
            level: Level::MAX,
            seed: 0,
            contempt: Self::CONTEMPT,
        }
    }
}

/// The side of the host: the clock, the stop button, and a place for reports.
pub trait Monitor {
    /// Milliseconds since the search was asked for, or since its time began to count: 0 all the
    /// while that a search ponders.
    fn millis(&self) -> u64;

    /// Whether the search shall end at once with what it has.
    fn is_stopped(&self) -> bool;

    /// Whether a legal move of the root may be chosen; asked once for each of them.
    fn admits(&self, mv: Move) -> bool {
        let _ = mv;
        true
    }

    /// Hears how many positions were looked at so far, each time before `is_stopped` is asked.
    fn progress(&mut self, nodes: u64) {
        let _ = nodes;
    }

    /// Hears of every depth that was searched through, once for each of the lines wanted.
    fn report(&mut self, report: &Report<'_>) {
        let _ = report;
    }
}

/// A monitor without a clock, never stopped: for searches limited by depth or nodes.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoMonitor;

impl Monitor for NoMonitor {
    fn millis(&self) -> u64 {
        0
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

/// What is known after one more depth was searched through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report<'a> {
    /// Which of the lines wanted this is, the best one being 1.
    pub multi_pv: u8,
    /// The depth, in plies.
    pub depth: u8,
    /// The ply of the farthest position looked at.
    pub seldepth: u8,
    /// What the root is worth to the side to move, if it plays the first move of the line.
    pub score: Score,
    /// Positions looked at so far.
    pub nodes: u64,
    /// Milliseconds so far, by the monitor.
    pub millis: u64,
    /// The line of play expected.
    pub pv: &'a [Move],
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The best move; `None` only where no legal move is admitted.
    pub best: Option<Move>,
    /// What the root is worth to the side to move; 30,000 hundredths where a repetition decides
    /// the game, which is no forced end by the moves on the board.
    pub score: Score,
    /// The depth searched through, in plies; 0 when the search was stopped before the first.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
    /// The line of play expected; begins with the best move.
    pub pv: Pv,
}

/// Finds the best move of the side to move.
///
/// `past` holds the plies that led to the root since the last one that cannot come again, as
/// [`Game::past`](crate::Game::past) has them; of more than the workspace has room for the last
/// ones count. The table may have any number of slots, none included, and be shared by
/// searches that run at the same time. Equal arguments give equal results on every machine, as
/// long as neither time nor the stop button ends the search.
///
/// # Examples
/// ```
/// use chuhe_core::{Limits, Position, Cluster, NoMonitor, Workspace, rules::Xiangqi, search};
/// let table = [const { Cluster::new() }; 64];
/// let mut workspace = Box::new(Workspace::<64, 16>::new());
/// let limits = Limits { depth: 3, ..Limits::default() };
/// let start = Xiangqi::start();
/// let found = search(&start, &[], &limits, &table, &mut workspace, &mut NoMonitor);
/// assert_eq!(found.depth, 3);
/// assert!(start.is_legal(found.best.unwrap()));
/// ```
pub fn search<
    P: Searchable,
    const PLIES: usize,
    const CONTEXTS: usize,
    const REPLIES: usize,
    const PATH: usize,
>(
    root: &P,
    past: &[Past],
    limits: &Limits,
    table: &[Cluster],
    workspace: &mut Workspace<PLIES, CONTEXTS, REPLIES, PATH>,
    monitor: &mut dyn Monitor,
) -> SearchResult {
    Search::new(past, limits, table, workspace, monitor).run(root)
}
