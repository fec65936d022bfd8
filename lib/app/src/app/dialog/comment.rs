//! The dialog for the comment of a move in a study.

use crate::app::form::{Allowed, Change, Form, Part, PartId, TextField, Widget, Widgets};
use crate::app::{App, Dialog, Note, Reply, Topic};
use crate::words::Words;
use chuhe_view::text::Text;

/// The longest comment that can be typed.
const LONGEST: usize = 1000;

/// Asks for the comment after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Comment;

impl Form for Comment {
    fn parts<'a>(&'a self, app: &'a App, _widgets: &'a Widgets) -> Vec<Part<'a>> {
        let label = Words::new(app).get(Text::Comment);
        vec![Part::new(PartId::Comment, label, Widget::Field(label.to_owned()))]
    }

    fn changed(
        &mut self,
        _app: &mut App,
        _widgets: &mut Widgets,
        _id: PartId,
        change: Change,
    ) -> Option<Reply> {
        (change == Change::Opened).then_some(Reply::Ok)
    }
}

impl App {
    /// Asks for the comment of the move that the study shows.
    pub(in crate::app) fn ask_comment(&mut self) {
        let Some(study) = &self.study else { return };
        let present = study.tree().node(study.node()).comment.clone();
        let field = TextField::new(&present, Allowed::All).at_most(LONGEST);
        self.open(Topic::Comment(Comment));
        if let Some(dialog) = &mut self.dialog {
            dialog.widgets = Widgets::default().with(PartId::Comment, field);
            dialog.part = Some(PartId::Comment);
        }
    }

    /// Writes the comment into the tree. An empty one deletes it.
    pub(in crate::app) fn write_comment(&mut self, dialog: &Dialog) {
        let text = dialog.widgets.text(PartId::Comment).trim().to_owned();
        if let Some(study) = &mut self.study {
            study.comment(text);
            self.note = Note::Plain(Text::Commented);
        }
    }
}
