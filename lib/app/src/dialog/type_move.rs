//! The dialog for a move that is typed.

use super::{DialogFrame, Form, Outcome, Request};
use crate::{Context, FormPart, PartId, Reply};
use chuhe_view::text::Text;

/// Asks for a move in any notation, for a position or for a game.
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
