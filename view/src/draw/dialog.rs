use super::{Drawing, Drawn};
use crate::grid::middle;
use crate::layout::{Layout, area, inset};
use crate::letters::{Align, Wrapped};
use crate::overlay::DialogLayout;
use crate::paint::{Blend, ONE, Paint, Round};
use crate::scene::{Body, Dialog, Scene, Setting};
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
            Body::Text(text) => self.page(layout, dialog, parts, text),
            Body::List { rows, chosen } => {
                for index in 0..rows.len() {
                    let Some(row) = parts.line(dialog, index) else { continue };
                    let at = scene.pointer;
                    let strong = self.row(layout, row, at, chosen == Some(index))?;
                    let text = if strong { self.theme.on_accent } else { self.theme.text };
                    let inner = inset(row, layout.em / 2);
                    self.painter.text(
                        self.view.ty(layout.em),
                        &rows.line(index),
                        inner,
                        Align::Left,
                        text,
                    )?;
                }
                Ok(())
            }
            Body::Pieces { pieces, chosen } => {
                for (index, &piece) in pieces.iter().enumerate() {
                    let seat = parts.piece(index, pieces.len());
                    self.row(layout, seat, scene.pointer, chosen == Some(index))?;
                    let size = seat.size.width.min(seat.size.height) as i32 * 9 / 10;
                    self.piece(piece, middle(seat), size)?;
                }
                Ok(())
            }
            Body::Form(form) => self.form(layout, scene, dialog, (parts, form)),
            Body::Settings { rows, chosen } => {
                for (index, setting) in rows.iter().enumerate() {
                    let Some(row) = parts.line(dialog, index) else { continue };
                    let focused = chosen == Some(index);
                    self.setting(layout, parts, row, focused, setting, scene.pointer)?;
                }
                Ok(())
            }
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

    fn setting(
        &mut self,
        layout: &Layout,
        parts: &DialogLayout,
        row: Rectangle,
        focused: bool,
        setting: &Setting<'_>,
        pointer: Option<Point>,
    ) -> Drawn<D> {
        let em = layout.em;
        let ty = self.view.ty(em);
        let strong = self.row(layout, row, pointer, focused)?;
        let text = if strong { self.theme.on_accent } else { self.theme.text };
        let [less, more] = parts.steps(row);
        let label_width = less.top_left.x - row.top_left.x - em;
        let label = area(row.top_left.x + em / 2, row.top_left.y, label_width, parts.row);
        let label_ty = ty.fitted(&setting.label, label_width);
        self.painter.text(label_ty, &setting.label, label, Align::Left, text)?;
        for (place, sign, possible) in [(less, '◀', setting.less), (more, '▶', setting.more)] {
            let lit = possible && pointer.is_some_and(|pointer| place.contains(pointer));
            if lit {
                let face = Round::rectangle(place.offset(-(em / 6)), em * ONE / 4);
                self.painter.round(&face, self.theme.button[0])?;
            }
            let color = if lit { self.theme.accent } else { text };
            let faded = if possible { 255 } else { 60 };
            let paint = Paint::new(color).alpha(faded);
            self.painter.text(self.view.ty(em * 7 / 10), &sign, place, Align::Center, paint)?;
        }
        let x = less.top_left.x + parts.row;
        let value = area(x, row.top_left.y, more.top_left.x - x, parts.row);
        let value_ty = ty.fitted(&setting.value, value.size.width as i32);
        self.painter.text(value_ty, &setting.value, value, Align::Center, text)
    }
}
