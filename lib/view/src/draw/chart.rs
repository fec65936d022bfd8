use super::{Drawing, Drawn};
use crate::layout::{Layout, Sides, area, cut_left, cut_top, inset};
use crate::letters::Align;
use crate::paint::{Blend, Dot, ONE, Round, stroke};
use crate::scene::Chart;
use chuhe_core::Side;
use embedded_graphics::{prelude::Point, primitives::Rectangle};

impl Layout {
    /// Makes room for the chart of a report under the list of moves, if the list is high enough. If `has_lines` is
    /// false, no lines of thinking are shown, and the chart also uses their area.
    #[must_use]
    pub fn with_chart(self, has_lines: bool) -> Self {
        let (em, moves, card, steps) = (self.em, self.moves, self.thinking, self.steps);
        let empty = area(0, 0, 0, 0);
        if !has_lines && !card.is_zero_sized() && moves.top_left.x != card.top_left.x {
            return Self { chart: card, thinking: empty, ..self };
        }
        // The buttons under the list move to the bottom of the free area.
        let bottom = steps.rows().end;
        let end = if has_lines { bottom } else { bottom.max(card.rows().end) };
        let top = end - steps.height();
        let whole = top - em / 4 - moves.top_left.y;
        let height = (9 * em).min(whole - 3 * self.row() - em);
        if height < 3 * em {
            return self;
        }
        let (x, width) = (moves.top_left.x, moves.width());
        let list = whole - height - em / 4;
        Self {
            moves: area(x, moves.top_left.y, width, list),
            chart: area(x, moves.top_left.y + list + em / 4, width, height),
            steps: Rectangle::new(Point::new(steps.top_left.x, top), steps.size),
            thinking: if has_lines { card } else { empty },
            ..self
        }
    }

    /// Returns the places of the words for Red, for Black and for the opening, and the place of the curve. A low chart
    /// has fewer than three lines of words.
    fn chart_parts(&self) -> ([Rectangle; 3], Rectangle) {
        let em = self.em;
        let mut rest = inset(self.chart.offset(-(em / 3)), em / 6);
        let rows = (self.chart.height() / em - 3).clamp(1, 3);
        let line = |index| if index < rows { em * 5 / 4 } else { 0 };
        let [mut red, mut black, opening] =
            [0, 1, 2].map(|index| cut_top(&mut rest, line(index), 0));
        if rows == 1 {
            black = red;
            red = cut_left(&mut black, red.width() / 2, em / 4);
        }
        cut_top(&mut rest, em / 4, 0);
        ([red, black, opening], rest)
    }

    /// Calls `found` with each column of pixels and the number of plies that it stands for, from 0 to `plies`.
    pub(crate) fn chart_plies(&self, plies: usize, found: &mut dyn FnMut(Rectangle, usize)) {
        let (_, plot) = self.chart_parts();
        let top = plot.top_left.y;
        let height = self.chart.rows().end - top;
        let width = (plot.width() - 1).max(1);
        for x in self.chart.columns() {
            let along = (x - plot.top_left.x).clamp(0, width) as usize;
            let ply = (along * plies + width as usize / 2) / width as usize;
            found(area(x, top, 1, height), ply);
        }
    }
}

/// Returns the share at a column, in thousandths. The first share is at column 0, the last at column `width`.
fn share_at(shares: &[Option<u16>], column: i32, width: i32) -> Option<i32> {
    let steps = (shares.len().saturating_sub(1) as i32).max(1);
    let along = column * steps;
    let (ply, part) = (along / width.max(1), along % width.max(1));
    let share = |ply: i32| shares.get(ply as usize).copied().flatten().map(i32::from);
    let from = share(ply)?;
    match part {
        0 => Some(from),
        _ => Some(from + (share(ply + 1)? - from) * part / width),
    }
}

impl<D: Blend> Drawing<'_, '_, D> {
    pub(super) fn chart(&mut self, layout: &Layout, chart: &Chart<'_>) -> Drawn<D> {
        if layout.chart.is_zero_sized() {
            return Ok(());
        }
        let (rows, plot) = layout.chart_parts();
        let colors = [self.theme.text, self.theme.text, self.theme.muted];
        for ((row, words), color) in rows.into_iter().zip(chart.words).zip(colors) {
            if !row.is_zero_sized() {
                self.fitted((self.em * 7 / 8).max(8), &words, row, Align::Left, color)?;
            }
        }
        self.curve(plot, chart)?;
        self.bad_moves(plot, chart)
    }

    fn curve(&mut self, plot: Rectangle, chart: &Chart<'_>) -> Drawn<D> {
        let (at, width, height) = (plot.top_left, plot.width(), plot.height());
        let [below, above] = Side::ALL.map(|side| self.side_color(side));
        for column in 0..width {
            let Some(share) = share_at(chart.shares, column, width - 1) else { continue };
            let part = height * share / 1000;
            let x = at.x + column;
            self.painter.rectangle(area(x, at.y, 1, height - part), above)?;
            self.painter.rectangle(area(x, at.y + height - part, 1, part), below)?;
        }
        self.painter.rectangle(area(at.x, at.y + height / 2, width, 1), self.theme.accent)?;
        if let Some(ply) = chart.current {
            let (x, thick) = (dot(plot, chart, ply).x, (self.em * ONE / 8).max(ONE));
            let [from, to] = [at.y, plot.rows().end].map(|y| Dot::new(x, y * ONE));
            self.painter.outline(&stroke(from, to, thick), self.theme.chosen)?;
        }
        self.painter.border(plot, 1, self.theme.edge)
    }

    /// Draws the bad moves as discs. A worse move has a larger disc.
    fn bad_moves(&mut self, plot: Rectangle, chart: &Chart<'_>) -> Drawn<D> {
        for &(ply, grade) in chart.bad {
            let center = dot(plot, chart, ply);
            let radius = self.em * ONE * (i32::from(grade) + 2) / 12;
            self.painter.round(&Round::disc(center, radius + ONE), self.theme.card)?;
            let color = if grade == 0 { self.theme.accent } else { self.theme.alarm };
            self.painter.round(&Round::disc(center, radius), color)?;
        }
        Ok(())
    }
}

fn dot(plot: Rectangle, chart: &Chart<'_>, ply: usize) -> Dot {
    let steps = (chart.shares.len().saturating_sub(1) as i32).max(1);
    let share = chart.shares.get(ply).copied().flatten().map_or(500, i32::from);
    let (width, height) = (plot.width() - 1, plot.height());
    let x = plot.top_left.x * ONE + ONE / 2 + (width * (ply as i32) * ONE / steps);
    let y = plot.top_left.y * ONE + height * (1000 - share) / 1000 * ONE;
    Dot::new(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_goes_straight_from_move_to_move() {
        let shares = [Some(500), Some(700), None, Some(100)];
        for (column, expected) in
            [(0, Some(500)), (50, Some(600)), (100, Some(700)), (150, None), (300, Some(100))]
        {
            assert_eq!(share_at(&shares, column, 300), expected, "{column}");
        }
        assert_eq!(share_at(&[], 0, 300), None);
    }
}
