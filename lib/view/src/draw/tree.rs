use super::{Drawing, Drawn, View};
use crate::layout::Layout;
use crate::letters::{Align, Type};
use crate::move_flow::MoveFlow;
use crate::paint::{Blend, ONE, Round};
use crate::scene::{MoveItem, MovePlace};

impl View<'_> {
    /// Returns the typeface of the moves of a tree.
    pub(crate) fn tree_type(&self, layout: &Layout) -> Type<'_> {
        self.ty(layout.em * 19 / 20)
    }
}

impl<D: Blend> Drawing<'_, '_, D> {
    /// Draws a tree of moves, and marks the move that led to the position shown.
    pub(super) fn tree(&mut self, layout: &Layout, items: &[MoveItem<'_>]) -> Drawn<D> {
        let ty = self.view.tree_type(layout);
        let (first, rows) = layout.tree_rows(items, ty);
        let small = ty.sized(layout.em * 4 / 5);
        let mut numbered = None;
        for placed in MoveFlow::new(layout, items, ty) {
            let Some(area) = layout.tree_item(placed, first) else { continue };
            let item = &items[placed.index];
            if let MovePlace::Main { number, second } = item.place
                && numbered != Some(placed.row)
            {
                numbered = Some(placed.row);
                let [place, left, _] = layout.move_cells(area.top_left.y);
                let text = format_args!("{number}.");
                self.painter.text(small, &text, place, Align::Right, self.theme.muted)?;
                if second {
                    self.painter.text(ty, &"…", left, Align::Left, self.theme.muted)?;
                }
            }
            if item.is_current {
                let shape = Round::rectangle(area, layout.em * ONE / 4);
                self.painter.round(&shape, self.theme.accent)?;
            }
            let color = match item.place {
                _ if item.is_current => self.theme.on_accent,
                MovePlace::Text { comment: true, .. } => self.theme.muted,
                _ => self.theme.text,
            };
            let text = ty.fitted(&item.text, area.size.width as i32);
            self.painter.text(text, &item.text, area, Align::Left, color)?;
        }
        self.scrollbar(layout, layout.moves, first, layout.move_rows(), rows)
    }
}
