use super::controls::CHECK;
use super::{Drawing, Drawn};
use crate::control::Control;
use crate::form::{Column, Field, FormLayout, Place, Slider, Table, Widget};
use crate::layout::{Sides, area, cut_left, inset};
use crate::letters::{Align, Wrapped};
use crate::paint::{Blend, Dot, ONE, Paint, Round};
use embedded_graphics::{pixelcolor::Rgb888, primitives::Rectangle};

impl<D: Blend> Drawing<'_, '_, D> {
    pub(super) fn form(&mut self, form: &FormLayout<'_>, body: Rectangle) -> Drawn<D> {
        // The drawing area is larger than the body, to leave room for the ring around the part with the focus.
        let mut inner = self.within(body.offset(self.em / 4), self.grid);
        inner.pointer = inner.pointer.filter(|&pointer| body.contains(pointer));
        for place in form.places() {
            let (part, seen) = (place.widget.rows(), body.rows());
            if part.start < seen.end && part.end > seen.start {
                inner.part(form, &place)?;
            }
        }
        Ok(())
    }

    fn part(&mut self, form: &FormLayout<'_>, place: &Place<'_>) -> Drawn<D> {
        let Place { part, widget, .. } = *place;
        let color = self.ink(place);
        if place.label.size.width > 0 {
            let mut room = place.label;
            room.size.width = room.size.width.saturating_sub(self.em as u32 / 2);
            self.fitted(self.em, &part.label, room, Align::Left, color)?;
        }
        match &part.widget {
            Widget::Heading => self.heading(widget, part.label),
            Widget::Text(text) => {
                let ty = self.view.ty(self.em);
                let lines = Wrapped::new(text, ty, widget.width());
                self.write_lines(lines, ty, (widget, self.em * 3 / 2), Align::Left, color)
            }
            Widget::Options(items) => {
                for (index, item) in items.iter().enumerate() {
                    let at = form.option(items, widget, index);
                    let item = Control { enabled: item.enabled && part.enabled, ..*item };
                    self.button(at, &item, false, self.em)?;
                    let chosen = item.checked || items.iter().all(|item| !item.checked);
                    if form.is_focused(place) && chosen && (item.checked || index == 0) {
                        self.focus_ring(at)?;
                    }
                }
                Ok(())
            }
            Widget::Slider(slider) => self.slider(form, *slider, place),
            Widget::Check(checked) => self.check(*checked, form.is_focused(place), place),
            Widget::Field(field) => self.field(form, *field, place),
            Widget::Table(table) => self.table(form, *table, place),
            Widget::Cards(cards) => self.grid_of_cards(form, cards, place),
            Widget::Board(board) => self.small_board(board, widget),
        }
    }

    fn ink(&self, place: &Place<'_>) -> Rgb888 {
        if place.part.enabled { self.theme.text } else { self.theme.muted }
    }

    pub(super) fn focus_ring(&mut self, around: Rectangle) -> Drawn<D> {
        let thick = (self.em / 8).max(1);
        let ring = Round::rectangle(around.offset(thick + 1), self.em * ONE / 2);
        self.painter.round(&ring.hollow(thick * ONE), self.theme.cursor)
    }

    fn heading(&mut self, place: Rectangle, text: &str) -> Drawn<D> {
        let line = area(place.top_left.x, place.rows().end - self.em / 4, place.width(), 1);
        self.painter.rectangle(line, self.theme.edge)?;
        self.fitted(self.em, &text, place, Align::Left, self.theme.accent)
    }

    fn slider(&mut self, form: &FormLayout<'_>, slider: Slider<'_>, place: &Place<'_>) -> Drawn<D> {
        let (em, enabled) = (self.em, place.part.enabled);
        let [track, word] = form.track(place.widget);
        let middle = track.top_left.y + track.height() / 2;
        let knob = form.knob(&slider, track, slider.at);
        let strong = if enabled { self.theme.accent } else { self.theme.muted };
        let thick = (em / 4).max(2);
        let groove = |from: i32, to: i32| {
            Round::rectangle(area(from, middle - thick / 2, to - from, thick), thick * ONE / 2)
        };
        let ends = track.columns();
        self.painter.round(&groove(ends.start, ends.end), self.theme.edge)?;
        self.painter.round(&groove(ends.start, knob), strong)?;
        let lit = enabled && self.is_over(track);
        let radius = if lit { em * 3 / 5 } else { em / 2 };
        let at = Dot::new(knob * ONE, middle * ONE);
        self.painter.round(&Round::disc(at, radius * ONE), strong)?;
        if form.is_focused(place) {
            self.focus_ring(area(knob - radius, middle - radius, 2 * radius, 2 * radius))?;
        }
        self.fitted(em, &slider.word, word, Align::Left, self.ink(place))
    }

    fn check(&mut self, checked: bool, focused: bool, place: &Place<'_>) -> Drawn<D> {
        let (em, widget, enabled) = (self.em, place.widget, place.part.enabled);
        let side = em * 5 / 4;
        let top = widget.top_left.y + (widget.height() - side) / 2;
        let square = area(widget.top_left.x + em / 4, top, side, side);
        let shape = Round::rectangle(square, em * ONE / 4);
        let lit = enabled && self.is_over(widget);
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
            self.focus_ring(square)?;
        }
        let mut room = widget;
        cut_left(&mut room, em / 4 + side + em / 2, 0);
        self.fitted(em, &place.part.label, room, Align::Left, self.ink(place))
    }

    fn field(&mut self, form: &FormLayout<'_>, field: Field<'_>, place: &Place<'_>) -> Drawn<D> {
        let (em, widget, focused) = (self.em, place.widget, form.is_focused(place));
        let shape = Round::rectangle(widget, em * ONE / 4);
        self.painter.round(&shape, self.theme.button[usize::from(place.part.enabled)])?;
        let is_lit = focused || self.is_over(widget);
        let rim = if is_lit { self.theme.accent } else { self.theme.muted };
        let thick = if focused { (em / 8).max(1) } else { 1 };
        self.painter.round(&shape.hollow(thick * ONE), rim)?;
        let line = form.line_of_field(widget);
        if field.text.is_empty() {
            self.fitted(em, &field.placeholder, line, Align::Left, self.theme.muted)?;
        }
        let (text, ty) = (field.text, self.view.ty(em));
        let first = form.field_page(&field, widget, false).first;
        let x = |at: usize| {
            let at = text.floor_char_boundary(at).max(first);
            line.top_left.x + ty.columns(&&text[first..at])
        };
        let (low, high) = (field.caret.min(field.anchor), field.caret.max(field.anchor));
        let (theme, color) = (self.theme, self.ink(place));
        let mut inner = self.within(line.offset(em / 8), self.grid);
        let (top, height) = (line.top_left.y + em * 3 / 8, line.height() - em * 3 / 4);
        if focused && low < high {
            let chosen = area(x(low), top, x(high) - x(low), height);
            inner.painter.rectangle(chosen, Paint::new(theme.accent).alpha(90))?;
        }
        let whole = ty.columns(&&text[first..]).max(1);
        let room = area(line.top_left.x, line.top_left.y, whole, line.height());
        inner.painter.text(ty, &&text[first..], room, Align::Left, color)?;
        if focused {
            let caret = area(x(field.caret), top, (em / 10).max(1), height);
            inner.painter.rectangle(caret, theme.text)?;
        }
        Ok(())
    }

    fn table(&mut self, form: &FormLayout<'_>, table: Table<'_>, place: &Place<'_>) -> Drawn<D> {
        let (em, widget) = (self.em, place.widget);
        let [head, rows] = form.table_areas(&table, widget);
        let page = form.table_page(&table, widget, false);
        let shape = Round::rectangle(widget, em * ONE / 4);
        self.painter.round(&shape, self.theme.button[0])?;
        self.painter.round(&shape.hollow(ONE), self.theme.edge)?;
        self.titles(form, &table, head)?;
        let mut inner = self.within(rows, self.grid);
        for below in 0..page.shown.min(table.rows.len() - page.first) {
            let chosen = table.chosen == Some(page.first + below);
            inner.row(form.table_row(rows, below), chosen)?;
        }
        for (number, column) in table.columns.iter().enumerate() {
            let line = form.table_row(rows, 0);
            let mut cell = inset(form.column(&table, line, number), em / 3);
            for index in (page.first..table.rows.len()).take(page.shown) {
                let chosen = table.chosen == Some(index);
                let color = if chosen { inner.theme.on_accent } else { inner.theme.text };
                let text = table.rows.cell(index, number);
                let ty = inner.view.ty(em);
                inner.painter.text(ty, &text, cell, align(column), color)?;
                cell.top_left.y += line.height();
            }
        }
        if form.is_focused(place) {
            self.focus_ring(widget)?;
        }
        self.scrollbar(form.bar(rows), page.first, page.shown, table.rows.len())
    }

    fn titles(&mut self, form: &FormLayout<'_>, table: &Table<'_>, head: Rectangle) -> Drawn<D> {
        if head.size.height == 0 {
            return Ok(());
        }
        let row = form.table_row(head, 0);
        for (number, column) in table.columns.iter().enumerate() {
            let cell = inset(form.column(table, row, number), self.em / 3);
            let lit = self.is_over(cell) && !column.title.is_empty();
            let color = if lit { self.theme.accent } else { self.theme.muted };
            let mark = match table.sorted {
                Some((by, true)) if by == number => " ▲",
                Some((by, false)) if by == number => " ▼",
                _ => "",
            };
            let text = format_args!("{}{mark}", column.title);
            self.fitted(self.em * 9 / 10, &text, cell, align(column), color)?;
        }
        let line = area(head.top_left.x, head.rows().end, head.width(), 1);
        self.painter.rectangle(line, self.theme.edge)
    }
}

const fn align(column: &Column<'_>) -> Align {
    if column.right { Align::Right } else { Align::Left }
}
