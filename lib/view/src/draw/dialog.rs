use super::{Drawing, Drawn};
use crate::grid::middle;
use crate::layout::{Layout, Sides, area, cut_left};
use crate::letters::{Align, Wrapped};
use crate::overlay::{DialogLayout, blocks, is_paired};
use crate::paint::{Blend, ONE, Paint, Round};
use crate::scene::{Body, Dialog};
use crate::theme::Depth;
use embedded_graphics::{pixelcolor::Rgb888, primitives::Rectangle};

impl<D: Blend> Drawing<'_, '_, D> {
    pub(super) fn dialog(&mut self, layout: &Layout, dialog: &Dialog<'_>) -> Drawn<D> {
        if self.theme.depth > Depth::Mono {
            let veil = Paint::new(Rgb888::new(0, 0, 0)).alpha(90);
            self.painter.rectangle(self.painter.area(), veil)?;
        }
        let parts = self.view.dialog_layout(layout, dialog);
        self.raised(parts.card)?;
        let (title, color) = (&dialog.title, self.theme.text);
        self.fitted(layout.em * 13 / 10, title, parts.title, Align::Left, color)?;
        self.body(layout, dialog, &parts)?;
        let (card, body) = (parts.card, parts.body);
        let list = area(card.top_left.x, body.top_left.y, card.width(), body.height());
        self.scrollbar(list, parts.first(dialog), parts.shown, parts.all)?;
        for (index, control) in dialog.answers.iter().enumerate() {
            let place = self.view.answer(layout, &parts, dialog.answers, index);
            self.button(place, control, dialog.focus == Some(index), self.em)?;
        }
        Ok(())
    }

    fn body(&mut self, layout: &Layout, dialog: &Dialog<'_>, parts: &DialogLayout) -> Drawn<D> {
        match dialog.body {
            Body::Text(text) if is_paired(text) => self.pairs(dialog, parts, text),
            Body::Text(text) => self.page(dialog, parts, text),
            Body::Pieces { pieces, chosen, .. } => {
                for (index, &piece) in pieces.iter().enumerate() {
                    let seat = parts.piece(index, pieces.len());
                    self.row(seat, chosen == Some(index))?;
                    let size = seat.width().min(seat.height()) * 9 / 10;
                    self.piece(piece, middle(seat), size)?;
                }
                Ok(())
            }
            Body::Form(form) => {
                let view = self.view;
                self.form(&view.form_layout(layout, dialog, parts, form), parts.body)
            }
        }
    }

    fn page(&mut self, dialog: &Dialog<'_>, parts: &DialogLayout, text: &str) -> Drawn<D> {
        let ty = self.view.ty(self.em);
        let lines = Wrapped::new(text, ty, parts.body.width());
        for (index, line) in lines.enumerate() {
            if let Some(row) = parts.line(dialog, index) {
                self.painter.text(ty, &line, row, Align::Left, self.theme.text)?;
            }
        }
        Ok(())
    }

    fn pairs(&mut self, dialog: &Dialog<'_>, parts: &DialogLayout, text: &str) -> Drawn<D> {
        let ty = self.view.ty(self.em);
        let width = parts.body.width();
        let blocks = blocks(width, self.em) as i32;
        let first = text.lines().filter_map(|line| line.split_once('\t'));
        let keys = first.map(|(key, _)| ty.columns(&key)).max().unwrap_or(0);
        for (index, line) in text.lines().enumerate() {
            let (block, line_index) = (index / parts.all.max(1), index % parts.all.max(1));
            let Some(row) = parts.line(dialog, line_index) else { continue };
            let (key, label) = line.split_once('\t').unwrap_or((line, ""));
            let left = row.top_left.x + width / blocks * block as i32;
            let mut rest = area(left, row.top_left.y, width / blocks, parts.row);
            let seat = cut_left(&mut rest, keys.min(width / blocks / 2), self.em);
            self.painter.text(ty, &key, seat, Align::Left, self.theme.muted)?;
            self.painter.text(ty, &label, rest, Align::Left, self.theme.text)?;
        }
        Ok(())
    }

    pub(super) fn row(&mut self, row: Rectangle, chosen: bool) -> Drawn<D> {
        let color = if chosen { self.theme.accent } else { self.theme.button[1] };
        if chosen || self.is_over(row) {
            self.painter.round(&Round::rectangle(row, self.em * ONE / 4), color)?;
        }
        Ok(())
    }
}
