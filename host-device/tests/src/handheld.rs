use crate::picture::GreyPicture;
use crate::qemu::Machine;
use chuhe_core::{Bitboard, Move, MoveKind, Square, notation::Exchange};
use chuhe_device::{
    Button, Handheld, HandheldEvent, Hardware, Picture, Row, Settings, SmallWork, begin, step,
};
use std::collections::VecDeque;
use std::path::Path;

/// A board in this program's memory.
#[derive(Debug, Default)]
struct SimulatedHardware {
    to_press: VecDeque<Button>,
    logged: Vec<String>,
    waits: bool,
    shades: Option<GreyPicture>,
}

impl Hardware for SimulatedHardware {
    fn show(&mut self, picture: &Picture) {
        self.shades = Some(picture.into());
    }

    fn released_button(&mut self) -> Option<Button> {
        self.to_press.pop_front()
    }

    fn millis(&self) -> u64 {
        0
    }

    fn log_event(&mut self, event: &HandheldEvent) {
        self.waits = matches!(event, HandheldEvent::Shown { waits: true });
        self.logged.push(event.to_string());
    }
}

/// The handheld on this machine.
#[derive(Debug)]
pub struct LocalHandheld {
    hardware: SimulatedHardware,
    handheld: Box<Handheld>,
    work: Box<SmallWork>,
    picture: Box<Picture>,
}

impl LocalHandheld {
    /// A handheld just switched on.
    #[must_use]
    pub fn new() -> Self {
        let mut here = Self {
            hardware: SimulatedHardware::default(),
            handheld: Box::new(Handheld::new(Settings::new())),
            work: Box::default(),
            picture: Box::new(Picture::new()),
        };
        begin(&mut here.hardware, &here.handheld, &mut here.picture);
        here
    }

    /// The handheld.
    #[must_use]
    pub fn handheld(&self) -> &Handheld {
        &self.handheld
    }

    /// Presses a button and lets the handheld go on until it waits for the next.
    pub fn press(&mut self, button: Button) {
        self.hardware.to_press.push_back(button);
        self.hardware.waits = false;
        while !self.hardware.waits {
            step(&mut self.hardware, &mut self.handheld, &mut self.work, &mut self.picture);
        }
    }

    /// What it has told since this was last asked.
    pub fn logged(&mut self) -> Vec<String> {
        std::mem::take(&mut self.hardware.logged)
    }

    /// What it shows.
    ///
    /// # Panics
    /// Never: it shows something from the start.
    #[must_use]
    pub fn picture(&self) -> &GreyPicture {
        self.hardware.shades.as_ref().expect("something is shown from the start")
    }

    /// The buttons that bring the cursor to a square and choose it.
    #[must_use]
    pub fn buttons_to_choose(&self, square: Square) -> Vec<Button> {
        let from = self.handheld.cursor();
        let flip = if self.handheld.settings().flipped { -1 } else { 1 };
        let right = flip * (i32::from(square.file()) - i32::from(from.file()));
        let up = flip * (i32::from(square.rank()) - i32::from(from.rank()));
        let repeat = |button, times: i32| vec![button; times.max(0) as usize];
        [
            repeat(Button::Right, right),
            repeat(Button::Left, -right),
            repeat(Button::Up, up),
            repeat(Button::Down, -up),
            vec![Button::Select],
        ]
        .concat()
    }
}

impl Default for LocalHandheld {
    fn default() -> Self {
        Self::new()
    }
}

/// The handheld on a simulated board, and the one on this machine, which does the same.
#[derive(Debug)]
pub struct Pair {
    /// The one on this machine.
    pub here: LocalHandheld,
    there: Machine,
    /// The most bytes of the board's stack that were used so far, and how many there are.
    pub stack: (usize, usize),
}

/// The numbers in a line such as `stack 10 of 20 bytes`.
fn stack_figures(line: &str) -> (usize, usize) {
    let mut numbers = line.split(' ').filter_map(|word| word.parse().ok());
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

impl Pair {
    /// Both just switched on.
    #[must_use]
    pub fn start(machine: &str, firmware: &Path) -> Self {
        let there = Machine::start(machine, firmware);
        let mut pair = Self { here: LocalHandheld::new(), there, stack: (0, 0) };
        pair.compare();
        pair
    }

    /// Waits for the simulated one and holds what it tells and shows against the other.
    fn compare(&mut self) {
        let (stacks, there): (Vec<_>, Vec<_>) =
            (self.there.read_until("shown, waiting").into_iter())
                .partition(|line| line.starts_with("stack "));
        self.stack = stacks.iter().map(|line| stack_figures(line)).fold(self.stack, Ord::max);
        // The seed of a new game is the time, which is each board's own.
        let timeless = |line: String| match line.split_once(", seed ") {
            Some((begun, _)) => begun.to_owned(),
            None => line,
        };
        let there: Vec<String> = there.into_iter().map(timeless).collect();
        let here: Vec<String> = self.here.logged().into_iter().map(timeless).collect();
        assert_eq!(there, here, "the simulated board on the left, this machine on the right");
        let picture = self.there.picture();
        assert!(
            picture == *self.here.picture(),
            "after {here:#?} the board shows\n{picture:?}and not\n{:?}",
            self.here.picture()
        );
    }

    /// Presses buttons on both.
    pub fn press(&mut self, buttons: &[Button]) {
        for &button in buttons {
            self.there.press(button);
            self.here.press(button);
            self.compare();
        }
    }

    /// Opens the menu above an empty point and goes to a row of it.
    pub fn focus(&mut self, row: Row) {
        self.press(&[Button::Select]);
        assert!(self.here.handheld().menu().is_some(), "the point is empty");
        while self.here.handheld().menu() != Some(row) {
            self.press(&[Button::Down]);
        }
    }

    /// Chooses squares on both.
    pub fn choose(&mut self, squares: impl IntoIterator<Item = Square>) {
        for square in squares {
            self.press(&self.here.buttons_to_choose(square));
        }
    }

    /// Plays a move on both.
    pub fn play(&mut self, mv: Move) {
        let position = self.here.handheld().game().position();
        let (pieces, to) = match mv.kind() {
            MoveKind::Normal { from, to, .. } => (Bitboard::from(from), to),
            MoveKind::Exchange { .. } => {
                let exchange = Exchange::of(position, mv).expect("a legal exchange");
                (exchange.soldiers, exchange.victim)
            }
        };
        self.choose(pieces.into_iter().chain([to]));
    }
}
