use super::{Drawing, Drawn, View};
use crate::grid::middle;
use crate::layout::{Layout, Sides, area, cut_left, cut_top, inset};
use crate::letters::{Align, Wrapped};
use crate::paint::{Blend, ONE, Round};
use crate::scene::{GameRecord, Scene, StatusLine, Thinking};
use crate::text::{Clock, Count, Text};
use chuhe_core::{Kind, Piece, Side};
use embedded_graphics::{pixelcolor::Rgb888, primitives::Rectangle};

/// A time in milliseconds. A running clock with less time has the colour of a warning.
const LOW_TIME: u32 = 20_000;

impl<D: Blend> Drawing<'_, '_, D> {
    /// Writes words in a muted colour into a box that is still empty.
    pub(super) fn placeholder(&mut self, card: Rectangle, words: &str) -> Drawn<D> {
        let ty = self.view.ty(self.em);
        let (mut rest, row) = (inset(card, self.em / 2), self.em * 3 / 2);
        let lines = Wrapped::new(words, ty, rest.width());
        let spare = rest.height() - lines.clone().count() as i32 * row;
        // If the box has no room for all lines, nothing is written.
        if spare < 0 {
            return Ok(());
        }
        cut_top(&mut rest, spare / 2, 0);
        self.write_lines(lines, ty, (rest, row), Align::Center, self.theme.muted)
    }

    pub(super) fn cards(&mut self, layout: &Layout) -> Drawn<D> {
        let [upper, lower] = layout.players;
        for card in [upper, lower, layout.moves, layout.thinking, layout.chart, layout.status] {
            self.card(card)?;
        }
        Ok(())
    }

    pub(super) fn card(&mut self, card: Rectangle) -> Drawn<D> {
        if card.is_zero_sized() {
            return Ok(());
        }
        let shape = Round::rectangle(card, self.em * ONE / 3);
        self.painter.round(&shape, self.theme.card)?;
        self.painter.round(&shape.hollow(ONE), self.theme.edge)
    }

    pub(super) const fn clock_color(&self, left: u32, moving: bool) -> Rgb888 {
        match moving {
            true if left < LOW_TIME => self.theme.alarm,
            true => self.theme.text,
            false => self.theme.muted,
        }
    }

    pub(super) fn player(&mut self, scene: &Scene<'_>, card: Rectangle, side: Side) -> Drawn<D> {
        if card.is_zero_sized() {
            return Ok(());
        }
        let em = self.em;
        let player = &scene.players[side.index()];
        let moving = scene.turn == Some(side);
        let shape = Round::rectangle(card, em * ONE / 3);
        if self.is_over(card) {
            self.painter.round(&shape, self.theme.button[1])?;
        }
        if moving {
            self.painter.round(&shape.hollow((em * ONE / 8).max(ONE)), self.theme.accent)?;
        }
        let mut rest = inset(card.offset(-(em / 3)), em / 4);
        let height = rest.height();
        let badge = middle(cut_left(&mut rest, height, em / 2));
        self.seated(Piece::new(side, Kind::General), badge, height.min(em * 2))?;
        if let Some(left) = player.clock {
            let roomy = card.width() >= 14 * em;
            let large = self.view.ty(if roomy { em * 9 / 4 } else { em * 7 / 4 });
            let clock = Clock(left);
            let columns = large.columns(&clock).min(rest.width() / 2 + em);
            let width = rest.width() - columns - em / 3;
            let names = cut_left(&mut rest, width, em / 3);
            let color = self.clock_color(left, moving);
            self.painter.text(large.fitted(&clock, columns), &clock, rest, Align::Right, color)?;
            rest = names;
        }
        // The card has up to three lines: name, detail, captured pieces. A low card has room for two lines. On a low
        // card, captured pieces replace the detail.
        let has_taken = scene.captured(self.grid.board.rules, side).next().is_some();
        let is_low = card.height() <= em * 3;
        let detail = if is_low && has_taken { "" } else { player.detail };
        let lines = 1 + i32::from(!detail.is_empty()) + i32::from(has_taken);
        let row = (height / lines).min(em * 5 / 4);
        cut_top(&mut rest, (height - lines * row) / 2, 0);
        let line = cut_top(&mut rest, row, 0);
        self.painter.text(self.view.ty(em), &player.name, line, Align::Left, self.theme.text)?;
        if !detail.is_empty() {
            let line = cut_top(&mut rest, row, 0);
            self.fitted(em * 9 / 10, &detail, line, Align::Left, self.theme.muted)?;
        }
        let line = cut_top(&mut rest, row, 0);
        if has_taken { self.taken(line, scene, side) } else { Ok(()) }
    }

    pub(super) fn moves(&mut self, layout: &Layout, record: &GameRecord<'_>) -> Drawn<D> {
        let first = layout.first_move_row(record);
        let shown = layout.move_rows();
        let ty = self.view.ty(layout.em);
        if record.plies.is_empty() {
            let words = Text::NoMovesYet.get(self.view.language);
            return self.placeholder(layout.moves, words);
        }
        for row in first..(first + shown).min(record.rows()) {
            let number = layout.move_row(record, row)[0];
            let (small, color) = (ty.sized(layout.em * 9 / 10), self.theme.muted);
            self.painter.text(small, &format_args!("{}.", row + 1), number, Align::Right, color)?;
        }
        if record.first == Side::Black && first == 0 {
            let empty = layout.move_row(record, 0)[1];
            self.painter.text(ty, &"…", empty, Align::Left, self.theme.muted)?;
        }
        for ply in 0..record.plies.len() {
            let Some(cell) = layout.ply(record, ply) else { continue };
            let text = record.plies.line(ply);
            let current = ply + 1 == record.played;
            if current {
                let shape = Round::rectangle(cell, layout.em * ONE / 4);
                self.painter.round(&shape, self.theme.accent)?;
            }
            let color = match ply {
                _ if current => self.theme.on_accent,
                _ if ply < record.played => self.theme.text,
                _ => self.theme.muted,
            };
            let mut inner = cell;
            cut_left(&mut inner, layout.em / 3, 0);
            // The notation of an exchange (兌子) is long, so it is written in smaller letters if necessary.
            self.fitted(layout.em, &text, inner, Align::Left, color)?;
        }
        self.scrollbar(layout.moves, first, shown, record.rows())
    }

    pub(super) fn scrollbar(
        &mut self,
        list: Rectangle,
        first: usize,
        shown: usize,
        all: usize,
    ) -> Drawn<D> {
        if all <= shown {
            return Ok(());
        }
        let (width, margin) = (self.em / 4, self.em / 4);
        let height = list.height() - 2 * margin;
        let length = (height * shown as i32 / all as i32).max(2 * width);
        let way = (height - length) * first as i32 / (all - shown) as i32;
        let x = list.columns().end - width - margin;
        let bar = area(x, list.top_left.y + margin + way, width, length);
        self.painter.round(&Round::rectangle(bar, width * ONE / 2), self.theme.edge)
    }

    pub(super) fn thinking(&mut self, layout: &Layout, thinking: &Thinking<'_>) -> Drawn<D> {
        let em = layout.em;
        let margin = (em / 2).min((layout.thinking.height() - em * 5 / 4) / 2);
        let mut rest = layout.thinking.offset(-margin);
        let (ty, small) = (self.view.ty(em), self.view.ty((em * 7 / 8).max(8)));
        let line = (em * 5 / 4).min(rest.height());
        let mut words = cut_top(&mut rest, line, em / 5);
        let score = cut_left(&mut words, ty.columns(&thinking.score), em / 2);
        self.painter.text(ty, &thinking.score, score, Align::Left, self.theme.text)?;
        let [depth, speed] =
            [Text::Depth, Text::PerSecond].map(|text| text.get(self.view.language));
        let [nodes, per_second] = [thinking.nodes, thinking.per_second].map(Count);
        let figures = format_args!("{depth} {} · {nodes} · {per_second}{speed}", thinking.depth);
        self.fitted(small.size, &figures, words, Align::Left, self.theme.muted)?;
        let rows = rest.height() / line.max(1);
        let lines = Wrapped::new(thinking.line, small, rest.width()).whole_words();
        let lines = lines.take(rows.max(0) as usize);
        self.write_lines(lines, small, (rest, line), Align::Left, self.theme.text)
    }

    /// Draws the status text. A bar at the left of the text marks a warning or a refusal.
    pub(super) fn status(&mut self, layout: &Layout, scene: &Scene<'_>) -> Drawn<D> {
        let (status, em) = (&scene.status, layout.em);
        let color = if status.alarm { self.theme.alarm } else { self.theme.text };
        let card = self.view.status_area(layout, status);
        if card != layout.status {
            self.raised(card)?;
        }
        let [bar, mut rest] = status_parts(em, card);
        if status.alarm || status.refused {
            let mark = if status.alarm { self.theme.alarm } else { self.theme.accent };
            let (at, height) = (bar.top_left, bar.height() - em * 2 / 3);
            let bar = area(at.x, at.y + em / 3, em / 5, height);
            self.painter.round(&Round::rectangle(bar, em * ONE / 10), mark)?;
        }
        let ty = self.view.ty(em);
        let lines = Wrapped::new(status.text, ty, rest.width());
        let spare = rest.height() - status_row(em) * lines.clone().count() as i32;
        cut_top(&mut rest, (spare / 2).max(0), 0);
        self.write_lines(lines, ty, (rest, status_row(em)), Align::Left, color)
    }
}

const fn status_row(em: i32) -> i32 {
    em * 27 / 20
}

fn status_parts(em: i32, card: Rectangle) -> [Rectangle; 2] {
    let mut rest = inset(card, em / 4);
    let bar = cut_left(&mut rest, em / 5, em / 3);
    rest.size.width = rest.size.width.saturating_sub(em as u32 / 2);
    [bar, rest]
}

impl View<'_> {
    /// Returns the area of the status. If the text is too long for `layout.status`, the area covers neighbours, too.
    pub fn status_area(&self, layout: &Layout, status: &StatusLine<'_>) -> Rectangle {
        let (em, own) = (layout.em, layout.status);
        let [_, text] = status_parts(em, own);
        let lines = Wrapped::new(status.text, self.ty(em), text.width()).count() as i32;
        let needed = lines * status_row(em);
        if needed <= own.height() || own.is_zero_sized() {
            return own;
        }
        let needed = needed + em / 2;
        // At the bottom of the window, the area grows upwards.
        let bottom = layout.size.height as i32 - em;
        let top = own.top_left.y.min(bottom.max(own.rows().end) - needed).max(0);
        area(own.top_left.x, top, own.width(), needed)
    }
}
