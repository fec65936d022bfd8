use super::{Found, Limits, Line, Monitor, Report, Slot, Workspace};
use crate::game::MAX_PAST;
use crate::position::{Past, Position};
use crate::types::{Move, MoveList, Score};

/// The monitor is asked once in so many nodes.
const POLL: u64 = 128;

/// A search under way.
pub(super) struct Search<'a, const PLIES: usize> {
    limits: Limits,
    workspace: &'a mut Workspace<PLIES>,
    monitor: &'a mut dyn Monitor,
    /// The moves of the root that may still be chosen.
    roots: MoveList,
    nodes: u64,
    deepest: usize,
    stopped: bool,
}

impl<'a, const PLIES: usize> Search<'a, PLIES> {
    pub(super) fn new(
        past: &[Past],
        limits: &Limits,
        _table: &'a [Slot],
        workspace: &'a mut Workspace<PLIES>,
        monitor: &'a mut dyn Monitor,
    ) -> Self {
        let past = &past[past.len().saturating_sub(MAX_PAST)..];
        workspace.past.clear();
        workspace.past.extend(past.iter().copied());
        let mut limits = *limits;
        limits.nodes = limits.nodes.min(limits.level.nodes());
        let roots = MoveList::new();
        Self { limits, workspace, monitor, roots, nodes: 0, deepest: 0, stopped: false }
    }

    /// Searches deeper and deeper until a limit is reached.
    pub(super) fn run<P: Position>(mut self, root: &P) -> Found {
        let mut moves = MoveList::new();
        root.moves(&mut moves);
        moves.retain(|mv| self.monitor.admits(*mv));
        let mut found = Found {
            best: moves.first().copied(),
            score: Score::DRAW,
            depth: 0,
            nodes: 0,
            line: moves.iter().copied().take(1).collect(),
        };
        if moves.is_empty() {
            found.score = Score::mated_in(0);
            return found;
        }
        for depth in 1..=self.limits.depth.max(1).min(PLIES as u8 - 2) {
            self.roots.clone_from(&moves);
            let lines = usize::from(self.limits.lines.max(1)).min(moves.len());
            for number in 1..=lines as u8 {
                let score = self.node(root, 0, depth, -Score::INFINITE, Score::INFINITE);
                if self.stopped {
                    break;
                }
                self.tell(number, depth, score);
                let best = self.workspace.lines[0][0];
                if number == 1 {
                    found = Found {
                        best: Some(best),
                        score,
                        depth,
                        nodes: 0,
                        line: self.workspace.lines[0].clone(),
                    };
                }
                self.roots.retain(|mv| *mv != best);
            }
            if self.stopped
                || self.limits.time.is_some_and(|time| self.monitor.millis() >= time.soft)
                || found
                    .score
                    .mate_distance()
                    .is_some_and(|plies| plies.unsigned_abs() <= depth.into())
            {
                break;
            }
        }
        found.nodes = self.nodes;
        found
    }

    fn tell(&mut self, number: u8, depth: u8, score: Score) {
        self.monitor.report(&Report {
            number,
            depth,
            deepest: self.deepest as u8,
            score,
            nodes: self.nodes,
            millis: self.monitor.millis(),
            line: &self.workspace.lines[0],
        });
    }

    /// Counts a position; whether the search may look at it.
    fn enter(&mut self, ply: usize) -> bool {
        if self.nodes >= self.limits.nodes {
            self.stopped = true;
        } else if self.nodes.is_multiple_of(POLL) {
            self.monitor.progress(self.nodes);
            let late = self.limits.time.is_some_and(|time| self.monitor.millis() >= time.hard);
            self.stopped |= late || self.monitor.is_stopped();
        }
        if self.stopped {
            return false;
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        self.workspace.lines[ply].clear();
        true
    }

    fn node<P: Position>(
        &mut self,
        position: &P,
        ply: usize,
        depth: u8,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        if !self.enter(ply) {
            return Score::DRAW;
        }
        let quiescent = depth == 0 && !position.in_check();
        if ply > 0 && self.has_come_again(position) {
            return Score::DRAW;
        }
        if ply + 1 == PLIES {
            return position.evaluate();
        }
        let mut moves = MoveList::new();
        let mut best = -Score::INFINITE;
        if quiescent {
            best = position.evaluate();
            alpha = alpha.max(best);
            position.captures(&mut moves);
        } else if ply == 0 {
            moves.clone_from(&self.roots);
        } else {
            position.moves(&mut moves);
            if moves.is_empty() {
                return Score::mated_in(ply as u16);
            }
        }
        moves.sort_unstable_by_key(|&mv| position.captured(mv).is_none());
        for mv in moves {
            if alpha >= beta {
                break;
            }
            self.workspace.past.push(Past { key: position.key(), mv, check: position.in_check() });
            let score =
                -self.node(&position.play(mv), ply + 1, depth.saturating_sub(1), -beta, -alpha);
            self.workspace.past.pop();
            if self.stopped {
                return Score::DRAW;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.extend_line(ply, mv);
            }
        }
        best
    }

    fn extend_line(&mut self, ply: usize, mv: Move) {
        let mut line = Line::new();
        line.push(mv);
        line.extend(self.workspace.lines[ply + 1].iter().copied().take(Line::new().capacity() - 1));
        self.workspace.lines[ply] = line;
    }

    fn has_come_again<P: Position>(&self, position: &P) -> bool {
        let key = position.key();
        position.quiet_plies() >= position.quiet_limit()
            || self
                .workspace
                .past
                .iter()
                .rev()
                .take(position.quiet_plies().into())
                .any(|p| p.key == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::search::{Unwatched, search};
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
            self.heard.push((report.depth, report.number, report.score, report.line[0]));
        }
    }

    #[test]
    fn several_lines_come_best_first_and_without_what_is_not_admitted() {
        let root = Rules::default().start();
        let mut workspace = Workspace::<8>::new();
        let limits = Limits { depth: 2, lines: 3, ..Limits::default() };
        let best = search(&root, &[], &limits, &[], &mut workspace, &mut Unwatched).best.unwrap();
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
}
