use super::{Drawing, Drawn};
use crate::grid::middle;
use crate::layout::{Layout, area, cut_left};
use crate::letters::{Align, Wrapped};
use crate::overlay::{DialogLayout, blocks, is_paired};
use crate::paint::{Blend, ONE, Paint, Round};
use crate::scene::{Body, Dialog, Scene};
use crate::theme::Depth;
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::Point;
use embedded_graphics::primitives::Rectangle;

impl<D: Blend> Drawing<'_, '_, D> {
    /// Draws a dialog over a darkened picture.
    pub(super) fn dialog(
        &mut self,
        layout: &Layout,
        scene: &Scene<'_>,
        dialog: &Dialog<'_>,
    ) -> Drawn<D> {
        if self.theme.depth > Depth::Mono {
            let veil = Paint::new(Rgb888::new(0, 0, 0)).alpha(90);
            self.painter.rectangle(self.painter.area(), veil)?;
        }
        let parts = self.view.dialog_layout(layout, dialog);
        self.raised(layout, parts.card)?;
        let headline = self.view.ty(layout.em * 13 / 10);
        let headline = headline.fitted(&dialog.title, parts.title.size.width as i32);
        self.painter.text(headline, &dialog.title, parts.title, Align::Left, self.theme.text)?;
        self.dialog_body(layout, scene, dialog, &parts)?;
        let list = area(
            parts.card.top_left.x,
            parts.body.top_left.y,
            parts.card.size.width as i32,
            parts.body.size.height as i32,
        );
        self.scrollbar(layout, list, parts.first(dialog), parts.shown, parts.all)?;
        for (index, control) in dialog.answers.iter().enumerate() {
            let place = self.view.answer(layout, &parts, dialog.answers, index);
            let focused = dialog.focus == Some(index);
            self.button(layout, place, control, scene.pointer, focused)?;
        }
        Ok(())
    }

    /// Draws the text, rows or pieces of a dialog.
    fn dialog_body(
        &mut self,
        layout: &Layout,
        scene: &Scene<'_>,
        dialog: &Dialog<'_>,
        parts: &DialogLayout,
    ) -> Drawn<D> {
        match dialog.body {
            Body::Text(text) if is_paired(text) => self.pairs(layout, dialog, parts, text),
            Body::Text(text) => self.page(layout, dialog, parts, text),
            Body::Pieces { pieces, chosen, .. } => {
                for (index, &piece) in pieces.iter().enumerate() {
                    let seat = parts.piece(index, pieces.len());
                    self.row(layout, seat, scene.pointer, chosen == Some(index))?;
                    let size = seat.size.width.min(seat.size.height) as i32 * 9 / 10;
                    self.piece(piece, middle(seat), size)?;
                }
                Ok(())
            }
            Body::Form(form) => self.form(layout, scene, dialog, (parts, form)),
        }
    }

    fn page(
        &mut self,
        layout: &Layout,
        dialog: &Dialog<'_>,
        parts: &DialogLayout,
        text: &str,
    ) -> Drawn<D> {
        let ty = self.view.ty(layout.em);
        let lines = Wrapped::new(text, ty, parts.body.size.width as i32);
        for (index, line) in lines.enumerate() {
            if let Some(row) = parts.line(dialog, index) {
                self.painter.text(ty, &line, row, Align::Left, self.theme.text)?;
            }
        }
        Ok(())
    }

    /// Draws pairs of texts in aligned columns.
    fn pairs(
        &mut self,
        layout: &Layout,
        dialog: &Dialog<'_>,
        parts: &DialogLayout,
        text: &str,
    ) -> Drawn<D> {
        let ty = self.view.ty(layout.em);
        let width = parts.body.size.width as i32;
        let blocks = blocks(width, layout.em) as i32;
        let first = text.lines().filter_map(|line| line.split_once('\t'));
        let keys = first.map(|(key, _)| ty.columns(&key)).max().unwrap_or(0);
        for (index, line) in text.lines().enumerate() {
            let (block, line_index) = (index / parts.all.max(1), index % parts.all.max(1));
            let Some(row) = parts.line(dialog, line_index) else { continue };
            let (key, label) = line.split_once('\t').unwrap_or((line, ""));
            let left = row.top_left.x + width / blocks * block as i32;
            let mut rest = area(left, row.top_left.y, width / blocks, parts.row);
            let seat = cut_left(&mut rest, keys.min(width / blocks / 2), layout.em);
            self.painter.text(ty, &key, seat, Align::Left, self.theme.muted)?;
            self.painter.text(ty, &label, rest, Align::Left, self.theme.text)?;
        }
        Ok(())
    }

    /// Draws the background of a row. Returns true if the row is filled and needs light text.
    pub(super) fn row(
        &mut self,
        layout: &Layout,
        row: Rectangle,
        pointer: Option<Point>,
        chosen: bool,
    ) -> Result<bool, D::Error> {
        let shape = Round::rectangle(row, layout.em * ONE / 4);
        if chosen {
            self.painter.round(&shape, self.theme.accent)?;
        } else if pointer.is_some_and(|pointer| row.contains(pointer)) {
            self.painter.round(&shape, self.theme.button[1])?;
        }
        Ok(chosen)
    }
}
