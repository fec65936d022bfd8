//! Endgame problems: mates that only one first move forces. These commands make problems:
//!
//! ```console
//! chuhe-tune problems xiangqi.tsv --count 100 --each 1000 --nodes 1000 --seed 601
//! chuhe-tune problems chess.tsv --variant chess --count 50 --each 1000 --nodes 1000 --seed 801
//! ```
//!
//! Another seed makes other problems. The proof of a problem tries every move of both sides. A web page has only the
//! problems of `problems.tsv`. Deep searches found the 138 oldest problems of this file. They include all mates in more
//! than five moves. Stockfish solves 210 of 211 problems of chess, and Fairy-Stockfish all 634 of xiangqi. Neither
//! engine finds as fast a mate with another first move. This command repeats the check with both engines:
//!
//! ```console
//! CHUHE_PROBLEMS=all cargo test --package chuhe-tests --test programs -- problems --nocapture
//! ```

use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Move, Position, Score};
use chuhe_host::fen;
use chuhe_view::text::Text;
use std::sync::OnceLock;

static PROBLEMS: OnceLock<Vec<Problem>> = OnceLock::new();

/// (name in the file, text) of each theme: a pattern of the mate, or a way to the mate.
pub(crate) const THEMES: [(&str, Text); 18] = [
    ("angler-horse", Text::AnglerHorse),
    ("back-rank", Text::BackRank),
    ("bare-face", Text::BareFace),
    ("bottom-cannon", Text::BottomCannon),
    ("checks", Text::ContinuousChecks),
    ("corner-horse", Text::CornerHorse),
    ("double-chariots", Text::DoubleChariots),
    ("double-check", Text::DoubleCheck),
    ("doubled-cannons", Text::DoubledCannons),
    ("horse-cannon", Text::HorseCannon),
    ("iron-bolt", Text::IronBolt),
    ("moon-from-the-sea", Text::MoonFromTheSea),
    ("palace-horse", Text::PalaceHorse),
    ("quiet", Text::QuietMove),
    ("sacrifice", Text::Sacrifice),
    ("smothered", Text::SmotheredMate),
    ("soldier", Text::SoldierMate),
    ("soldier-in-palace", Text::SoldierInPalace),
];

/// A position with Red to move, in which only one first move forces mate within `moves` moves.
#[derive(Clone, Debug)]
pub struct Problem {
    pub start: AnyPosition,
    /// The number of Red's moves to the mate.
    pub moves: usize,
    pub theme: Text,
    /// The number of nodes that the engine searched before it saw the mate.
    nodes: u64,
    /// The moves of both sides to the mate. Black delays the mate as long as possible.
    pub solution: Vec<Move>,
    /// The board field of the FEN, which identifies the problem.
    pub id: &'static str,
}

/// All problems, sorted by game, the easiest first. In a page the list is empty until the problems are fetched.
pub fn problems() -> &'static [Problem] {
    #[cfg(not(target_family = "wasm"))]
    set_problems(concat!(include_str!("problems.tsv"), include_str!("more_problems.tsv")));
    PROBLEMS.get().map_or(&[], Vec::as_slice)
}

/// Sets the problems to the lines of a file such as `problems.tsv`. A second call changes nothing.
pub fn set_problems(file: &'static str) {
    PROBLEMS.get_or_init(|| {
        let mut problems: Vec<_> = file.lines().skip(1).filter_map(Problem::read).collect();
        let game = |rules| Rules::PLAYABLE.iter().position(|&known| known == rules);
        problems.sort_by_key(|it| (game(it.start.rules()), it.moves, it.nodes));
        problems
    });
}

impl Problem {
    pub const HIGHEST_GRADE: usize = 5;

    fn read(line: &'static str) -> Option<Self> {
        let mut fields = line.split('\t');
        let rules: Rules = fields.next()?.parse().ok()?;
        let text = fields.next()?;
        let start = fen::read_for(rules, text).ok()?.position;
        let moves = fields.next()?.parse().ok()?;
        let name = fields.next()?;
        let theme = THEMES.iter().find(|(known, _)| *known == name)?.1;
        let nodes = fields.next()?.parse().ok()?;
        let solution = fields.next()?.split(' ').map(Move::from_name).collect::<Option<_>>()?;
        Some(Self { start, moves, theme, nodes, solution, id: text.split(' ').next()? })
    }

    /// The difficulty of the problem as an Elo number.
    pub(crate) fn rating(&self) -> u16 {
        600 + 250 * self.grade() as u16
    }

    /// The grade, from 1 to 5. A mate in two that needs fewer than 10,000 nodes has grade 1. Each further move adds two
    /// thirds, and each further factor of ten in the nodes adds two thirds. The sum is rounded down.
    pub fn grade(&self) -> usize {
        let beyond = (self.nodes / 1000).checked_ilog10().map_or(0, |tens| tens as usize);
        let weight = self.moves.saturating_sub(2) + beyond;
        (1 + weight * 2 / 3).min(Self::HIGHEST_GRADE)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attempt {
    pub problem: usize,
    /// The number of hints given: 1 for the theme, 2 for the piece, 3 for the move.
    pub hints: u8,
}

impl Attempt {
    pub fn problem(self) -> &'static Problem {
        &problems()[self.problem]
    }

    pub(crate) fn written(self, moves: &[Move]) -> String {
        let begin = format!("{} {}", self.problem().id, self.hints);
        moves.iter().fold(begin, |text, mv| format!("{text} {mv:?}"))
    }

    pub(crate) fn read(text: &str) -> Option<(Self, Vec<Move>)> {
        let mut words = text.split(' ');
        let id = words.next()?;
        let problem = problems().iter().position(|problem| problem.id == id)?;
        let hints = words.next()?.parse::<u8>().ok()?.min(3);
        Some((Self { problem, hints }, words.map_while(Move::from_name).collect()))
    }

    /// True if Red can still mate in time after the moves `played`. The `score` of Black's reply decides this. A move
    /// of the solution is always right, because its mate is proved.
    pub fn is_right(self, played: &[Move], score: Option<Score>) -> bool {
        if self.problem().solution.starts_with(played) {
            return true;
        }
        let left = 2 * self.problem().moves.saturating_sub(played.len().div_ceil(2));
        let mated = score.and_then(Score::mate_distance).filter(|&distance| distance < 0);
        mated.is_some_and(|distance| usize::from(distance.unsigned_abs()) <= left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_core::Side;
    use std::collections::HashSet;

    #[test]
    fn every_line_is_a_problem_and_its_solution_mates() {
        let lines =
            include_str!("problems.tsv").lines().chain(include_str!("more_problems.tsv").lines());
        assert_eq!(problems().len(), lines.count() - 1);
        for problem in problems() {
            assert_eq!(problem.start.side(), Side::Red, "{}", problem.id);
            let mut position = problem.start.clone();
            for &mv in &problem.solution {
                position =
                    position.try_play(mv).unwrap_or_else(|_| panic!("{mv:?}: {}", problem.id));
            }
            let ending = position.ending().expect(problem.id);
            assert_eq!(ending.winner, Some(Side::Red), "{}", problem.id);
            assert_eq!(problem.solution.len(), 2 * problem.moves - 1, "{}", problem.id);
        }
    }

    #[test]
    fn there_are_a_thousand_problems_of_all_grades_and_no_two_are_alike() {
        let usual = problems().iter().filter(|problem| problem.start.rules() == Rules::default());
        assert!(usual.clone().count() >= 600 && problems().len() >= 1000);
        for grade in 1..=Problem::HIGHEST_GRADE {
            assert!(usual.clone().any(|problem| problem.grade() == grade), "grade {grade}");
        }
        let ids: HashSet<_> = problems().iter().map(|problem| problem.id).collect();
        assert_eq!(ids.len(), problems().len());
    }
}
