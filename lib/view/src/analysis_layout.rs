//! The layout of the analysis: its controls and lines, and the bar next to the board.

use crate::layout::{Layout, Sides, area, cut_left, cut_top};
use embedded_graphics::prelude::Point;
use embedded_graphics::primitives::Rectangle;

impl Layout {
    /// Makes room for the bar next to the board.
    #[must_use]
    pub fn with_bar(self) -> Self {
        let em = self.em;
        let (mut strip, gap) = (self.strip, em / 4);
        let bar = cut_right(&mut strip, (em * 7 / 10).max(4), gap);
        let bar = area(bar.top_left.x, self.frame.top_left.y, bar.width(), self.frame.height());
        Self { strip, bar, ..self }
    }

    /// Makes room for an analysis with this number of lines.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> Self {
        let em = self.em;
        let (moves, card) = (self.moves.top_left, self.thinking);
        if moves.x != card.top_left.x || moves.y > card.top_left.y {
            return self;
        }
        // The list of moves keeps a few rows.
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

    /// The row with the controls of the analysis.
    fn analysis_header(&self) -> Rectangle {
        let spare = self.thinking.height() - self.header_height();
        let margin = (self.em / 3).min(spare / 2).max(0);
        let mut rest = self.thinking.offset(-margin);
        cut_top(&mut rest, self.header_height(), 0)
    }

    /// The place of a control of the analysis: its switch, one line less, one line more. A single one
    /// besides the switch has more room.
    pub(crate) fn analysis_control(&self, index: usize, count: usize) -> Rectangle {
        let mut rest = self.analysis_header();
        let (width, gap) = (if count > 2 { self.em * 5 / 2 } else { self.em * 6 }, self.em / 4);
        let others =
            (1..count).rev().map(|_| cut_right(&mut rest, width, gap)).nth(count - 1 - index);
        others.unwrap_or_else(|| cut_left(&mut rest, self.em * 8, gap))
    }

    /// The place of a line of the analysis; `None` if there is no room for it.
    pub(crate) fn analysis_line(&self, index: usize) -> Option<Rectangle> {
        let header = self.analysis_header();
        let height = self.line_height();
        let y = header.rows().end + self.em / 4 + index as i32 * height;
        let row = area(header.top_left.x, y, header.width(), height);
        (y + height <= self.thinking.rows().end).then_some(row)
    }

    /// The number of lines that are drawn of this many. The figures stand below them, unless there is room for
    /// one line alone.
    pub(crate) fn drawn_lines(&self, count: usize) -> usize {
        let rows = (0..=count).take_while(|&index| self.analysis_line(index).is_some()).count();
        rows.saturating_sub(1).max(1).min(count)
    }
}

/// Cuts a strip off the right of an area, and the gap at its left.
fn cut_right(rest: &mut Rectangle, width: i32, gap: i32) -> Rectangle {
    let (at, whole, height) = (rest.top_left, rest.width(), rest.height());
    let width = width.clamp(0, whole);
    *rest = area(at.x, at.y, whole - width - gap, height);
    area(at.x + whole - width, at.y, width, height)
}
