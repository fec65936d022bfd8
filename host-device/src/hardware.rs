use crate::buttons::Button;
use crate::event::HandheldEvent;
use crate::picture::Picture;

/// What the handheld needs of the hardware, and all that it knows of it.
pub trait Hardware {
    /// Shows a picture in place of the last one.
    fn show(&mut self, picture: &Picture);

    /// The button that was pressed and let go since this was last asked, if there was one; never
    /// waits.
    fn released_button(&mut self) -> Option<Button>;

    /// Milliseconds since some moment in the past.
    fn millis(&self) -> u64;

    /// Hears of what happened, for a log.
    fn log_event(&mut self, event: &HandheldEvent);

    /// Waits for something to happen, where that saves power.
    fn idle(&mut self) {}
}
