use super::places::{FormLayout, Place};
use super::{Field, Spot, Table, Widget};
use crate::layout::{Sides, area};
use embedded_graphics::{prelude::Point, primitives::Rectangle};

/// A function that is called with the area of each spot. Where areas overlap, the pointer hits the first one.
type Spots<'f> = &'f mut dyn FnMut(Rectangle, Spot);

impl FormLayout<'_> {
    pub(crate) fn areas(&self, found: &mut dyn FnMut(Rectangle, usize, Spot)) {
        for place in self.places() {
            if place.part.widget.takes_focus() {
                let widget = place.widget;
                self.spots(&place, &mut |area, spot| {
                    found(area.intersection(&widget), place.index, spot);
                });
                found(widget, place.index, Spot::Whole);
                found(place.label, place.index, Spot::Whole);
            }
        }
    }

    fn spots(&self, place: &Place<'_>, found: Spots<'_>) {
        let widget = place.widget;
        match place.part.widget {
            Widget::Options(items) => {
                for index in 0..items.len() {
                    found(self.option(items, widget, index), Spot::Item(index));
                }
            }
            Widget::Slider(slider) => {
                let [track, _] = self.track(widget);
                let knobs =
                    (0..slider.steps).map(|value| (self.knob(&slider, track, value), value));
                columns(track, knobs, &mut |area, value| found(area, Spot::Item(value)));
            }
            Widget::Field(field) => {
                let right = widget.columns().end;
                let carets = self.carets(&field, widget).take_while(|&(x, _)| x <= right);
                columns(widget, carets, &mut |area, at| found(area, Spot::Caret(at)));
            }
            Widget::Table(table) => self.table_spots(&table, widget, found),
            Widget::Cards(cards) => {
                let grate = self.grate(&cards, widget, false);
                if grate.rows > grate.page.shown {
                    self.bar_spots(widget, (grate.page.shown, grate.rows), found);
                }
                for index in grate.shown(cards.cards.len()) {
                    grate.card(index).into_iter().for_each(|card| found(card, Spot::Item(index)));
                }
            }
            Widget::Check(_) => found(widget, Spot::Item(0)),
            Widget::Heading | Widget::Text(_) | Widget::Board(_) => {}
        }
    }

    fn table_spots(&self, table: &Table<'_>, widget: Rectangle, found: Spots<'_>) {
        let [head, rows] = self.table_areas(table, widget);
        let page = self.table_page(table, widget, false);
        if table.rows.len() > page.shown {
            self.bar_spots(rows, (page.shown, table.rows.len()), found);
        }
        let titles = self.table_row(head, 0);
        for index in 0..table.columns.len() {
            let title = self.column(table, titles, index).intersection(&head);
            found(title, Spot::Column(index));
        }
        found(head, Spot::Whole);
        for below in 0..(table.rows.len() - page.first).min(page.shown) {
            found(self.table_row(rows, below), Spot::Item(page.first + below));
        }
    }

    /// Returns the spot nearest to the pointer in part `index`, where a drag began at spot `from`. Only carets, knobs
    /// and scroll bars follow a drag. In other cases, the result is `from`.
    pub(crate) fn dragged(&self, (index, from): (usize, Spot), point: Point) -> Spot {
        let Some(place) = self.places().nth(index) else { return from };
        let widget = place.widget;
        match (place.part.widget, from) {
            (Widget::Field(field), Spot::Caret(_)) => {
                Spot::Caret(nearest(self.carets(&field, widget), point).unwrap_or_default())
            }
            (Widget::Slider(slider), Spot::Item(_)) => {
                let [track, _] = self.track(widget);
                let knobs =
                    (0..slider.steps).map(|value| (self.knob(&slider, track, value), value));
                Spot::Item(nearest(knobs, point).unwrap_or_default())
            }
            (Widget::Table(table), Spot::Bar(_)) => {
                let [_, rows] = self.table_areas(&table, widget);
                let shown = self.table_page(&table, widget, false).shown;
                self.first_at(rows, (shown, table.rows.len()), point.y)
            }
            (Widget::Cards(cards), Spot::Bar(_)) => {
                let grate = self.grate(&cards, widget, false);
                self.first_at(widget, (grate.page.shown, grate.rows), point.y)
            }
            _ => from,
        }
    }

    /// Returns (column of pixels, place) for each place of the caret in a field's text, from the first place shown.
    fn carets(&self, field: &Field<'_>, widget: Rectangle) -> impl Iterator<Item = (i32, usize)> {
        let (line, ty) = (self.line_of_field(widget), self.ty());
        let first = self.field_page(field, widget, false).first;
        let shown = &field.text[first..];
        let ends = shown.char_indices().map(|(at, _)| at).chain([shown.len()]);
        ends.map(move |at| (line.top_left.x + ty.columns(&&shown[..at]), first + at))
    }

    /// Calls `found` for each row of pixels of the scroll bar. `rows` is (number of rows shown, number of all rows).
    fn bar_spots(&self, list: Rectangle, rows: (usize, usize), found: Spots<'_>) {
        let bar = self.bar(list);
        for y in bar.rows() {
            let line = area(bar.top_left.x, y, bar.width(), 1);
            found(line, self.first_at(list, rows, y));
        }
    }

    /// Returns the first row that is shown if the middle of the scroll bar's thumb is at the row of pixels `y`.
    fn first_at(&self, list: Rectangle, (shown, all): (usize, usize), y: i32) -> Spot {
        let (height, most) = (list.size.height as i64, all.saturating_sub(shown) as i64);
        let length = (height * shown as i64 / all.max(1) as i64).max(i64::from(self.em()));
        let way = i64::from(y - list.top_left.y) - length / 2;
        let first = (way * most + (height - length) / 2) / (height - length).max(1);
        Spot::Bar(first.clamp(0, most) as usize)
    }
}

/// Divides an area among `places`: (column of pixels, place). Each place gets the pixels nearest to its column.
fn columns(
    whole: Rectangle,
    places: impl Iterator<Item = (i32, usize)>,
    found: &mut dyn FnMut(Rectangle, usize),
) {
    let (top, height) = (whole.top_left.y, whole.height());
    let mut places = places.peekable();
    let (mut left, right) = (whole.top_left.x, whole.columns().end);
    while let Some((x, place)) = places.next() {
        let end = places.peek().map_or(right, |(next, _)| (x + next).div_euclid(2) + 1);
        found(area(left, top, end - left, height), place);
        left = end.max(left);
    }
}

fn nearest(places: impl Iterator<Item = (i32, usize)>, point: Point) -> Option<usize> {
    places.min_by_key(|(x, _)| (x - point.x).abs()).map(|(_, place)| place)
}
