//! The editor's dialog for the rights to castle and to capture en passant.

use super::{DialogFrame, Form};
use crate::{Change, Context, FormPart, PartId, Reply, Widget};
use chuhe_core::{Side, Square};
use chuhe_view::text::Text;

#[derive(Debug)]
pub(crate) struct RightsForm;

/// (part, label, side, short) of each right to castle; `short` is true on the king's side.
const CASTLING: [(PartId, Text, Side, bool); 4] = [
    (PartId::WhiteShort, Text::WhiteShort, Side::Red, true),
    (PartId::WhiteLong, Text::WhiteLong, Side::Red, false),
    (PartId::BlackShort, Text::BlackShort, Side::Black, true),
    (PartId::BlackLong, Text::BlackLong, Side::Black, false),
];

impl Form for RightsForm {
    fn frame(&self) -> DialogFrame {
        DialogFrame::new(Text::TitleRights, [Reply::Close])
    }

    fn parts(&self, cx: &Context) -> Vec<FormPart> {
        let words = cx.words();
        let Some(editor) = &cx.editor else { return Vec::new() };
        let rights = editor.rights();
        let castling = CASTLING.iter().map(|&(id, label, side, short)| {
            let ways = if short { rights.short } else { rights.long };
            let part =
                FormPart::new(id, words.get(label), Widget::Check(ways[side.index()].is_some()));
            if short { part } else { part.beside() }
        });
        let name = |square: &Option<Square>| match square {
            Some(square) => editor.rules().square_name(*square).to_string(),
            None => words.get(Text::Nothing).to_owned(),
        };
        let (label, squares) = (words.get(Text::Passed), editor.passed_squares());
        let passed = FormPart::options(PartId::Passed, label, &squares, &rights.passed, name);
        castling.chain([passed]).collect()
    }

    fn is_late(&self, _: u32, _: chuhe_core::Key, is_editing: bool) -> bool {
        !is_editing
    }

    fn changed(&mut self, cx: &mut Context, id: PartId, change: Change) -> Option<Reply> {
        let editor = cx.editor.as_mut()?;
        let castling = CASTLING.iter().find(|(known, ..)| *known == id);
        match (castling, change) {
            (Some(&(_, _, side, short)), Change::Checked(_)) => editor.turn_castling(side, short),
            (None, Change::Chosen(item)) if id == PartId::Passed => {
                editor.passed = editor.passed_squares().get(item).copied().flatten();
            }
            _ => change.ignore(id),
        }
        None
    }
}
