//! Iterative deepening from the root of the tree, until a limit is reached.

use super::line::SearchLine;
use super::params::{aspiration_depth, aspiration_reduction, aspiration_widest, aspiration_width};
use super::searchable::Searchable;
use super::state::Search;
use super::table::Bound;
use super::window::Window;
use crate::types::{MoveList, Score};

impl Search<'_> {
    /// Searches depth 1, then depth 2, and so on. This function is not inlined, so that its stack frame contains no
    /// variables of the caller.
    #[inline(never)]
    pub(super) fn iterative_deepening<P: Searchable>(mut self, root: &P) -> SearchLine {
        let mut moves = MoveList::new();
        root.generate_moves(&mut moves);
        let lost =
            moves.is_empty().then(|| self.ending_score(root.ending_without_moves(), root, 0));
        self.legal = moves.len();
        moves.retain(|mv| self.monitor.admits(*mv));
        let mut result = SearchLine {
            multi_pv: 1,
            score: lost.unwrap_or(Score::DRAW),
            pv: moves.iter().copied().take(1).collect(),
            ..SearchLine::default()
        };
        self.memory.stack[0].positional_score = None;
        self.memory.stack[0].in_check = root.in_check();
        self.memory.stack[0].reversible = root.halfmove_clock().min(self.memory.path.len() as u16);
        let is_beyond = root.halfmove_clock() >= root.halfmove_limit();
        if self.limits.halfmove_rule && !is_beyond {
            self.halfmove_limit = root.halfmove_limit();
        }
        for depth in 1..=self.limits.depth {
            self.search_depth(root, depth, &moves, &mut result);
            self.node_limit = self.limits.nodes;
            self.hard_limit = self.limits.time.map(|time| time.hard);
            if self.stopped || moves.is_empty() || self.is_enough(&result) {
                break;
            }
        }
        let (nodes, millis) = (self.nodes, self.millis());
        SearchLine { seldepth: self.seldepth as u8, nodes, millis, ..result }
    }

    /// Searches one depth for the best line, then for the next best, up to the number of lines in `multi_pv`.
    fn search_depth<P: Searchable>(
        &mut self,
        root: &P,
        depth: u8,
        moves: &MoveList,
        result: &mut SearchLine,
    ) {
        self.roots.clone_from(moves);
        let wanted = usize::from(self.limits.multi_pv.max(1)).min(moves.len());
        let mut score = Score::INFINITE;
        for number in 1..=wanted as u8 {
            let last = (number == 1 && result.depth > 0).then_some(result.score);
            // A search that stops at once must not return the variation of an earlier search.
            self.memory.stack[0].pv.clear();
            // A later line can score more than an earlier line. The minimum keeps the reports in order.
            score = self.aspiration_search(root, number, depth, last).min(score);
            let pv = &self.memory.stack[0].pv;
            if number == 1 && !pv.is_empty() {
                let is_same = result.pv[0] == pv[0];
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
            let best = self.memory.stack[0].pv.first().copied();
            self.roots.retain(|mv| Some(*mv) != best);
        }
    }

    fn is_enough(&self, result: &SearchLine) -> bool {
        // Reductions can hide a shorter mate, so the search goes on to a depth of twice the mate's length.
        let mate = result.score.mate_distance();
        mate.is_some_and(|plies| 2 * plies.unsigned_abs() <= result.depth.into())
            || (self.limits.time).is_some_and(|time| {
                self.legal == 1 && time.is_share()
                    || time.is_spent(self.monitor.millis(), &self.progress)
            })
    }

    /// Searches in an aspiration window around the last score, and widens the window until the score lies inside.
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
        let mut better = None;
        loop {
            self.progress.begin(self.nodes);
            let reduced = i32::from(depth) - fail_highs.min(aspiration_reduction());
            let score = self.alpha_beta::<P, true>(root, 0, reduced.max(1), window, false);
            let pv = &mut self.memory.stack[0].pv;
            if self.stopped && pv.is_empty() {
                // The wider search was stopped without a result, so the move that failed high is the best known move.
                pv.extend(better);
            }
            if self.stopped || window.alpha < score && score < window.beta {
                return score;
            }
            width = width.saturating_mul(2);
            let is_wide = width > aspiration_widest();
            let bound = if score <= window.alpha { Bound::Upper } else { Bound::Lower };
            better = pv.first().copied().filter(|_| bound == Bound::Lower);
            self.report(number, depth, score, bound);
            if score <= window.alpha {
                if !is_wide && window.beta < Score::INFINITE {
                    let middle = i16::midpoint(window.alpha.get(), window.beta.get());
                    window.beta = Score::new(middle);
                }
                window.alpha = if is_wide { -Score::INFINITE } else { score - width };
                fail_highs = 0;
            } else {
                fail_highs += 1;
                window.beta = if is_wide { Score::INFINITE } else { score + width };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::BENCH_POSITIONS;
    use crate::notation::Fen;
    use crate::position::Position;
    use crate::rules::Rules;
    use crate::search::{Cluster, Limits, Monitor, NoMonitor, SearchLine, Time, Workspace, search};
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

        fn admits(&self, mv: Move) -> bool {
            mv != self.forbidden
        }

        fn report(&mut self, line: &SearchLine) {
            self.heard.push((line.depth, line.multi_pv, line.score, line.pv[0]));
        }
    }

    #[test]
    fn several_variations_come_best_first_and_without_excluded_moves() {
        let root = Rules::default().start();
        let mut workspace = Workspace::<8, 4>::new();
        let limits = Limits { depth: 2, multi_pv: 3, ..Limits::default() };
        let best = search(&root, &[], &limits, &[], &mut workspace, &mut NoMonitor).best().unwrap();
        let mut listener = Listener { forbidden: best, heard: ArrayVec::new() };
        let found = search(&root, &[], &limits, &[], &mut workspace, &mut listener);
        let heard = &listener.heard;
        let order = heard.iter().map(|&(depth, number, ..)| (depth, number));
        assert!(order.eq([(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]));
        let last = [heard[3].3, heard[4].3, heard[5].3];
        assert_eq!(found.best(), Some(last[0]));
        assert!(!last.contains(&best));
        assert!(last[0] != last[1] && last[1] != last[2] && last[0] != last[2]);
        assert!(heard[3..].is_sorted_by(|one, other| one.2 >= other.2));
    }

    /// Stops a search as soon as a move has failed high.
    #[derive(Default)]
    struct Impatient {
        failed_high: Option<Move>,
        best: Option<Move>,
    }

    impl Monitor for Impatient {
        fn millis(&self) -> u64 {
            0
        }

        fn is_stopped(&self) -> bool {
            self.failed_high.is_some()
        }

        fn bound(&mut self, line: &SearchLine, bound: Bound) {
            self.failed_high = line.pv.first().copied().filter(|_| bound == Bound::Lower);
        }

        fn report(&mut self, line: &SearchLine) {
            (self.failed_high, self.best) = (None, line.pv.first().copied());
        }
    }

    #[test]
    fn a_better_move_counts_though_the_time_for_its_score_is_over() {
        let (mut better, limits) = (0, Limits { depth: 9, ..Limits::default() });
        for fen in BENCH_POSITIONS {
            let root = Fen::read(Rules::default(), fen).unwrap().position;
            let mut monitor = Impatient::default();
            let mut workspace = Workspace::<32, 16>::new();
            let table = [const { Cluster::new() }; 1024];
            let found = search(&root, &[], &limits, &table, &mut workspace, &mut monitor);
            if let Some(mv) = monitor.failed_high {
                assert_eq!(found.best(), Some(mv), "{fen}");
                better += u32::from(monitor.best != Some(mv));
            }
            let limits = Limits { time: Some(Time::per_move(1)), ..limits };
            let found = search(&root, &[], &limits, &[], &mut workspace, &mut NoMonitor);
            let told = (found.depth, found.millis);
            assert_eq!(told, (1, 0), "the first depth is always finished, without a clock, too");
        }
        assert!(better > 0, "no move took the place of another one");
    }

    #[test]
    fn a_search_that_ends_at_once_knows_nothing_of_the_one_before() {
        let start = Rules::default().start();
        let mut workspace = Workspace::<8, 4>::new();
        let mut limits = Limits { depth: 2, ..Limits::default() };
        let found = search(&start, &[], &limits, &[], &mut workspace, &mut NoMonitor);
        let root = start.play(found.best().unwrap());
        for nodes in [0, 1] {
            limits.nodes = nodes;
            let found = search(&root, &[], &limits, &[], &mut workspace, &mut NoMonitor);
            assert!(root.is_legal(found.best().unwrap()), "{:?}", found.pv);
            assert_eq!(found.depth, 1, "the first depth is always finished");
        }
    }
}
