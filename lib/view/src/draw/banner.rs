use super::{Drawing, Drawn};
use crate::draw::View;
use crate::layout::{Layout, Sides, area, cut_bottom, cut_top, inset};
use crate::letters::{Align, Wrapped};
use crate::paint::{Blend, ONE, Round};
use crate::scene::{Body, Dialog};
use embedded_graphics::primitives::Rectangle;

/// The layout of a banner, a card over the panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BannerLayout {
    /// The whole card, with its margins.
    pub card: Rectangle,
    title: Rectangle,
    body: Rectangle,
    answers: Rectangle,
    /// The height of an answer with the gap below it.
    step: i32,
}

impl BannerLayout {
    /// Returns the area of an answer, without the gap below it.
    pub fn answer(&self, index: usize) -> Rectangle {
        let (at, width) = (self.answers.top_left, self.answers.width());
        area(at.x, at.y + index as i32 * self.step, width, self.step * 9 / 10)
    }
}

impl View<'_> {
    /// Lays out a banner. It ends at the bottom of the small buttons under the moves, or of the computer's thinking if
    /// that is lower.
    pub fn banner_layout(&self, layout: &Layout, banner: &Dialog<'_>) -> BannerLayout {
        let em = layout.em;
        let (at, width) = (layout.buttons.top_left.x, layout.buttons.width());
        let inner = width - em * 3 / 2;
        let title = self.lines(banner.title, em * 9 / 5, inner) * em * 9 / 4;
        let body = self.lines(text_of(banner), em, inner) * em * 3 / 2;
        let step = em * 21 / 10;
        let answers = banner.answers.len() as i32 * step;
        let height = title + body + answers + em * 2;
        let bottom = layout.steps.rows().end.max(layout.thinking.rows().end);
        let card = area(at, (bottom - height).max(0), width, height);
        let mut rest = inset(card, em * 3 / 4);
        cut_top(&mut rest, em * 3 / 4, 0);
        cut_bottom(&mut rest, em / 2, 0);
        let title = cut_top(&mut rest, title, 0);
        let body = cut_top(&mut rest, body, em / 2);
        BannerLayout { card, title, body, answers: rest, step }
    }

    fn lines(&self, text: &str, size: i32, width: i32) -> i32 {
        Wrapped::new(text, self.ty(size), width).count() as i32
    }
}

/// Returns the text of a banner, or an empty text if the body of the banner is not a text.
const fn text_of<'a>(banner: &Dialog<'a>) -> &'a str {
    if let Body::Text(text) = banner.body { text } else { "" }
}

impl<D: Blend> Drawing<'_, '_, D> {
    pub(super) fn banner(&mut self, layout: &Layout, banner: &Dialog<'_>) -> Drawn<D> {
        let parts = self.view.banner_layout(layout, banner);
        let em = layout.em;
        self.raised(parts.card)?;
        let rim = Round::rectangle(parts.card, em * ONE / 3).hollow((em * ONE / 8).max(ONE));
        self.painter.round(&rim, self.theme.accent)?;
        self.headline(banner.title, em * 9 / 5, parts.title)?;
        self.headline(text_of(banner), em, parts.body)?;
        for (index, control) in banner.answers.iter().enumerate() {
            self.button(parts.answer(index), control, banner.focus == Some(index), em)?;
        }
        Ok(())
    }

    fn headline(&mut self, text: &str, size: i32, place: Rectangle) -> Drawn<D> {
        let ty = self.view.ty(size);
        let lines = Wrapped::new(text, ty, place.width());
        let row = place.height() / (lines.clone().count() as i32).max(1);
        self.write_lines(lines, ty, (place, row), Align::Left, self.theme.text)
    }
}
