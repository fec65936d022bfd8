//! Finds the spot of a form under a point.

use super::places::{FormLayout, bar};
use super::{Field, Part, Slider, Spot, Widget};
use crate::layout::Layout;
use embedded_graphics::prelude::Point;
use embedded_graphics::primitives::Rectangle;

impl FormLayout<'_> {
    /// Returns the part and the spot at a point.
    pub(crate) fn hit_test(
        &self,
        layout: &Layout,
        parts: &[Part<'_>],
        point: Point,
    ) -> Option<(usize, Spot)> {
        let place = self
            .places()
            .find(|place| place.widget.contains(point) || place.label.contains(point))?;
        let part = &parts[place.index];
        part.widget.takes_focus().then(|| {
            let spot = match place.widget.contains(point) {
                true => self.spot(layout, part, place.widget, point),
                false => Spot::Whole,
            };
            (place.index, spot)
        })
    }

    fn spot(&self, layout: &Layout, part: &Part<'_>, widget: Rectangle, point: Point) -> Spot {
        match part.widget {
            Widget::Options(items) => (0..items.len())
                .find(|&index| self.option(items, widget, index).contains(point))
                .map_or(Spot::Whole, Spot::Item),
            Widget::Slider(slider) => {
                let [track, _] = self.track(widget);
                let hit = track.contains(point);
                if hit { self.nearest_value(&slider, widget, point) } else { Spot::Whole }
            }
            Widget::Field(field) => self.nearest_caret(&field, widget, point),
            Widget::Table(table) => {
                let [head, rows] = self.table_areas(&table, widget);
                let page = self.table_page(&table, widget, false);
                if table.rows.len() > page.shown && bar(layout, rows).contains(point) {
                    return self.first_at(layout, part, widget, point);
                }
                if head.contains(point) {
                    let row = self.table_row(head, 0);
                    return (0..table.columns.len())
                        .find(|&index| self.column(&table, row, index).contains(point))
                        .map_or(Spot::Whole, Spot::Column);
                }
                let shown = (table.rows.len() - page.first).min(page.shown);
                (0..shown)
                    .find(|&below| self.table_row(rows, below).contains(point))
                    .map_or(Spot::Whole, |below| Spot::Item(page.first + below))
            }
            Widget::Cards(cards) => {
                let grate = self.grate(&cards, widget);
                if grate.rows > grate.page.shown && bar(layout, widget).contains(point) {
                    return self.first_at(layout, part, widget, point);
                }
                let first = grate.page.first * grate.page.across;
                let shown = first..(first + grate.page.shown * grate.page.across);
                shown
                    .take_while(|&index| index < cards.cards.len())
                    .find(|&index| grate.card(index).is_some_and(|card| card.contains(point)))
                    .map_or(Spot::Whole, Spot::Item)
            }
            Widget::Check(_) => Spot::Item(0),
            Widget::Heading | Widget::Text(_) | Widget::Board(_) => Spot::Whole,
        }
    }

    /// Returns the spot of a part that a pointer drags to: it began at the spot `from`, and it may
    /// have left the part.
    pub(crate) fn dragged(
        &self,
        layout: &Layout,
        parts: &[Part<'_>],
        (index, from): (usize, Spot),
        point: Point,
    ) -> Spot {
        let Some(place) = self.places().find(|place| place.index == index) else { return from };
        let part = &parts[index];
        match (part.widget, from) {
            (Widget::Field(field), Spot::Caret(_)) => {
                self.nearest_caret(&field, place.widget, point)
            }
            (Widget::Slider(slider), Spot::Item(_)) => {
                self.nearest_value(&slider, place.widget, point)
            }
            (_, Spot::Bar(_)) => self.first_at(layout, part, place.widget, point),
            _ => from,
        }
    }

    fn nearest_value(&self, slider: &Slider<'_>, widget: Rectangle, point: Point) -> Spot {
        let [track, _] = self.track(widget);
        let distance = |&value: &usize| (self.knob(slider, track, value) - point.x).abs();
        Spot::Item((0..slider.steps).min_by_key(distance).unwrap_or(0))
    }

    fn nearest_caret(&self, field: &Field<'_>, widget: Rectangle, point: Point) -> Spot {
        let line = self.line_of_field(widget);
        let ty = self.ty();
        let first = self.field_page(field, widget, false).first;
        let shown = &field.text[first..];
        let ends = shown.char_indices().map(|(at, _)| at).chain([shown.len()]);
        let distance = |at: &usize| {
            let x = line.top_left.x + ty.columns(&&shown[..*at]);
            (x - point.x).abs()
        };
        Spot::Caret(first + ends.min_by_key(distance).unwrap_or(0))
    }

    /// The first row of a list when its scroll bar is at a point.
    fn first_at(&self, layout: &Layout, part: &Part<'_>, widget: Rectangle, point: Point) -> Spot {
        let (list, shown, all) = match part.widget {
            Widget::Table(table) => {
                let [_, rows] = self.table_areas(&table, widget);
                (rows, self.table_page(&table, widget, false).shown, table.rows.len())
            }
            Widget::Cards(cards) => {
                let grate = self.grate(&cards, widget);
                (widget, grate.page.shown, grate.rows)
            }
            _ => return Spot::Whole,
        };
        let (height, most) = (list.size.height as i64, all.saturating_sub(shown) as i64);
        // The middle of the bar follows the pointer.
        let length = (height * shown as i64 / all.max(1) as i64).max(i64::from(layout.em));
        let way = i64::from(point.y - list.top_left.y) - length / 2;
        let first = (way * most + (height - length) / 2) / (height - length).max(1);
        Spot::Bar(first.clamp(0, most) as usize)
    }
}
