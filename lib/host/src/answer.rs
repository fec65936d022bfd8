//! The answer of the computer player to a request: from the opening book, or by a search.

use crate::computer::{SearchAnswer, SearchError, SearchRequest};
use crate::thinker::Thinker;
use crate::variety::{RootLine, RootLines, Variety};
use chuhe_core::{Limits, Monitor, Move, Position, Report, Score, SearchResult};

/// Finds the answer to a request: in the book, or by a search with an empty table. The monitor tells the
/// time, can stop the search, and hears of the best line of each depth.
///
/// ```
/// use chuhe_core::{Limits, NoMonitor, rules::Rules};
/// use chuhe_host::{SearchRequest, Thinker, Variety, answer};
/// let mut thinker = Thinker::new(1, 1).unwrap();
/// let variety = Some(Variety { book: Default::default(), ply: 0 });
/// let (root, limits) = (Rules::Xiangqi.start(), Limits { depth: 2, ..Limits::default() });
/// let request = SearchRequest { root, past: vec![], limits, excluded: vec![], variety };
/// assert_eq!(answer(&mut thinker, &request, &mut NoMonitor).unwrap().depth, 0);
/// let request = SearchRequest { variety: None, ..request };
/// assert_eq!(answer(&mut thinker, &request, &mut NoMonitor).unwrap().depth, 2);
/// ```
///
/// # Errors
/// When there is no move to find.
pub fn answer(
    thinker: &mut Thinker,
    request: &SearchRequest,
    monitor: &mut dyn Monitor,
) -> Result<SearchAnswer, SearchError> {
    let SearchRequest { root, past, limits, excluded, variety } = request;
    let known = variety.as_ref().and_then(|it| it.book_move(root, limits.seed, excluded));
    if let Some(best) = known {
        return Ok(SearchAnswer { best, score: Score::DRAW, depth: 0, nodes: 0, millis: 0 });
    }
    let varied = variety.as_ref().and_then(|it| Some((it, it.limits(limits)?)));
    let wanted = varied.as_ref().map_or(1, |(_, limits)| limits.multi_pv);
    let admitted = root.legal_moves().iter().filter(|mv| !excluded.contains(mv)).count();
    let wanted = admitted.min(wanted.into());
    let mut monitor = LineMonitor { monitor, excluded, wanted, lines: RootLines::default() };
    let actual = varied.as_ref().map_or(limits, |(_, limits)| limits);
    let SearchResult { best, score, depth, nodes, .. } =
        thinker.think_afresh(root, past, actual, &mut monitor);
    let best = best.ok_or(SearchError::NoMove)?;
    let millis = monitor.millis();
    let answer = SearchAnswer { best, score, depth, nodes, millis };
    let Some((variety, _)) = varied else { return Ok(answer) };
    Ok(monitor.vary(variety, limits, answer))
}

/// The monitor of a search with several variations, in front of one that hears of the best alone.
struct LineMonitor<'a> {
    monitor: &'a mut dyn Monitor,
    excluded: &'a [Move],
    /// The number of variations of the search.
    wanted: usize,
    lines: RootLines,
}

impl LineMonitor<'_> {
    /// Chooses among the variations, and reports the one that was chosen. A search that was stopped
    /// may have a better move than any of them.
    fn vary(&mut self, variety: &Variety, limits: &Limits, answer: SearchAnswer) -> SearchAnswer {
        let lines = std::mem::take(&mut self.lines);
        let lines = lines.lines();
        let chosen = variety.choose(lines, limits);
        let (Some(chosen), Some(first)) = (chosen, lines.first()) else { return answer };
        let best = chosen.pv.first().copied().filter(|_| first.pv.first() == Some(&answer.best));
        let Some(best) = best.filter(|best| *best != answer.best) else { return answer };
        let RootLine { depth, score, ref pv } = *chosen;
        let SearchAnswer { nodes, millis, .. } = answer;
        self.report(&Report { multi_pv: 1, depth, seldepth: depth, score, nodes, millis, pv });
        SearchAnswer { best, score, depth, ..answer }
    }
}

impl Monitor for LineMonitor<'_> {
    fn millis(&self) -> u64 {
        self.monitor.millis()
    }

    fn is_stopped(&self) -> bool {
        self.monitor.is_stopped()
    }

    fn admits(&self, mv: Move) -> bool {
        !self.excluded.contains(&mv)
    }

    fn report(&mut self, report: &Report<'_>) {
        self.lines.hear(report, self.wanted);
        if report.multi_pv == 1 {
            self.monitor.report(report);
        }
    }
}
