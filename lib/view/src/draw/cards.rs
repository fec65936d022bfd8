use super::controls::CHECK;
use super::{Drawing, Drawn};
use crate::board_design::Labels;
use crate::draw::View;
use crate::form::{BoardPicture, Card, Cards, FormLayout, Place};
use crate::layout::{Layout, Sides, cut_bottom, cut_left};
use crate::letters::Align;
use crate::paint::{Blend, ONE, Round, stroke};
use crate::scene::Scene;
use chuhe_core::Square;
use embedded_graphics::primitives::Rectangle;

impl View<'_> {
    /// Draws a small board on a display of its own, in a layout made by [`Layout::board_only`].
    pub fn small_board<D: Blend>(
        &self,
        target: &mut D,
        layout: &Layout,
        board: &BoardPicture,
    ) -> Result<(), D::Error> {
        let view = View { labels: Labels::None, ..*self };
        view.background(target, layout)?;
        view.start(target, &layout.grid, layout.em).marked(board)
    }
}

impl<D: Blend> Drawing<'_, '_, D> {
    pub(super) fn grid_of_cards(
        &mut self,
        form: &FormLayout<'_>,
        cards: &Cards<'_>,
        place: &Place<'_>,
    ) -> Drawn<D> {
        let (widget, focused) = (place.widget, form.is_focused(place));
        let grate = form.grate(cards, widget, false);
        let shown = grate.shown(cards.cards.len());
        for index in shown.clone() {
            let Some(place) = grate.card(index) else { continue };
            let chosen = cards.chosen == Some(index);
            self.one_card(&cards.cards.card(index), place, chosen)?;
            if focused && (chosen || cards.chosen.is_none() && index == shown.start) {
                self.focus_ring(place)?;
            }
        }
        self.scrollbar(form.bar(widget), grate.page.first, grate.page.shown, grate.rows)
    }

    fn one_card(&mut self, card: &Card<'_>, place: Rectangle, chosen: bool) -> Drawn<D> {
        let em = self.em;
        let shape = Round::rectangle(place, em * ONE / 3);
        let lit = self.is_over(place);
        let face = if chosen { self.theme.accent } else { self.theme.button[usize::from(lit)] };
        self.painter.round(&shape, face)?;
        let rim = if lit || chosen { self.theme.accent } else { self.theme.edge };
        self.painter.round(&shape.hollow(ONE), rim)?;
        let [text, quiet] =
            if chosen { [self.theme.on_accent; 2] } else { [self.theme.text, self.theme.muted] };
        let mut rest = place.offset(-(em / 3));
        if !card.detail.is_empty() {
            let line = cut_bottom(&mut rest, em * 5 / 4, 0);
            self.fitted(em * 17 / 20, &card.detail, line, Align::Center, quiet)?;
        }
        let mut line = cut_bottom(&mut rest, em * 3 / 2, em / 4);
        if card.ticked {
            let mark = cut_left(&mut line, em, em / 4);
            self.painter.text(self.view.ty(em), &CHECK, mark, Align::Center, text)?;
        }
        self.fitted(em, &card.title, line, Align::Center, text)?;
        card.board.as_ref().map_or(Ok(()), |board| self.small_board(board, rest))
    }

    /// Draws a small board in the middle of an area. If the area is too small, nothing is drawn.
    pub(super) fn small_board(&mut self, board: &BoardPicture, place: Rectangle) -> Drawn<D> {
        let (width, height) = (place.width(), place.height());
        let whole = Layout::board_only(board.board, board.flipped, 100).size;
        let cell = (width * 100 / whole.width as i32).min(height * 100 / whole.height as i32);
        if cell < (self.em / 3).max(4) {
            return Ok(());
        }
        let Layout { size, mut grid, .. } =
            Layout::board_only(board.board, board.flipped, cell as u32);
        let spare = place.size - size.component_min(place.size);
        let frame = Rectangle::new(place.top_left + spare / 2, size);
        grid.origin += frame.top_left;
        let view = View { labels: Labels::None, ..*self.view };
        let painter = self.painter.within(frame.offset(2));
        let mut drawing = Drawing { view: &view, grid: &grid, painter, ..*self };
        drawing.board(frame)?;
        drawing.marked(board)
    }

    fn marked(&mut self, board: &BoardPicture) -> Drawn<D> {
        let &BoardPicture { pieces, last, targets, .. } = board;
        self.position(&Scene { pieces, last, targets, ..Scene::empty() })?;
        for square in board.blocks {
            self.cross(square)?;
        }
        Ok(())
    }

    /// Marks a piece that blocks moves: draws the arms of a cross around the piece's character.
    fn cross(&mut self, square: Square) -> Drawn<D> {
        let (middle, cell) = (self.grid.dot_of(square), self.grid.cell());
        let [near, far] = [31, 50].map(|part| cell * ONE * part / 100);
        for (width, color) in [(11, self.theme.background), (7, self.theme.check)] {
            let width = (cell * ONE / 60 * width).max(ONE);
            for (x, y) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let ends = [near, far].map(|reach| middle.moved(x * reach, y * reach));
                self.painter.outline(&stroke(ends[0], ends[1], width), color)?;
            }
        }
        Ok(())
    }
}
