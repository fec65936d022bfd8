//! Endgame problems: forced mates with one first move, as `chuhe-tune problems` makes them:
//!
//! ```console
//! chuhe-tune problems xiangqi.tsv --count 130 --each 22 --seed 7
//! chuhe-tune problems zhonggong.tsv --variant zhonggong --count 12 --each 4 --seed 7
//! chuhe-tune problems chess.tsv --variant chess --count 12 --each 4 --seed 7
//! ```
//!
//! `problems.tsv` has the lines of all three.

mod attempt;
mod theme;

pub use attempt::Attempt;
pub use theme::MateTheme;

use chuhe_core::AnyPosition;
use chuhe_core::Move;
use chuhe_core::rules::Rules;
use chuhe_host::fen;
use std::sync::LazyLock;

const FILE: &str = include_str!("problems.tsv");

/// All problems, by game, the easiest first.
static PROBLEMS: LazyLock<Vec<Problem>> =
    LazyLock::new(|| FILE.lines().skip(1).filter_map(Problem::read).collect());

/// A position in which Red, the side to move, mates by one first move only.
#[derive(Clone, Debug)]
pub struct Problem {
    pub start: AnyPosition,
    /// The number of Red's moves to the mate.
    pub moves: usize,
    pub theme: MateTheme,
    /// The nodes that the engine needed to see the mate.
    nodes: u64,
    /// A line to the mate. Black holds out as long as possible.
    pub solution: Vec<Move>,
    /// The board of its FEN, by which it is known.
    pub id: &'static str,
}

/// All problems, by game, the easiest first.
pub fn problems() -> &'static [Problem] {
    &PROBLEMS
}

impl Problem {
    pub const HIGHEST_GRADE: usize = 5;

    /// Reads a line of the file; `None` if it is not one.
    fn read(line: &'static str) -> Option<Self> {
        let mut fields = line.split('\t');
        let rules: Rules = fields.next()?.parse().ok()?;
        let text = fields.next()?;
        let start = fen::read_for(rules, text).ok()?.position;
        let moves = fields.next()?.parse().ok()?;
        let theme = MateTheme::from_name(fields.next()?)?;
        let nodes = fields.next()?.parse().ok()?;
        let solution =
            fields.next()?.split(' ').map(|mv| mv.parse().ok()).collect::<Option<_>>()?;
        Some(Self { start, moves, theme, nodes, solution, id: text.split(' ').next()? })
    }

    /// The grade, from 1 to [`Self::HIGHEST_GRADE`]. A mate in two has the first one. Each further
    /// move and each tenfold number of nodes beyond a thousand add two thirds of a grade.
    pub fn grade(&self) -> usize {
        let beyond = (self.nodes / 1000).checked_ilog10().map_or(0, |tens| tens as usize);
        let weight = self.moves.saturating_sub(2) + beyond;
        (1 + weight * 2 / 3).min(Self::HIGHEST_GRADE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_core::{Position, Side};
    use std::collections::HashSet;

    #[test]
    fn every_line_is_a_problem_and_its_solution_mates() {
        assert_eq!(problems().len(), FILE.lines().count() - 1);
        for problem in problems() {
            assert_eq!(problem.start.side(), Side::Red, "{}", problem.id);
            let mut position = problem.start.clone();
            for &mv in &problem.solution {
                position = position.try_play(mv).unwrap_or_else(|_| panic!("{mv}: {}", problem.id));
            }
            let ending = position.ending().expect(problem.id);
            assert_eq!(ending.winner, Some(Side::Red), "{}", problem.id);
            assert_eq!(problem.solution.len(), 2 * problem.moves - 1, "{}", problem.id);
        }
    }

    #[test]
    fn there_are_a_hundred_problems_of_all_grades_and_no_two_are_alike() {
        let usual = problems().iter().filter(|problem| problem.start.rules() == Rules::default());
        assert!(usual.clone().count() >= 100);
        for grade in 1..=Problem::HIGHEST_GRADE {
            assert!(usual.clone().any(|problem| problem.grade() == grade), "grade {grade}");
        }
        let ids: HashSet<_> = problems().iter().map(|problem| problem.id).collect();
        assert_eq!(ids.len(), problems().len());
    }
}
