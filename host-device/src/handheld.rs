use crate::buttons::Button;
use crate::selection::{Selection, SelectionResult};
use crate::settings::{Row, Settings, neighbour};
use chuhe_core::played::{Clocks, PlayedGame, Seat};
use chuhe_core::rules::Rules;
use chuhe_core::{
    AnyPosition, Bitboard, Ending, Game, Move, PlayError, Position, Score, Side, Square,
};
use core::fmt;

/// The largest number of plies in a game. A game that reaches this number is drawn.
pub const RECORD: usize = 1024;

pub type TheGame = Game<AnyPosition, RECORD>;

/// The state of the handheld: a game, the cursor and the menu. It turns presses of buttons into events.
/// A [`Frame`](crate::Frame) draws it.
#[derive(Debug)]
pub struct Handheld {
    settings: Settings,
    played: PlayedGame<AnyPosition, RECORD>,
    seed: u64,
    pub(crate) selection: Selection,
    menu: Option<Row>,
    /// The best move of the last search, if a button interrupted the search.
    pub(crate) found: Option<Move>,
    /// The time of the last tick, in milliseconds.
    now: u64,
}

impl Handheld {
    // This function copies a game on the stack. Because it is not inlined, these copies are gone when it returns.
    #[inline(never)]
    pub fn new(settings: Settings) -> Self {
        let (seats, clocks) = (settings.person.seats(), Clocks::new([settings.clock; 2]));
        Self {
            settings,
            played: PlayedGame::new(Game::bounded(settings.rules.start()), seats, clocks),
            seed: 0,
            selection: Selection::new(),
            menu: None,
            found: None,
            now: 0,
        }
    }

    /// Creates a handheld that continues a game; `None` if a move is not legal. The clocks run from the first tick on.
    pub fn restored(
        settings: Settings,
        rules: Rules,
        seed: u64,
        clocks: Clocks,
        moves: impl Iterator<Item = Option<Move>>,
    ) -> Option<Self> {
        let mut game = Game::bounded(rules.start());
        for mv in moves {
            game.play(mv?).ok()?;
        }
        let mut handheld = Self::new(settings);
        handheld.seed = seed;
        handheld.played.begin(game, clocks);
        Some(handheld)
    }

    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    pub const fn game(&self) -> &TheGame {
        self.played.game()
    }

    pub fn rules(&self) -> Rules {
        self.game().position().rules()
    }

    pub const fn seed(&self) -> u64 {
        self.seed
    }

    pub const fn clocks(&self) -> &Clocks {
        self.played.clocks()
    }

    pub fn has_clocks(&self) -> bool {
        self.clocks().left(Side::Red, self.now).is_some()
    }

    pub const fn now(&self) -> u64 {
        self.now
    }

    pub const fn cursor(&self) -> Square {
        self.selection.cursor
    }

    pub const fn menu(&self) -> Option<Row> {
        self.menu
    }

    pub fn is_computers_turn(&self) -> bool {
        self.played.seat_to_move() == Some(Seat::Computer)
    }

    /// True if the computer has to think now. The computer waits while the menu is open.
    pub fn is_to_think(&self) -> bool {
        self.is_computers_turn() && self.menu.is_none()
    }

    pub fn can(&self, row: Row) -> bool {
        match row {
            Row::MoveNow => self.is_computers_turn() && self.found.is_some(),
            Row::Undo => self.played.takeback_ply(usize::MAX).is_ok(),
            _ => true,
        }
    }

    /// Advances the clock of the side to move. Clocks stop while the menu is open and before the first move.
    /// Returns true if the seconds that a clock shows have changed.
    pub fn tick(&mut self, now: u64) -> bool {
        let clocks = self.played.clocks();
        let before = Side::ALL.map(|side| seconds(clocks, side, self.now));
        self.now = now;
        if self.menu.is_none() && !self.game().moves().is_empty() {
            self.played.start_clock(now);
        }
        self.played.check_flag(now);
        before != Side::ALL.map(|side| seconds(self.played.clocks(), side, now))
    }

    /// Handles a button that is pressed at the time `now` in milliseconds. A new game takes `now` as its seed, so
    /// the time must differ from game to game. The game pauses while the menu is open.
    pub fn press(&mut self, button: Button, now: u64) -> Option<HandheldEvent> {
        self.tick(now);
        let event = match self.menu {
            Some(row) => self.choose(row, button),
            None => self.select(button),
        };
        self.played.pause(self.menu.is_some(), now);
        event
    }

    fn select(&mut self, button: Button) -> Option<HandheldEvent> {
        if button != Button::Select {
            self.selection.step(button, self.rules().size(), self.settings.flipped);
            return None;
        }
        if self.is_computers_turn() {
            self.menu = Some(Row::Back);
            return None;
        }
        match self.selection.choose(self.played.game()) {
            SelectionResult::Move(mv) => Some(self.play(mv)),
            SelectionResult::Changed => None,
            SelectionResult::Nothing => {
                self.menu = Some(Row::Back);
                None
            }
        }
    }

    fn choose(&mut self, row: Row, button: Button) -> Option<HandheldEvent> {
        match button {
            Button::Up | Button::Down => {
                self.menu = Some(neighbour(&Row::ALL, row, button == Button::Down));
                return None;
            }
            _ if matches!(row, Row::Rules | Row::Clock | Row::Level | Row::Person) => {
                self.settings.change(row, button != Button::Left);
                self.played.set_seats(self.settings.person.seats());
                return None;
            }
            Button::Select if self.can(row) => self.menu = None,
            _ => return None,
        }
        match row {
            Row::MoveNow => self.found.map(|mv| self.play(mv)),
            Row::New => Some(self.begin()),
            Row::Undo => self.takeback(),
            Row::Flip => {
                self.settings.flipped = !self.settings.flipped;
                None
            }
            _ => None,
        }
    }

    pub fn play(&mut self, mv: Move) -> HandheldEvent {
        let side = self.game().position().side();
        self.selection.chosen = Bitboard::EMPTY;
        self.found = None;
        match self.played.play(mv, self.now) {
            Ok(()) => HandheldEvent::Played { rules: self.rules(), side, mv },
            Err(error) => HandheldEvent::Refused(error),
        }
    }

    fn begin(&mut self) -> HandheldEvent {
        let clocks = Clocks::new([self.settings.clock; 2]);
        self.played.restart(self.settings.rules.start(), clocks);
        self.seed = self.now;
        self.selection = Selection::new();
        self.found = None;
        HandheldEvent::Began { rules: self.rules(), seed: self.seed }
    }

    fn takeback(&mut self) -> Option<HandheldEvent> {
        self.selection.chosen = Bitboard::EMPTY;
        self.found = None;
        self.played.takeback(self.now).ok()?;
        let mv = *self.game().undone().first()?;
        Some(HandheldEvent::Undone(self.rules(), mv))
    }
}

/// Returns the seconds that the clock of a side shows, rounded up; `None`: the side has no clock.
fn seconds(clocks: &Clocks, side: Side, now: u64) -> Option<u32> {
    clocks.left(side, now).map(|left| (left as u32).div_ceil(1000))
}

/// An event of the handheld, for its log. The seed determines the computer's errors at lower levels. The depth is
/// that of the last completed search, in plies. The score is from the view of the side to move. Sizes are in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandheldEvent {
    Began { rules: Rules, seed: u64 },
    Pressed(Button),
    Played { rules: Rules, side: Side, mv: Move },
    Undone(Rules, Move),
    Thought { depth: u8, score: Score, nodes: u64 },
    Ended(Ending),
    Refused(PlayError),
    Shown { waits: bool },
    Stack { used: usize, size: usize },
}

impl fmt::Display for HandheldEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Began { rules, seed } => write!(f, "began {rules}, seed {seed}"),
            Self::Pressed(button) => write!(f, "pressed {}", button.name()),
            Self::Played { rules, side, mv } => write!(f, "{side} plays {}", rules.move_name(*mv)),
            Self::Undone(rules, mv) => write!(f, "undone {}", rules.move_name(*mv)),
            Self::Thought { depth, score, nodes } => {
                write!(f, "depth {depth}, score {}, {nodes} positions", score.get())
            }
            Self::Ended(Ending { winner: Some(winner), reason }) => {
                write!(f, "{winner} wins: {reason}")
            }
            Self::Ended(Ending { winner: None, reason }) => write!(f, "drawn: {reason}"),
            Self::Refused(error) => write!(f, "refused: {error}"),
            Self::Shown { waits: true } => f.write_str("shown, waiting"),
            Self::Shown { waits: false } => f.write_str("shown, thinking"),
            Self::Stack { used, size } => write!(f, "stack {used} of {size} bytes"),
        }
    }
}
