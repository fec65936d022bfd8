//! Runs the main loop of the handheld.

use crate::buttons::Button;
use crate::handheld::{Handheld, HandheldEvent};
use crate::picture::Frame;
use chuhe_core::{
    Cluster, Limits, MAX_PAST, MAX_PLIES, Monitor, Move, Position, SearchLine, SearchMemory, Time,
    Workspace,
};

pub trait Hardware {
    fn show(&mut self, frame: &Frame<'_>);

    /// Returns a button that was pressed since the last call. It never waits for a press.
    fn pressed_button(&mut self) -> Option<Button>;

    /// Returns the milliseconds since a fixed moment in the past.
    fn millis(&self) -> u64;

    fn log_event(&mut self, event: &HandheldEvent);

    /// Waits for the next interrupt, to save power.
    fn idle(&mut self) {}
}

/// The longest time in milliseconds that the computer thinks about a move, at every level.
pub(crate) const LONGEST_THOUGHT: u64 = 30_000;

/// The time in milliseconds that a move takes beyond its time limit, for drawing and because the search stops late.
const OVERHEAD: u64 = 500;

/// The number of entries of the counter-move table: one for each piece and destination.
const COUNTER_MOVES: usize = 1440;

/// The memory of the search: a transposition table of `SLOTS` clusters, and a workspace.
#[derive(Debug)]
pub struct Work<
    const SLOTS: usize,
    const PLIES: usize,
    const CONTINUATIONS: usize,
    const PATH: usize = { MAX_PAST + MAX_PLIES },
> {
    pub table: [Cluster; SLOTS],
    pub workspace: Workspace<PLIES, CONTINUATIONS, COUNTER_MOVES, PATH>,
}

/// The memory of the search on a device with 64 KiB of RAM. The rest of the RAM is for the picture, a game, and
/// the stack that a variation of 22 plies needs.
pub type SmallWork = Work<160, 22, 2, { MAX_PAST + 22 }>;

/// The memory of the search on a device with 256 KiB of RAM: a table of 96 KiB, and variations of 32 plies.
pub type LargeWork = Work<1536, 32, 2, { MAX_PAST + 32 }>;

impl<const SLOTS: usize, const PLIES: usize, const CONTINUATIONS: usize, const PATH: usize>
    Work<SLOTS, PLIES, CONTINUATIONS, PATH>
{
    pub const fn new() -> Self {
        Self { table: [const { Cluster::new() }; SLOTS], workspace: Workspace::new() }
    }
}

impl<const SLOTS: usize, const PLIES: usize, const CONTINUATIONS: usize, const PATH: usize> Default
    for Work<SLOTS, PLIES, CONTINUATIONS, PATH>
{
    fn default() -> Self {
        Self::new()
    }
}

/// A [`Work`] of any size, for functions that do not name the sizes.
pub trait SearchWork {
    /// Returns the transposition table and the workspace, which a search borrows.
    fn parts(&mut self) -> (&[Cluster], &mut dyn SearchMemory);
}

impl<const SLOTS: usize, const PLIES: usize, const CONTINUATIONS: usize, const PATH: usize>
    SearchWork for Work<SLOTS, PLIES, CONTINUATIONS, PATH>
{
    fn parts(&mut self) -> (&[Cluster], &mut dyn SearchMemory) {
        (&self.table, &mut self.workspace)
    }
}

pub fn run(board: &mut impl Hardware, handheld: &mut Handheld, work: &mut dyn SearchWork) -> ! {
    begin(board, handheld);
    loop {
        step(board, handheld, work);
    }
}

pub fn begin(board: &mut impl Hardware, handheld: &Handheld) {
    board.log_event(&HandheldEvent::Began { rules: handheld.rules(), seed: handheld.seed() });
    show(board, handheld);
}

/// Runs one step of the main loop: searches if it is the computer's turn, otherwise handles a pressed button. Then
/// shows the result. Without a search or press, shows the seconds of a running clock, or that a player's time is up.
///
/// The search polls the buttons. A press ends the search, and is handled at once. If the computer still has to move,
/// the next step searches again, and uses the entries that the transposition table already has.
pub fn step(board: &mut impl Hardware, handheld: &mut Handheld, work: &mut dyn SearchWork) {
    let was_over = handheld.game().ending().is_some();
    let is_other_second = handheld.tick(board.millis());
    let event = if handheld.is_to_think() {
        let (found, pressed) = think(board, handheld, work);
        handheld.tick(board.millis());
        match pressed {
            Some(button) => {
                handheld.found = found;
                press(board, handheld, button)
            }
            None => found.filter(|_| handheld.is_to_think()).map(|mv| handheld.play(mv)),
        }
    } else if let Some(button) = board.pressed_button() {
        press(board, handheld, button)
    } else if was_over == handheld.game().ending().is_some() {
        return match is_other_second {
            true => board.show(&Frame::update(handheld, None, handheld.now())),
            false => board.idle(),
        };
    } else {
        None
    };
    if let Some(event) = event {
        board.log_event(&event);
    }
    if let Some(ending) = handheld.game().ending().filter(|_| !was_over) {
        board.log_event(&HandheldEvent::Ended(ending));
    }
    show(board, handheld);
}

fn press(
    board: &mut impl Hardware,
    handheld: &mut Handheld,
    button: Button,
) -> Option<HandheldEvent> {
    board.log_event(&HandheldEvent::Pressed(button));
    handheld.press(button, board.millis())
}

fn show(board: &mut impl Hardware, handheld: &Handheld) {
    let waits = !handheld.is_to_think();
    board.show(&Frame::new(handheld, (!waits).then_some(0)));
    board.log_event(&HandheldEvent::Shown { waits });
}

/// Returns the computer's move, and the button that ended the search early (`None`: no button did).
fn think(
    board: &mut impl Hardware,
    handheld: &Handheld,
    work: &mut dyn SearchWork,
) -> (Option<Move>, Option<Button>) {
    let game = handheld.game();
    let start = board.millis();
    let longest = Time::per_move(LONGEST_THOUGHT);
    let clock = handheld.clocks().clock(game.position().side(), start);
    let budget = clock.map_or(longest, |clock| Time::of_clock(clock, OVERHEAD).earlier(longest));
    let limits = Limits {
        level: handheld.settings().level,
        time: Some(budget),
        seed: handheld.seed(),
        ..Limits::default()
    };
    let mut monitor = HandheldMonitor { board, handheld, start, pressed: None };
    let (table, memory) = work.parts();
    let found =
        chuhe_core::search(game.position(), game.past(), &limits, table, memory, &mut monitor);
    (found.best(), monitor.pressed)
}

struct HandheldMonitor<'a, B> {
    board: &'a mut B,
    handheld: &'a Handheld,
    start: u64,
    pressed: Option<Button>,
}

impl<B: Hardware> Monitor for HandheldMonitor<'_, B> {
    fn millis(&self) -> u64 {
        self.board.millis() - self.start
    }

    fn is_stopped(&self) -> bool {
        self.pressed.is_some()
    }

    fn progress(&mut self, _: u64) {
        if self.pressed.is_none() {
            self.pressed = self.board.pressed_button();
        }
    }

    /// Shows the depth. The stack has space for drawing, because the search calls this function only at its root.
    fn report(&mut self, line: &SearchLine) {
        let SearchLine { depth, score, nodes, .. } = *line;
        let now = self.board.millis();
        self.board.show(&Frame::update(self.handheld, Some(depth), now));
        self.board.log_event(&HandheldEvent::Thought { depth, score, nodes });
    }
}
