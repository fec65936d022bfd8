//! The dialog for a comment on a move. Typed text is saved even if the window closes.

use super::{DialogFrame, Form, Outcome, Request};
use crate::{Allowed, Context, FormPart, PartId, Reply, TextField, Widgets};
use chuhe_view::text::Text;

#[derive(Debug)]
pub(crate) struct Comment {
    pub(crate) present: String,
}

impl Form for Comment {
    fn frame(&self) -> DialogFrame {
        DialogFrame::new(Text::TitleComment, [Reply::Ok, Reply::Cancel]).at(PartId::Comment)
    }

    fn parts(&self, cx: &Context) -> Vec<FormPart> {
        let label = cx.words().get(Text::Comment);
        vec![FormPart::field(PartId::Comment, label, label)]
    }

    fn fields(&self, _: &Context) -> Widgets {
        Widgets::default().with(PartId::Comment, TextField::new(&self.present, Allowed::Lines))
    }

    fn keeps_typed(&self, _: bool) -> Option<Reply> {
        Some(Reply::Ok)
    }

    fn answered(&mut self, reply: Reply, cx: &mut Context) -> Outcome {
        let text = cx.widgets.text(PartId::Comment).trim().to_owned();
        if reply == Reply::Ok { Outcome::Do(Request::Comment(text)) } else { Outcome::Close }
    }
}
