//! Plays the games of a tuning, and writes down its values after each batch.

use super::{PairResult, Parameter, Spsa, State, StateError};
use crate::active_player::{ActivePlayer, PlayerError};
use crate::entrant::{Entrant, Player};
use crate::opening::Openings;
use crate::play::{Terms, play};
use chuhe_core::Side;
use chuhe_core::rules::Rules;
use chuhe_host::Random;
use chuhe_host::engine::{Engine, EngineOption, QueryControl, Spec};
use parking_lot::Mutex;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// A tuning: the engine, the values, and the conditions of the games.
#[derive(Debug)]
pub struct Tuning {
    /// The game.
    pub rules: Rules,
    /// The engine, which plays against itself.
    pub engine: Spec,
    /// The values.
    pub spsa: Spsa,
    /// The number of pairs between two updates.
    pub batch: u64,
    /// The openings.
    pub openings: Openings,
    /// The number of games played at the same time.
    pub concurrency: usize,
    /// The conditions of the games.
    pub terms: Terms,
    /// The file that keeps the values.
    pub state: State,
    /// True if the tuning in the state file goes on.
    pub resume: bool,
}

/// The tuning cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    /// The engine cannot be started.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The engine has no such option, or it does not take the values.
    #[error("the engine has no option {name} that takes {value}")]
    Option {
        /// The name.
        name: String,
        /// A value of the parameter.
        value: f64,
    },
    /// The state file cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
    /// The standard output cannot be written.
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

/// A finished pair of games, or the reason why it was not played.
type Played = Result<(u64, PairResult), PlayerError>;

/// The pairs that wait, and the control of each worker's current query.
struct Shared {
    next: Mutex<u64>,
    end: u64,
    stopped: AtomicBool,
    queries: Mutex<Vec<QueryControl>>,
}

impl Tuning {
    /// Plays until all pairs are played, or until `interrupted` is set. Each batch is a line on
    /// `out`; the parameters with their new values come last.
    ///
    /// # Errors
    /// Fails if the engine cannot be started or lacks an option, or if a file cannot be used.
    pub fn run(
        mut self,
        interrupted: &AtomicBool,
        out: &mut impl Write,
    ) -> Result<Vec<Parameter>, TuningError> {
        self.check_options()?;
        self.state.read(&mut self.spsa, self.resume)?;
        let all = self.spsa.course.pairs;
        while self.spsa.pairs < all && !interrupted.load(SeqCst) {
            let end = all.min(self.spsa.pairs + self.batch);
            let Some(results) = self.play_pairs(end, interrupted)? else { break };
            self.spsa.learn(&results);
            self.state.write(&self.spsa)?;
            self.print_progress(out)?;
        }
        let tuned = self.spsa.tuned();
        tuned.iter().try_for_each(|parameter| writeln!(out, "{parameter}"))?;
        out.flush()?;
        Ok(tuned)
    }

    /// Starts the engine once, and checks that it has an option for each parameter.
    fn check_options(&self) -> Result<(), TuningError> {
        let engine = Engine::start(self.engine.clone(), self.rules)
            .map_err(|error| PlayerError::Engine { words: self.engine.command.join(" "), error })?;
        let options = engine.options();
        engine.quit();
        for parameter in &self.spsa.parameters {
            let named = |option: &&EngineOption| option.name.eq_ignore_ascii_case(&parameter.name);
            let option = options.iter().find(named);
            for value in [parameter.min, parameter.max] {
                let takes = |option: &EngineOption| option.takes(&value.to_string());
                if !option.is_some_and(takes) {
                    return Err(TuningError::Option { name: parameter.name.clone(), value });
                }
            }
        }
        Ok(())
    }

    /// Plays the next pairs up to a number. Returns `None` if it is interrupted.
    fn play_pairs(
        &self,
        end: u64,
        interrupted: &AtomicBool,
    ) -> Result<Option<Vec<PairResult>>, PlayerError> {
        let first = self.spsa.pairs;
        let workers = self.concurrency.clamp(1, (end - first) as usize);
        let shared = Shared {
            next: Mutex::new(first),
            end,
            stopped: AtomicBool::new(false),
            queries: Mutex::new(vec![QueryControl::default(); workers]),
        };
        let (sender, played) = mpsc::channel();
        let mut results = thread::scope(|scope| {
            for worker in 0..workers {
                let (sender, shared) = (sender.clone(), &shared);
                scope.spawn(move || self.work(worker, shared, &sender));
            }
            drop(sender);
            collect(&played, &shared, interrupted)
        })?;
        results.sort_by_key(|(pair, _)| *pair);
        let is_complete = results.len() as u64 == end - first;
        Ok(is_complete.then(|| results.into_iter().map(|(_, result)| result).collect()))
    }

    /// Plays pairs until none are left.
    fn work(&self, worker: usize, shared: &Shared, sender: &Sender<Played>) {
        while let Some(pair) = shared.take() {
            let played = match self.play_pair(pair, worker, shared) {
                Ok(Some(result)) => Ok((pair, result)),
                Ok(None) => return,
                Err(error) => Err(error),
            };
            if sender.send(played).is_err() {
                return;
            }
        }
    }

    /// Plays both games of a pair; `None` when they were cancelled.
    fn play_pair(
        &self,
        pair: u64,
        worker: usize,
        shared: &Shared,
    ) -> Result<Option<PairResult>, PlayerError> {
        let entrants = self.spsa.settings(pair).map(|values| self.entrant(&values));
        let mut plus = ActivePlayer::new(&entrants[0], self.rules)?;
        let mut minus = ActivePlayer::new(&entrants[1], self.rules)?;
        let opening = self.openings.for_pair(pair);
        let mut result = PairResult::default();
        for side in Side::ALL {
            let mut players = match side {
                Side::Red => [&mut plus, &mut minus],
                Side::Black => [&mut minus, &mut plus],
            };
            let Some(control) = shared.begin(worker) else { return Ok(None) };
            let seed = Random::sequence(self.spsa.seed, pair).next();
            let played = play(&mut players, &opening, &self.terms, seed, &control);
            match played {
                Ok(Some(game)) => {
                    let winner = game.game.ending().and_then(|ending| ending.winner);
                    let place = winner.map_or(1, |winner| if winner == side { 0 } else { 2 });
                    result.games[place] += 1;
                }
                Ok(None) => return Ok(None),
                Err((_, error)) => {
                    return Err(PlayerError::Engine { words: entrants[0].words.clone(), error });
                }
            }
        }
        plus.quit();
        minus.quit();
        Ok(Some(result))
    }

    /// Returns the engine with the values as its options.
    fn entrant(&self, values: &[f64]) -> Entrant {
        let mut engine = self.engine.clone();
        let named = self.spsa.parameters.iter().zip(values);
        engine
            .options
            .extend(named.map(|(parameter, value)| (parameter.name.clone(), value.to_string())));
        Entrant { words: engine.command.join(" "), player: Player::Program(engine), limit: None }
    }

    /// Writes the number of pairs, the results, and the values that have gone furthest.
    fn print_progress(&self, out: &mut impl Write) -> io::Result<()> {
        const SHOWN: usize = 4;
        let Spsa { parameters, values, pairs, course, games: [won, drawn, lost], .. } = &self.spsa;
        let mut gone: Vec<(&Parameter, f64)> =
            parameters.iter().zip(values.iter().copied()).collect();
        let steps =
            |(parameter, value): &(&Parameter, f64)| (value - parameter.value) / parameter.step;
        gone.sort_by(|one, other| steps(other).abs().total_cmp(&steps(one).abs()));
        write!(out, "{pairs}/{} pairs  +{won} ={drawn} -{lost} ", course.pairs)?;
        for (Parameter { name, value: first, .. }, value) in gone.into_iter().take(SHOWN) {
            write!(out, " {name} {first} -> {value:.2}")?;
        }
        writeln!(out)?;
        out.flush()
    }
}

/// Collects the results of pairs until all workers have stopped.
fn collect(
    played: &Receiver<Played>,
    shared: &Shared,
    interrupted: &AtomicBool,
) -> Result<Vec<(u64, PairResult)>, PlayerError> {
    let mut results = Ok(Vec::new());
    loop {
        match played.recv_timeout(Duration::from_millis(100)) {
            Ok(Ok(pair)) => {
                if let Ok(results) = &mut results {
                    results.push(pair);
                }
            }
            Ok(Err(error)) => {
                results = Err(error);
                shared.stop();
            }
            Err(RecvTimeoutError::Disconnected) => return results,
            Err(RecvTimeoutError::Timeout) if interrupted.load(SeqCst) => shared.stop(),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

impl Shared {
    /// Returns the next pair.
    fn take(&self) -> Option<u64> {
        let mut next = self.next.lock();
        let pair = *next;
        let is_left = pair < self.end && !self.stopped.load(SeqCst);
        *next += u64::from(is_left);
        is_left.then_some(pair)
    }

    /// Returns the control of a worker's next game.
    fn begin(&self, worker: usize) -> Option<QueryControl> {
        let mut queries = self.queries.lock();
        queries[worker] = QueryControl::default();
        (!self.stopped.load(SeqCst)).then(|| queries[worker].clone())
    }

    /// Cancels the current games and starts no more.
    fn stop(&self) {
        let queries = self.queries.lock();
        self.stopped.store(true, SeqCst);
        queries.iter().for_each(QueryControl::cancel);
    }
}
