//! Undo and redo in the position editor.

use crate::editor::Editor;

/// The positions that the editor has held, the present one among them.
#[derive(Debug, Default)]
pub(crate) struct Edits {
    past: Vec<Editor>,
    /// The number of positions up to the present one.
    present: usize,
    /// True if the clock goes on after the editor.
    pub(crate) resumes: bool,
}

impl Edits {
    /// Notes the present position if it is a new one. A piece in the air belongs to no position.
    pub(crate) fn note(&mut self, editor: &Editor) {
        let rested = editor.rested();
        let known = self.present.checked_sub(1).and_then(|last| self.past.get(last));
        if editor.picked_up().is_none() && known != Some(&rested) {
            self.past.truncate(self.present);
            self.past.push(rested);
            self.present = self.past.len();
        }
    }

    /// Returns the position before or after the present one.
    pub(crate) fn neighbour(&self, back: bool) -> Option<&Editor> {
        match back {
            true => self.past.get(self.present.checked_sub(2)?),
            false => self.past.get(self.present),
        }
    }

    /// Goes to the position before or after the present one.
    pub(crate) fn go(&mut self, back: bool) -> Option<Editor> {
        let editor = self.neighbour(back)?.clone();
        self.present = if back { self.present - 1 } else { self.present + 1 };
        Some(editor)
    }
}
