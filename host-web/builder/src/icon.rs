//! The icon of the installed page: a red general that fills the square, so that a system can cut it to
//! any shape.

use chuhe_view::Theme;
use chuhe_view::letters::Font;
use chuhe_view::paint::{Canvas, Dot, ONE, Painter, Round};
use embedded_graphics::prelude::Size;

/// Draws the icon as a PNG file with this width in pixels.
pub(crate) fn icon(width: u16) -> Result<Vec<u8>, png::EncodingError> {
    let side = i32::from(width);
    let mut pixels = vec![0; usize::from(width) * usize::from(width)];
    let mut canvas = Canvas::new(&mut pixels, Size::new_equal(width.into()));
    let look = &Theme::WOOD.discs[0];
    let middle = Dot::new(side * ONE / 2, side * ONE / 2);
    let mut painter = Painter::new(&mut canvas);
    let whole = painter.area();
    let Ok(()) = painter.rectangle(whole, look.face[1]);
    let ring = Round::ring(middle, side * ONE * 3 / 8, side * ONE / 36);
    let Ok(()) = painter.round(&ring, look.ring);
    if let Some(glyph) = Font::KAI.glyph('帥') {
        let Ok(()) = painter.outline(&glyph.centered(middle, side / 2), look.sign);
    }
    let bytes: Vec<u8> =
        pixels.iter().flat_map(|pixel| pixel.to_be_bytes().into_iter().skip(1)).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width.into(), width.into());
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header()?.write_image_data(&bytes)?;
    Ok(file)
}
