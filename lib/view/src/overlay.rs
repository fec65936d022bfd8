//! Lays out menus and dialogs, whose size depends on their text.

use crate::control::Control;
use crate::draw::View;
use crate::form::{Form, FormLayout, Page};
use crate::layout::{Layout, Sides, area, cut_bottom, cut_top};
use crate::letters::Wrapped;
use crate::scene::{Body, Dialog, Menu};
use embedded_graphics::{prelude::Point, primitives::Rectangle};

/// The areas of a dialog and the scrolling of its body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DialogLayout {
    /// The whole box, with its margins.
    pub card: Rectangle,
    /// The headline.
    pub title: Rectangle,
    /// The text, the pieces or the visible part of the form.
    pub body: Rectangle,
    /// The height of a line of the body, in pixels.
    pub row: i32,
    /// The number of lines of the body that are shown.
    pub shown: usize,
    /// The number of all lines of the body.
    pub all: usize,
    answers: Rectangle,
    /// The height for which the parts of a form are laid out.
    room: i32,
}

impl DialogLayout {
    /// Returns the area of a line of the body, or `None` if the line is scrolled out of sight.
    pub fn line(&self, dialog: &Dialog<'_>, index: usize) -> Option<Rectangle> {
        let below = index.checked_sub(self.first(dialog)).filter(|&below| below < self.shown)?;
        let at = self.body.top_left;
        Some(area(at.x, at.y + below as i32 * self.row, self.body.width(), self.row))
    }

    /// Returns the first line that is shown: `dialog.first`, limited so that the body stays filled.
    pub fn first(&self, dialog: &Dialog<'_>) -> usize {
        dialog.first.min(self.all - self.shown)
    }

    /// Returns the area of one of `count` pieces to choose from.
    pub fn piece(&self, index: usize, count: usize) -> Rectangle {
        let (at, width) = (self.body.top_left, self.body.width() / count.max(1) as i32);
        let gap = self.row / 16;
        area(at.x + index as i32 * width + gap, at.y, width - 2 * gap, self.row - 2 * gap)
    }
}

impl View<'_> {
    /// Returns the area of a menu's title in the bar.
    pub fn menu_title(&self, layout: &Layout, menus: &[Menu<'_>], index: usize) -> Rectangle {
        let ty = self.ty(layout.em);
        let width = |menu: &Menu<'_>| ty.columns(&menu.title) + layout.em * 3 / 2;
        let before: i32 = menus.iter().take(index).map(width).sum();
        let own = menus.get(index).map_or(0, width);
        let bar = layout.menus;
        area(bar.top_left.x + before, bar.top_left.y, own, bar.height())
    }

    /// Returns the area of an open menu, below its title.
    pub fn menu_area(&self, layout: &Layout, menus: &[Menu<'_>], index: usize) -> Rectangle {
        let Some(menu) = menus.get(index) else { return Rectangle::zero() };
        let ty = self.ty(layout.em);
        let labels = menu.items.iter().map(|item| ty.columns(&item.label)).max().unwrap_or(0);
        let keys = menu.items.iter().map(|item| ty.columns(&item.shortcut)).max().unwrap_or(0);
        let width = labels + keys + layout.em * 5;
        let height: i32 = menu.items.iter().map(|item| item_height(layout, item)).sum();
        let title = self.menu_title(layout, menus, index);
        let x = title.top_left.x.min(layout.size.width as i32 - width).max(0);
        area(x, title.rows().end, width, height + layout.em)
    }

    /// Returns the area of an item of an open menu.
    pub fn menu_item(
        &self,
        layout: &Layout,
        menus: &[Menu<'_>],
        index: usize,
        item: usize,
    ) -> Rectangle {
        let Rectangle { top_left: at, size } = self.menu_area(layout, menus, index);
        let items = menus.get(index).map_or(&[][..], |menu| menu.items);
        let height = |item: &Control<'_>| item_height(layout, item);
        let before: i32 = items.iter().take(item).map(height).sum();
        let own = items.get(item).map_or(0, height);
        area(at.x, at.y + layout.em / 2 + before, size.width as i32, own)
    }

    /// Lays out a dialog in the middle of the window, or a choice of pieces next to the square for the chosen piece.
    pub fn dialog_layout(&self, layout: &Layout, dialog: &Dialog<'_>) -> DialogLayout {
        let em = layout.em;
        let (width, height) = (layout.size.width as i32, layout.size.height as i32);
        let margin = em * 5 / 4;
        let ty = self.ty(em);
        let answers: i32 =
            dialog.answers.iter().map(|control| self.answer_width(layout, control)).sum();
        let ems = match dialog.body {
            Body::Text(text) if is_paired(text) => 52,
            Body::Text(text) if text.chars().count() < 120 => 25,
            Body::Text(_) => 38,
            Body::Pieces { pieces, .. } => 6 * pieces.len() as i32,
            Body::Form(form) => form.ems,
        };
        let inner = (ems * em).max(answers).min(width - 2 * margin - em);
        let row = match dialog.body {
            Body::Text(_) => em * 3 / 2,
            Body::Form(_) => em,
            Body::Pieces { .. } => em * 6,
        };
        let head = em * 5 / 2;
        let foot = if dialog.answers.is_empty() { 0 } else { em * 3 };
        // The room is a whole number of rows. Therefore a form that just fits into it needs no scroll bar.
        let room = (height - 2 * margin - em - head - foot) / row * row;
        let mut goal = room;
        let all = match dialog.body {
            Body::Text(text) if is_paired(text) => text.lines().count().div_ceil(blocks(inner, em)),
            Body::Text(text) => Wrapped::new(text, ty, inner).count(),
            Body::Pieces { .. } => 1,
            Body::Form(form) => {
                goal = if form.high > 0 { room.min(form.high * em) } else { room };
                let height = FormLayout::new(self, layout, form, inner, goal).height;
                let least = goal.min(form.high * em);
                ((height.max(least) + em - 1) / em).max(0) as usize
            }
        };
        let shown = all.min((room / row).max(0) as usize);
        let high = head + shown as i32 * row + foot + 2 * margin;
        let wide = inner + 2 * margin;
        let mut at = Point::new((width - wide) / 2, (height - high) / 2);
        if let Body::Pieces { at: Some(square), .. } = dialog.body {
            let square = layout.grid.area(square);
            let (corner, cell) = (square.top_left, square.height());
            at.x =
                (corner.x + cell / 2 - wide / 2).clamp(em / 2, (width - wide - em / 2).max(em / 2));
            let below = corner.y + cell + em / 2;
            at.y = if below + high <= height { below } else { (corner.y - em / 2 - high).max(0) };
        }
        let card = area(at.x, at.y, wide, high);
        let mut rest = card.offset(-margin);
        let title = cut_top(&mut rest, head - em / 2, em / 2);
        let answers = cut_bottom(&mut rest, em * 2, 0);
        let body = cut_top(&mut rest, shown as i32 * row, 0);
        DialogLayout { card, title, body, row, shown, all, answers, room: goal }
    }

    /// Returns the places of the parts of a form, moved up as far as the dialog is scrolled.
    pub(crate) fn form_layout<'a>(
        &'a self,
        layout: &'a Layout,
        dialog: &Dialog<'_>,
        parts: &DialogLayout,
        form: Form<'a>,
    ) -> FormLayout<'a> {
        let (at, first) = (parts.body.top_left, parts.first(dialog) as i32 * parts.row);
        // The height `room` comes from `dialog_layout`, so that the form fits the dialog.
        FormLayout::new(self, layout, form, parts.body.width(), parts.room)
            .moved(Point::new(at.x, at.y - first))
    }

    /// Returns the visible rows of a list or text of a field. With `reveal`, the chosen row or the caret is in sight.
    pub fn page(&self, layout: &Layout, dialog: &Dialog<'_>, part: usize, reveal: bool) -> Page {
        let Body::Form(form) = dialog.body else { return Page::default() };
        let parts = self.dialog_layout(layout, dialog);
        self.form_layout(layout, dialog, &parts, form).page(part, reveal)
    }

    /// Returns the first line of the dialog that is shown. With `reveal`, the part with the focus is in sight.
    pub fn first_line(&self, layout: &Layout, dialog: &Dialog<'_>, reveal: bool) -> usize {
        let parts = self.dialog_layout(layout, dialog);
        let first = parts.first(dialog);
        let Body::Form(form) = dialog.body else { return first };
        let places = self.form_layout(layout, dialog, &parts, form);
        let focused = places.places().find(|place| reveal && places.is_focused(place));
        let Some(place) = focused else { return first };
        let top = place.widget.top_left.y - parts.body.top_left.y;
        let bottom = top + place.widget.height() - parts.body.height();
        let rows = |pixels: i32| (pixels + parts.row - 1).max(0) / parts.row;
        let down = rows(bottom.min(top));
        let up = rows(-top);
        (first + down as usize).saturating_sub(up as usize).min(parts.all - parts.shown)
    }

    fn answer_width(&self, layout: &Layout, control: &Control<'_>) -> i32 {
        let key = self.ty(layout.em * 7 / 10).columns(&control.shortcut);
        (self.ty(layout.em).columns(&control.label) + key + layout.em * 3).max(layout.em * 6)
    }

    /// Returns the area of an answer, in the row of buttons at the bottom of a dialog.
    pub fn answer(
        &self,
        layout: &Layout,
        parts: &DialogLayout,
        answers: &[Control<'_>],
        index: usize,
    ) -> Rectangle {
        let gap = layout.em / 2;
        let width = |control: &Control<'_>| self.answer_width(layout, control) + gap;
        let right = parts.answers.columns().end + gap;
        let own = answers.get(index).map_or(0, width);
        let after: i32 = answers.iter().skip(index).map(width).sum();
        area(right - after, parts.answers.top_left.y, own - gap, parts.answers.height())
    }
}

/// True if a text contains tabs. Each line of such a text is a pair of texts, which is shown in two columns.
pub(crate) fn is_paired(text: &str) -> bool {
    text.contains('\t')
}

pub(crate) const fn blocks(width: i32, em: i32) -> usize {
    if width >= 40 * em { 2 } else { 1 }
}

const fn item_height(layout: &Layout, item: &Control<'_>) -> i32 {
    if item.label.is_empty() { layout.em * 3 / 4 } else { layout.row() }
}
