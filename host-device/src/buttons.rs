use embedded_hal::digital::InputPin;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Button {
    Up,
    Down,
    Left,
    Right,
    /// Chooses a square or a row of the menu, or opens the menu.
    Select,
}

impl Button {
    pub const ALL: [Self; 5] = [Self::Up, Self::Down, Self::Left, Self::Right, Self::Select];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
            Self::Select => "select",
        }
    }
}

/// The time in milliseconds for which a pin's level must stay the same to count. Contacts bounce for a shorter time.
const STEADY: u32 = 10;

/// A held arrow repeats after the delay, then after each interval. Both times are in milliseconds.
const REPEAT_DELAY: u32 = 400;
const REPEAT_INTERVAL: u32 = 100;

/// The state of a button; `LowFromStart` if the first steady level of its pin was low, as if pressed. On a
/// simulated board this can happen before anyone presses the button, so this level does not count as a press.
#[derive(Clone, Copy, Debug)]
enum State {
    Unknown,
    LowFromStart,
    Released,
    Pressed { again: u32 },
}

#[derive(Clone, Copy, Debug)]
struct Contact {
    state: State,
    /// True if the pin was low when it was last read. Every reading since the time `since` gave this level.
    low: bool,
    since: u32,
}

impl Contact {
    /// Handles a level read from the pin. Returns true for a press or its repetition, or if `LowFromStart` ends.
    fn read(&mut self, low: bool, now: u32, repeats: bool) -> bool {
        if low != self.low {
            (self.low, self.since) = (low, now);
        }
        if now.wrapping_sub(self.since) < STEADY {
            return false;
        }
        let (state, counts) = match (self.state, low) {
            (State::Unknown, true) => (State::LowFromStart, false),
            (State::LowFromStart, false) => (State::Released, true),
            (State::Released, true) => {
                (State::Pressed { again: now.wrapping_add(REPEAT_DELAY) }, true)
            }
            (State::Pressed { again }, true) if repeats && now.wrapping_sub(again) as i32 >= 0 => {
                (State::Pressed { again: now.wrapping_add(REPEAT_INTERVAL) }, true)
            }
            (state, true) => (state, false),
            (_, false) => (State::Released, false),
        };
        self.state = state;
        counts
    }
}

/// Five buttons. A pressed button pulls its pin low. One press is one event, and a held arrow repeats the event.
/// A button that is low from the start has its first event when it is released.
#[derive(Debug)]
pub struct Buttons<P> {
    pins: [P; 5],
    contacts: [Contact; 5],
}

impl<P: InputPin> Buttons<P> {
    /// Creates the buttons on these pins, in the order of [`Button::ALL`].
    pub const fn new(pins: [P; 5]) -> Self {
        let contact = Contact { state: State::Unknown, low: false, since: 0 };
        Self { pins, contacts: [contact; 5] }
    }

    /// Reads the pins at the time `millis` in milliseconds. Returns a button with a new event: a press or its
    /// repetition. If a pin cannot be read, its button counts as not pressed.
    pub fn pressed(&mut self, millis: u64) -> Option<Button> {
        let contacts = self.pins.iter_mut().zip(&mut self.contacts).zip(Button::ALL);
        for ((pin, contact), button) in contacts {
            let low = pin.is_low().unwrap_or(false);
            if contact.read(low, millis as u32, button != Button::Select) {
                return Some(button);
            }
        }
        None
    }
}
