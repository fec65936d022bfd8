use super::{Drawing, Drawn, View};
use crate::layout::{Layout, Sides, inset};
use crate::letters::{Align, Type};
use crate::move_flow::MoveFlow;
use crate::paint::{Blend, ONE, Round};
use crate::scene::{MoveItem, MovePlace};
use embedded_graphics::primitives::Rectangle;

impl View<'_> {
    pub(crate) fn tree_type(&self, layout: &Layout) -> Type<'_> {
        self.ty(layout.em * 19 / 20)
    }
}

impl<D: Blend> Drawing<'_, '_, D> {
    pub(super) fn tree(&mut self, layout: &Layout, items: &[MoveItem<'_>]) -> Drawn<D> {
        let ty = self.view.tree_type(layout);
        let (first, rows) = layout.tree_rows(items, ty);
        let mut last = None;
        let mut flow = MoveFlow::new(layout, items, ty);
        while let Some(placed) = flow.next() {
            let Some(area) = layout.tree_item(placed, first) else { continue };
            let item = &items[placed.index];
            let begins = last.replace(placed.row) != Some(placed.row);
            let ty = match item.place {
                MovePlace::Main { number, second } => {
                    if begins {
                        self.number(layout, area, number, second)?;
                    }
                    ty
                }
                MovePlace::Text { indent, comment, .. } => {
                    // A row of text has a vertical line at its left, unless it begins with a comment of indent 1.
                    if begins && !(comment && indent == 1) {
                        let rule = layout.tree_rule(area, indent);
                        self.painter.rectangle(rule, self.theme.edge)?;
                    }
                    flow.text_type(comment)
                }
            };
            self.move_item(item, area, ty)?;
        }
        self.scrollbar(layout.moves, first, layout.move_rows(), rows)
    }

    fn number(&mut self, layout: &Layout, row: Rectangle, number: u16, second: bool) -> Drawn<D> {
        let small = self.view.ty(layout.em * 4 / 5);
        let [place, left, _] = layout.move_cells(row.top_left.y);
        let text = format_args!("{number}.");
        self.painter.text(small, &text, place, Align::Right, self.theme.muted)?;
        if second {
            let left = inset(left, layout.em / 3);
            self.painter.text(small, &"…", left, Align::Left, self.theme.muted)?;
        }
        Ok(())
    }

    fn move_item(&mut self, item: &MoveItem<'_>, area: Rectangle, ty: Type<'_>) -> Drawn<D> {
        let em = self.em;
        // The cell is coloured for the current item. It reaches beyond `area`, in which the text is written.
        let (cell, area) = match item.place {
            MovePlace::Main { .. } => (area, inset(area, em / 3)),
            MovePlace::Text { .. } => (inset(area, -(em / 6)), area),
        };
        if item.is_current {
            self.painter.round(&Round::rectangle(cell, em * ONE / 4), self.theme.accent)?;
        }
        let color = match item.place {
            _ if item.is_current => self.theme.on_accent,
            MovePlace::Text { comment: true, .. } => self.theme.text,
            _ if ["?!", "!?"].iter().any(|mark| item.text.ends_with(mark)) => self.theme.accent,
            _ if item.text.ends_with('?') => self.theme.alarm,
            _ if item.text.ends_with('!') => self.theme.chosen,
            MovePlace::Text { .. } => self.theme.muted,
            MovePlace::Main { .. } => self.theme.text,
        };
        let small = ty.sized(em * 3 / 4);
        let score = if item.score.is_empty() { 0 } else { small.columns(&item.score) };
        let room = area.width();
        let text = ty.fitted(&item.text, room);
        self.painter.text(text, &item.text, area, Align::Left, color)?;
        if score == 0 || text.columns(&item.text) + score + em / 4 > room {
            return Ok(());
        }
        let muted = if item.is_current { color } else { self.theme.muted };
        self.painter.text(small, &item.score, area, Align::Right, muted)
    }
}
