//! One position of the tree: principal variation search with the usual ways to look at less.

use super::correction::Relatives;
use super::estimate::outside;
use super::history::Step;
use super::params::*;
use super::picker::{Picker, step};
use super::root::Search;
use super::searchable::Searchable;
use super::table::{Bound, Memo, NO_ESTIMATE};
use crate::position::Past;
use crate::types::{MAX_MOVES, Move, Score};

/// A game that repetition decides: nearly as good as a forced end, but not one by the moves on the
/// board, so no estimate reaches it and no mate is announced by it.
const BY_RULE: Score = Score::new(30_000);

/// What a node knows of its position before it tries a move.
struct Outlook {
    depth: i32,
    alpha: Score,
    beta: Score,
    /// Expected to fail high.
    cut: bool,
    check: bool,
    /// The estimate as the position alone has it, what its relatives make of it, and that with
    /// what the table knows.
    plain: Score,
    corrected: Score,
    estimate: Score,
    relatives: Relatives,
    improving: bool,
    /// Whether a move is left out to see how good the others are.
    excluded: bool,
    memo: Option<Memo>,
}

/// What a search without the table's move says of it.
enum Singular {
    /// No other comes near: so many plies more.
    By(i32),
    /// Others do: so many plies less.
    Not(i32),
    /// Others fail high too: this is a bound of the node.
    Several(Score),
}

/// Whether the table's move may prove to be the only good one.
fn is_singular_candidate(memo: &Memo, mv: Move, ply: usize, outlook: &Outlook) -> bool {
    ply > 0
        && memo.best == Some(mv)
        && outlook.depth >= SINGULAR_DEPTH
        && i32::from(memo.depth) >= outlook.depth - 3
        && memo.bound != Bound::Upper
        && memo.score.mate_distance().is_none()
        && !outlook.excluded
}

impl Search<'_> {
    /// The score of a position between `alpha` and `beta`, searched `depth` plies deep.
    ///
    /// `PV` is true on the lines whose exact score counts, `cut` where the node is expected to
    /// fail high.
    pub(super) fn node<P: Searchable, const PV: bool>(
        &mut self,
        position: &P,
        ply: usize,
        depth: i32,
        mut alpha: Score,
        mut beta: Score,
        cut: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiesce(position, ply, alpha, beta, true);
        }
        if !self.enter(ply) {
            return Score::DRAW;
        }
        if ply > 0 {
            if let Some(score) = self.ended(position, ply) {
                return score;
            }
            alpha = alpha.max(Score::mated_in(ply as u16));
            beta = beta.min(Score::mate_in(ply as u16 + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        if !self.has_room(ply) {
            return self.estimate(position);
        }
        let excluded = self.frames[ply].excluded;
        let memo = self.table.probe(position.key(), ply);
        if !PV
            && excluded.is_none()
            && let Some(score) = memo.and_then(|memo| decides(&memo, depth, alpha, beta))
            && position.halfmove_clock() + 10 < position.halfmove_limit()
        {
            return score;
        }
        let sketch = if self.frames[ply].check { None } else { position.piece_square_score() };
        if !PV
            && excluded.is_none()
            && memo.is_none()
            && let Some(score) = self.without_estimate(sketch, ply, depth, beta)
        {
            return score;
        }
        let mut outlook = self.outlook(position, ply, memo, sketch, (depth, alpha, beta, cut));
        if !PV
            && excluded.is_none()
            && let Some(score) = self.without_moving(position, ply, &outlook)
        {
            return score;
        }
        if self.stopped {
            return Score::DRAW;
        }
        if depth >= INTERNAL_DEPTH && (PV || cut) && memo.is_none_or(|memo| memo.best.is_none()) {
            outlook.depth -= 1;
        }
        let top = self.top;
        let score = self.try_moves::<P, PV>(position, ply, &outlook);
        self.top = top;
        score
    }

    /// Whether the workspace has room for another ply with its moves.
    pub(super) fn has_room(&self, ply: usize) -> bool {
        ply + 1 < self.frames.len() && self.top + MAX_MOVES <= self.moves.len()
    }

    /// The score, if the rules end the game here.
    fn ended<P: Searchable>(&self, position: &P, ply: usize) -> Option<Score> {
        if let Some(ending) = position.variant_end() {
            return Some(self.score_of(ending, position, ply));
        }
        if let Some(first) = self.repeated(position, ply) {
            let ending = position.judge_repetition(&self.path[first..]);
            return Some(match ending.winner {
                None => self.draw(ply),
                Some(winner) if winner == position.side() => BY_RULE,
                Some(_) => -BY_RULE,
            });
        }
        let quiet = position.halfmove_clock() >= position.halfmove_limit();
        (quiet && position.count_moves() > 0).then(|| self.draw(ply))
    }

    /// Where on the path this position stood before, if that counts: once within the tree, whose
    /// other moves are searched too, or twice in all.
    fn repeated<P: Searchable>(&self, position: &P, ply: usize) -> Option<usize> {
        let key = position.key();
        let now = self.path.len();
        let mut times = 0;
        // A position cannot come again before each side has made two moves.
        for plies in (4..=usize::from(self.frames[ply].reversible)).step_by(2) {
            if self.path[now - plies].key == key {
                times += 1;
                if plies <= ply || times == 2 {
                    return Some(now - plies);
                }
            }
        }
        None
    }

    /// The bound of a node that need not even be estimated, so good is it foreseen to be.
    fn without_estimate(
        &self,
        sketch: Option<Score>,
        ply: usize,
        depth: i32,
        beta: Score,
    ) -> Option<Score> {
        let foreseen = self.foreseen(sketch, ply)?;
        if depth > REVERSE_DEPTH || beta.is_loss() {
            return None;
        }
        outside(foreseen, -Score::INFINITE, beta + reverse_margin(depth, false))
    }

    fn outlook<P: Searchable>(
        &mut self,
        position: &P,
        ply: usize,
        memo: Option<Memo>,
        sketch: Option<Score>,
        (depth, alpha, beta, cut): (i32, Score, Score, bool),
    ) -> Outlook {
        let check = self.frames[ply].check;
        let before = if ply >= 2 { self.frames[ply - 2].estimate } else { NO_ESTIMATE };
        let mut outlook = Outlook {
            depth,
            alpha,
            beta,
            cut,
            check,
            plain: memo.map_or(NO_ESTIMATE, |memo| memo.estimate),
            corrected: NO_ESTIMATE,
            estimate: NO_ESTIMATE,
            relatives: [0; 4],
            improving: false,
            excluded: self.frames[ply].excluded.is_some(),
            memo,
        };
        if check {
            self.frames[ply].estimate = before;
            return outlook;
        }
        if outlook.plain == NO_ESTIMATE {
            outlook.plain = self.estimate(position);
        }
        self.note_surplus(sketch, ply, outlook.plain);
        outlook.relatives = self.relatives(position, ply);
        let estimate = self.corrected(outlook.plain, &outlook.relatives);
        outlook.corrected = estimate;
        self.frames[ply].estimate = estimate;
        outlook.improving = estimate > before;
        outlook.estimate = memo.and_then(|memo| sharpened(&memo, estimate)).unwrap_or(estimate);
        outlook
    }

    /// The score of a node that need not try its moves: so good that even a null move suffices.
    fn without_moving<P: Searchable>(
        &mut self,
        position: &P,
        ply: usize,
        outlook: &Outlook,
    ) -> Option<Score> {
        let &Outlook { depth, alpha, beta, estimate, .. } = outlook;
        if outlook.check || beta.is_loss() || alpha.is_win() {
            return None;
        }
        let margin = reverse_margin(depth, outlook.improving);
        if depth <= REVERSE_DEPTH && estimate - margin >= beta {
            return Some(estimate);
        }
        if depth >= NULL_DEPTH
            && estimate >= beta
            && ply > 0
            && !self.frames[ply - 1].null
            && position.allows_null_move()
        {
            return self.pass(position, ply, outlook);
        }
        None
    }

    /// Lets the other side move twice: if even that fails high, a real move would too.
    #[inline(never)]
    fn pass<P: Searchable>(
        &mut self,
        position: &P,
        ply: usize,
        outlook: &Outlook,
    ) -> Option<Score> {
        let &Outlook { depth, beta, estimate, .. } = outlook;
        let above = (i32::from(estimate.get()) - i32::from(beta.get())) / NULL_MARGIN;
        let left = depth - 1 - NULL_REDUCTION - depth / NULL_PLIES - above.min(3);
        let frame = &mut self.frames[ply];
        (frame.null, frame.step) = (true, None);
        let surplus = frame.surplus;
        let child = &mut self.frames[ply + 1];
        child.surplus = surplus.map(i16::saturating_neg);
        (child.check, child.reversible) = (false, 0);
        let next = position.null_move();
        let score = -self.node::<P, false>(&next, ply + 1, left, -beta, -(beta - 1), !outlook.cut);
        if self.stopped || score < beta {
            return None;
        }
        Some(if score.is_win() { beta } else { score })
    }

    /// Searches the moves until one fails high.
    fn try_moves<P: Searchable, const PV: bool>(
        &mut self,
        position: &P,
        ply: usize,
        outlook: &Outlook,
    ) -> Score {
        let &Outlook { depth, beta, check, memo, .. } = outlook;
        let mut alpha = outlook.alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut count = 0;
        let excluded = self.frames[ply].excluded;
        if let Some(grandchild) = self.frames.get_mut(ply + 2) {
            grandchild.killers = [None; 2];
        }
        let mut picker = Picker::new(memo.and_then(|memo| memo.best), self.top);
        while let Some(mv) = self.pick(position, ply, &mut picker) {
            if Some(mv) == excluded || ply == 0 && !self.roots.contains(&mv) {
                continue;
            }
            self.top = picker.end();
            count += 1;
            let quiet = position.captured(mv).is_none();
            let prunable = ply > 0 && !best.is_loss() && best != -Score::INFINITE;
            let gives_check = position.gives_check(mv);
            if prunable
                && !gives_check
                && self.is_hopeless(position, ply, mv, count, outlook, &mut picker)
            {
                continue;
            }
            let mut extension = 0;
            if let Some(memo) = memo.filter(|memo| is_singular_candidate(memo, mv, ply, outlook)) {
                match self.singular::<P, PV>(position, ply, mv, &memo, outlook) {
                    Singular::By(plies) => extension = plies,
                    Singular::Not(plies) => extension = -plies,
                    Singular::Several(score) => return score,
                }
            }
            let mut next = position.clone();
            next.make(mv);
            self.descend(position, &next, ply, mv, gives_check);
            let left = depth - 1 + extension;

            let mut score = best;
            let mut search_fully = count > 1 || !PV;
            if count > 1 && depth >= 2 && (quiet || picker.is_at_bad_captures()) {
                let reduced = self.reduced::<PV>(left, count, ply, gives_check, outlook);
                score = -self.node::<P, false>(&next, ply + 1, reduced, -(alpha + 1), -alpha, true);
                search_fully = score > alpha && reduced < left;
            }
            if search_fully {
                let cut = !outlook.cut;
                score = -self.node::<P, false>(&next, ply + 1, left, -(alpha + 1), -alpha, cut);
            }
            if PV && (count == 1 || score > alpha) {
                score = -self.node::<P, true>(&next, ply + 1, left, -beta, -alpha, false);
            }
            self.path.pop();
            if self.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    if PV {
                        self.extend_line(ply, mv);
                    }
                    if score >= beta {
                        if quiet {
                            self.learn(position, ply, mv, depth, &picker);
                        }
                        break;
                    }
                }
            }
        }
        if count == 0 {
            return match excluded {
                Some(_) => alpha,
                None => self.score_of(position.ending_without_moves(), position, ply),
            };
        }
        if excluded.is_none() && (ply > 0 || self.roots.len() == self.legal) {
            let bound = match () {
                () if best >= beta => Bound::Lower,
                () if best_move.is_some() => Bound::Exact,
                () => Bound::Upper,
            };
            let estimate = outlook.plain;
            let memo = Memo { best: best_move, score: best, estimate, depth: depth as u8, bound };
            self.table.store(position.key(), ply, memo);
            let tells = match bound {
                Bound::Exact => true,
                Bound::Lower => best > outlook.corrected,
                Bound::Upper => best < outlook.corrected,
            };
            let quiet = best_move.is_none_or(|mv| position.captured(mv).is_none());
            if tells && quiet && !check && best.get().abs() < BY_RULE.get() {
                let error = i32::from(best.get()) - i32::from(outlook.corrected.get());
                self.learn_error(error, depth, &outlook.relatives);
            }
        }
        best
    }

    /// Searches a node without the table's move: whether any other comes near its score.
    #[inline(never)]
    fn singular<P: Searchable, const PV: bool>(
        &mut self,
        position: &P,
        ply: usize,
        mv: Move,
        memo: &Memo,
        outlook: &Outlook,
    ) -> Singular {
        let &Outlook { depth, beta, cut, .. } = outlook;
        let bar = memo.score - SINGULAR_MARGIN * depth as i16;
        self.frames[ply].excluded = Some(mv);
        let score = self.node::<P, false>(position, ply, (depth - 1) / 2, bar - 1, bar, cut);
        self.frames[ply].excluded = None;
        match () {
            () if self.stopped => Singular::Several(Score::DRAW),
            () if score < bar => Singular::By(1 + i32::from(!PV && score < bar - SINGULAR_DOUBLE)),
            () if bar >= beta => Singular::Several(bar),
            () if memo.score >= beta => Singular::Not(2),
            () if cut => Singular::Not(1),
            () => Singular::Not(0),
        }
    }

    /// Whether a move that gives no check is left out: too late among the quiet ones, of too bad a
    /// history, too much lost.
    fn is_hopeless<P: Searchable>(
        &self,
        position: &P,
        ply: usize,
        mv: Move,
        count: u32,
        outlook: &Outlook,
        picker: &mut Picker,
    ) -> bool {
        let depth = outlook.depth;
        if position.captured(mv).is_some() {
            return depth <= EXCHANGE_DEPTH
                && picker.is_at_bad_captures()
                && !position.see_ge(mv, -EXCHANGE_CAPTURE * depth as i16);
        }
        let left = (depth - 1 - reduction(depth, count) / 1024).max(0);
        let late = depth <= LATE_DEPTH && count > late_moves(depth, outlook.improving);
        let history = || step(position, mv).map_or(0, |step| self.quiet_history(step, ply));
        let bad = || left < HISTORY_DEPTH && history() < -HISTORY_MARGIN * (left + 1);
        if late || bad() {
            // Those that come later are no better.
            picker.only_checks();
            return true;
        }
        left <= EXCHANGE_DEPTH && !position.see_ge(mv, -EXCHANGE_QUIET * (left * left) as i16)
    }

    /// How deep a late move is searched at first.
    fn reduced<const PV: bool>(
        &self,
        left: i32,
        count: u32,
        ply: usize,
        gives_check: bool,
        outlook: &Outlook,
    ) -> i32 {
        let mut less = reduction(outlook.depth, count);
        if PV {
            less -= 1024;
        }
        if outlook.cut {
            less += 1024;
        }
        if !outlook.improving {
            less += 512;
        }
        if gives_check || outlook.check {
            less -= 1024;
        }
        if let Some(step) = self.frames[ply].step {
            less -= self.quiet_history(step, ply) * 1024 / HISTORY_PLY;
        }
        (left - less.max(0) / 1024).clamp(1, left.max(1))
    }

    /// Notes in the next frame what is known of the position reached by a move.
    pub(super) fn descend<P: Searchable>(
        &mut self,
        position: &P,
        next: &P,
        ply: usize,
        mv: Move,
        gives_check: bool,
    ) {
        let check = self.frames[ply].check;
        let past = Past { key: position.key(), mv, check };
        self.path.push(past).expect("a path has room for a line");
        let frame = &mut self.frames[ply];
        (frame.null, frame.step) = (false, step(position, mv));
        let (surplus, reversible) = (frame.surplus, frame.reversible + 1);
        let child = &mut self.frames[ply + 1];
        child.surplus = surplus.map(i16::saturating_neg);
        child.check = gives_check;
        child.reversible = if next.halfmove_clock() == 0 { 0 } else { reversible };
        child.excluded = None;
    }

    /// The best line of a ply: a move, and the best line of the next.
    fn extend_line(&mut self, ply: usize, mv: Move) {
        let [here, next] = &mut self.frames[ply..ply + 2] else { return };
        here.line.clear();
        here.line.push(mv);
        let rest = next.line.len().min(here.line.remaining_capacity());
        here.line.extend(next.line[..rest].iter().copied());
    }

    /// Which context the move so many plies back on the line gives a node.
    pub(super) fn context(&self, ply: usize, back: usize) -> Option<usize> {
        let earlier = self.frames[ply.checked_sub(back)?].step?;
        earlier.among(self.contexts.len())
    }

    /// How good a quiet step was, everywhere and after the last moves on the line.
    pub(super) fn quiet_history(&self, step: Step, ply: usize) -> i32 {
        let contexts = [self.context(ply, 1), self.context(ply, 2)];
        let after = contexts.iter().flatten().map(|&context| self.contexts[context].get(step));
        self.history.get(step) + after.sum::<i32>()
    }

    /// The quiet move that refuted the last move on the line before.
    pub(super) fn reply(&self, ply: usize) -> Option<Move> {
        let last = self.frames[ply.checked_sub(1)?].step?;
        self.replies[last.among(self.replies.len())?]
    }

    /// Remembers a quiet move that failed high, and that those tried before it did not.
    fn learn<P: Searchable>(
        &mut self,
        position: &P,
        ply: usize,
        best: Move,
        depth: i32,
        picker: &Picker,
    ) {
        let bonus = bonus(depth);
        if let Some(step) = step(position, best) {
            self.reward(step, ply, bonus);
        }
        for index in picker.quiets_tried() {
            if let Some(step) = self.moves[index].mv().and_then(|mv| step(position, mv))
                && self.moves[index].mv() != Some(best)
            {
                self.reward(step, ply, -bonus);
            }
        }
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        let last = ply.checked_sub(1).and_then(|ply| self.frames[ply].step);
        if let Some(place) = last.and_then(|last| last.among(self.replies.len())) {
            self.replies[place] = Some(best);
        }
    }

    fn reward(&mut self, step: Step, ply: usize, bonus: i32) {
        self.history.reward(step, bonus);
        for context in [self.context(ply, 1), self.context(ply, 2)].into_iter().flatten() {
            self.contexts[context].reward(step, bonus);
        }
    }
}

/// The score that the table's knowledge gives the node without a search.
pub(super) fn decides(memo: &Memo, depth: i32, alpha: Score, beta: Score) -> Option<Score> {
    let decided = match memo.bound {
        Bound::Upper => memo.score <= alpha,
        Bound::Lower => memo.score >= beta,
        Bound::Exact => true,
    };
    (decided && i32::from(memo.depth) >= depth).then_some(memo.score)
}

/// The table's score, where it says more than the estimate.
pub(super) fn sharpened(memo: &Memo, estimate: Score) -> Option<Score> {
    let better = match memo.bound {
        Bound::Upper => memo.score < estimate,
        Bound::Lower => memo.score > estimate,
        Bound::Exact => true,
    };
    better.then_some(memo.score)
}
