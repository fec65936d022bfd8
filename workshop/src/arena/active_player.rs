//! Runs a player of a contest: the built-in one, or a program.

use crate::arena::entrant::{Entrant, Limit, Player};
use chuhe_core::rules::Rules;
use chuhe_core::{
    AnyPosition, Clock, Game, Level, Limits, Position, Score, SearchLine, Side, Time,
};
use chuhe_host::engine::{
    Answer, Budget, Decision, Engine, EngineError, Info, Protocol, QueryControl,
};
use chuhe_host::{LineMonitor, Thinker};
use std::fmt;
use std::time::{Duration, Instant};

/// The milliseconds that the built-in player holds in reserve at each move.
const OVERHEAD: u64 = 5;
/// The timeout of a move without a time limit.
const PATIENCE: Duration = Duration::from_secs(120);

#[derive(Debug)]
pub(crate) enum ActivePlayer {
    BuiltIn { name: String, level: Level, thinker: Box<Thinker>, seed: u64 },
    Program(Box<Engine>),
}

/// The score that a player gives its move, with depth and time. The text form is like cutechess's: `+0.35/12 0.100s`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    pub score: Option<Score>,
    pub depth: Option<u32>,
    pub took: Duration,
}

impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(score) = self.score {
            match score.mate_distance() {
                Some(plies) => write!(f, "{}M{}", if plies > 0 { '+' } else { '-' }, plies.abs())?,
                None => write!(f, "{:+.2}", f64::from(score.get()) / 100.0)?,
            }
            write!(f, "/{} ", self.depth.unwrap_or(0))?;
        }
        write!(f, "{:.3}s", self.took.as_secs_f64())
    }
}

impl ActivePlayer {
    pub(crate) fn new(entrant: &Entrant, rules: Rules) -> Result<Self, String> {
        match &entrant.player {
            Player::BuiltIn { name, level, hash } => {
                let thinker = Thinker::new(*hash, 1)
                    .map_err(|_| format!("no memory for a table of {hash} MiB"))?;
                let (name, thinker) = (name.clone(), Box::new(thinker));
                Ok(Self::BuiltIn { name, level: *level, thinker, seed: 0 })
            }
            Player::Program(spec) => match Engine::start(spec.clone(), rules) {
                Ok(engine) => Ok(Self::Program(Box::new(engine))),
                Err(error) => Err(format!("{}: {error}", entrant.words)),
            },
        }
    }

    pub(crate) fn name(&self) -> &str {
        match self {
            Self::BuiltIn { name, .. } => name,
            Self::Program(engine) => engine.name(),
        }
    }

    pub(crate) fn new_game(&mut self, game_seed: u64) -> Result<(), EngineError> {
        match self {
            Self::BuiltIn { thinker, seed, .. } => {
                thinker.clear();
                *seed = game_seed;
                Ok(())
            }
            Self::Program(engine) => engine.new_game(),
        }
    }

    /// Asks for a move. A player without a clock has `None` in `clocks`.
    pub(crate) fn play(
        &mut self,
        game: &Game<AnyPosition>,
        limit: Limit,
        clocks: [Option<Clock>; 2],
        margin: Duration,
        cancel: &QueryControl,
    ) -> Result<Answer, EngineError> {
        let side = game.position().side();
        match self {
            Self::BuiltIn { level, thinker, seed, .. } => {
                let mut limits = Limits { level: *level, seed: *seed, ..Limits::default() };
                match (limit, clocks[side.index()]) {
                    (_, Some(clock)) => limits.time = Some(Time::of_clock(clock, OVERHEAD)),
                    (Limit::MoveTime(millis), _) => {
                        limits.time = Some(Time::per_move(millis.saturating_sub(OVERHEAD).max(1)));
                    }
                    (Limit::Depth(depth), _) => limits.depth = depth,
                    (Limit::Nodes(nodes), _) => limits.nodes = nodes,
                    (Limit::Clock { .. }, None) => {}
                }
                let asked = Instant::now();
                let clock = || asked.elapsed().as_millis() as u64;
                let report = |_: &SearchLine| ();
                let mut monitor = LineMonitor { clock, token: cancel.token(), report };
                let found = thinker.think(game.position(), game.past(), &limits, &mut monitor);
                let took = asked.elapsed();
                if cancel.is_cancelled() {
                    return Err(EngineError::Cancelled);
                }
                let mv = found.best().ok_or(EngineError::NoMove)?;
                let (score, depth) = (Some(found.score), Some(found.depth.into()));
                let info = Info { score, depth, ..Info::default() };
                Ok(Answer { decision: Decision::Play { mv, draw: false }, info, took })
            }
            Self::Program(engine) => {
                let budget = budget(limit, clocks, side);
                let patience = patience(limit, clocks[side.index()], engine.protocol()) + margin;
                let deadline = Instant::now() + patience;
                engine.think(game, &budget, deadline, cancel, &mut |_| {})
            }
        }
    }

    pub(crate) fn quit(self) {
        if let Self::Program(engine) = self {
            engine.quit();
        }
    }
}

/// Returns the limits of a move for an engine. An engine with a clock gets both clocks. If the opponent has no clock,
/// the engine gets its own clock twice.
fn budget(limit: Limit, clocks: [Option<Clock>; 2], side: Side) -> Budget {
    let own = clocks[side.index()];
    let both = own.map(|own| clocks.map(|clock| clock.unwrap_or(own)));
    let mut budget = Budget { clocks: both, ..Budget::default() };
    match limit {
        Limit::MoveTime(millis) => budget.movetime = Some(millis),
        Limit::Depth(depth) => budget.depth = Some(depth),
        Limit::Nodes(nodes) => budget.nodes = Some(nodes),
        Limit::Clock { .. } => {}
    }
    budget
}

/// The time after which an engine is told to move at once.
fn patience(limit: Limit, clock: Option<Clock>, protocol: Protocol) -> Duration {
    match (limit, clock) {
        (_, Some(clock)) => Duration::from_millis(clock.left),
        // In CECP, a time per move is in whole seconds. So a fraction of a second is sent as a clock for forty moves.
        // The engine may spend this whole clock on one move. Here whole seconds count forty times, too.
        (Limit::MoveTime(millis), _) if protocol == Protocol::Cecp => {
            Duration::from_millis(40 * millis)
        }
        (Limit::MoveTime(millis), _) => Duration::from_millis(millis),
        _ => PATIENCE,
    }
}
