//! Finds the best move within given limits, and uses only memory that the host owns.
//!
//! [`Position`](crate::Position) gives the search the rules, and [`Searchable`] gives it the evaluation. The code of
//! the search is the same for every game. A table in `README.md` lists the techniques of the search.

mod alpha_beta;
mod correction;
mod evaluate;
mod extension;
#[cfg(feature = "alloc")]
mod heap;
mod history;
mod history_table;
mod level;
mod limits;
mod line;
mod move_picker;
mod node;
mod params;
mod pruning;
mod quiescence;
mod repetition;
mod root;
mod searchable;
mod state;
#[cfg(feature = "std")]
mod stopwatch;
mod table;
mod time;
mod window;
mod workspace;

#[cfg(feature = "alloc")]
pub use heap::{HeapMemory, table_of};
pub use level::Level;
pub use limits::{Limits, Monitor, NoMonitor};
pub use line::{Pv, SearchLine};
pub use params::{GameTuning, PARAMETERS, Parameter};
pub use searchable::Searchable;
#[cfg(feature = "std")]
pub use stopwatch::Stopwatch;
pub use table::{Bound, Cluster, TtEntry, fullness, probe};
pub use time::{Clock, Time};
pub use workspace::{MAX_PLIES, SearchMemory, Workspace};

use crate::position::Past;
use state::Search;

/// Finds the best move of the side to move, with its score and the expected replies.
///
/// - `past` contains the plies from the last irreversible move to the root, as [`Game::past`](crate::Game::past)
///   returns them. If the memory has room for fewer plies, the search uses the most recent plies.
/// - `table` can have any number of clusters, even 0. Searches on several threads can share the table.
/// - `memory` is a [`Workspace`] of any size, or `HeapMemory`.
///
/// Equal arguments give equal results on every machine, as long as neither time nor the stop button ends the search.
///
/// # Examples
/// ```
/// use chuhe_core::{Cluster, Limits, NoMonitor, Position, Workspace, rules::Xiangqi, search};
/// let table = [const { Cluster::new() }; 64];
/// let mut workspace = Box::new(Workspace::<64, 16>::new());
/// let limits = Limits { depth: 3, ..Limits::default() };
/// let start = Xiangqi::start();
/// let result = search(&start, &[], &limits, &table, &mut *workspace, &mut NoMonitor);
/// assert_eq!(result.depth, 3);
/// assert!(start.is_legal(result.best().unwrap()));
/// ```
pub fn search<P: Searchable>(
    root: &P,
    past: &[Past],
    limits: &Limits,
    table: &[Cluster],
    memory: &mut dyn SearchMemory,
    monitor: &mut dyn Monitor,
) -> SearchLine {
    Search::new(past, limits, table, memory, monitor).iterative_deepening(root)
}
