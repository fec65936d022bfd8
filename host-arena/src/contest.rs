//! A contest, from its first game to its last.

use crate::entrant::Entrant;
use crate::limit::Limit;
use crate::opening::{Opening, Openings};
use crate::play::{Adjudication, Played, Terms, play};
use crate::results_file::{GameResult, ResultsError, ResultsFile};
use crate::schedule::{Pairing, Schedule};
use crate::seat::{Seat, SeatError};
use crate::standings::Standings;
use crate::stats::Sprt;
use chuhe_core::notation::Style;
use chuhe_core::rules::Rules;
use chuhe_core::{Ending, Side};
use chuhe_host::engine::QueryControl;
use chuhe_host::{Random, pgn};
use std::collections::{HashMap, HashSet, VecDeque};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// A contest to be played.
#[derive(Debug)]
pub struct Contest {
    /// Whose rules.
    pub rules: Rules,
    /// Who takes part; two at least.
    pub entrants: Vec<Entrant>,
    /// What each may use, if it has no limit of its own.
    pub limit: Limit,
    /// Who meets whom.
    pub schedule: Schedule,
    /// Where games begin.
    pub openings: Openings,
    /// What the results file says of the openings.
    pub openings_heading: String,
    /// How many games are played at the same time.
    pub concurrency: usize,
    /// By how much a player may overrun its time.
    pub margin: Duration,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// The test after whose verdict the contest ends.
    pub sprt: Option<Sprt>,
    /// Where the results are kept.
    pub results: Option<PathBuf>,
    /// Whether to go on with the results that are there.
    pub resume: bool,
    /// Where the games are written, behind those that are there.
    pub pgn: Option<PathBuf>,
    /// Draws the faults of the lower levels.
    pub seed: u64,
}

/// Why a contest cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// A player is not there.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// The results cannot be kept.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// The games cannot be written.
    #[error("{}: {error}", path.display())]
    Pgn {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The progress cannot be told.
    #[error("standard output: {0}")]
    Output(io::Error),
}

/// A game that a worker has played.
struct Finished {
    pairing: Pairing,
    opening: String,
    played: Played,
}

/// What the workers share.
struct Shared {
    waiting: Mutex<VecDeque<Pairing>>,
    openings: Mutex<Openings>,
    /// The openings of rounds that an earlier run began.
    begun: HashMap<usize, Opening>,
    stopped: AtomicBool,
    /// Of each worker, the question being answered.
    questions: Mutex<Vec<QueryControl>>,
}

impl Contest {
    /// Plays until all games are over, the test has its verdict, or `interrupted` is set. Every
    /// game that is over is told in a line on `out`, and the standings at the end.
    ///
    /// # Errors
    /// When a player cannot be started, or what happens cannot be written down.
    pub fn run(
        mut self,
        interrupted: &AtomicBool,
        out: &mut impl Write,
    ) -> Result<Standings, ContestError> {
        let names = self.introduce()?;
        let mut standings = Standings::new(names, self.schedule.games);
        let (mut record, over) = self.open_record()?;
        over.iter().for_each(|line| standings.add(line));
        let mut pgn = self.open_pgn()?;
        let total = self.schedule.pairings().count();
        let workers = self.concurrency.clamp(1, total.max(1));
        let shared = self.share(&over, workers);
        let mut done = over.len();
        let (sender, finished) = mpsc::channel();
        let contest = &self;
        let outcome = thread::scope(|scope| {
            for worker in 0..workers {
                let (sender, shared) = (sender.clone(), &shared);
                scope.spawn(move || contest.work(worker, shared, &sender));
            }
            drop(sender);
            let mut outcome = Ok(());
            loop {
                let game = match finished.recv_timeout(Duration::from_millis(100)) {
                    Ok(Ok(game)) => game,
                    Ok(Err(error)) => {
                        outcome = Err(ContestError::Seat(error));
                        shared.stop();
                        continue;
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => {
                        if interrupted.load(SeqCst) {
                            shared.stop();
                        }
                        continue;
                    }
                };
                if outcome.is_err() {
                    continue;
                }
                done += 1;
                let line = game_result(&game);
                standings.add(&line);
                outcome = contest
                    .write_pgn(&mut pgn, &game, &standings)
                    .and_then(|()| record.as_mut().map_or(Ok(()), |record| Ok(record.add(&line)?)))
                    .and_then(|()| {
                        contest
                            .tell(out, &line, &standings, (done, total))
                            .map_err(ContestError::Output)
                    });
                if outcome.is_err() || contest.is_decided(&standings) {
                    shared.stop();
                }
            }
            outcome
        });
        outcome?;
        write!(out, "\n{standings}").and_then(|()| out.flush()).map_err(ContestError::Output)?;
        Ok(standings)
    }

    /// Starts every player once, to see that it is there and what it is called.
    fn introduce(&self) -> Result<Vec<String>, ContestError> {
        let mut names: Vec<String> = Vec::new();
        for entrant in &self.entrants {
            let seat = Seat::new(entrant, self.rules)?;
            let name = seat.name().to_owned();
            seat.quit();
            let same = names.iter().filter(|known| known.split(" #").next() == Some(&name)).count();
            names.push(if same == 0 { name } else { format!("{name} #{}", same + 1) });
        }
        Ok(names)
    }

    fn open_record(&self) -> Result<(Option<ResultsFile>, Vec<GameResult>), ContestError> {
        let Some(path) = &self.results else { return Ok((None, Vec::new())) };
        let mut heading = vec![format!("rules\t{}", self.rules)];
        heading.extend(self.entrants.iter().map(|entrant| format!("engine\t{}", entrant.words)));
        heading.push(format!("limit\t{}", self.limit));
        heading.push(format!("openings\t{}", self.openings_heading));
        heading.push(format!("games\t{}", self.schedule.games));
        if self.schedule.gauntlet {
            heading.push("gauntlet\tyes".to_owned());
        }
        let (record, lines) = ResultsFile::open(path, &heading, self.resume)?;
        let players = self.entrants.len();
        if let Some(at) =
            lines.iter().position(|line| line.pairing.red.max(line.pairing.black) >= players)
        {
            let line = at + 1;
            return Err(ResultsError::Line { path: path.clone(), line }.into());
        }
        Ok((Some(record), lines))
    }

    fn open_pgn(&self) -> Result<Option<File>, ContestError> {
        let Some(path) = &self.pgn else { return Ok(None) };
        let opened = OpenOptions::new().append(true).create(true).open(path);
        opened.map(Some).map_err(|error| ContestError::Pgn { path: path.clone(), error })
    }

    fn share(&mut self, over: &[GameResult], workers: usize) -> Shared {
        let played: HashSet<usize> = over.iter().map(|line| line.pairing.number).collect();
        let waiting =
            self.schedule.pairings().filter(|pairing| !played.contains(&pairing.number)).collect();
        let begun = over.iter().filter_map(|line| {
            let openings = Opening::read_list(self.rules, &line.opening).ok()?;
            Some((line.pairing.round, openings.into_iter().next()?))
        });
        let none = Openings::List(vec![Opening::usual(self.rules)]);
        Shared {
            waiting: Mutex::new(waiting),
            begun: begun.collect(),
            openings: Mutex::new(std::mem::replace(&mut self.openings, none)),
            stopped: AtomicBool::new(false),
            questions: Mutex::new(vec![QueryControl::default(); workers]),
        }
    }

    /// Plays games as long as there are any.
    fn work(&self, worker: usize, shared: &Shared, sender: &Sender<Result<Finished, SeatError>>) {
        let mut seats: HashMap<usize, Seat> = HashMap::new();
        while let Some((pairing, cancel)) = shared.next(worker) {
            let opening = shared.opening(pairing.round);
            // Whoever does not play now makes room.
            let players = [pairing.red, pairing.black];
            seats
                .extract_if(|player, _| !players.contains(player))
                .for_each(|(_, seat)| seat.quit());
            let mut take = |player: usize| match seats.remove(&player) {
                Some(seat) => Ok(seat),
                None => Seat::new(&self.entrants[player], self.rules),
            };
            let (mut red, mut black) = match (take(pairing.red), take(pairing.black)) {
                (Ok(red), Ok(black)) => (red, black),
                (Err(error), _) | (_, Err(error)) => {
                    // Nobody may listen any longer.
                    let _ = sender.send(Err(error));
                    return;
                }
            };
            let terms = self.terms(pairing);
            let seed = Random::new(self.seed ^ pairing.number as u64).next();
            let played = play(&mut [&mut red, &mut black], &opening, &terms, seed, &cancel);
            seats.insert(pairing.red, red);
            seats.insert(pairing.black, black);
            let told = match played {
                Ok(Some(played)) => {
                    sender.send(Ok(Finished { pairing, opening: opening.to_string(), played }))
                }
                Ok(None) => break,
                Err((side, error)) => {
                    let player = if side == Side::Red { pairing.red } else { pairing.black };
                    let words = self.entrants[player].words.clone();
                    sender.send(Err(SeatError::Engine { words, error }))
                }
            };
            if told.is_err() {
                break;
            }
        }
        seats.into_values().for_each(Seat::quit);
    }

    fn terms(&self, pairing: Pairing) -> Terms {
        let limit = |player: usize| self.entrants[player].limit.unwrap_or(self.limit);
        Terms {
            limits: [limit(pairing.red), limit(pairing.black)],
            margin: self.margin,
            adjudication: self.adjudication,
        }
    }

    fn is_decided(&self, standings: &Standings) -> bool {
        self.sprt.is_some_and(|sprt| sprt.judge(&standings.tally(0, 1)).passed().is_some())
    }

    fn write_pgn(
        &self,
        file: &mut Option<File>,
        game: &Finished,
        standings: &Standings,
    ) -> Result<(), ContestError> {
        let (Some(file), Some(path)) = (file, &self.pgn) else { return Ok(()) };
        let pairing = game.pairing;
        let mut record = pgn::GameRecord::new(game.played.game.clone());
        record.set_tag("Event", "chuhe-arena");
        record.set_tag("Round", format!("{}.{}", pairing.round + 1, pairing.number + 1));
        record.set_tag("Red", standings.name(pairing.red));
        record.set_tag("Black", standings.name(pairing.black));
        let [red, black] = self.terms(pairing).limits;
        record.set_tag(
            "TimeControl",
            if red == black { red.to_string() } else { format!("{red} / {black}") },
        );
        if let Some(remark) = &game.played.remark {
            record.set_tag("Remark", remark.clone());
        }
        // In one piece, so that a run that is killed leaves no half of a game.
        let text = format!("{}\n", record.to_pgn(Style::Iccs));
        file.write_all(text.as_bytes())
            .map_err(|error| ContestError::Pgn { path: path.clone(), error })
    }

    fn tell(
        &self,
        out: &mut impl Write,
        line: &GameResult,
        standings: &Standings,
        (done, total): (usize, usize),
    ) -> io::Result<()> {
        let pairing = line.pairing;
        let result = ["0-1", "1/2-1/2", "1-0"][usize::from(line.red_half_points.min(2))];
        let (red, black) = (standings.name(pairing.red), standings.name(pairing.black));
        write!(
            out,
            "{done}/{total}  {red} {result} {black}  ({}, {} plies)",
            line.reason, line.plies
        )?;
        if !line.remark.is_empty() {
            write!(out, "  [{}]", line.remark)?;
        }
        if self.entrants.len() == 2 {
            write!(out, "  {}", standings.duel())?;
        }
        if let Some(sprt) = self.sprt {
            let verdict = sprt.judge(&standings.tally(0, 1));
            write!(out, ", LLR {:+.2} [{:.2}, {:.2}]", verdict.llr, verdict.low, verdict.high)?;
            match verdict.passed() {
                Some(true) => write!(out, " H1: passed")?,
                Some(false) => write!(out, " H0: refused")?,
                None => {}
            }
        }
        writeln!(out)?;
        out.flush()
    }
}

impl Shared {
    /// The next game, and what cancels it.
    fn next(&self, worker: usize) -> Option<(Pairing, QueryControl)> {
        let mut questions = lock(&self.questions);
        if self.stopped.load(SeqCst) {
            return None;
        }
        let pairing = lock(&self.waiting).pop_front()?;
        let cancel = QueryControl::default();
        questions[worker] = cancel.clone();
        Some((pairing, cancel))
    }

    fn opening(&self, round: usize) -> Opening {
        match self.begun.get(&round) {
            Some(opening) => opening.clone(),
            None => lock(&self.openings).of_round(round),
        }
    }

    /// Breaks off the games under way; no other is begun.
    fn stop(&self) {
        let questions = lock(&self.questions);
        self.stopped.store(true, SeqCst);
        questions.iter().for_each(QueryControl::cancel);
    }
}

fn game_result(game: &Finished) -> GameResult {
    let ending = game.played.game.ending();
    let red_half_points = match ending {
        Some(Ending { winner: Some(Side::Red), .. }) => 2,
        Some(Ending { winner: Some(Side::Black), .. }) => 0,
        _ => 1,
    };
    GameResult {
        pairing: game.pairing,
        red_half_points,
        reason: ending.map_or_else(String::new, |ending| ending.reason.to_string()),
        plies: game.played.game.moves().len(),
        opening: game.opening.clone(),
        remark: game.played.remark.clone().unwrap_or_default(),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
