//! One game.

use crate::limit::Limit;
use crate::opening::Opening;
use crate::seat::{Seat, Turn};
use chuhe_core::AnyPosition;
use chuhe_core::{Clock, EndReason, Ending, Game, Position, Score, Side};
use chuhe_host::engine::{Decision, EngineError, QueryControl};
use std::time::Duration;

/// When a game is ended though the rules let it go on. Scores are in hundredths; players that tell
/// none are left alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// Lost for the one who is behind by a score, as both players see it for so many moves.
    pub resign: Option<(u32, i16)>,
    /// Drawn where neither is ahead by more than a score, as both players see it for so many
    /// moves; not before so many moves were played.
    pub draw: Option<(u32, i16, u32)>,
    /// Drawn after so many plies.
    pub max_plies: Option<usize>,
}

/// How a game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// What the players may use, Red's first.
    pub limits: [Limit; 2],
    /// By how much a player may overrun its time.
    pub margin: Duration,
    /// When to end it.
    pub adjudication: Adjudication,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game with its ending.
    pub game: Game<AnyPosition>,
    /// What else there is to say of the ending.
    pub remark: Option<String>,
}

/// A game under way.
struct Table<'a> {
    terms: &'a Terms,
    game: Game<AnyPosition>,
    clocks: [Option<Clock>; 2],
    /// What each move was worth to Red, as the one who made it saw it; the last one last.
    scores: Vec<Option<Score>>,
    /// Whether the last move came with the offer of a draw.
    offered: bool,
    remark: Option<String>,
}

/// Plays a game; `None` when it was cancelled. `seats` are Red's player and Black's.
///
/// # Errors
/// When a player cannot be started, or told what the game is about: that is nobody's loss.
pub(crate) fn play(
    seats: &mut [&mut Seat; 2],
    opening: &Opening,
    terms: &Terms,
    seed: u64,
    cancel: &QueryControl,
) -> Result<Option<Played>, (Side, EngineError)> {
    let mut table = Table {
        terms,
        game: opening.game(),
        clocks: terms.limits.map(Limit::clock),
        scores: Vec::new(),
        offered: false,
        remark: None,
    };
    for side in Side::ALL {
        match seats[side.index()].new_game(seed) {
            Ok(()) => {}
            Err(error) if is_no_loss(&error) => return Err((side, error)),
            Err(error) => table.forfeit(side, &error),
        }
    }
    while table.game.ending().is_none() {
        let side = table.game.position().side();
        let limit = terms.limits[side.index()];
        let seat = &mut seats[side.index()];
        match seat.play(&table.game, limit, table.clocks, terms.margin, cancel) {
            Ok(turn) => table.take(side, &turn),
            Err(_) if cancel.is_cancelled() => return Ok(None),
            Err(error) if is_no_loss(&error) => return Err((side, error)),
            Err(error) => table.forfeit(side, &error),
        }
    }
    Ok(Some(Played { game: table.game, remark: table.remark }))
}

/// Whether the contest is at fault, and not the player.
const fn is_no_loss(error: &EngineError) -> bool {
    matches!(error, EngineError::Inexpressible { .. } | EngineError::Start { .. })
}

impl Table<'_> {
    /// The game is over for a player who did not move.
    fn forfeit(&mut self, side: Side, error: &EngineError) {
        let reason = match error {
            EngineError::Late | EngineError::Hung => EndReason::Time,
            _ => EndReason::Forfeit,
        };
        self.remark = Some(format!("{side}: {error}"));
        self.game.end(Ending::win(!side, reason));
    }

    fn take(&mut self, side: Side, turn: &Turn) {
        if !self.keeps_time(side, turn.took) {
            return;
        }
        match turn.decision {
            Decision::Resign => self.game.resign(side),
            // Who says that it has lost, has.
            Decision::Claim(winner) if winner == Some(!side) => self.game.resign(side),
            Decision::Claim(_) => {
                self.remark = Some(format!("{side}: claims an end that is none"));
                self.game.end(Ending::win(!side, EndReason::Forfeit));
            }
            Decision::Play { mv, draw } => {
                if let Err(error) = self.game.play(mv) {
                    self.remark = Some(format!("{side}: {error}"));
                    self.game.end(Ending::win(!side, EndReason::Forfeit));
                    return;
                }
                let for_red = |score: Score| if side == Side::Red { score } else { -score };
                self.scores.push(turn.score.map(for_red));
                if draw && self.offered {
                    self.game.end(Ending::draw(EndReason::Agreement));
                }
                self.offered = draw;
                self.adjudicate();
            }
        }
    }

    /// Takes the time off a player's clock; whether there was enough.
    fn keeps_time(&mut self, side: Side, took: Duration) -> bool {
        let Some(clock) = &mut self.clocks[side.index()] else { return true };
        let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        let over = millis.saturating_sub(clock.left);
        if over > u64::try_from(self.terms.margin.as_millis()).unwrap_or(u64::MAX) {
            self.remark = Some(format!("{side}: {over} ms too late"));
            self.game.end(Ending::win(!side, EndReason::Time));
            return false;
        }
        clock.left = clock.left.saturating_sub(millis) + clock.increment;
        if let (Some(left), Limit::Clock { moves, base, .. }) =
            (&mut clock.moves, self.terms.limits[side.index()])
        {
            *left -= 1;
            if *left == 0 {
                *left = moves.unwrap_or(1);
                clock.left += base;
            }
        }
        true
    }

    fn adjudicate(&mut self) {
        let Adjudication { resign, draw, max_plies } = self.terms.adjudication;
        let played = self.game.moves().len();
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
        // Where the rules have ended the game, that stands.
        if let Some(ending) = ending {
            self.game.end(ending);
        }
    }
}
