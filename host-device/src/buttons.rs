use embedded_hal::digital::InputPin;

/// One of the five buttons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Button {
    Up,
    Down,
    Left,
    Right,
    /// Chooses, or opens the menu.
    Select,
}

impl Button {
    /// All buttons, in the order of their declaration.
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

/// Five buttons, each of which pulls its pin low while it is pressed.
///
/// A button counts when it is released. A simulated board may read a pin as low before the button
/// was ever touched. This counts as no press, and no true press is missed.
///
/// The pins must not bounce. This holds here because a picture is drawn after every press, which
/// takes longer than the bouncing.
///
/// ```
/// use chuhe_device::{Button, Buttons};
/// use embedded_hal::digital::{ErrorType, InputPin};
/// struct Pin(&'static [bool]);
/// impl ErrorType for Pin {
///     type Error = core::convert::Infallible;
/// }
/// impl InputPin for Pin {
///     fn is_high(&mut self) -> Result<bool, Self::Error> {
///         let (now, later) = self.0.split_first().unwrap();
///         self.0 = later;
///         Ok(*now)
///     }
///     fn is_low(&mut self) -> Result<bool, Self::Error> {
///         self.is_high().map(|high| !high)
///     }
/// }
/// let idle = || Pin(&[true, true, true]);
/// let mut buttons = Buttons::new([idle(), idle(), idle(), Pin(&[true, false, true]), idle()]);
/// assert_eq!(buttons.released(), None);
/// assert_eq!(buttons.released(), None);
/// assert_eq!(buttons.released(), Some(Button::Right));
/// ```
#[derive(Debug)]
pub struct Buttons<P> {
    pins: [P; 5],
    pressed: [bool; 5],
    released: [bool; 5],
}

impl<P: InputPin> Buttons<P> {
    /// Creates the buttons on these pins, in the order of [`Button::ALL`].
    pub const fn new(pins: [P; 5]) -> Self {
        Self { pins, pressed: [false; 5], released: [false; 5] }
    }

    /// Reads all pins. Returns one button that was released since the last call. A pin that cannot
    /// be read counts as not pressed.
    pub fn released(&mut self) -> Option<Button> {
        let known = self.pressed.iter_mut().zip(&mut self.released);
        for (pin, (pressed, released)) in self.pins.iter_mut().zip(known) {
            let now = pin.is_low().unwrap_or(false);
            *released |= *pressed && !now;
            *pressed = now;
        }
        let index = self.released.iter().position(|&released| released)?;
        self.released[index] = false;
        Some(Button::ALL[index])
    }
}
