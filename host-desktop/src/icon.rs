//! The icon of the window and of the menu: a red general.

use chuhe_view::Theme;
use chuhe_view::letters::Font;
use chuhe_view::paint::{Canvas, Dot, ONE, Painter, Round};
use embedded_graphics::prelude::Size;

/// Draws the icon as a square picture, `width` pixels wide. Each pixel is `0xAARRGGBB`.
pub fn icon(width: u16) -> Vec<u32> {
    const OPAQUE: u32 = 0xff00_0000;
    let side = i32::from(width);
    let size = Size::new_equal(width.into());
    let look = &Theme::WOOD.discs[0];
    let middle = Dot::new(side * ONE / 2, side * ONE / 2);
    let disc = Round::disc(middle, side * ONE / 2 - side * ONE / 64);
    // A white disc on black serves as the alpha channel.
    let pixels = usize::from(width) * usize::from(width);
    let (mut color, mut cover) = (vec![0; pixels], vec![0; pixels]);
    let mut mask = Canvas::new(&mut cover, size);
    let Ok(()) = Painter::new(&mut mask)
        .round(&disc, embedded_graphics::pixelcolor::Rgb888::new(255, 255, 255));
    let mut canvas = Canvas::new(&mut color, size);
    let mut painter = Painter::new(&mut canvas);
    let whole = painter.area();
    let Ok(()) = painter.rectangle(whole, look.face[1]);
    let Ok(()) =
        painter.round(&Round::ring(middle, side * ONE * 2 / 5, side * ONE / 32), look.ring);
    if let Some(glyph) = Font::KAI.glyph('帥') {
        let Ok(()) = painter.outline(&glyph.centered(middle, side * 58 / 100), look.sign);
    }
    color.iter().zip(&cover).map(|(color, cover)| cover << 24 & OPAQUE | color).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_round() {
        for side in [16, 64, 512] {
            let icon = icon(side);
            let alpha =
                |x: u16, y: u16| icon[usize::from(y) * usize::from(side) + usize::from(x)] >> 24;
            assert_eq!(icon.len(), usize::from(side) * usize::from(side));
            assert_eq!((alpha(0, 0), alpha(side - 1, 0)), (0, 0));
            assert_eq!((alpha(side / 2, side / 2), alpha(side / 2, side / 16)), (255, 255));
        }
    }
}
