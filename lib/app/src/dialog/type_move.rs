//! The dialog in which a person types a move, a position or a game.

use super::{DialogFrame, Form, Outcome, Request};
use crate::{Context, FormPart, PartId, Reply};
use chuhe_view::text::Text;

/// A typed move can be in any notation.
#[derive(Debug)]
pub(crate) struct TypeMove;

impl Form for TypeMove {
    fn frame(&self) -> DialogFrame {
        DialogFrame::new(Text::TitleTypeMove, [Reply::Ok, Reply::Cancel]).at(PartId::TypedMove)
    }

    fn parts(&self, cx: &Context) -> Vec<FormPart> {
        let words = cx.words();
        let (label, example) = (words.get(Text::MenuMoves), words.get(Text::TypedMoves));
        vec![FormPart::field(PartId::TypedMove, label, example)]
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
