//! Who meets whom.

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pairing {
    /// Its number, from 0.
    pub number: usize,
    /// Its round, from 0: the games of two players in a round have the same opening.
    pub round: usize,
    /// Who plays Red.
    pub red: usize,
    /// Who plays Black.
    pub black: usize,
}

/// How players meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// How many players there are.
    pub players: usize,
    /// Whether only the first one meets the others, instead of everybody everybody.
    pub gauntlet: bool,
    /// How many rounds.
    pub rounds: usize,
    /// How many games two players have in a round: one, or two with each side once.
    pub games: usize,
}

impl Schedule {
    /// The games in the order in which they are to be begun.
    ///
    /// ```
    /// use chuhe_arena::schedule::Schedule;
    /// let schedule = Schedule { players: 3, gauntlet: false, rounds: 1, games: 2 };
    /// let met: Vec<_> = schedule.pairings().map(|game| (game.red, game.black)).collect();
    /// assert_eq!(met, [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]);
    /// ```
    pub fn pairings(&self) -> impl Iterator<Item = Pairing> {
        let Self { players, gauntlet, rounds, games } = *self;
        let firsts = if gauntlet { 1 } else { players };
        let meetings = (0..firsts).flat_map(move |a| (a + 1..players).map(move |b| (a, b)));
        let all = (0..rounds).flat_map(move |round| {
            meetings.clone().flat_map(move |(a, b)| {
                // With one game a round, the sides change from round to round.
                (0..games).map(move |game| {
                    if (round * (games % 2) + game) % 2 == 0 {
                        (round, a, b)
                    } else {
                        (round, b, a)
                    }
                })
            })
        });
        all.enumerate().map(|(number, (round, red, black))| Pairing { number, round, red, black })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        let schedule = Schedule { players: 3, gauntlet: true, rounds: 2, games: 1 };
        let met: Vec<_> = schedule.pairings().map(|game| (game.red, game.black)).collect();
        assert_eq!(met, [(0, 1), (0, 2), (1, 0), (2, 0)]);
    }
}
