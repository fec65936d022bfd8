use crate::picture::GreyPicture;
use crate::qemu::{Board, Build, Machine, build};
use chuhe_core::{Move, Square};
use chuhe_device::{
    Button, Frame, Handheld, HandheldEvent, Hardware, Picture, SearchWork, Settings, SmallWork,
    begin, step,
};
use std::collections::VecDeque;

/// A display, buttons and a clock in memory. Each call of `idle` advances the simulated time by a millisecond.
#[derive(Default)]
pub(crate) struct SimulatedHardware {
    to_press: VecDeque<Button>,
    logged: Vec<String>,
    waits: bool,
    pub(crate) millis: u64,
    /// The milliseconds that drawing a picture takes, and that reading the buttons takes.
    pub(crate) delays: [u64; 2],
    pictures: usize,
    shades: Option<GreyPicture>,
}

impl Hardware for SimulatedHardware {
    fn show(&mut self, frame: &Frame<'_>) {
        let mut picture = Picture::new();
        frame.picture(&mut picture);
        self.shades = Some(GreyPicture::from_bytes(picture.data()));
        self.pictures += 1;
        self.millis += self.delays[0];
    }

    fn pressed_button(&mut self) -> Option<Button> {
        self.millis += self.delays[1];
        self.to_press.pop_front()
    }

    fn millis(&self) -> u64 {
        self.millis
    }

    fn log_event(&mut self, event: &HandheldEvent) {
        self.waits = matches!(event, HandheldEvent::Shown { waits: true });
        self.logged.push(event.to_string());
    }

    fn idle(&mut self) {
        self.millis += 1;
    }
}

pub(crate) struct LocalHandheld {
    pub(crate) hardware: SimulatedHardware,
    pub(crate) handheld: Box<Handheld>,
    work: Box<dyn SearchWork>,
}

impl LocalHandheld {
    pub(crate) fn new() -> Self {
        Self::with(Handheld::new(Settings::default()), Box::<SmallWork>::default())
    }

    pub(crate) fn with(handheld: Handheld, work: Box<dyn SearchWork>) -> Self {
        let mut here =
            Self { hardware: SimulatedHardware::default(), handheld: Box::new(handheld), work };
        begin(&mut here.hardware, &here.handheld);
        here
    }

    /// Presses buttons, and runs the handheld after each press until it waits for the next button.
    pub(crate) fn press(&mut self, buttons: &[Button]) {
        for &button in buttons {
            self.hardware.to_press.push_back(button);
            self.hardware.waits = false;
            while !self.hardware.waits {
                self.step();
            }
        }
    }

    pub(crate) fn step(&mut self) {
        step(&mut self.hardware, &mut self.handheld, &mut *self.work);
    }

    /// Runs the handheld for `millis` milliseconds. Returns the number of pictures that it showed.
    pub(crate) fn wait(&mut self, millis: u64) -> usize {
        let (end, before) = (self.hardware.millis + millis, self.hardware.pictures);
        while self.hardware.millis < end {
            self.step();
        }
        self.hardware.pictures - before
    }

    pub(crate) fn logged(&mut self) -> Vec<String> {
        std::mem::take(&mut self.hardware.logged)
    }

    pub(crate) fn picture(&self) -> &GreyPicture {
        self.hardware.shades.as_ref().expect("something is shown from the start")
    }

    pub(crate) fn buttons_to_choose(&self, square: Square) -> Vec<Button> {
        let from = self.handheld.cursor();
        let flip = if self.handheld.settings().flipped { -1 } else { 1 };
        let right = flip * (i32::from(square.file()) - i32::from(from.file()));
        let up = flip * (i32::from(square.rank()) - i32::from(from.rank()));
        let horizontal = if right < 0 { Button::Left } else { Button::Right };
        let vertical = if up < 0 { Button::Down } else { Button::Up };
        let mut buttons = vec![horizontal; right.unsigned_abs() as usize];
        buttons.extend(vec![vertical; up.unsigned_abs() as usize]);
        buttons.push(Button::Select);
        buttons
    }
}

/// A handheld on a simulated board, and a handheld on this machine. Both must log and show the same.
pub(crate) struct Pair {
    pub(crate) here: LocalHandheld,
    there: Machine,
    /// The number of used bytes of the board's stack, and the stack's size in bytes.
    pub(crate) stack: (usize, usize),
}

/// Cuts the seed of a new game off a line of the log. The seed is the time, which differs between the handhelds.
pub(crate) fn timeless(mut line: String) -> String {
    line.truncate(line.find(", seed ").unwrap_or(line.len()));
    line
}

fn stack_figures(line: &str) -> (usize, usize) {
    let mut numbers = line.split(' ').filter_map(|word| word.parse().ok());
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

impl Pair {
    pub(crate) fn start(board: Board) -> Self {
        let [program, _] = board.names();
        let there = Machine::start(board, &build(Build::Release, program));
        let mut pair = Self { here: LocalHandheld::new(), there, stack: (0, 0) };
        pair.compare();
        pair
    }

    fn compare(&mut self) {
        let (stacks, there): (Vec<_>, Vec<_>) =
            (self.there.read_until("shown, waiting").into_iter())
                .partition(|line| line.starts_with("stack "));
        self.stack = stacks.iter().map(|line| stack_figures(line)).fold(self.stack, Ord::max);
        let there: Vec<String> = there.into_iter().map(timeless).collect();
        let here: Vec<String> = self.here.logged().into_iter().map(timeless).collect();
        assert_eq!(there, here, "the simulated board on the left, this machine on the right");
        let picture = self.there.picture();
        let own = self.here.picture();
        assert!(picture == *own, "after {here:#?} the board shows\n{picture:?}and not\n{own:?}");
    }

    pub(crate) fn press(&mut self, buttons: &[Button]) {
        for &button in buttons {
            self.there.press(button);
            self.here.press(&[button]);
            self.compare();
        }
    }

    pub(crate) fn play(&mut self, mv: Move) {
        for square in mv.from().into_iter().chain(mv.to()) {
            self.press(&self.here.buttons_to_choose(square));
        }
    }
}
