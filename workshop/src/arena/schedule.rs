//! Lists the pairings of a contest.

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pairing {
    pub number: usize,
    /// The number of the round, from 0. All games of a round have the same opening.
    pub round: usize,
    pub red: usize,
    pub black: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Schedule {
    pub players: usize,
    /// True if only the first player meets the others. Otherwise all players meet each other.
    pub gauntlet: bool,
    pub rounds: usize,
    /// The number of games that two players play in a round: 1, or 2 with exchanged sides.
    pub games: usize,
}

impl Schedule {
    /// Returns the games in the order in which they begin.
    ///
    /// ```
    /// use chuhe_workshop::arena::schedule::Schedule;
    /// let met = |schedule: Schedule| -> Vec<(usize, usize)> {
    ///     schedule.pairings().map(|game| (game.red, game.black)).collect()
    /// };
    /// let all = Schedule { players: 3, gauntlet: false, rounds: 1, games: 2 };
    /// assert_eq!(met(all), [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]);
    /// let by_the_first = Schedule { gauntlet: true, rounds: 2, games: 1, ..all };
    /// assert_eq!(met(by_the_first), [(0, 1), (0, 2), (1, 0), (2, 0)]);
    /// ```
    pub fn pairings(&self) -> impl Iterator<Item = Pairing> {
        let Self { players, gauntlet, rounds, games } = *self;
        let firsts = if gauntlet { 1 } else { players };
        let meetings = (0..firsts).flat_map(move |a| (a + 1..players).map(move |b| (a, b)));
        let all = (0..rounds).flat_map(move |round| {
            meetings.clone().flat_map(move |(a, b)| {
                // If two players play one game a round, they change sides from round to round.
                (0..games).map(move |game| {
                    let is_turned = (round * (games % 2) + game) % 2 == 1;
                    if is_turned { (round, b, a) } else { (round, a, b) }
                })
            })
        });
        all.enumerate().map(|(number, (round, red, black))| Pairing { number, round, red, black })
    }
}
