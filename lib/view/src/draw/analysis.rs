use super::{Drawing, Drawn};
use crate::board_design::Ground;
use crate::layout::{Layout, Sides, area, cut_left, cut_top};
use crate::letters::{Align, Wrapped};
use crate::paint::{Blend, ONE, Round};
use crate::scene::{Analysis, AnalysisLine, Scene};
use crate::theme::Theme;
use chuhe_core::{Score, Side};
use embedded_graphics::{pixelcolor::Rgb888, prelude::Point, primitives::Rectangle};

impl Layout {
    /// Makes room next to the board for the bar that shows who is better.
    #[must_use]
    pub fn with_bar(self) -> Self {
        let em = self.em;
        let (mut strip, gap) = (self.strip, em / 4);
        let bar = cut_right(&mut strip, (em * 7 / 10).max(4), gap);
        let bar = area(bar.top_left.x, self.frame.top_left.y, bar.width(), self.frame.height());
        Self { strip, bar, ..self }
    }

    /// Makes room under the list of moves for `lines` rows of an analysis, and for a row of figures below them.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> Self {
        let em = self.em;
        let (moves, card) = (self.moves.top_left, self.thinking);
        if moves.x != card.top_left.x || moves.y > card.top_left.y {
            return self;
        }
        // The list of moves keeps at least the height of four rows, unless the card is too high already.
        let (bottom, steps) = (card.rows().end, self.steps.height());
        let most = bottom - moves.y - steps - em - 4 * self.row();
        let wanted = self.header_height() + (lines as i32 + 1) * self.line_height() + em;
        let height = wanted.min(most).max(card.height());
        let width = card.width();
        let top = bottom - height - em / 2 - steps;
        Self {
            thinking: area(moves.x, bottom - height, width, height),
            steps: Rectangle::new(Point::new(self.steps.top_left.x, top), self.steps.size),
            moves: area(moves.x, moves.y, width, top - em / 4 - moves.y),
            ..self
        }
    }

    const fn header_height(&self) -> i32 {
        self.em * 3 / 2
    }

    const fn line_height(&self) -> i32 {
        self.em * 27 / 20
    }

    fn analysis_header(&self) -> Rectangle {
        let spare = self.thinking.height() - self.header_height();
        let margin = (self.em / 3).min(spare / 2).max(0);
        let mut rest = self.thinking.offset(-margin);
        cut_top(&mut rest, self.header_height(), 0)
    }

    /// Returns the place of a control: control 0, the switch, is at the left, and the others are at the right.
    pub(crate) fn analysis_control(&self, index: usize, count: usize) -> Rectangle {
        let mut rest = self.analysis_header();
        let (width, gap) = (if count > 2 { self.em * 5 / 2 } else { self.em * 6 }, self.em / 4);
        let others =
            (1..count).rev().map(|_| cut_right(&mut rest, width, gap)).nth(count - 1 - index);
        others.unwrap_or_else(|| cut_left(&mut rest, self.em * 8, gap))
    }

    /// Returns the place of row `index` of the analysis, or `None` if the row has no room.
    pub(crate) fn analysis_line(&self, index: usize) -> Option<Rectangle> {
        let header = self.analysis_header();
        let height = self.line_height();
        let y = header.rows().end + self.em / 4 + index as i32 * height;
        let row = area(header.top_left.x, y, header.width(), height);
        (y + height <= self.thinking.rows().end).then_some(row)
    }

    /// Returns how many of `count` variations are drawn. The row below them is for figures such as depth and speed,
    /// unless only one row has room.
    pub(crate) fn drawn_lines(&self, count: usize) -> usize {
        let rows = (0..=count).take_while(|&index| self.analysis_line(index).is_some()).count();
        rows.saturating_sub(1).max(1).min(count)
    }
}

fn cut_right(rest: &mut Rectangle, width: i32, gap: i32) -> Rectangle {
    let (at, whole, height) = (rest.top_left, rest.width(), rest.height());
    let width = width.clamp(0, whole);
    *rest = area(at.x, at.y, whole - width - gap, height);
    area(at.x + whole - width, at.y, width, height)
}

impl Scene<'_> {
    /// Returns a side's share of the evaluation bar, in thousandths, or `None` without an evaluation.
    pub fn share(&self, side: Side) -> Option<u16> {
        self.evaluation.map(|score| share(if side == Side::Red { score } else { -score }))
    }
}

/// Returns the share of the bar, in thousandths, for a side with this score. Equal sides have 500 each, a sure winner
/// has 1000.
fn share(score: Score) -> u16 {
    /// The score at which a side has three quarters of the bar.
    const HALF: i32 = 300;
    if score.is_win() {
        return 1000;
    }
    if score.is_loss() {
        return 0;
    }
    let score = i32::from(score.get());
    (500 + 500 * score / (score.abs() + HALF)) as u16
}

impl Theme {
    /// Returns the colour of a side in bars and charts, next to a board with this ground.
    pub fn side_color(&self, ground: Ground, side: Side) -> Rgb888 {
        let disc = &self.discs[side.index()];
        // The faces of Red's discs are light, not red. Therefore the colour of the rings on the discs stands for Red.
        let is_red = side == Side::Red && ground == Ground::Points;
        if is_red { disc.ring } else { disc.face[0] }
    }
}

impl<D: Blend> Drawing<'_, '_, D> {
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

    /// Draws a line of the analysis: its score, and as many moves as fit.
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

    /// Draws a strip at the bottom of a row. Its parts are the shares of games that Red won, drew and lost.
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

    pub(super) fn side_color(&self, side: Side) -> Rgb888 {
        self.theme.side_color(self.grid.board.ground, side)
    }

    /// Draws the bar that shows who is better. The side that plays from the bottom has the lower part of the bar.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_a_side_grows_with_its_score() {
        for (score, expected) in [
            (Score::DRAW, 500),
            (Score::new(300), 750),
            (Score::new(-300), 250),
            (Score::mate_in(3), 1000),
            (Score::mated_in(4), 0),
        ] {
            assert_eq!(share(score), expected, "{score}");
        }
    }
}
