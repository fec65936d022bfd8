use crate::buttons::Button;
use crate::event::HandheldEvent;
use crate::picture::Frame;

pub trait Hardware {
    /// Draws a frame on the display.
    fn show(&mut self, frame: &Frame<'_>);

    /// Returns a button that was pressed since the last call. Never waits.
    fn pressed_button(&mut self) -> Option<Button>;

    /// The milliseconds since some moment in the past.
    fn millis(&self) -> u64;

    fn log_event(&mut self, event: &HandheldEvent);

    /// Waits for the next interrupt, to save power.
    fn idle(&mut self) {}
}
