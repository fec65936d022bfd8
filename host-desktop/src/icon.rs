//! The window's icon: a red general.

use chuhe_view::Theme;
use chuhe_view::letters::Font;
use chuhe_view::paint::{Canvas, Dot, ONE, Painter, Round};
use embedded_graphics::prelude::Size;

const SIDE: i32 = 64;

/// Draws the icon as a square picture, `0xAARRGGBB` a pixel.
#[must_use]
pub fn icon() -> Vec<u32> {
    const OPAQUE: u32 = 0xff00_0000;
    let size = Size::new_equal(SIDE as u32);
    let look = &Theme::WOOD.discs[0];
    let middle = Dot::new(SIDE * ONE / 2, SIDE * ONE / 2);
    let disc = Round::disc(middle, SIDE * ONE / 2 - ONE);
    // A white disc on black serves as the alpha channel.
    let (mut color, mut cover) = (vec![0; (SIDE * SIDE) as usize], vec![0; (SIDE * SIDE) as usize]);
    let mut mask = Canvas::new(&mut cover, size);
    let Ok(()) = Painter::new(&mut mask)
        .round(&disc, embedded_graphics::pixelcolor::Rgb888::new(255, 255, 255));
    let mut canvas = Canvas::new(&mut color, size);
    let mut painter = Painter::new(&mut canvas);
    let whole = painter.area();
    let Ok(()) = painter.rectangle(whole, look.face[1]);
    let Ok(()) = painter.round(&Round::ring(middle, SIDE * ONE * 2 / 5, ONE * 2), look.ring);
    if let Some(glyph) = Font::KAI.glyph('帥') {
        let Ok(()) = painter.outline(&glyph.centered(middle, SIDE * 58 / 100), look.sign);
    }
    color.iter().zip(&cover).map(|(color, cover)| cover << 24 & OPAQUE | color).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_round() {
        let icon = icon();
        let alpha = |x: i32, y: i32| icon[(y * SIDE + x) as usize] >> 24;
        assert_eq!(icon.len(), (SIDE * SIDE) as usize);
        assert_eq!((alpha(0, 0), alpha(SIDE - 1, 0)), (0, 0));
        assert_eq!((alpha(SIDE / 2, SIDE / 2), alpha(SIDE / 2, 3)), (255, 255));
    }
}
