//! The tip that appears while the pointer rests.

use super::{Action, App, Refusal, Target};
use std::time::Duration;

/// The time for which the pointer rests before a tip appears.
const REST: Duration = Duration::from_millis(600);

/// The longer time on the board, where a tip would cover pieces.
const REST_ON_BOARD: Duration = Duration::from_millis(1500);

impl App {
    /// The thing under a pointer that has rested for a while.
    #[must_use]
    pub fn tip(&self) -> Option<Target> {
        let target = self.pointer.target?;
        let rest = match target {
            Target::Action(_) | Target::Player(_) | Target::Part(..) => REST,
            Target::Square(_) if self.settings.piece_names => REST_ON_BOARD,
            _ => return None,
        };
        let in_dialog = matches!(target, Target::Part(..));
        let free = self.dialog.is_none() != in_dialog
            && self.menu.is_none()
            && self.pointer.pressed.is_none();
        let idle = self.selection.selected().is_none() && self.selection.given().is_none();
        let rested = self.now.saturating_sub(self.pointer.since?) >= rest;
        (free && idle && rested).then_some(target)
    }

    /// The reason why an action is not possible now.
    #[must_use]
    pub fn why_disabled(&self, action: Action) -> Option<Refusal> {
        (!self.can(action)).then(|| self.why_not(action))
    }

    /// The pointer begins to rest, if it is on something else than before.
    pub(super) fn rest(&mut self, target: Option<Target>) {
        if target != self.pointer.target || self.pointer.since.is_none() {
            self.pointer.since = Some(self.now);
        }
    }

    /// A press or a key ends the rest until the pointer goes to something else.
    pub(super) const fn disturb(&mut self) {
        self.pointer.since = None;
    }
}
