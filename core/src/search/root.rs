//! A search from its root: deeper and deeper, until a limit is reached.

use super::history::Steps;
use super::level::Play;
use super::params::{WIDEST, WINDOW, WINDOW_DEPTH};
use super::picker::Ranked;
use super::searchable::Searchable;
use super::table::Table;
use super::workspace::{Frame, Plies, Workspace};
use super::{Cluster, Limits, Monitor, Report, SearchResult};
use crate::position::{Ending, Past};
use crate::types::{Move, MoveList, Score};

/// The monitor is asked once in so many nodes: within a millisecond on a slow machine, and not before
/// as many, so that even a search that is stopped at once has looked for its move.
const POLL: u64 = 128;

/// A search under way, on a workspace whose sizes it no longer names.
pub(super) struct Search<'a> {
    pub(super) limits: Limits,
    pub(super) play: Play,
    monitor: &'a mut dyn Monitor,
    pub(super) table: Table<'a>,
    pub(super) frames: &'a mut [Frame],
    /// The moves listed by the nodes on the line, from the root's up; `top` is the first free one.
    pub(super) moves: &'a mut [Ranked],
    pub(super) top: usize,
    pub(super) listed: &'a mut MoveList,
    pub(super) path: &'a mut Plies,
    pub(super) history: &'a mut Steps,
    pub(super) replies: &'a mut [Option<Move>],
    pub(super) contexts: &'a mut [Steps],
    pub(super) corrections: &'a mut [i16],
    /// The moves of the root that may still be chosen.
    pub(super) roots: MoveList,
    /// How many there are in all; only of all together the table may know what the root is worth.
    pub(super) legal: usize,
    /// For how many depths the best move has stayed the same.
    steady: u8,
    nodes: u64,
    deepest: usize,
    pub(super) stopped: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new<
        const PLIES: usize,
        const CONTEXTS: usize,
        const REPLIES: usize,
        const PATH: usize,
    >(
        past: &[Past],
        limits: &Limits,
        table: &'a [Cluster],
        workspace: &'a mut Workspace<PLIES, CONTEXTS, REPLIES, PATH>,
        monitor: &'a mut dyn Monitor,
    ) -> Self {
        workspace.age = workspace.age.wrapping_add(1);
        workspace.path.clear();
        workspace.path.extend(past[past.len().saturating_sub(PATH - PLIES)..].iter().copied());
        let play = limits.level.play();
        Self {
            limits: Limits {
                depth: limits.depth.clamp(1, play.depth).min(PLIES as u8 - 1),
                nodes: limits.nodes.min(play.nodes),
                ..*limits
            },
            play,
            monitor,
            table: Table::new(table, workspace.age),
            frames: &mut workspace.frames,
            moves: workspace.moves.as_flattened_mut(),
            top: 0,
            listed: &mut workspace.listed,
            path: &mut workspace.path,
            history: &mut workspace.history,
            replies: &mut workspace.replies,
            contexts: &mut workspace.contexts,
            corrections: workspace.corrections.as_flattened_mut(),
            roots: MoveList::new(),
            legal: 0,
            steady: 0,
            nodes: 0,
            deepest: 0,
            stopped: false,
        }
    }

    /// Searches deeper and deeper until a limit is reached. Not inlined, so that the search does
    /// not stand on what its caller takes of the stack for other things.
    #[inline(never)]
    pub(super) fn run<P: Searchable>(mut self, root: &P) -> SearchResult {
        let mut moves = MoveList::new();
        root.generate_moves(&mut moves);
        let lost = moves.is_empty().then(|| self.score_of(root.ending_without_moves(), root, 0));
        self.legal = moves.len();
        moves.retain(|mv| self.monitor.admits(*mv));
        let mut found = SearchResult {
            best: None,
            score: lost.unwrap_or(Score::DRAW),
            depth: 0,
            nodes: 0,
            pv: moves.iter().copied().take(1).collect(),
        };
        self.frames[0].surplus = None;
        self.frames[0].check = root.in_check();
        self.frames[0].reversible = root.halfmove_clock().min(self.path.len() as u16);
        for depth in 1..=self.limits.depth {
            self.deepen(root, depth, &moves, &mut found);
            if self.stopped || moves.is_empty() || self.is_enough(&found) {
                break;
            }
        }
        SearchResult { best: found.pv.first().copied(), nodes: self.nodes, ..found }
    }

    /// One depth: the best line, and as many of the next best as are wanted.
    fn deepen<P: Searchable>(
        &mut self,
        root: &P,
        depth: u8,
        moves: &MoveList,
        found: &mut SearchResult,
    ) {
        self.roots.clone_from(moves);
        let lines = usize::from(self.limits.multi_pv.max(1)).min(moves.len());
        let mut score = Score::INFINITE;
        for number in 1..=lines as u8 {
            let last = (number == 1 && found.depth > 0).then_some(found.score);
            // Nothing of an earlier line, or search, is left if the limits end this one at once.
            self.frames[0].line.clear();
            // A line found later may come out better than one before, but is not told so.
            score = self.widen(root, depth.into(), last).min(score);
            let line = &self.frames[0].line;
            if number == 1 && !line.is_empty() {
                self.steady =
                    if line[0] == found.pv[0] { self.steady.saturating_add(1) } else { 0 };
                found.pv.clone_from(line);
            }
            if self.stopped {
                return;
            }
            if number == 1 {
                (found.score, found.depth) = (score, depth);
            }
            self.tell(number, depth, score);
            let best = self.frames[0].line.first().copied();
            self.roots.retain(|mv| Some(*mv) != best);
        }
    }

    fn tell(&mut self, number: u8, depth: u8, score: Score) {
        self.monitor.report(&Report {
            multi_pv: number,
            depth,
            seldepth: self.deepest as u8,
            score,
            nodes: self.nodes,
            millis: self.monitor.millis(),
            pv: &self.frames[0].line,
        });
    }

    /// Whether no further depth is worth beginning.
    fn is_enough(&self, found: &SearchResult) -> bool {
        // Reductions may hide a shorter mate at the depth of the first one found.
        let forced = found.score.mate_distance();
        forced.is_some_and(|plies| 2 * plies.unsigned_abs() <= found.depth.into())
            || (self.limits.time)
                .is_some_and(|time| time.is_spent(self.monitor.millis(), self.steady))
    }

    /// Searches the root in a narrow window around the last score, if there is one, and in wider
    /// ones as long as the score lies outside.
    fn widen<P: Searchable>(&mut self, root: &P, depth: i32, last: Option<Score>) -> Score {
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        let mut width = WINDOW;
        if let Some(last) = last.filter(|_| depth >= WINDOW_DEPTH) {
            (alpha, beta) = (last - width, last + width);
        }
        loop {
            let score = self.node::<P, true>(root, 0, depth, alpha, beta, false);
            if self.stopped || alpha < score && score < beta {
                return score;
            }
            width = width.saturating_mul(2);
            let wide = width > WIDEST;
            if score <= alpha {
                alpha = if wide { -Score::INFINITE } else { score - width };
            } else {
                beta = if wide { Score::INFINITE } else { score + width };
            }
        }
    }

    /// Counts a position; whether the search may look at it.
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        if self.stopped {
            return false;
        }
        if self.nodes >= self.limits.nodes {
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
        self.deepest = self.deepest.max(ply);
        self.frames[ply].line.clear();
        true
    }

    /// The score of a game that has ended `ply` plies from the root.
    pub(super) fn score_of<P: Searchable>(
        &self,
        ending: Ending,
        position: &P,
        ply: usize,
    ) -> Score {
        match ending.winner {
            None => self.draw(ply),
            Some(winner) if winner == position.side() => Score::mate_in(ply as u16),
            Some(_) => Score::mated_in(ply as u16),
        }
    }

    /// The score of a draw `ply` plies from the root, where the sides take turns. The table keeps
    /// it as it is: of a search from the other side it is wrong by twice the contempt.
    pub(super) fn draw(&self, ply: usize) -> Score {
        let contempt = i32::from(self.limits.contempt);
        Score::from_eval(if ply.is_multiple_of(2) { -contempt } else { contempt })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::rules::Rules;
    use crate::search::{NoMonitor, search};
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
    fn several_lines_come_best_first_and_without_what_is_not_admitted() {
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
        limits.nodes = 0;
        let found = search(&root, &[], &limits, &[], &mut workspace, &mut NoMonitor);
        assert!(root.is_legal(found.best.unwrap()), "{:?}", found.pv);
        assert_eq!(found.pv.len(), 1);
    }
}
