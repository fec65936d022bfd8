use super::{Drawing, Drawn, View};
use crate::grid::middle;
use crate::layout::{Layout, area, cut_left, cut_top, inset};
use crate::letters::{Align, Wrapped};
use crate::paint::{Blend, ONE, Round};
use crate::scene::{GameRecord, Scene, StatusLine, Thinking};
use crate::text::{Clock, Count, Text};
use chuhe_core::{Kind, Piece, Side};
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::primitives::Rectangle;

/// The time in milliseconds below which a running clock warns.
const LOW_TIME: u32 = 20_000;

impl<D: Blend> Drawing<'_, '_, D> {
    /// Writes into an empty box, quietly, what will stand there.
    pub(super) fn placeholder(
        &mut self,
        layout: &Layout,
        card: Rectangle,
        words: &str,
    ) -> Drawn<D> {
        let ty = self.view.ty(layout.em);
        let inner = inset(card, layout.em / 2);
        let row = layout.em * 3 / 2;
        let lines = Wrapped::new(words, ty, inner.size.width as i32);
        let count = lines.clone().count() as i32;
        let spare = inner.size.height as i32 - count * row;
        // A part of a sentence would tell nothing.
        if spare < 0 {
            return Ok(());
        }
        let mut rest = inner;
        cut_top(&mut rest, spare / 2, 0);
        for line in lines {
            let place = cut_top(&mut rest, row, 0);
            self.painter.text(ty, &line, place, Align::Center, self.theme.muted)?;
        }
        Ok(())
    }

    /// Draws the cards next to the board, on which the changing parts are drawn later.
    pub(super) fn cards(&mut self, layout: &Layout) -> Drawn<D> {
        let [upper, lower] = layout.players;
        for card in [upper, lower, layout.moves, layout.thinking, layout.chart, layout.status] {
            self.card(layout, card)?;
        }
        Ok(())
    }

    pub(super) fn card(&mut self, layout: &Layout, card: Rectangle) -> Drawn<D> {
        if card.is_zero_sized() {
            return Ok(());
        }
        let shape = Round::rectangle(card, layout.em * ONE / 3);
        self.painter.round(&shape, self.theme.card)?;
        self.painter.round(&shape.hollow(ONE), self.theme.edge)
    }

    /// Draws both players: name, detail, clock.
    pub(super) fn players(&mut self, layout: &Layout, scene: &Scene<'_>) -> Drawn<D> {
        for (card, side) in layout.players.into_iter().zip(layout.sides()) {
            self.player(layout, scene, card, side)?;
        }
        Ok(())
    }

    pub(super) const fn clock_color(&self, left: u32, moving: bool) -> Rgb888 {
        match moving {
            true if left < LOW_TIME => self.theme.alarm,
            true => self.theme.text,
            false => self.theme.muted,
        }
    }

    fn player(
        &mut self,
        layout: &Layout,
        scene: &Scene<'_>,
        card: Rectangle,
        side: Side,
    ) -> Drawn<D> {
        let em = layout.em;
        let player = &scene.players[side.index()];
        let moving = scene.turn == Some(side);
        let free = scene.dialog.is_none() && scene.open.is_none();
        if free && scene.pointer.is_some_and(|pointer| card.contains(pointer)) {
            self.painter.round(&Round::rectangle(card, em * ONE / 3), self.theme.button[1])?;
        }
        if moving {
            let rim = Round::rectangle(card, em * ONE / 3).hollow((em * ONE / 8).max(ONE));
            self.painter.round(&rim, self.theme.accent)?;
        }
        let mut rest = inset(card.offset(-(em / 3)), em / 4);
        let height = rest.size.height as i32;
        let badge = cut_left(&mut rest, height, em / 2);
        let badge = middle(badge);
        self.seated(Piece::new(side, Kind::General), badge, height.min(em * 2))?;
        if let Some(left) = player.clock {
            let roomy = card.size.width as i32 >= 14 * em;
            let large = self.view.ty(if roomy { em * 9 / 4 } else { em * 7 / 4 });
            let clock = Clock(left);
            let columns = large.columns(&clock).min(rest.size.width as i32 / 2 + em);
            let width = rest.size.width as i32 - columns - em / 3;
            let names = cut_left(&mut rest, width, em / 3);
            let color = self.clock_color(left, moving);
            self.painter.text(large.fitted(&clock, columns), &clock, rest, Align::Right, color)?;
            rest = names;
        }
        // The name, a detail, and the captured pieces stand below each other. Without room for three
        // lines the pieces take the place of the detail.
        let has_taken = scene.captured(self.grid.board.rules, side).next().is_some();
        let is_low = card.size.height as i32 <= em * 3;
        let detail = if is_low && has_taken { "" } else { player.detail };
        let lines = 1 + i32::from(!detail.is_empty()) + i32::from(has_taken);
        let row = (height / lines).min(em * 5 / 4);
        cut_top(&mut rest, (height - lines * row) / 2, 0);
        let line = cut_top(&mut rest, row, 0);
        self.painter.text(self.view.ty(em), &player.name, line, Align::Left, self.theme.text)?;
        if !detail.is_empty() {
            let line = cut_top(&mut rest, row, 0);
            let ty = self.view.ty(em * 9 / 10).fitted(&detail, line.size.width as i32);
            self.painter.text(ty, &detail, line, Align::Left, self.theme.muted)?;
        }
        let line = cut_top(&mut rest, row, 0);
        if has_taken { self.taken(line, scene, side) } else { Ok(()) }
    }

    /// Draws the moves, two in a row, and marks the last one played.
    pub(super) fn moves(&mut self, layout: &Layout, record: &GameRecord<'_>) -> Drawn<D> {
        let first = layout.first_move_row(record);
        let shown = layout.move_rows();
        let ty = self.view.ty(layout.em);
        if record.plies.is_empty() {
            let words = Text::NoMovesYet.get(self.view.language);
            return self.placeholder(layout, layout.moves, words);
        }
        for row in first..(first + shown).min(record.rows()) {
            let number = layout.move_row(record, row)[0];
            self.painter.text(
                ty.sized(layout.em * 9 / 10),
                &format_args!("{}.", row + 1),
                number,
                Align::Right,
                self.theme.muted,
            )?;
        }
        if record.first == Side::Black && first == 0 && !record.plies.is_empty() {
            let empty = layout.move_row(record, 0)[1];
            self.painter.text(ty, &"…", empty, Align::Left, self.theme.muted)?;
        }
        for ply in 0..record.plies.len() {
            let Some(cell) = layout.ply(record, ply) else { continue };
            let text = record.plies.line(ply);
            let current = ply + 1 == record.played;
            if current {
                self.painter
                    .round(&Round::rectangle(cell, layout.em * ONE / 4), self.theme.accent)?;
            }
            let color = match ply {
                _ if current => self.theme.on_accent,
                _ if ply < record.played => self.theme.text,
                _ => self.theme.muted,
            };
            let margin = layout.em / 3;
            let inner = area(
                cell.top_left.x + margin,
                cell.top_left.y,
                cell.size.width as i32 - margin,
                cell.size.height as i32,
            );
            // An exchange is longer than other moves.
            let fitted = ty.fitted(&text, inner.size.width as i32);
            self.painter.text(fitted, &text, inner, Align::Left, color)?;
        }
        self.scrollbar(layout, layout.moves, first, shown, record.rows())
    }

    /// Draws a scrollbar if only a part of a list is shown.
    pub(super) fn scrollbar(
        &mut self,
        layout: &Layout,
        list: Rectangle,
        first: usize,
        shown: usize,
        all: usize,
    ) -> Drawn<D> {
        if all <= shown {
            return Ok(());
        }
        let (width, margin) = (layout.em / 4, layout.em / 4);
        let height = list.size.height as i32 - 2 * margin;
        let length = (height * shown as i32 / all as i32).max(2 * width);
        let way = (height - length) * first as i32 / (all - shown) as i32;
        let x = list.top_left.x + list.size.width as i32 - width - margin;
        let bar = area(x, list.top_left.y + margin + way, width, length);
        self.painter.round(&Round::rectangle(bar, width * ONE / 2), self.theme.edge)
    }

    /// Draws the computer's search: its figures, and below them the principal variation.
    pub(super) fn thinking(&mut self, layout: &Layout, thinking: &Thinking<'_>) -> Drawn<D> {
        let em = layout.em;
        let margin = (em / 2).min((layout.thinking.size.height as i32 - em * 5 / 4) / 2);
        let mut rest = layout.thinking.offset(-margin);
        let small = self.view.ty((em * 7 / 8).max(8));
        let line = (em * 5 / 4).min(rest.size.height as i32);
        let figures = cut_top(&mut rest, line, em / 5);
        let depth = Text::Depth.get(self.view.language);
        let speed = Text::PerSecond.get(self.view.language);
        let score = self.view.ty(em).columns(&thinking.score);
        let mut words = figures;
        let beside = cut_left(&mut words, score, em / 2);
        self.painter.text(
            self.view.ty(em),
            &thinking.score,
            beside,
            Align::Left,
            self.theme.text,
        )?;
        let figures = format_args!(
            "{depth} {} · {} · {}{speed}",
            thinking.depth,
            Count(thinking.nodes),
            Count(thinking.per_second)
        );
        let fitted = small.fitted(&figures, words.size.width as i32);
        self.painter.text(fitted, &figures, words, Align::Left, self.theme.muted)?;
        let rows = rest.size.height as i32 / line.max(1);
        let lines = Wrapped::new(thinking.line, small, rest.size.width as i32).whole_words();
        for text in lines.take(rows.max(0) as usize) {
            let row = cut_top(&mut rest, line, 0);
            self.painter.text(small, &text, row, Align::Left, self.theme.text)?;
        }
        Ok(())
    }

    /// Draws the status. A bar at its edge marks a warning or a refusal, and a warning has a colour of
    /// its own.
    pub(super) fn status(&mut self, layout: &Layout, scene: &Scene<'_>) -> Drawn<D> {
        let (status, em) = (&scene.status, layout.em);
        let color = if status.alarm { self.theme.alarm } else { self.theme.text };
        let card = self.view.status_area(layout, status);
        if card != layout.status {
            self.raised(layout, card)?;
        }
        let [bar, mut rest] = status_parts(em, card);
        if status.alarm || status.refused {
            let mark = if status.alarm { self.theme.alarm } else { self.theme.accent };
            let bar = area(
                bar.top_left.x,
                bar.top_left.y + em / 3,
                em / 5,
                bar.size.height as i32 - em * 2 / 3,
            );
            self.painter.round(&Round::rectangle(bar, em * ONE / 10), mark)?;
        }
        let ty = self.view.ty(em);
        let lines = Wrapped::new(status.text, ty, rest.size.width as i32);
        let spare = rest.size.height as i32 - status_row(em) * lines.clone().count() as i32;
        cut_top(&mut rest, (spare / 2).max(0), 0);
        for line in lines {
            let place = cut_top(&mut rest, status_row(em), 0);
            self.painter.text(ty, &line, place, Align::Left, color)?;
        }
        Ok(())
    }
}

/// The height of a line of the status.
const fn status_row(em: i32) -> i32 {
    em * 27 / 20
}

/// The bar at the edge of the status, and the area of its text.
fn status_parts(em: i32, card: Rectangle) -> [Rectangle; 2] {
    let mut rest = inset(card, em / 4);
    let bar = cut_left(&mut rest, em / 5, em / 3);
    rest.size.width = rest.size.width.saturating_sub(em as u32 / 2);
    [bar, rest]
}

impl View<'_> {
    /// The area of the status: its place in the layout, or a larger one over its neighbours for a long
    /// text.
    #[must_use]
    pub fn status_area(&self, layout: &Layout, status: &StatusLine<'_>) -> Rectangle {
        let (em, own) = (layout.em, layout.status);
        let [_, text] = status_parts(em, own);
        let lines = Wrapped::new(status.text, self.ty(em), text.size.width as i32).count() as i32;
        let needed = lines * status_row(em);
        let height = own.size.height as i32;
        if needed <= height || own.is_zero_sized() {
            return own;
        }
        let needed = needed + em / 2;
        // A line at the bottom of the window grows upwards.
        let bottom = layout.size.height as i32 - em;
        let top = own.top_left.y.min(bottom.max(own.top_left.y + height) - needed).max(0);
        area(own.top_left.x, top, own.size.width as i32, needed)
    }
}
