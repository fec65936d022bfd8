//! The field for a move in any notation, or a position or a game.

use super::{DialogFrame, Form, Outcome, Request};
use crate::context::Context;
use crate::form::{Change, FormPart, PartId};
use crate::reply::Reply;
use chuhe_view::text::Text;

#[derive(Debug)]
pub(crate) struct TypeMove;

impl Form for TypeMove {
    fn frame(&self) -> DialogFrame {
        DialogFrame { part: Some(PartId::TypedMove), ..DialogFrame::new(Text::TitleTypeMove) }
    }

    fn buttons(&self) -> Vec<Reply> {
        vec![Reply::Ok, Reply::Cancel]
    }

    fn parts(&self, cx: &Context) -> Vec<FormPart> {
        let words = cx.words();
        let (label, example) = (words.get(Text::ColumnMoves), words.get(Text::TypedMoves));
        vec![FormPart::field(PartId::TypedMove, label, example)]
    }

    fn changed(&mut self, _: &mut Context, _: PartId, change: Change) -> Option<Reply> {
        (change == Change::Opened).then_some(Reply::Ok)
    }

    fn answered(&mut self, reply: Reply, cx: &mut Context) -> Outcome {
        let text = cx.widgets.text(PartId::TypedMove).trim();
        match reply {
            Reply::Ok if text.is_empty() => Outcome::Stay,
            Reply::Ok => Outcome::Do(Request::Type(text.to_owned())),
            _ => Outcome::Close,
        }
    }
}
