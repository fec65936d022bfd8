//! The dialog of the rights to castle and to capture en passant in the editor.

use crate::app::form::{Change, Form, Part, PartId, Widget, Widgets};
use crate::app::{App, Reply};
use crate::words::Words;
use chuhe_core::Side;
use chuhe_view::text::Text;

/// The rights of the position in the editor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rights;

/// The rights to castle: the part, its label, the side, and true for the short side.
const CASTLING: [(PartId, Text, Side, bool); 4] = [
    (PartId::WhiteShort, Text::WhiteShort, Side::Red, true),
    (PartId::WhiteLong, Text::WhiteLong, Side::Red, false),
    (PartId::BlackShort, Text::BlackShort, Side::Black, true),
    (PartId::BlackLong, Text::BlackLong, Side::Black, false),
];

impl Form for Rights {
    fn parts<'a>(&'a self, app: &'a App, _widgets: &'a Widgets) -> Vec<Part<'a>> {
        let words = Words::new(app);
        let Some(editor) = app.editor() else { return Vec::new() };
        let rights = editor.rights();
        let castling = CASTLING.iter().map(|&(id, label, side, short)| {
            let ways = if short { rights.short } else { rights.long };
            let part = Part::new(id, words.get(label), Widget::Check(ways[side.index()].is_some()));
            if short { part } else { part.beside() }
        });
        let squares = editor.passed_squares();
        let chosen = squares.iter().position(|&square| square == rights.passed);
        let names = squares.iter().map(|square| match square {
            Some(square) => editor.rules().square_name(*square).to_string(),
            None => words.get(Text::Nothing).to_owned(),
        });
        let names = Widget::Options(names.collect(), chosen);
        castling.chain([Part::new(PartId::Passed, words.get(Text::Passed), names)]).collect()
    }

    fn changed(
        &mut self,
        app: &mut App,
        _widgets: &mut Widgets,
        id: PartId,
        change: Change,
    ) -> Option<Reply> {
        let editor = app.editor.as_mut()?;
        let castling = CASTLING.iter().find(|(known, ..)| *known == id);
        match (castling, change) {
            (Some(&(_, _, side, short)), Change::Checked(_)) => editor.turn_castling(side, short),
            (None, Change::Chosen(item)) => {
                let square = editor.passed_squares().get(item).copied().flatten();
                editor.set_passed(square);
            }
            _ => {}
        }
        None
    }
}
