use crate::search::Clock;
use crate::types::Side;

/// The time that a player gets, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeControl {
    /// No limit.
    #[default]
    None,
    /// This time for every move.
    PerMove(u64),
    /// A time for the whole game or for a stage of it, and an increment after every move.
    Game {
        /// The time at the start of the game. The same time is added at the end of each stage.
        base: u64,
        /// The time that is added after every move.
        increment: u64,
        /// The number of moves in a stage; `None` for a game without stages. A takeback does not
        /// change the move at which a stage ends.
        moves: Option<u16>,
    },
    /// Byo-yomi: a time for the whole game, and a period for every move after that time is used up. Then a move that
    /// takes less than its period costs nothing, because the next move gets a full period. The clock shows the time
    /// until the flag falls: what is left of the time for the game, plus the period.
    Byoyomi {
        /// The time for the whole game.
        base: u64,
        /// The time for every move after `base` is used up.
        period: u64,
    },
}

impl TimeControl {
    /// The time that a clock shows before the game; `None` without a limit.
    pub const fn at_start(self) -> Option<u64> {
        match self {
            Self::None => None,
            Self::PerMove(time) | Self::Game { base: time, .. } => Some(time),
            Self::Byoyomi { base, period } => Some(base.saturating_add(period)),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SideClock {
    control: TimeControl,
    /// The time left, before the time that a running turn has used so far is subtracted.
    left: u64,
    moves: Option<u16>,
}

impl SideClock {
    const fn new(control: TimeControl) -> Self {
        let left = match control.at_start() {
            Some(time) => time,
            None => 0,
        };
        let moves = match control {
            TimeControl::Game { moves, .. } => moves,
            _ => None,
        };
        Self { control, left, moves }
    }

    /// Gives the next move its full time, if the time control has a time for every move.
    fn refill(&mut self) {
        match self.control {
            TimeControl::PerMove(time) => self.left = time,
            TimeControl::Byoyomi { period, .. } => self.left = self.left.max(period),
            TimeControl::None | TimeControl::Game { .. } => {}
        }
    }

    fn add_after_move(&mut self) {
        self.refill();
        if let TimeControl::Game { increment, .. } = self.control {
            self.left = self.left.saturating_add(increment);
        }
    }
}

/// The clocks of both players. No method reads the time: the argument `now` is in milliseconds since any fixed moment.
///
/// # Examples
/// ```
/// use chuhe_core::Side;
/// use chuhe_core::played::{Clocks, TimeControl};
/// let control = TimeControl::Game { base: 60_000, increment: 5000, moves: None };
/// let mut clocks = Clocks::new([control; 2]);
/// clocks.start(Side::Red, 100_000);
/// assert_eq!(clocks.left(Side::Red, 110_000), Some(50_000));
/// clocks.press(110_000);
/// assert_eq!(clocks.left(Side::Red, 130_000), Some(55_000));
/// assert_eq!(clocks.left(Side::Black, 130_000), Some(40_000));
/// assert_eq!(clocks.fallen(170_000), Some(Side::Black));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    sides: [SideClock; 2],
    /// (side, since): the side whose clock runs, and the time of its start.
    running: Option<(Side, u64)>,
}

impl Clocks {
    /// The clocks at the start of a game, Red's time control first; neither runs.
    pub const fn new([red, black]: [TimeControl; 2]) -> Self {
        Self { sides: [SideClock::new(red), SideClock::new(black)], running: None }
    }

    /// The clocks of a new or resumed game, with the time that each side has left, Red's first; neither runs.
    pub const fn with_left(controls: [TimeControl; 2], left: [u64; 2]) -> Self {
        let mut clocks = Self::new(controls);
        clocks.sides[0].left = left[0];
        clocks.sides[1].left = left[1];
        clocks
    }

    /// The time control of a side, which never changes.
    pub const fn control(&self, side: Side) -> TimeControl {
        self.sides[side.index()].control
    }

    /// Returns whether the clock of either side runs.
    pub const fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Starts the clock of a side and stops the other clock. If this side's clock runs already, nothing changes.
    pub fn start(&mut self, side: Side, now: u64) {
        if self.running.is_none_or(|(running, _)| running != side) {
            self.stop(now);
            self.running = Some((side, now));
        }
    }

    /// Stops both clocks. The time used is subtracted from the clock that ran.
    pub fn stop(&mut self, now: u64) {
        if let Some((side, _)) = self.running {
            self.sides[side.index()].left = self.left(side, now).unwrap_or_default();
            self.running = None;
        }
    }

    /// Ends the running turn: the side's time control adds time, and the other clock starts.
    pub fn press(&mut self, now: u64) {
        let Some((side, _)) = self.running else { return };
        self.stop(now);
        self.sides[side.index()].add_after_move();
        self.count(side, -1);
        self.start(!side, now);
    }

    /// Adds `change` to the number of moves left in a stage: -1 for a move made, 1 for a move undone.
    /// After a takeback into an earlier stage, this number is larger than a whole stage. Therefore the end
    /// of that earlier stage does not add its time a second time.
    pub(super) fn count(&mut self, side: Side, change: i16) {
        let clock = &mut self.sides[side.index()];
        let TimeControl::Game { base, moves: Some(stage), .. } = clock.control else { return };
        let left = clock.moves.unwrap_or(stage).saturating_add_signed(change);
        clock.moves = Some(if left == 0 { stage } else { left });
        if left == 0 {
            clock.left = clock.left.saturating_add(base);
        }
    }

    /// Stops both clocks after a takeback. A time per move becomes full. A time for the whole game is not given back.
    pub fn take_back(&mut self, now: u64) {
        self.stop(now);
        self.sides.iter_mut().for_each(SideClock::refill);
    }

    /// The time that a side has left; `None` without a limit.
    pub fn left(&self, side: Side, now: u64) -> Option<u64> {
        let clock = &self.sides[side.index()];
        clock.control.at_start()?;
        Some(clock.left.saturating_sub(self.used(side, now)))
    }

    /// The time that a side has used beyond its limit; 0 without a limit.
    pub fn overrun(&self, side: Side, now: u64) -> u64 {
        let clock = &self.sides[side.index()];
        clock.control.at_start().map_or(0, |_| self.used(side, now).saturating_sub(clock.left))
    }

    /// The clock of a side in the form that the search needs; `None` without a limit.
    pub fn clock(&self, side: Side, now: u64) -> Option<Clock> {
        let left = self.left(side, now)?;
        let clock = &self.sides[side.index()];
        let (increment, moves) = match clock.control {
            TimeControl::Game { increment, .. } => (increment, clock.moves),
            // Until the time for the whole game is used up, the period counts as an increment.
            TimeControl::Byoyomi { period, .. } if left > period => (period, None),
            _ => (0, Some(1)),
        };
        Some(Clock { left, increment, moves })
    }

    /// The side whose clock runs and has no time left.
    pub fn fallen(&self, now: u64) -> Option<Side> {
        let (side, _) = self.running?;
        (self.left(side, now)? == 0).then_some(side)
    }

    fn used(&self, side: Side, now: u64) -> u64 {
        match self.running {
            Some((running, since)) if running == side => now.saturating_sub(since),
            _ => 0,
        }
    }
}
