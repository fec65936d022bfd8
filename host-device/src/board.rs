use crate::buttons::Button;
use crate::event::Event;
use crate::picture::Picture;

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
