//! The computer player: it finds the best move within given limits, in memory that the host owns.
//!
//! The search knows the rules through [`Position`](crate::Position), asks the rest through
//! [`Searchable`], and names no game.
//!
//! # Techniques
//!
//! | technique | where | source |
//! | --- | --- | --- |
//! | alpha-beta search | `alpha_beta.rs`, `window.rs` | Knuth and Moore 1975 |
//! | principal variation search (PVS) | `alpha_beta.rs`, `search_move` | Marsland and Campbell 1982 |
//! | iterative deepening | `root.rs`, `iterative_deepening` | Scott 1969; Slate and Atkin, Chess 4.5, 1977 |
//! | aspiration window | `root.rs`, `aspiration_search` | Baudet 1978 |
//! | time management by stability of the best move | `time.rs`, `Progress` | Hyatt, "Using time wisely", 1984 |
//! | time management by share of nodes and falling score | `time.rs`, `Progress` | Stockfish |
//! | transposition table (TT) | `table.rs` | Greenblatt, Mac Hack, 1967 |
//! | keys of positions | `types/key.rs` | Zobrist 1970 |
//! | table shared without locks | `table.rs`, `AtomicEntry` | Hyatt and Mann 2002 |
//! | lazy SMP: threads that share the table and correction history | `chuhe-host`, `thinker.rs` | Stockfish 7, 2016 |
//! | votes among threads | `chuhe-host`, `vote.rs` | Stockfish 10, 2018 |
//! | repetition score within the tree | `repetition.rs` | common practice |
//! | mate distance pruning (MDP) | `window.rs`, `within_mate_distance` | common practice |
//! | internal iterative reduction (IIR) | `alpha_beta.rs`, `alpha_beta` | Schröder, Rebel, 2020 |
//! | reverse futility pruning (RFP), static null move pruning | `pruning.rs`, `prune_node` | futility pruning (Heinz 1998) for whole nodes |
//! | null move pruning (NMP) | `pruning.rs`, `null_move_pruning` | Donninger, "Null move and deep search", 1993 |
//! | futility pruning (FP) | `pruning.rs`, `prunes_quiets` | Schaeffer 1986; Heinz 1998 |
//! | late move pruning (LMP) | `pruning.rs`, `prunes_quiets` | Stockfish |
//! | history pruning | `pruning.rs`, `prunes_move` | Letouzey, Fruit, 2005 |
//! | pruning by static exchange evaluation (SEE) | `pruning.rs`, `prunes_move` | Stockfish |
//! | late move reduction (LMR) | `pruning.rs`, `reduced_depth` | Romstad, Glaurung, and Letouzey, Fruit, 2005 |
//! | singular extension (SE), double extension | `extension.rs` | Anantharaman, Campbell and Hsu 1988; Stockfish |
//! | check extension | `extension.rs` | Slate and Atkin 1977 |
//! | multi-cut, negative extension | `extension.rs` | Björnsson and Marsland 2001; Stockfish |
//! | quiescence search (QS) | `quiescence.rs` | Shannon 1950 |
//! | quiet checks, check evasions | `quiescence.rs` | common practice |
//! | fail-firm scores | `quiescence.rs`, `fail_firm` | Stockfish 2023 |
//! | delta pruning | `quiescence.rs`, `is_pruned` | common practice |
//! | staged move ordering | `move_picker.rs` | common practice |
//! | most valuable victim, least valuable attacker (MVV-LVA) | `move_picker.rs`, `list_captures` | common practice |
//! | static exchange evaluation (SEE) | `rules/*/see.rs`, [`Searchable::see_ge`] | Reul 2010; Stockfish |
//! | main history | `history_table.rs`, `PieceToHistory` | Schaeffer 1983, 1989 |
//! | killer moves | `history.rs` | Akl and Newborn 1977 |
//! | counter moves | `history.rs`, `counter_move` | Uiterwijk 1992 |
//! | continuation history (CMH, FMH) | `history.rs`, `quiet_history` | Stockfish 2016 |
//! | correction history | `correction.rs` | Caissa and Stockfish 2024 |
//! | lazy evaluation | `evaluate.rs`, `lazy_eval` | common practice |

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
mod parameter;
mod params;
mod pruning;
mod quiescence;
mod repetition;
mod root;
mod scored_move;
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
pub use parameter::Parameter;
pub use params::{GameTuning, PARAMETERS};
pub use searchable::Searchable;
#[cfg(feature = "std")]
pub use stopwatch::Stopwatch;
pub use table::{Bound, Cluster, TtEntry, fullness, probe};
pub use time::{Clock, Time};
pub use workspace::{MAX_PLIES, SearchMemory, Workspace};

use crate::position::Past;
use state::Search;

/// Finds the best move of the side to move.
///
/// - `past` holds the plies before the root since the last move that cannot be undone, as
///   [`Game::past`](crate::Game::past) returns them. If the memory has room for fewer, the last
///   ones count.
/// - `table` may have any number of clusters, also none. Searches on several threads may share it.
/// - `memory` is a [`Workspace`] of any size, or `HeapMemory`.
///
/// Equal arguments give equal results on every machine, as long as neither time nor the stop
/// button ends the search.
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
