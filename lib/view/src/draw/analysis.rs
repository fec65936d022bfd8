use super::{Drawing, Drawn};
use crate::layout::{Layout, Sides, area, cut_left};
use crate::letters::{Align, Wrapped};
use crate::paint::{Blend, ONE, Round};
use crate::scene::{Analysis, AnalysisLine, Scene};
use chuhe_core::Side;
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::primitives::Rectangle;

impl<D: Blend> Drawing<'_, '_, D> {
    /// Draws the analysis: its controls, its lines, and the figures of the search.
    pub(super) fn analysis(&mut self, layout: &Layout, analysis: &Analysis<'_>) -> Drawn<D> {
        for (index, control) in analysis.controls.iter().enumerate() {
            let place = layout.analysis_control(index, analysis.controls.len());
            self.button(place, control, false, self.em)?;
        }
        let lines = layout.drawn_lines(analysis.lines.len());
        for (index, line) in analysis.lines.iter().enumerate().take(lines) {
            if let Some(row) = layout.analysis_line(index) {
                self.line(row, line)?;
            }
        }
        let Some(row) = layout.analysis_line(lines) else { return Ok(()) };
        let small = (self.em * 4 / 5).max(8);
        self.fitted(small, &analysis.figures, row, Align::Left, self.theme.muted)
    }

    /// Draws a line of the analysis: its score, and as many moves as there is room for.
    fn line(&mut self, row: Rectangle, line: &AnalysisLine<'_>) -> Drawn<D> {
        let em = self.em;
        if self.is_over(row) {
            self.painter.round(&Round::rectangle(row, em * ONE / 4), self.theme.button[1])?;
        }
        let mut rest = row;
        let wide = if line.shares.is_some() { em * 4 } else { em * 31 / 10 };
        let score = cut_left(&mut rest, wide, em / 3);
        let size = (em * 19 / 20).max(8);
        self.fitted(size, &line.score, score, Align::Right, self.theme.text)?;
        let small = self.view.ty((em * 7 / 8).max(8));
        let moves = Wrapped::new(line.moves, small, rest.width()).whole_words().next();
        let moves = moves.unwrap_or_default();
        self.painter.text(small, &moves, rest, Align::Left, self.theme.text)?;
        line.shares.map_or(Ok(()), |shares| self.shares(rest, shares))
    }

    /// Draws a strip at the bottom of a line: the parts of the games that Red won, that were drawn, and
    /// that Black won.
    fn shares(&mut self, row: Rectangle, [won, drawn, lost]: [u16; 3]) -> Drawn<D> {
        let (width, high) = (row.width(), (self.em / 8).max(2));
        let y = row.rows().end - high;
        let end = |share: u16| row.top_left.x + width * i32::from(share) / 1000;
        let ends = [0, won, won + drawn, won + drawn + lost].map(end);
        let [red, black] = Side::ALL.map(|side| self.side_color(side));
        for (index, color) in [red, self.theme.edge, black].into_iter().enumerate() {
            let (from, to) = (ends[index], ends[index + 1]);
            self.painter.rectangle(area(from, y, to - from, high), color)?;
        }
        Ok(())
    }

    /// The colour of a side in bars and charts.
    pub(super) fn side_color(&self, side: Side) -> Rgb888 {
        self.theme.side_color(self.grid.board.ground, side)
    }

    /// Draws the bar that shows who is better: the part of the lower side grows from the bottom.
    pub(super) fn bar(&mut self, layout: &Layout, scene: &Scene<'_>) -> Drawn<D> {
        let [upper, lower] = layout.sides();
        let (bar, Some(share)) = (layout.bar, scene.share(lower)) else { return Ok(()) };
        let height = bar.height();
        let part = height * i32::from(share) / 1000;
        let (above, below) = (self.side_color(upper), self.side_color(lower));
        let (x, y, width) = (bar.top_left.x, bar.top_left.y, bar.width());
        self.painter.rectangle(area(x, y, width, height - part), above)?;
        self.painter.rectangle(area(x, y + height - part, width, part), below)?;
        self.painter.rectangle(area(x, y + height / 2, width, 1), self.theme.accent)?;
        self.painter.border(bar, 1, self.theme.edge)
    }
}
