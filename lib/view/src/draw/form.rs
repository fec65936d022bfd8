//! Draws the parts of a dialog.

use super::{Drawing, Drawn};
use crate::form::{Column, Field, Form, FormLayout, Part, Place, Slider, Table, Widget, bar};
use crate::layout::{Layout, area, inset};
use crate::letters::Align;
use crate::overlay::DialogLayout;
use crate::paint::{Blend, Dot, ONE, Paint, Round};
use crate::scene::{Dialog, Scene};
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::Point;
use embedded_graphics::primitives::Rectangle;

/// The marks of a checked box, and of columns by which a table is sorted.
const CHECK: char = '✓';
const UPWARDS: char = '▲';
const DOWNWARDS: char = '▼';

/// The parts of a form while they are drawn.
pub(super) struct FormDrawing<'f> {
    pub(super) layout: &'f Layout,
    pub(super) places: FormLayout<'f>,
    /// The pointer, if it is over the parts.
    pub(super) pointer: Option<Point>,
}

impl FormDrawing<'_> {
    /// True if the pointer is over an area.
    pub(super) fn is_over(&self, place: Rectangle) -> bool {
        self.pointer.is_some_and(|pointer| place.contains(pointer))
    }
}

impl<D: Blend> Drawing<'_, '_, D> {
    /// Draws the parts of a dialog.
    pub(super) fn form(
        &mut self,
        layout: &Layout,
        scene: &Scene<'_>,
        dialog: &Dialog<'_>,
        (parts, form): (&DialogLayout, Form<'_>),
    ) -> Drawn<D> {
        let view = self.view;
        let places = view.form_layout(layout, dialog, parts, form);
        let pointer = scene.pointer.filter(|&pointer| parts.body.contains(pointer));
        let drawn = FormDrawing { layout, places, pointer };
        // The focus of a part may stand out of the body by some pixels.
        let mut inner = self.within(parts.body.offset(layout.em / 4), self.grid);
        for place in places.places() {
            let top = place.widget.top_left.y;
            let bottom = top + place.widget.size.height as i32;
            let seen = parts.body.rows();
            if top < seen.end && bottom > seen.start {
                let focused = form.focus == Some(place.index);
                inner.part(&drawn, &form.parts[place.index], &place, focused)?;
            }
        }
        Ok(())
    }

    fn part(
        &mut self,
        form: &FormDrawing<'_>,
        part: &Part<'_>,
        place: &Place,
        focused: bool,
    ) -> Drawn<D> {
        let layout = form.layout;
        let color = if part.enabled { self.theme.text } else { self.theme.muted };
        if place.label.size.width > 0 {
            let room = area(
                place.label.top_left.x,
                place.label.top_left.y,
                place.label.size.width as i32 - layout.em / 2,
                place.label.size.height as i32,
            );
            let ty = self.view.ty(layout.em).fitted(&part.label, room.size.width as i32);
            self.painter.text(ty, &part.label, room, Align::Left, color)?;
        }
        let widget = place.widget;
        match &part.widget {
            Widget::Heading => self.heading(layout, widget, part.label),
            Widget::Text(text) => self.paragraph(layout, widget, text, color),
            Widget::Options(items) => {
                for (index, item) in items.iter().enumerate() {
                    let at = form.places.option(items, widget, index);
                    let item = crate::Control { enabled: item.enabled && part.enabled, ..*item };
                    self.button(layout, at, &item, form.pointer, false)?;
                    let chosen = item.checked || items.iter().all(|item| !item.checked);
                    if focused && chosen && (item.checked || index == 0) {
                        self.focus_ring(layout, at)?;
                    }
                }
                Ok(())
            }
            Widget::Slider(slider) => self.slider(form, slider, widget, (part.enabled, focused)),
            Widget::Check(checked) => {
                self.check(form, part.label, widget, (*checked, part.enabled, focused))
            }
            Widget::Field(field) => self.field(form, field, widget, (part.enabled, focused)),
            Widget::Table(table) => self.table(form, table, widget, focused),
            Widget::Cards(cards) => self.grid_of_cards(form, cards, widget, focused),
            Widget::Board(board) => self.small_board(layout, board, widget),
        }
    }

    /// Draws the mark of the keyboard focus around an area.
    pub(super) fn focus_ring(&mut self, layout: &Layout, around: Rectangle) -> Drawn<D> {
        let thick = (layout.em / 8).max(1);
        let ring = Round::rectangle(around.offset(thick + 1), layout.em * ONE / 2);
        self.painter.round(&ring.hollow(thick * ONE), self.theme.cursor)
    }

    fn heading(&mut self, layout: &Layout, place: Rectangle, text: &str) -> Drawn<D> {
        let ty = self.view.ty(layout.em).fitted(&text, place.size.width as i32);
        let under = place.top_left.y + place.size.height as i32 - layout.em / 4;
        let line = area(place.top_left.x, under, place.size.width as i32, 1);
        self.painter.rectangle(line, self.theme.edge)?;
        self.painter.text(ty, &text, place, Align::Left, self.theme.accent)
    }

    fn paragraph(
        &mut self,
        layout: &Layout,
        place: Rectangle,
        text: &str,
        color: Rgb888,
    ) -> Drawn<D> {
        let ty = self.view.ty(layout.em);
        let (at, width) = (place.top_left, place.size.width as i32);
        let high = layout.em * 3 / 2;
        for (index, line) in crate::letters::Wrapped::new(text, ty, width).enumerate() {
            let row = area(at.x, at.y + index as i32 * high, width, high);
            self.painter.text(ty, &line, row, Align::Left, color)?;
        }
        Ok(())
    }

    fn slider(
        &mut self,
        form: &FormDrawing<'_>,
        slider: &Slider<'_>,
        widget: Rectangle,
        (enabled, focused): (bool, bool),
    ) -> Drawn<D> {
        let em = form.layout.em;
        let [track, word] = form.places.track(widget);
        let middle = track.top_left.y + track.size.height as i32 / 2;
        let knob = form.places.knob(slider, track, slider.at);
        let strong = if enabled { self.theme.accent } else { self.theme.muted };
        let thick = (em / 4).max(2);
        let groove = |from: i32, to: i32| {
            Round::rectangle(area(from, middle - thick / 2, to - from, thick), thick * ONE / 2)
        };
        let (left, right) = (track.top_left.x, track.top_left.x + track.size.width as i32);
        self.painter.round(&groove(left, right), self.theme.edge)?;
        self.painter.round(&groove(left, knob), strong)?;
        let lit = enabled && form.is_over(track);
        let radius = if lit { em * 3 / 5 } else { em / 2 };
        let at = Dot::new(knob * ONE, middle * ONE);
        self.painter.round(&Round::disc(at, radius * ONE), strong)?;
        if focused {
            let around = area(knob - radius, middle - radius, 2 * radius, 2 * radius);
            self.focus_ring(form.layout, around)?;
        }
        let ty = self.view.ty(em).fitted(&slider.word, word.size.width as i32);
        let color = if enabled { self.theme.text } else { self.theme.muted };
        self.painter.text(ty, &slider.word, word, Align::Left, color)
    }

    fn check(
        &mut self,
        form: &FormDrawing<'_>,
        label: &str,
        widget: Rectangle,
        (checked, enabled, focused): (bool, bool, bool),
    ) -> Drawn<D> {
        let em = form.layout.em;
        let side = em * 5 / 4;
        let top = widget.top_left.y + (widget.size.height as i32 - side) / 2;
        let square = area(widget.top_left.x + em / 4, top, side, side);
        let shape = Round::rectangle(square, em * ONE / 4);
        let lit = enabled && form.is_over(widget);
        let face = match (checked, enabled) {
            (true, true) => self.theme.accent,
            (true, false) => self.theme.muted,
            (false, _) => self.theme.button[usize::from(lit)],
        };
        self.painter.round(&shape, face)?;
        let rim = if lit { self.theme.accent } else { self.theme.muted };
        self.painter.round(&shape.hollow(ONE), rim)?;
        if checked {
            let ty = self.view.ty(em);
            self.painter.text(ty, &CHECK, square, Align::Center, self.theme.on_accent)?;
        }
        if focused {
            self.focus_ring(form.layout, square)?;
        }
        let beyond = em / 4 + side + em / 2;
        let room = area(
            widget.top_left.x + beyond,
            widget.top_left.y,
            widget.size.width as i32 - beyond,
            widget.size.height as i32,
        );
        let ty = self.view.ty(em).fitted(&label, room.size.width as i32);
        let color = if enabled { self.theme.text } else { self.theme.muted };
        self.painter.text(ty, &label, room, Align::Left, color)
    }

    fn field(
        &mut self,
        form: &FormDrawing<'_>,
        field: &Field<'_>,
        widget: Rectangle,
        (enabled, focused): (bool, bool),
    ) -> Drawn<D> {
        let em = form.layout.em;
        let shape = Round::rectangle(widget, em * ONE / 4);
        self.painter.round(&shape, self.theme.button[usize::from(enabled)])?;
        let rim =
            if focused || form.is_over(widget) { self.theme.accent } else { self.theme.muted };
        let thick = if focused { (em / 8).max(1) } else { 1 };
        self.painter.round(&shape.hollow(thick * ONE), rim)?;
        let line = form.places.line_of_field(widget);
        let ty = self.view.ty(em);
        if field.text.is_empty() {
            let ty = ty.fitted(&field.placeholder, line.size.width as i32);
            let text = &field.placeholder;
            self.painter.text(ty, text, line, Align::Left, Paint::new(self.theme.muted))?;
        }
        let text = field.text;
        let first = form.places.field_page(field, widget, false).first;
        let x = |at: usize| {
            let at = text.floor_char_boundary(at).max(first);
            line.top_left.x + ty.columns(&&text[first..at])
        };
        let (low, high) = (field.caret.min(field.anchor), field.caret.max(field.anchor));
        let theme = self.theme;
        let mut inner = self.within(line.offset(em / 8), self.grid);
        let (top, height) = (line.top_left.y + em * 3 / 8, line.size.height as i32 - em * 3 / 4);
        if focused && low < high {
            let chosen = area(x(low), top, x(high) - x(low), height);
            inner.painter.rectangle(chosen, Paint::new(theme.accent).alpha(90))?;
        }
        let whole = ty.columns(&&text[first..]).max(1);
        let room = area(line.top_left.x, line.top_left.y, whole, line.size.height as i32);
        let color = if enabled { theme.text } else { theme.muted };
        inner.painter.text(ty, &&text[first..], room, Align::Left, color)?;
        if focused {
            let caret = area(x(field.caret), top, (em / 10).max(1), height);
            inner.painter.rectangle(caret, theme.text)?;
        }
        Ok(())
    }

    fn table(
        &mut self,
        form: &FormDrawing<'_>,
        table: &Table<'_>,
        widget: Rectangle,
        focused: bool,
    ) -> Drawn<D> {
        let em = form.layout.em;
        let [head, rows] = form.places.table_areas(table, widget);
        let page = form.places.table_page(table, widget, false);
        let shape = Round::rectangle(widget, em * ONE / 4);
        self.painter.round(&shape, self.theme.button[0])?;
        self.painter.round(&shape.hollow(ONE), self.theme.edge)?;
        self.table_head(form, table, head)?;
        let mut inner = self.within(rows, self.grid);
        for below in 0..page.shown.min(table.rows.len() - page.first) {
            let row = form.places.table_row(rows, below);
            let index = page.first + below;
            let chosen = table.chosen == Some(index);
            inner.row(form.layout, row, form.pointer, chosen)?;
        }
        for (number, column) in table.columns.iter().enumerate() {
            let line = form.places.table_row(rows, 0);
            let mut cell = inset(form.places.column(table, line, number), em / 3);
            for index in (page.first..table.rows.len()).take(page.shown) {
                let chosen = table.chosen == Some(index);
                let color = if chosen { inner.theme.on_accent } else { inner.theme.text };
                let text = table.rows.cell(index, number);
                let ty = inner.view.ty(em);
                inner.painter.text(ty, &text, cell, align(column), color)?;
                cell.top_left.y += line.size.height as i32;
            }
        }
        if focused {
            self.focus_ring(form.layout, widget)?;
        }
        let place = bar(form.layout, rows);
        self.scrollbar(form.layout, place, page.first, page.shown, table.rows.len())
    }

    fn table_head(
        &mut self,
        form: &FormDrawing<'_>,
        table: &Table<'_>,
        head: Rectangle,
    ) -> Drawn<D> {
        if head.size.height == 0 {
            return Ok(());
        }
        let em = form.layout.em;
        let row = form.places.table_row(head, 0);
        for (number, column) in table.columns.iter().enumerate() {
            let cell = inset(form.places.column(table, row, number), em / 3);
            let lit = form.is_over(cell) && !column.title.is_empty();
            let color = if lit { self.theme.accent } else { self.theme.muted };
            let mark = match table.sorted {
                Some((by, upwards)) if by == number => {
                    Some(if upwards { UPWARDS } else { DOWNWARDS })
                }
                _ => None,
            };
            let ty = self.view.ty(em * 9 / 10);
            match mark {
                Some(mark) => {
                    let text = format_args!("{} {mark}", column.title);
                    let ty = ty.fitted(&text, cell.size.width as i32);
                    self.painter.text(ty, &text, cell, align(column), color)?;
                }
                None => {
                    let ty = ty.fitted(&column.title, cell.size.width as i32);
                    self.painter.text(ty, &column.title, cell, align(column), color)?;
                }
            }
        }
        let under = head.top_left.y + head.size.height as i32;
        let line = area(head.top_left.x, under, head.size.width as i32, 1);
        self.painter.rectangle(line, self.theme.edge)
    }
}

/// The alignment of the texts in a column.
const fn align(column: &Column<'_>) -> Align {
    if column.right { Align::Right } else { Align::Left }
}
