//! Plays one game of a contest.

use crate::arena::active_player::{ActivePlayer, Thought};
use crate::arena::entrant::Limit;
use crate::arena::opening::Opening;
use chuhe_core::played::{Clocks, PlayedGame, Seat};
use chuhe_core::{AnyPosition, EndReason, Ending, Game, Score, Side};
use chuhe_host::engine::{Answer, Decision, EngineError, Info, QueryControl};
use std::time::Duration;

/// Conditions that end a game before the rules do. Scores are in hundredths of a soldier. If a player reports no score
/// for a move, `resign` and `draw` start to count moves from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// (moves, score): a player loses if both players report that it is at least `score` behind. They must report this
    /// with each of their last `moves` moves.
    pub resign: Option<(u32, i16)>,
    /// (moves, score, after): once move `after` is complete, the game is a draw if both players' scores lie within
    /// ± `score` in their last `moves` moves.
    pub draw: Option<(u32, i16, u32)>,
    /// The game is a draw after this number of plies, including those of the opening.
    pub max_plies: Option<usize>,
}

/// Arrays list Red's value first. A player loses if it exceeds its time by more than its margin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    pub limits: [Limit; 2],
    pub margins: [Duration; 2],
    pub adjudication: Adjudication,
}

#[derive(Clone, Debug)]
pub struct FinishedGame {
    pub game: Game<AnyPosition>,
    pub remark: Option<String>,
    /// The score, depth and time of each move; `None` for a move of the opening.
    pub thoughts: Vec<Option<Thought>>,
}

struct CurrentGame<'a> {
    terms: &'a Terms,
    played: PlayedGame<AnyPosition>,
    /// The time that both players together have used, in milliseconds.
    now: u64,
    /// The scores that the players reported for their moves, all seen from Red.
    scores: Vec<Option<Score>>,
    thoughts: Vec<Option<Thought>>,
    remark: Option<String>,
}

/// Plays a game between Red's player and Black's. Returns `None` if the game was cancelled.
///
/// # Errors
/// A player cannot be started, or its protocol cannot express the position. In both cases no player loses the game.
pub(crate) fn play(
    players: &mut [&mut ActivePlayer; 2],
    opening: &Opening,
    terms: &Terms,
    seed: u64,
    cancel: &QueryControl,
) -> Result<Option<FinishedGame>, (Side, EngineError)> {
    let mut current = CurrentGame::new(terms, opening.game());
    for side in Side::ALL {
        match players[side.index()].new_game(seed) {
            Ok(()) => {}
            Err(_) if cancel.is_cancelled() => return Ok(None),
            Err(error) if is_no_loss(&error) => return Err((side, error)),
            Err(error) => current.forfeit(side, &error),
        }
    }
    current.played.start_clock(current.now);
    while let Some(side) = current.played.turn() {
        let limit = terms.limits[side.index()];
        let clocks = Side::ALL.map(|side| current.played.clocks().clock(side, current.now));
        let player = &mut players[side.index()];
        match player.play(current.played.game(), limit, clocks, terms.margins[side.index()], cancel)
        {
            Ok(answer) => current.take(side, &answer),
            Err(_) if cancel.is_cancelled() => return Ok(None),
            Err(error) if is_no_loss(&error) => return Err((side, error)),
            Err(error) => current.forfeit(side, &error),
        }
    }
    let CurrentGame { played, remark, thoughts, .. } = current;
    Ok(Some(FinishedGame { game: played.into_game(), remark, thoughts }))
}

/// Returns true if the setup of the contest caused the error, so that no player loses by it.
const fn is_no_loss(error: &EngineError) -> bool {
    matches!(error, EngineError::Inexpressible { .. } | EngineError::Start { .. })
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl<'a> CurrentGame<'a> {
    fn new(terms: &'a Terms, game: Game<AnyPosition>) -> Self {
        let clocks = Clocks::new(terms.limits.map(Limit::time_control));
        let thoughts = vec![None; game.moves().len()];
        let played = PlayedGame::new(game, [Seat::Computer; 2], clocks);
        Self { terms, played, now: 0, scores: Vec::new(), thoughts, remark: None }
    }

    fn forfeit(&mut self, side: Side, error: &EngineError) {
        // The first player that fails loses. A later failure changes nothing.
        self.remark.get_or_insert_with(|| format!("{side}: {error}"));
        match error {
            EngineError::Late | EngineError::Hung => self.played.lose_on_time(side, self.now),
            _ => self.played.forfeit(side, self.now),
        }
    }

    fn take(&mut self, side: Side, answer: &Answer) {
        let Answer { decision, info: Info { score, depth, .. }, took } = *answer;
        self.now = self.now.saturating_add(millis(took));
        let late = self.played.clocks().overrun(side, self.now);
        if late > millis(self.terms.margins[side.index()]) {
            self.remark = Some(format!("{side}: {late} ms too late"));
            return self.played.lose_on_time(side, self.now);
        }
        match decision {
            Decision::Resign => self.played.resign(side, self.now),
            // A player that claims its own loss is treated as if it resigned.
            Decision::Claim(winner) if winner == Some(!side) => {
                self.played.resign(side, self.now);
            }
            Decision::Claim(_) => {
                self.remark = Some(format!("{side}: claims an end that is none"));
                self.played.forfeit(side, self.now);
            }
            Decision::Play { mv, draw } => {
                if let Err(error) = self.played.play(mv, self.now) {
                    self.remark = Some(format!("{side}: {error}"));
                    return self.played.forfeit(side, self.now);
                }
                let for_red = |score: Score| if side == Side::Red { score } else { -score };
                self.scores.push(score.map(for_red));
                self.thoughts.push(Some(Thought { score, depth, took }));
                if draw && self.played.offer_draw() {
                    self.played.agree_draw(self.now);
                }
                self.adjudicate();
            }
        }
    }

    fn adjudicate(&mut self) {
        let Adjudication { resign, draw, max_plies } = self.terms.adjudication;
        let played = self.played.game().moves().len();
        let last = |moves: u32| {
            let from = self.scores.len().checked_sub(2 * moves as usize)?;
            self.scores[from..].iter().copied().collect::<Option<Vec<Score>>>()
        };
        let mut ending = None;
        if let Some(scores) = resign.and_then(|(moves, _)| last(moves)) {
            let most = resign.map_or(i16::MAX, |(_, score)| score);
            if scores.iter().all(|score| score.get() >= most) {
                ending = Some(Ending::win(Side::Red, EndReason::Adjudication));
            } else if scores.iter().all(|score| score.get() <= -most) {
                ending = Some(Ending::win(Side::Black, EndReason::Adjudication));
            }
        }
        if let Some((moves, most, after)) = draw
            && played >= 2 * after as usize
            && last(moves).is_some_and(|scores| scores.iter().all(|s| s.get().abs() <= most))
        {
            ending = Some(Ending::draw(EndReason::Adjudication));
        }
        if max_plies.is_some_and(|most| played >= most) {
            ending = Some(Ending::draw(EndReason::Adjudication));
        }
        // If the rules have ended the game already, `finish` does not replace that ending.
        if let Some(ending) = ending {
            self.played.finish(ending, self.now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::command_line::CommandLine;
    use crate::arena::schedule::Pairing;
    use chuhe_core::Position;
    use chuhe_core::rules::Rules;

    /// Returns the terms of a contest whose command line is `-engine cmd=builtin`, followed by `options`.
    fn terms(options: &str) -> Terms {
        let line = format!("-engine cmd=builtin {options}");
        let contest = CommandLine::read(line.split(' ')).unwrap().contest().unwrap();
        contest.terms(Pairing { black: 1, ..Pairing::default() })
    }

    #[test]
    fn games_end_as_in_the_table() {
        for row in include_str!("endings.txt").lines().filter(|row| !row.starts_with('#')) {
            let columns: Vec<&str> = row.split(" | ").collect();
            let [options, turns, end] = columns[..] else { panic!("{row}") };
            let terms = terms(options);
            let mut current = CurrentGame::new(&terms, Game::new(Rules::Xiangqi.start()));
            current.played.start_clock(0);
            let mut told = "goes on".to_owned();
            for (plies, turn) in (1..).zip(turns.split(' ')) {
                let (score, millis) = turn.split_once('@').unwrap_or((turn, "0"));
                let score = Some(Score::new(score.parse().unwrap()));
                let took = Duration::from_millis(millis.parse().unwrap());
                let position = current.played.game().position();
                let (side, mv) = (position.side(), position.legal_moves()[0]);
                let decision = Decision::Play { mv, draw: false };
                let info = Info { score, ..Info::default() };
                current.take(side, &Answer { decision, info, took });
                if let Some(ending) = current.played.game().ending() {
                    let winner = ending.winner.map_or("draw".to_owned(), |side| side.to_string());
                    told = format!("{plies} {winner}");
                    break;
                }
            }
            assert_eq!(told, end, "{row}");
        }
    }

    #[test]
    fn the_first_player_that_fails_is_named() {
        let terms = terms("-each depth=1 -engine cmd=builtin");
        let mut current = CurrentGame::new(&terms, Game::new(Rules::Xiangqi.start()));
        Side::ALL.into_iter().for_each(|side| current.forfeit(side, &EngineError::Closed));
        assert_eq!(current.remark.as_deref(), Some("red: has closed its output"));
    }
}
