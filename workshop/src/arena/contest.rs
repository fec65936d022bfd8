//! Plays the games of a contest on several threads, and reports them.

use crate::arena::active_player::ActivePlayer;
use crate::arena::entrant::Entrant;
use crate::arena::opening::{Opening, Openings};
use crate::arena::play::{Adjudication, FinishedGame, Terms, play};
use crate::arena::report::{self, Standings};
use crate::arena::results_file::{GameResult, ResultsFile, no_result};
use crate::arena::schedule::{Pairing, Schedule};
use crate::arena::stats::Sprt;
use crate::file_fault::of;
use chuhe_core::Side;
use chuhe_core::notation::Style;
use chuhe_core::rules::Rules;
use chuhe_host::Random;
use chuhe_host::engine::QueryControl;
use chuhe_host::text::read_line;
use chuhe_records::{GameTree, NodeId};
use parking_lot::Mutex;
use std::collections::{HashMap, HashSet, VecDeque};
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;
use std::{iter, thread};

#[derive(Debug, Default)]
pub struct Contest {
    pub rules: Rules,
    pub entrants: Vec<Entrant>,
    pub schedule: Schedule,
    pub openings: Openings,
    /// The description of the openings in the results file.
    pub openings_heading: String,
    pub concurrency: usize,
    pub adjudication: Adjudication,
    pub sprt: Option<Sprt>,
    pub results: Option<PathBuf>,
    pub resume: bool,
    /// The file to which the games are appended.
    pub pgn: Option<PathBuf>,
    /// The seed of random openings, of a random order of listed ones, and of the deliberate mistakes of lower levels.
    pub seed: u64,
    /// The number of games between two tables of results.
    pub interval: usize,
}

enum ContestEvent {
    Started(Pairing),
    Finished(Box<(GameResult, FinishedGame)>),
}

struct Report<'a, W> {
    contest: &'a Contest,
    out: &'a mut W,
    pgn: Option<File>,
    results: Option<ResultsFile>,
    standings: Standings,
    played: usize,
    total: usize,
}

struct Shared {
    waiting: Mutex<VecDeque<Pairing>>,
    openings: Mutex<Openings>,
    /// The openings of rounds that an earlier run has begun.
    earlier_openings: HashMap<usize, Opening>,
    /// The control of each worker's queries. The contest stops when these controls are cancelled.
    controls: Vec<QueryControl>,
}

impl Contest {
    /// Plays until all games are over, the SPRT is decided, or `interrupted` is set. Writes to `out` a line when a game
    /// begins and when it ends. Writes the results after every `interval` games and at the end.
    pub fn run(
        mut self,
        interrupted: &AtomicBool,
        out: &mut impl Write,
    ) -> Result<Standings, String> {
        let names = self.player_names()?;
        let mut standings = Standings::new(names, self.schedule.games);
        let (results, earlier) = self.open_results()?;
        earlier.iter().for_each(|result| standings.add(result));
        let append = OpenOptions::new().append(true).create(true).clone();
        let open = |path: &PathBuf| append.open(path).map_err(|error| of(path, error));
        let pgn = self.pgn.as_ref().map(open).transpose()?;
        let total = self.schedule.pairings().count();
        let workers = self.concurrency.clamp(1, total.max(1));
        let shared = self.share(&earlier, workers);
        if self.is_decided(&standings) {
            shared.stop();
        }
        let (contest, played) = (&self, earlier.len());
        let mut report = Report { contest, out, pgn, results, standings, played, total };
        let (sender, events) = mpsc::channel();
        thread::scope(|scope| {
            for control in &shared.controls {
                let (to, shared) = (sender.clone(), &shared);
                let work = move || contest.work(control, shared, &to);
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    // This send cannot fail: the receiver lives until the threads have ended.
                    let _ = sender.send(Err(format!("no thread for a game: {error}")));
                }
            }
            drop(sender);
            report.collect(&events, &shared, interrupted)
        })?;
        let results = report::results(&report.standings, contest.sprt);
        report.print(&format!("{results}Tournament finished\n"))?;
        Ok(report.standings)
    }

    /// Starts every player once, to test it and to learn its name.
    fn player_names(&self) -> Result<Vec<String>, String> {
        let mut names: Vec<String> = Vec::new();
        for entrant in &self.entrants {
            let player = ActivePlayer::new(entrant, self.rules)?;
            let name = player.name().to_owned();
            player.quit();
            let same = names.iter().filter(|known| known.split(" #").next() == Some(&name)).count();
            names.push(if same == 0 { name } else { format!("{name} #{}", same + 1) });
        }
        Ok(names)
    }

    fn open_results(&self) -> Result<(Option<ResultsFile>, Vec<GameResult>), String> {
        let Some(path) = &self.results else { return Ok((None, Vec::new())) };
        let mut heading = vec![format!("rules\t{}", self.rules)];
        heading.extend(self.entrants.iter().map(|entrant| format!("engine\t{}", entrant.words)));
        heading.push(format!("openings\t{}", self.openings_heading));
        heading.push(format!("games\t{}", self.schedule.games));
        if self.schedule.gauntlet {
            heading.push("gauntlet\tyes".to_owned());
        }
        let (mut file, mut results) = ResultsFile::open(path, &heading, self.resume)?;
        let players = self.entrants.len();
        let is_wrong = |game: &GameResult| game.pairing.red.max(game.pairing.black) >= players;
        if let Some(at) = results.iter().position(is_wrong) {
            // The file has one line before `heading`, and lines are counted from 1.
            return Err(no_result(path, heading.len() + at + 2));
        }
        // A killed run may have left a result whose game is not in the PGN file. That game is played again.
        let pgn = self.pgn.as_ref().filter(|pgn| pgn.is_file());
        if let (Some(pgn), Some(last)) = (pgn, results.last()) {
            let mut games = File::open(pgn).map(BufReader::new).map_err(|error| of(pgn, error))?;
            let tag = format!("[Round \"{}\"]", round(last.pairing));
            let mut is_there = false;
            while let Some(line) =
                read_line(&mut games, tag.len()).map_err(|error| of(pgn, error))?
            {
                is_there |= line == tag;
            }
            if !is_there {
                file.take_back(last)?;
                results.pop();
            }
        }
        Ok((Some(file), results))
    }

    fn share(&mut self, earlier: &[GameResult], workers: usize) -> Shared {
        let played: HashSet<usize> = earlier.iter().map(|line| line.pairing.number).collect();
        let waiting =
            self.schedule.pairings().filter(|pairing| !played.contains(&pairing.number)).collect();
        let earlier_openings = earlier.iter().filter_map(|line| {
            let openings = Opening::read_list(self.rules, &line.opening).ok()?;
            Some((line.pairing.round, openings.into_iter().next()?))
        });
        Shared {
            waiting: Mutex::new(waiting),
            earlier_openings: earlier_openings.collect(),
            openings: Mutex::new(std::mem::take(&mut self.openings)),
            controls: iter::repeat_with(QueryControl::default).take(workers).collect(),
        }
    }

    fn work(
        &self,
        control: &QueryControl,
        shared: &Shared,
        sender: &Sender<Result<ContestEvent, String>>,
    ) {
        let mut active: HashMap<usize, ActivePlayer> = HashMap::new();
        let next = || if control.is_cancelled() { None } else { shared.waiting.lock().pop_front() };
        while let Some(pairing) = next() {
            let opening = shared.opening(pairing.round);
            // Players that do not take part in this game quit, to free memory.
            let wanted = [pairing.red, pairing.black];
            let others = active.extract_if(|entrant, _| !wanted.contains(entrant));
            others.for_each(|(_, player)| player.quit());
            let mut take = |entrant: usize| match active.remove(&entrant) {
                Some(player) => Ok(player),
                None => ActivePlayer::new(&self.entrants[entrant], self.rules),
            };
            let (mut red, mut black) = match (take(pairing.red), take(pairing.black)) {
                (Ok(red), Ok(black)) => (red, black),
                (Err(error), _) | (_, Err(error)) => {
                    // This send cannot fail: the receiver lives until the threads have ended.
                    let _ = sender.send(Err(error));
                    return;
                }
            };
            let terms = self.terms(pairing);
            let seed = Random::new(self.seed ^ pairing.number as u64).next();
            // As above, this send cannot fail.
            let _ = sender.send(Ok(ContestEvent::Started(pairing)));
            let played = play(&mut [&mut red, &mut black], &opening, &terms, seed, control);
            active.insert(pairing.red, red);
            active.insert(pairing.black, black);
            let told = match played {
                Ok(Some(played)) => {
                    let result = game_result(pairing, &opening, &played);
                    sender.send(Ok(ContestEvent::Finished(Box::new((result, played)))))
                }
                Ok(None) => break,
                Err((side, error)) => {
                    let player = if side == Side::Red { pairing.red } else { pairing.black };
                    sender.send(Err(format!("{}: {error}", self.entrants[player].words)))
                }
            };
            if told.is_err() {
                break;
            }
        }
        active.into_values().for_each(ActivePlayer::quit);
    }

    pub(crate) fn terms(&self, pairing: Pairing) -> Terms {
        let players = [&self.entrants[pairing.red], &self.entrants[pairing.black]];
        Terms {
            limits: players.map(|player| player.limit),
            margins: players.map(|player| player.margin),
            adjudication: self.adjudication,
        }
    }

    fn is_decided(&self, standings: &Standings) -> bool {
        self.sprt.is_some_and(|sprt| sprt.judge(&standings.tally(0, 1)).passed().is_some())
    }
}

impl<W: Write> Report<'_, W> {
    fn collect(
        &mut self,
        events: &Receiver<Result<ContestEvent, String>>,
        shared: &Shared,
        interrupted: &AtomicBool,
    ) -> Result<(), String> {
        let mut outcome = Ok(());
        loop {
            match events.recv_timeout(Duration::from_millis(100)) {
                Ok(Ok(_)) if outcome.is_err() => {}
                Ok(Ok(ContestEvent::Started(pairing))) => {
                    outcome = self.print(&report::started(pairing, self.total, &self.standings));
                }
                Ok(Ok(ContestEvent::Finished(game))) => outcome = self.add(&game.0, &game.1),
                Ok(Err(error)) => outcome = Err(error),
                Err(RecvTimeoutError::Disconnected) => return outcome,
                Err(RecvTimeoutError::Timeout) => {}
            }
            let is_decided = self.contest.is_decided(&self.standings);
            if is_decided || outcome.is_err() || interrupted.load(SeqCst) {
                shared.stop();
            }
        }
    }

    fn add(&mut self, result: &GameResult, played: &FinishedGame) -> Result<(), String> {
        self.played += 1;
        self.standings.add(result);
        if let Some(results) = &mut self.results {
            results.add(result)?;
        }
        self.write_pgn(result.pairing, played)?;
        let mut text = report::finished(result, &self.standings);
        if self.played.is_multiple_of(self.contest.interval) && self.played < self.total {
            text += &report::results(&self.standings, self.contest.sprt);
        }
        self.print(&text)
    }

    fn write_pgn(&mut self, pairing: Pairing, played: &FinishedGame) -> Result<(), String> {
        let (Some(file), Some(path)) = (&mut self.pgn, &self.contest.pgn) else { return Ok(()) };
        let names = &self.standings.names;
        let mut record = GameTree::from(&played.game);
        let line: Vec<NodeId> = record.main_line().collect();
        for (node, thought) in line.into_iter().zip(&played.thoughts) {
            record.node_mut(node).comment =
                thought.map_or_else(|| "book".to_owned(), |thought| thought.to_string());
        }
        record.set_tag("Event", "chuhe-arena");
        record.set_tag("Round", round(pairing));
        record.set_tag("Red", &*names[pairing.red]);
        record.set_tag("Black", &*names[pairing.black]);
        let [red, black] = self.contest.terms(pairing).limits;
        let limits = if red == black { red.to_string() } else { format!("{red} / {black}") };
        record.set_tag("TimeControl", limits);
        if let Some(remark) = &played.remark {
            record.set_tag("Remark", remark.clone());
        }
        // One write per game, so that a killed run leaves no partial game.
        let text = format!("{}\n", record.to_pgn(Style::Iccs));
        let before = file.metadata().map_err(|error| of(path, error))?.len();
        file.write_all(text.as_bytes()).map_err(|error| {
            // Cut off the partial game that a full disk leaves. For a pipe, this call fails without harm.
            let _ = file.set_len(before);
            of(path, error)
        })
    }

    fn print(&mut self, text: &str) -> Result<(), String> {
        let printed = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
        printed.map_err(|error| format!("standard output: {error}"))
    }
}

impl Shared {
    fn opening(&self, round: usize) -> Opening {
        let earlier = self.earlier_openings.get(&round).cloned();
        earlier.unwrap_or_else(|| self.openings.lock().for_round(round))
    }

    fn stop(&self) {
        self.controls.iter().for_each(QueryControl::cancel);
    }
}

/// Returns the PGN tag `Round` of a game: the numbers of its round and of the game, both counted from 1.
fn round(pairing: Pairing) -> String {
    format!("{}.{}", pairing.round + 1, pairing.number + 1)
}

fn game_result(pairing: Pairing, opening: &Opening, played: &FinishedGame) -> GameResult {
    let ending = played.game.ending();
    let winner = ending.and_then(|ending| ending.winner);
    let red_half_points = winner.map_or(1, |side| if side == Side::Red { 2 } else { 0 });
    GameResult {
        pairing,
        red_half_points,
        reason: ending.map_or_else(String::new, |ending| ending.reason.to_string()),
        plies: played.game.moves().len(),
        opening: opening.to_string(),
        remark: played.remark.clone().unwrap_or_default(),
    }
}
