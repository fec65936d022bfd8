use crate::event::Event;
use crate::picture::Picture;

/// One of the five buttons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Button {
    /// Towards the top of the display.
    Up,
    /// Towards its bottom.
    Down,
    /// Towards its left.
    Left,
    /// Towards its right.
    Right,
    /// The one that chooses.
    Select,
}

impl Button {
    /// All of them, in the order of their declaration.
    pub const ALL: [Self; 5] = [Self::Up, Self::Down, Self::Left, Self::Right, Self::Select];

    /// Its name.
    #[must_use]
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

/// What the handheld needs of the hardware, and all that it knows of it.
pub trait Board {
    /// Shows a picture in place of the last one.
    fn show(&mut self, picture: &Picture);

    /// The button that was pressed and let go since this was last asked, if there was one; never
    /// waits.
    fn button(&mut self) -> Option<Button>;

    /// Milliseconds since some moment in the past.
    fn millis(&self) -> u64;

    /// Hears of what happened, for a log.
    fn note(&mut self, event: &Event);

    /// Waits for something to happen, where that saves power.
    fn rest(&mut self) {}
}
