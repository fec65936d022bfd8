//! Iterative deepening from the root of the tree, until a limit is reached.

use super::history::PieceToHistory;
use super::level::Strength;
use super::move_picker::ScoredMove;
use super::node::Window;
use super::params::{aspiration_depth, aspiration_reduction, aspiration_widest, aspiration_width};
use super::searchable::Searchable;
use super::table::{Bound, TranspositionTable};
use super::time::Progress;
use super::workspace::{Lent, Path, SearchMemory, StackEntry};
use super::{Cluster, Limits, Monitor, Report, SearchResult};
use crate::position::Past;
use crate::types::{Move, MoveList, Score};

/// The nodes between two questions to the monitor. A slow machine takes a millisecond for them. A
/// search that is stopped at once has also searched this many.
const POLL: u64 = 128;

/// A search under way, on a workspace of any size.
pub(super) struct Search<'a> {
    pub(super) limits: Limits,
    pub(super) strength: Strength,
    monitor: &'a mut dyn Monitor,
    pub(super) table: TranspositionTable<'a>,
    pub(super) stack: &'a mut [StackEntry],
    /// The moves listed by the nodes on the line, from the root up. `top` is the first free index.
    pub(super) moves: &'a mut [ScoredMove],
    pub(super) top: usize,
    pub(super) listed: &'a mut MoveList,
    pub(super) path: &'a mut Path,
    pub(super) main_history: &'a mut PieceToHistory,
    pub(super) counter_moves: &'a mut [Option<Move>],
    pub(super) continuation_histories: &'a mut [PieceToHistory],
    pub(super) correction_history: &'a mut [i16],
    /// The moves of the root that may still be chosen.
    pub(super) roots: MoveList,
    /// The number of legal moves of the root. The table stores the root only if all of them were
    /// searched.
    pub(super) legal: usize,
    progress: Progress,
    /// The halfmove clock at which a game is a draw.
    pub(super) halfmove_limit: u16,
    nodes: u64,
    /// The most nodes. The first depth has no limit.
    node_limit: u64,
    seldepth: usize,
    pub(super) stopped: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        past: &[Past],
        limits: &Limits,
        table: &'a [Cluster],
        memory: &'a mut dyn SearchMemory,
        monitor: &'a mut dyn Monitor,
    ) -> Self {
        let Lent {
            stack,
            moves,
            listed,
            path,
            main_history,
            counter_moves,
            continuation_histories,
            correction_history,
            age,
        } = memory.lend();
        *age = age.wrapping_add(1);
        path.clear();
        let room = path.capacity() - stack.len();
        path.extend(past[past.len().saturating_sub(room)..].iter().copied());
        let strength = limits.level.strength();
        let max_depth = stack.len() as u8 - 1;
        Self {
            limits: Limits {
                depth: limits.depth.clamp(1, strength.depth).min(max_depth),
                nodes: limits.nodes.min(strength.nodes),
                ..*limits
            },
            strength,
            monitor,
            table: TranspositionTable::new(table, *age),
            stack,
            moves,
            top: 0,
            listed,
            path,
            main_history,
            counter_moves,
            continuation_histories,
            correction_history,
            roots: MoveList::new(),
            legal: 0,
            progress: Progress::default(),
            halfmove_limit: u16::MAX,
            nodes: 0,
            node_limit: u64::MAX,
            seldepth: 0,
            stopped: false,
        }
    }

    /// Searches deeper and deeper until a limit is reached. It is not inlined, so that the stack
    /// of the search does not include the caller's other variables.
    #[inline(never)]
    pub(super) fn iterative_deepening<P: Searchable>(mut self, root: &P) -> SearchResult {
        let mut moves = MoveList::new();
        root.generate_moves(&mut moves);
        let lost =
            moves.is_empty().then(|| self.ending_score(root.ending_without_moves(), root, 0));
        self.legal = moves.len();
        moves.retain(|mv| self.monitor.admits(*mv));
        let mut result = SearchResult {
            best: None,
            score: lost.unwrap_or(Score::DRAW),
            depth: 0,
            nodes: 0,
            pv: moves.iter().copied().take(1).collect(),
        };
        self.stack[0].positional_score = None;
        self.stack[0].in_check = root.in_check();
        self.stack[0].reversible = root.halfmove_clock().min(self.path.len() as u16);
        let is_beyond = root.halfmove_clock() >= root.halfmove_limit();
        if self.limits.halfmove_rule && !is_beyond {
            self.halfmove_limit = root.halfmove_limit();
        }
        for depth in 1..=self.limits.depth {
            self.search_depth(root, depth, &moves, &mut result);
            self.node_limit = self.limits.nodes;
            if self.stopped || moves.is_empty() || self.is_enough(&result) {
                break;
            }
        }
        SearchResult { best: result.pv.first().copied(), nodes: self.nodes, ..result }
    }

    /// Searches one depth: the best move, and as many of the next best as are wanted.
    fn search_depth<P: Searchable>(
        &mut self,
        root: &P,
        depth: u8,
        moves: &MoveList,
        result: &mut SearchResult,
    ) {
        self.roots.clone_from(moves);
        let wanted = usize::from(self.limits.multi_pv.max(1)).min(moves.len());
        let mut score = Score::INFINITE;
        for number in 1..=wanted as u8 {
            let last = (number == 1 && result.depth > 0).then_some(result.score);
            // If the limits stop this search at once, no earlier variation must be left here.
            self.stack[0].pv.clear();
            // A later variation may turn out better than an earlier one. Reports stay sorted.
            score = self.aspiration_search(root, number, depth, last).min(score);
            let pv = &self.stack[0].pv;
            if number == 1 && !pv.is_empty() {
                let is_same = pv[0] == result.pv[0];
                self.progress.end(self.nodes, is_same, last.unwrap_or(score), score);
                result.pv.clone_from(pv);
            }
            if self.stopped {
                return;
            }
            if number == 1 {
                (result.score, result.depth) = (score, depth);
            }
            self.report(number, depth, score, Bound::Exact);
            let best = self.stack[0].pv.first().copied();
            self.roots.retain(|mv| Some(*mv) != best);
        }
    }

    fn report(&mut self, number: u8, depth: u8, score: Score, bound: Bound) {
        let report = Report {
            multi_pv: number,
            depth,
            seldepth: self.seldepth as u8,
            score,
            nodes: self.nodes,
            millis: self.monitor.millis(),
            pv: &self.stack[0].pv,
        };
        match bound {
            Bound::Exact => self.monitor.report(&report),
            bound => self.monitor.bound(&report, bound),
        }
    }

    /// Begins the search of a move of the root.
    pub(super) fn begin_root_move(&mut self, depth: i32, number: u32, mv: Move) {
        self.progress.begin_move(self.nodes);
        self.monitor.root_move(depth as u8, number as u8, mv);
    }

    /// Notes that the current move of the root is the best so far.
    pub(super) fn note_best_root_move(&mut self) {
        self.progress.note_best(self.nodes);
    }

    /// Checks whether no further depth is worth beginning.
    fn is_enough(&self, result: &SearchResult) -> bool {
        // Reductions may hide a shorter mate at the depth of the first mate found.
        let mate = result.score.mate_distance();
        mate.is_some_and(|plies| 2 * plies.unsigned_abs() <= result.depth.into())
            || (self.limits.time).is_some_and(|time| {
                self.legal == 1 && time.is_share()
                    || time.is_spent(self.monitor.millis(), &self.progress)
            })
    }

    /// Searches the root in an aspiration window: a narrow window around the last score, if there
    /// is one. While the score lies outside, it searches again in a wider window.
    fn aspiration_search<P: Searchable>(
        &mut self,
        root: &P,
        number: u8,
        depth: u8,
        last: Option<Score>,
    ) -> Score {
        let mut window = Window::FULL;
        let mut width = last.map_or(0, aspiration_width);
        if let Some(last) = last.filter(|_| i32::from(depth) >= aspiration_depth()) {
            window = Window { alpha: last - width, beta: last + width };
        }
        let mut fail_highs = 0;
        loop {
            self.progress.begin(self.nodes);
            let reduced = i32::from(depth) - fail_highs.min(aspiration_reduction());
            let score = self.node::<P, true>(root, 0, reduced.max(1), window, false);
            if self.stopped || window.alpha < score && score < window.beta {
                return score;
            }
            width = width.saturating_mul(2);
            let is_wide = width > aspiration_widest();
            let bound = if score <= window.alpha { Bound::Upper } else { Bound::Lower };
            self.report(number, depth, score, bound);
            if score <= window.alpha {
                if !is_wide && window.beta < Score::INFINITE {
                    window.beta = window.middle();
                }
                window.alpha = if is_wide { -Score::INFINITE } else { score - width };
                fail_highs = 0;
            } else {
                fail_highs += 1;
                window.beta = if is_wide { Score::INFINITE } else { score + width };
            }
        }
    }

    /// Counts a node. Returns false if a limit stops the search here.
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        if self.stopped {
            return false;
        }
        if self.nodes >= self.node_limit {
            self.stopped = true;
        } else if (self.nodes + 1).is_multiple_of(POLL) {
            self.monitor.progress(self.nodes);
            let late = self.limits.time.is_some_and(|time| self.monitor.millis() >= time.hard);
            self.stopped |= late || self.monitor.is_stopped();
        }
        if self.stopped {
            return false;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        self.stack[ply].pv.clear();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::rules::Rules;
    use crate::search::{NoMonitor, Workspace, search};
    use crate::types::Move;
    use arrayvec::ArrayVec;

    struct Listener {
        forbidden: Move,
        heard: ArrayVec<(u8, u8, Score, Move), 16>,
    }

    impl Monitor for Listener {
        fn millis(&self) -> u64 {
            0
        }

        fn is_stopped(&self) -> bool {
            false
        }

        fn admits(&self, mv: Move) -> bool {
            mv != self.forbidden
        }

        fn report(&mut self, report: &Report<'_>) {
            self.heard.push((report.depth, report.multi_pv, report.score, report.pv[0]));
        }
    }

    #[test]
    fn several_variations_come_best_first_and_without_excluded_moves() {
        let root = Rules::default().start();
        let mut workspace = Workspace::<8, 4>::new();
        let limits = Limits { depth: 2, multi_pv: 3, ..Limits::default() };
        let best = search(&root, &[], &limits, &[], &mut workspace, &mut NoMonitor).best.unwrap();
        let mut listener = Listener { forbidden: best, heard: ArrayVec::new() };
        let found = search(&root, &[], &limits, &[], &mut workspace, &mut listener);
        let heard = &listener.heard;
        let order = heard.iter().map(|&(depth, number, ..)| (depth, number));
        assert!(order.eq([(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]));
        let last = [heard[3].3, heard[4].3, heard[5].3];
        assert_eq!(found.best, Some(last[0]));
        assert!(!last.contains(&best));
        assert!(last[0] != last[1] && last[1] != last[2] && last[0] != last[2]);
        assert!(heard[3..].is_sorted_by(|one, other| one.2 >= other.2));
    }

    #[test]
    fn a_search_that_ends_at_once_knows_nothing_of_the_one_before() {
        let start = Rules::default().start();
        let mut workspace = Workspace::<8, 4>::new();
        let mut limits = Limits { depth: 2, ..Limits::default() };
        let found = search(&start, &[], &limits, &[], &mut workspace, &mut NoMonitor);
        let root = start.play(found.best.unwrap());
        for nodes in [0, 1] {
            limits.nodes = nodes;
            let found = search(&root, &[], &limits, &[], &mut workspace, &mut NoMonitor);
            assert!(root.is_legal(found.best.unwrap()), "{:?}", found.pv);
            assert_eq!(found.depth, 1, "the first depth is always finished");
        }
    }
}
