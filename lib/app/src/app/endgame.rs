//! Attempts to solve endgame problems.

use super::{App, Note, Topic};
use crate::endgames::{Attempt, Problem, problems};
use crate::player::{Limit, PlayerSetting};
use chuhe_core::{Ending, Game, Level, Side};

/// The defender thinks this long. Its score also judges the attacker's move.
const DEFENCE: Limit = Limit::Seconds(2);

impl App {
    /// Starts an attempt to solve the problem of this index. A person plays Red.
    pub(super) fn attempt_problem(&mut self, problem: usize) {
        let attempt = Attempt { problem };
        self.begin(Game::new(attempt.problem().start.clone()));
        let players = [PlayerSetting::Person, PlayerSetting::Computer(Level::MAX)];
        self.game_model.set_players(players, DEFENCE);
        self.attempt = Some(attempt);
        self.face_person();
        self.note = Note::Aim(attempt.problem().moves);
    }

    /// Starts the next problem that is not solved, of the same game if there is one.
    pub(super) fn attempt_next(&mut self) {
        let all = problems();
        let first = self.attempt.map_or(0, |attempt| attempt.problem + 1);
        let next = (first..all.len()).chain(0..first).find(|&index| !self.is_solved(&all[index]));
        self.attempt_problem(next.unwrap_or(first % all.len()));
    }

    /// Plays the game again from its start.
    pub(super) fn restart(&mut self) {
        match self.attempt {
            Some(attempt) => self.attempt_problem(attempt.problem),
            None => {
                let mut game = self.game_model.game().clone();
                game.restart();
                self.begin(game);
            }
        }
    }

    /// Judges the last move of an attempt, after the computer's reply. A wrong move is taken back.
    pub(super) fn judge_attempt(&mut self) {
        let Some(attempt) = self.attempt else { return };
        let Some((_, played)) = self.game_model.game().moves().split_last() else { return };
        let info = self.game_model.info().filter(|info| info.ply == played.len());
        if !attempt.is_right(played, info.map(|info| info.score))
            && self.game_model.takeback_of(Side::Red, self.now).is_ok()
        {
            self.note = Note::WrongAttempt;
        }
    }

    /// Marks the problem of an attempt as solved when Red has won.
    pub(super) fn settle_attempt(&mut self) {
        let won = self.game_model.game().ending().is_some_and(|end| end.winner == Some(Side::Red));
        if let Some(attempt) = self.attempt.filter(|_| won) {
            self.settings.solved.insert(attempt.problem().id.to_owned());
        }
    }

    /// The banner at the end of a game: after a solved problem the next one comes first.
    pub(super) fn result(&self, ending: Ending) -> Topic {
        match self.attempt {
            Some(_) if ending.winner == Some(Side::Red) => Topic::Solved(ending),
            _ => Topic::Over(ending),
        }
    }

    /// The attempt under way.
    #[must_use]
    pub const fn attempt(&self) -> Option<Attempt> {
        self.attempt
    }

    /// True if the problem was solved, now or in an earlier game.
    #[must_use]
    pub fn is_solved(&self, problem: &Problem) -> bool {
        self.settings.solved.contains(problem.id)
    }
}
