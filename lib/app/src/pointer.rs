//! The pointer: the target under it, the start of its rest there, and the target that was pressed.

use crate::{Context, GameBoard, Target, WindowPoint};
use std::time::Duration;

/// The time for which the pointer must rest before a tip appears.
const REST: Duration = Duration::from_millis(600);

/// The time before a tip on the board appears. It is longer, because such a tip covers pieces.
const REST_ON_BOARD: Duration = Duration::from_millis(1500);

const DOUBLE_CLICK: Duration = Duration::from_millis(500);

#[derive(Debug, Default)]
pub(crate) struct Pointer {
    pub(crate) position: Option<WindowPoint>,
    pub(crate) target: Option<Target>,
    pub(crate) pressed: Option<Target>,
    /// (target, time) of the last click in a dialog.
    clicked: (Option<Target>, Duration),
    /// The time when the pointer began to rest; `None` after a press or a key, until the pointer moves.
    pub(crate) since: Option<Duration>,
}

impl Pointer {
    /// Moves the pointer. The rest begins again if the target changes, or if a press or a key has ended the rest.
    pub(crate) fn go(&mut self, target: Option<Target>, place: WindowPoint, now: Duration) {
        if target != self.target || self.since.is_none() {
            self.since = Some(now);
        }
        (self.target, self.position) = (target, Some(place));
    }

    /// Stores a click in a dialog. Returns true for the second click of a double click.
    pub(crate) fn click(&mut self, target: Target, now: Duration) -> bool {
        let last = std::mem::replace(&mut self.clicked, (Some(target), now));
        last.0 == Some(target) && now.saturating_sub(last.1) <= DOUBLE_CLICK
    }

    /// Returns the target if the pointer has rested on it long enough to show its tip. `is_free`: no menu is open.
    pub(crate) fn tip(&self, board: &GameBoard, cx: &Context, is_free: bool) -> Option<Target> {
        let target = self.target?;
        let rest = match target {
            Target::Action(_) | Target::Player(_) | Target::Part(..) => REST,
            Target::Square(_) if cx.settings.piece_names => REST_ON_BOARD,
            _ => return None,
        };
        let in_dialog = matches!(target, Target::Part(..));
        let is_free = is_free && cx.dialog.is_none() != in_dialog && self.pressed.is_none();
        let rested = cx.now.saturating_sub(self.since?) >= rest;
        (is_free && !board.selection.is_active() && rested).then_some(target)
    }
}
