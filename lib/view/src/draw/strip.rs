use super::{Drawing, Drawn};
use crate::grid::middle;
use crate::layout::{Layout, area, cut_bottom, cut_left, cut_top, inset};
use crate::letters::Align;
use crate::paint::{Blend, ONE, Paint, Round};
use crate::scene::{Scene, Tray};
use crate::theme::Depth;
use chuhe_core::{Kind, Piece, Side};
use embedded_graphics::primitives::Rectangle;

impl<D: Blend> Drawing<'_, '_, D> {
    /// Draws the strip at the left of the board: the side to move, and each side's captures.
    pub(super) fn strip(&mut self, layout: &Layout, scene: &Scene<'_>) -> Drawn<D> {
        let [upper, lower] = layout.sides();
        let mut rest = layout.strip;
        let disc = (layout.grid.cell() * 11 / 10).min(rest.size.width as i32);
        let half = rest.size.height as i32 / 2;
        let mut top = cut_top(&mut rest, half, 0);
        let turn = cut_top(&mut top, disc, layout.em / 2);
        self.turn(turn, scene.turn == Some(upper), upper)?;
        self.taken(layout, top, scene, upper)?;
        let turn = cut_bottom(&mut rest, disc, layout.em / 2);
        self.turn(turn, scene.turn == Some(lower), lower)?;
        self.taken(layout, rest, scene, lower)
    }

    /// Draws a side's general with a halo when that side is to move.
    fn turn(&mut self, area: Rectangle, its_turn: bool, side: Side) -> Drawn<D> {
        if !its_turn {
            return Ok(());
        }
        let at = middle(area);
        let disc = area.size.height as i32 * 94 / 100;
        if self.theme.depth == Depth::Rgb {
            let glow = Round::disc(at, disc * ONE * 42 / 100).soft(disc * ONE / 4);
            self.painter.round(&glow, Paint::new(self.theme.accent).alpha(150))?;
        }
        self.painter.round(&Round::disc(at, disc * ONE / 2), self.theme.accent)?;
        self.piece(Piece::new(side, Kind::General), at, disc * 96 / 100)
    }

    /// Draws the pieces that a side captured: each kind once, with its count.
    fn taken(&mut self, layout: &Layout, rest: Rectangle, scene: &Scene<'_>, by: Side) -> Drawn<D> {
        let taken = scene.captured(self.grid.board.rules, by);
        let from_top = layout.sides()[0] == by;
        let row = (layout.em * 2).min(rest.size.height as i32 / 7);
        for (index, (piece, count)) in (0..).zip(taken) {
            let y = match from_top {
                true => rest.top_left.y + index * row,
                false => rest.top_left.y + rest.size.height as i32 - (index + 1) * row,
            };
            let line = area(rest.top_left.x, y, rest.size.width as i32, row);
            self.counted(layout, line, piece, count)?;
        }
        Ok(())
    }

    /// Draws a small piece, with its count if there are several.
    fn counted(&mut self, layout: &Layout, line: Rectangle, piece: Piece, count: u8) -> Drawn<D> {
        let height = line.size.height as i32;
        let ty = self.view.ty(layout.em * 8 / 10);
        let text = format_args!("×{count}");
        let beside = if count > 1 { ty.columns(&text) + layout.em / 8 } else { 0 };
        let margin = (line.size.width as i32 - height - beside) / 2;
        let mut rest = inset(line, margin.max(0));
        let at = middle(cut_left(&mut rest, height, layout.em / 8));
        self.seated(piece, at, height * 96 / 100)?;
        match count {
            0 | 1 => Ok(()),
            _ => self.painter.text(ty, &text, rest, Align::Left, self.theme.muted),
        }
    }

    /// Draws an editor's pieces, each with the number that can still be set up.
    pub(super) fn tray(&mut self, layout: &Layout, tray: &Tray<'_>) -> Drawn<D> {
        let em = layout.em;
        let ty = self.view.ty(em);
        for (index, piece) in tray.pieces().enumerate() {
            let cell = layout.tray(tray, index);
            let (mut text, left) = (self.theme.text, tray.left[piece.index()]);
            if tray.chosen == Some(piece) {
                self.painter.round(&Round::rectangle(cell, em * ONE / 3), self.theme.accent)?;
                text = self.theme.on_accent;
            }
            let height = cell.size.height as i32;
            let width = cell.size.width as i32;
            let mut rest = inset(cell, ((width - height - 3 * em) / 2).clamp(0, width / 6));
            let at = middle(cut_left(&mut rest, height, em / 2));
            self.seated(piece, at, height * 92 / 100)?;
            let paint = Paint::new(text).alpha(if left == 0 { 150 } else { 255 });
            self.painter.text(ty, &format_args!("×{left}"), rest, Align::Left, paint)?;
        }
        Ok(())
    }
}
