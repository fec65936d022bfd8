use crate::buttons::Button;
use crate::event::HandheldEvent;
use crate::game::{RECORD, TheGame};
use crate::menu::{self, MenuAction, Row};
use crate::selection::{Selection, SelectionResult};
use crate::settings::Settings;
use chuhe_core::played::{Clocks, PlayedGame, Seat, TimeControl};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Bitboard, Game, Move, Position, Square};

/// The state of the handheld: a game, the cursor and the menu. Buttons go in, events come out.
/// A [`Frame`](crate::Frame) draws it.
///
/// ```
/// use chuhe_device::{Button, HandheldEvent, Handheld, Settings};
/// let mut handheld = Handheld::new(Settings::new());
/// // Choose the middle soldier and push it.
/// for button in [Button::Up; 3] {
///     assert_eq!(handheld.press(button, 0), None);
/// }
/// handheld.press(Button::Select, 0);
/// handheld.press(Button::Up, 0);
/// let event = handheld.press(Button::Select, 0);
/// assert!(matches!(event, Some(HandheldEvent::Played { .. })));
/// assert!(handheld.is_computers_turn());
/// ```
#[derive(Debug)]
pub struct Handheld {
    settings: Settings,
    played: PlayedGame<AnyPosition, RECORD>,
    seed: u64,
    selection: Selection,
    menu: Option<Row>,
    /// The best move of an interrupted search.
    found: Option<Move>,
}

/// The clocks of every game: there is no time limit.
const NO_CLOCKS: Clocks = Clocks::new([TimeControl::None; 2]);
/// The time of every event, because no clock runs.
const NO_TIME: u64 = 0;

impl Handheld {
    // It is not inlined, so that its copies of a game leave the stack first.
    #[inline(never)]
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            played: PlayedGame::new(
                Game::bounded(settings.rules.start()),
                settings.person.seats(),
                NO_CLOCKS,
            ),
            seed: 0,
            selection: Selection::new(),
            menu: None,
            found: None,
        }
    }

    /// Creates a handheld in the middle of a game. Returns `None` if a move is not legal.
    pub fn restored(
        settings: Settings,
        rules: Rules,
        seed: u64,
        moves: impl Iterator<Item = Option<Move>>,
    ) -> Option<Self> {
        let mut handheld = Self::new(Settings { rules, ..settings });
        (handheld.settings, handheld.seed) = (settings, seed);
        for mv in moves {
            handheld.played.play(mv?, NO_TIME).ok()?;
        }
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

    /// The seed of the computer's mistakes at its level.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    pub const fn cursor(&self) -> Square {
        self.selection.cursor
    }

    pub const fn chosen(&self) -> Bitboard {
        self.selection.chosen
    }

    pub fn targets(&self) -> Bitboard {
        self.selection.targets(self.game())
    }

    /// The row of the menu with the focus, if the menu is open.
    pub const fn menu(&self) -> Option<Row> {
        self.menu
    }

    /// True if the computer is to move.
    pub fn is_computers_turn(&self) -> bool {
        self.played.seat_to_move() == Some(Seat::Computer)
    }

    /// True if the computer is to think now. While the menu is open, it waits.
    pub fn is_to_think(&self) -> bool {
        self.is_computers_turn() && self.menu.is_none()
    }

    /// True if a row of the menu has an effect now.
    pub fn can(&self, row: Row) -> bool {
        match row {
            Row::MoveNow => self.is_computers_turn() && self.found.is_some(),
            Row::Undo => self.played.takeback_ply(usize::MAX).is_ok(),
            _ => true,
        }
    }

    /// Handles a pressed button. `millis` must differ from game to game; it becomes the seed of a
    /// new game.
    pub fn press(&mut self, button: Button, millis: u64) -> Option<HandheldEvent> {
        if let Some(row) = self.menu {
            return self.choose(menu::action_of(row, button), millis);
        }
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

    fn choose(&mut self, choice: MenuAction, millis: u64) -> Option<HandheldEvent> {
        match choice {
            MenuAction::Focus(row) => {
                self.menu = Some(row);
                None
            }
            MenuAction::Change(row, on) => {
                match row {
                    Row::Rules => self.settings.change_rules(on),
                    Row::Level => self.settings.change_level(on),
                    _ => {
                        self.settings.change_person(on);
                        self.played.set_seats(self.settings.person.seats());
                    }
                }
                None
            }
            MenuAction::Activate(row) if !self.can(row) => None,
            MenuAction::Activate(row) => {
                self.menu = None;
                match row {
                    Row::MoveNow => self.found.map(|mv| self.play(mv)),
                    Row::New => Some(self.begin(millis)),
                    Row::Undo => self.takeback(),
                    Row::Flip => {
                        self.settings.flipped = !self.settings.flipped;
                        None
                    }
                    _ => None,
                }
            }
        }
    }

    /// Plays a move of a person or of the computer.
    pub fn play(&mut self, mv: Move) -> HandheldEvent {
        let side = self.game().position().side();
        self.selection.chosen = Bitboard::EMPTY;
        self.found = None;
        match self.played.play(mv, NO_TIME) {
            Ok(()) => HandheldEvent::Played { rules: self.rules(), side, mv },
            Err(error) => HandheldEvent::Refused(error),
        }
    }

    /// Keeps the best move of an interrupted search.
    pub const fn keep(&mut self, found: Option<Move>) {
        self.found = found;
    }

    fn begin(&mut self, seed: u64) -> HandheldEvent {
        self.played.restart(self.settings.rules.start());
        self.seed = seed;
        self.selection = Selection::new();
        self.found = None;
        HandheldEvent::Began { rules: self.rules(), seed }
    }

    /// Takes moves back to the last turn of a person.
    fn takeback(&mut self) -> Option<HandheldEvent> {
        self.selection.chosen = Bitboard::EMPTY;
        self.found = None;
        self.played.takeback(NO_TIME).ok()?;
        let mv = *self.game().undone().first()?;
        Some(HandheldEvent::Undone(self.rules(), mv))
    }
}
