//! Draws the PNG files that a browser shows before the page runs.

use chuhe_core::Game;
use chuhe_core::rules::{Rules, Xiangqi};
use chuhe_view::letters::{ENGLISH, Font};
use chuhe_view::paint::{Canvas, Dot, ONE, Painter, Round};
use chuhe_view::text::Language;
use chuhe_view::{BoardDesign, Labels, Layout, PieceSet, Scene, Theme, View};
use embedded_graphics::prelude::Size;
use png::{ColorType, Encoder, EncodingError};

/// The width in pixels of a square in the board picture of the first visit. Larger squares would take longer to load.
const CELL: u32 = 40;

/// Draws the board as a person sees it at the first visit. Few colours, and wood without its grain, make the
/// file small.
pub(crate) fn board() -> Result<Vec<u8>, EncodingError> {
    let layout = Layout::board_only(BoardDesign::of(Rules::Xiangqi), false, CELL);
    let Size { width, height } = layout.size;
    let mut pixels = vec![0; (width * height) as usize];
    let mut canvas = Canvas::new(&mut pixels, layout.size);
    let [wood, ..] = Theme::WOOD.wood;
    let theme = Theme { wood: Theme::WOOD.wood.map(|_| wood), ..Theme::WOOD };
    let view = View {
        theme: &theme,
        set: PieceSet::Traditional,
        labels: Labels::Files,
        face: ENGLISH,
        language: Language::English,
    };
    let Ok(()) = view.background(&mut canvas, &layout);
    let game = Game::new(Xiangqi::start());
    let start = Scene::new(Rules::Xiangqi, &game);
    let Ok(()) = view.position(&mut canvas, &layout, &start);
    let few = |pixel: &u32| (pixel & 0x00e0_e0e0) | 0x0010_1010;
    let mut palette: Vec<u32> = pixels.iter().map(few).collect();
    palette.sort_unstable();
    palette.dedup();
    let index = |pixel: &u32| palette.binary_search(&few(pixel)).unwrap_or_default() as u8;
    let indices: Vec<u8> = pixels.iter().map(index).collect();
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_palette(bytes(&palette));
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.write_header()?.write_image_data(&indices)?;
    Ok(file)
}

/// Red, green and blue of each pixel.
fn bytes(pixels: &[u32]) -> Vec<u8> {
    pixels.iter().flat_map(|pixel| pixel.to_be_bytes().into_iter().skip(1)).collect()
}

/// Draws the icon, `width` pixels wide, of the installed page. The face colour of the red general fills the whole icon,
/// so that a system can cut the icon to any shape.
pub(crate) fn icon(width: u16) -> Result<Vec<u8>, EncodingError> {
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
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width.into(), width.into());
    encoder.set_color(ColorType::Rgb);
    encoder.write_header()?.write_image_data(&bytes(&pixels))?;
    Ok(file)
}
