//! The list of the open games.

use super::{DialogFrame, Form, Outcome, Request};
use crate::context::Context;
use crate::form::{Change, FormPart, PartId, Widget, column};
use crate::reply::Reply;
use crate::words::Words;
use chuhe_view::text::Text;

/// Asks for one of the open games. Row 0 is the game that is played.
#[derive(Debug)]
pub(crate) struct Documents {
    titles: Vec<String>,
    chosen: usize,
}

impl Documents {
    /// The list with the games that were opened, the one shown at the end.
    pub(crate) fn new(opened: impl IntoIterator<Item = String>, words: Words) -> Self {
        let played = words.get(Text::PlayedGame).to_owned();
        let titles: Vec<_> = [played].into_iter().chain(opened).collect();
        Self { chosen: titles.len() - 1, titles }
    }
}

impl Form for Documents {
    fn frame(&self) -> DialogFrame {
        DialogFrame::new(Text::Documents, [Reply::Show, Reply::Shut, Reply::Cancel])
            .sized(36, 16)
            .at(PartId::Documents)
    }

    fn parts(&self, _: &Context) -> Vec<FormPart> {
        let rows = self.titles.iter().map(|title| vec![title.clone()]).collect();
        let table = Widget::table(vec![column("", 1)], rows, Some(self.chosen));
        vec![FormPart::new(PartId::Documents, "", table)]
    }

    fn changed(&mut self, _: &mut Context, _: PartId, change: Change) -> Option<Reply> {
        if let Change::Chosen(row) = change {
            self.chosen = row;
        }
        (change == Change::Opened).then_some(Reply::Show)
    }

    fn answered(&mut self, reply: Reply, _: &mut Context) -> Outcome {
        match reply {
            Reply::Show => Outcome::Do(Request::ShowDocument(self.chosen)),
            Reply::Shut => Outcome::Do(Request::ShutDocument(self.chosen)),
            _ => Outcome::Close,
        }
    }
}
