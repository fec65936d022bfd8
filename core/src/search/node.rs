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
        Self { limits, workspace, monitor, nodes: 0, deepest: 0, stopped: false }
    }

    /// Searches deeper and deeper until a limit is reached.
    pub(super) fn run<P: Position>(mut self, root: &P) -> Found {
        let mut moves = MoveList::new();
        root.moves(&mut moves);
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
            let score = self.node(root, 0, depth, -Score::INFINITE, Score::INFINITE);
            if self.stopped {
                break;
            }
            found.score = score;
            found.depth = depth;
            found.line.clone_from(&self.workspace.lines[0]);
            found.best = found.line.first().copied();
            self.monitor.report(&Report {
                depth,
                deepest: self.deepest as u8,
                score,
                nodes: self.nodes,
                millis: self.monitor.millis(),
                line: &found.line,
            });
            if self.limits.time.is_some_and(|time| self.monitor.millis() >= time.soft)
                || score.mate_distance().is_some_and(|plies| plies.unsigned_abs() <= depth.into())
            {
                break;
            }
        }
        found.nodes = self.nodes;
        found
    }

    /// Counts a position; whether the search may look at it.
    fn enter(&mut self, ply: usize) -> bool {
        if self.nodes >= self.limits.nodes {
            self.stopped = true;
        } else if self.nodes.is_multiple_of(POLL) {
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
