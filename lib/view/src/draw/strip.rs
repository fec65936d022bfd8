use super::{Drawing, Drawn};
use crate::grid::middle;
use crate::layout::{Layout, Sides, cut_left, inset};
use crate::letters::Align;
use crate::paint::{Blend, ONE, Paint, Round};
use crate::scene::{Scene, Tray};
use chuhe_core::{Kind, Piece, Side, rules::Rules};
use embedded_graphics::{prelude::Point, primitives::Rectangle};

const BY_VALUE: [Kind; Kind::COUNT] = {
    use Kind::{Advisor, Cannon, Chariot, Elephant, General, Horse, Queen, Soldier};
    [Queen, Chariot, Cannon, Horse, Elephant, Advisor, Soldier, General]
};

impl Scene<'_> {
    /// Returns (piece, count) for each kind of piece that side `by` captured. The most valuable kinds come first.
    pub fn captured(&self, rules: Rules, by: Side) -> impl Iterator<Item = (Piece, u8)> {
        // Kinds to which soldiers promote come first, in the order of the list `promotions`.
        let promotions = rules.variant().promotions;
        let promoted = promotions.iter().map(|promotion| promotion.kind());
        let others = BY_VALUE
            .into_iter()
            .filter(|&kind| promotions.iter().all(|promotion| promotion.kind() != kind));
        let pieces = promoted.chain(others).map(move |kind| Piece::new(!by, kind));
        let counted = pieces.map(|piece| (piece, self.taken[piece.index()]));
        counted.filter(|&(_, count)| count > 0)
    }

    /// Returns a side's lead in units of a soldier's value: the value of its captures minus that of the other side's
    /// captures. The lead is never below 0.
    pub fn lead(&self, rules: Rules, by: Side) -> u32 {
        let taken = |by| -> u32 {
            let worth = |kind| rules.piece_type(kind).map_or(0, |piece| u32::from(piece.worth));
            let captured = self.captured(rules, by);
            captured.map(|(piece, count)| worth(piece.kind()) * u32::from(count)).sum()
        };
        taken(by).saturating_sub(taken(!by))
    }
}

impl<D: Blend> Drawing<'_, '_, D> {
    /// Draws the pieces that a side captured and, at their right, the side's lead, unless the lead is 0.
    pub(super) fn taken(&mut self, line: Rectangle, scene: &Scene<'_>, by: Side) -> Drawn<D> {
        let rules = self.grid.board.rules;
        let (height, room) = (line.height(), line.width());
        let ty = self.view.ty(height * 7 / 10);
        let lead = scene.lead(rules, by);
        let text = format_args!("+{lead}");
        let words = if lead > 0 { ty.columns(&text) + height / 3 } else { 0 };
        let shown = self.captives(line, room - words, scene, by)?;
        if lead == 0 {
            return Ok(());
        }
        let mut rest = line;
        cut_left(&mut rest, shown + height / 4, 0);
        self.painter.text(ty, &text, rest, Align::Left, self.theme.muted)
    }

    /// Draws captured pieces from the left end of `line`. Returns their total width, which is at most `room` pixels.
    pub(super) fn captives(
        &mut self,
        line: Rectangle,
        room: i32,
        scene: &Scene<'_>,
        by: Side,
    ) -> Result<i32, D::Error> {
        let (rules, height) = (self.grid.board.rules, line.height());
        // A kind's first piece is 19/20 of the height wide. Each further piece adds 7/20, because the pieces overlap.
        let wide = |count: i32| 12 + 7 * count;
        let all: i32 = scene.captured(rules, by).map(|(_, count)| wide(count.into())).sum();
        let scale = room.min(all * height / 20);
        let mut along = 0;
        let place = |along: i32| line.top_left.x + height / 2 + scale * along / all.max(1);
        for (piece, count) in scene.captured(rules, by) {
            for number in 0..i32::from(count) {
                let at = Point::new(place(along + 7 * number), line.top_left.y + height / 2);
                self.seated(piece, self.grid.dot(at), height * 96 / 100)?;
            }
            along += wide(count.into());
        }
        Ok(scale)
    }

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
            let (width, height) = (cell.width(), cell.height());
            let mut rest = inset(cell, ((width - height - 3 * em) / 2).clamp(0, width / 6));
            let at = middle(cut_left(&mut rest, height, em / 2));
            self.seated(piece, at, height * 92 / 100)?;
            let paint = Paint::new(text).alpha(if left == 0 { 150 } else { 255 });
            self.painter.text(ty, &format_args!("×{left}"), rest, Align::Left, paint)?;
        }
        Ok(())
    }
}
