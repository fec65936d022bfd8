//! Chooses among the results of threads that searched the same position.

use chuhe_core::SearchLine;

/// Part of the weight of a vote, in hundredths of a soldier: it is added to the distance of the score from the lowest
/// score. Without this number, a vote for the lowest score would have the weight 0.
const BASE: i32 = 14;

/// Returns the index of the chosen result: the shortest win, else a result whose move has the most votes. As in
/// Stockfish, the weight of a vote grows with the depth of the result. It also grows with the distance of the score
/// from the lowest score. Of equal results the first is chosen. Panics if there is no result.
pub(crate) fn vote(results: &[SearchLine]) -> usize {
    let score = |index: usize| results[index].score;
    let lowest = (0..results.len()).map(score).min().expect("there is a result");
    let weight = |index: usize| {
        let above = i32::from(score(index).get()) - i32::from(lowest.get());
        i64::from(results[index].depth) * i64::from(above + BASE)
    };
    let votes = |index: usize| {
        let is_same = |other: &usize| results[*other].best() == results[index].best();
        (0..results.len()).filter(is_same).map(weight).sum::<i64>()
    };
    let rank =
        |&index: &usize| (Some(score(index)).filter(|it| it.is_win()), votes(index), weight(index));
    // The order is reversed, because `max_by_key` returns the last of equal maxima.
    (0..results.len()).rev().max_by_key(rank).expect("there is a result")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_core::rules::Rules;
    use chuhe_core::{Position, Score};

    /// Returns the index of the chosen result. Each result is `(index of a move, depth, score)`.
    fn winner(results: &[(usize, u8, Score)]) -> usize {
        let moves = Rules::Xiangqi.start().legal_moves();
        let result = |&(mv, depth, score): &(usize, u8, Score)| SearchLine {
            score,
            depth,
            pv: [moves[mv]].into_iter().collect(),
            ..SearchLine::default()
        };
        let results: Vec<_> = results.iter().map(result).collect();
        vote(&results)
    }

    #[test]
    fn the_move_with_the_most_votes_wins() {
        let score = Score::new;
        // A single result is chosen. Of equal results the first is chosen.
        assert_eq!(winner(&[(0, 9, score(5))]), 0);
        assert_eq!(winner(&[(0, 9, score(5)), (1, 9, score(5))]), 0);
        // A higher score wins, and so does a greater depth.
        assert_eq!(winner(&[(0, 9, score(5)), (1, 9, score(6))]), 1);
        assert_eq!(winner(&[(0, 9, score(5)), (1, 10, score(5))]), 1);
        // Two threads with the same move outvote one thread. The better of their two results is chosen.
        assert_eq!(winner(&[(0, 9, score(5)), (1, 8, score(5)), (1, 9, score(5))]), 2);
        // A thread that finished no depth has no vote.
        assert_eq!(winner(&[(0, 1, score(-300)), (1, 0, score(0)), (1, 0, score(0))]), 0);
    }

    #[test]
    fn the_shortest_win_needs_no_votes() {
        let (five, seven) = (Score::mate_in(5), Score::mate_in(7));
        let even = Score::new(20);
        assert_eq!(winner(&[(0, 20, even), (0, 20, even), (1, 6, seven)]), 2);
        assert_eq!(winner(&[(1, 20, seven), (1, 20, seven), (0, 6, five)]), 2);
        // A thread that sees no loss outvotes two threads that see a loss.
        assert_eq!(winner(&[(0, 20, -five), (0, 20, -five), (1, 19, even)]), 2);
    }
}
