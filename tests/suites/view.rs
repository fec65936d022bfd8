//! Drawings of the view for small displays, compared with pictures. Those of the window are in
//! `tests/data/desktop/pictures.txt`.

use chuhe_core::rules::{Rules, Xiangqi};
use chuhe_core::{Game, Kind, Piece, Position, Side, Square};
use chuhe_tests::position;
use chuhe_tests::snapshot::{Picture, compare};
use chuhe_view::letters::FULL;
use chuhe_view::paint::{Canvas, Mixed, Strip, Threshold};
use chuhe_view::text::Language;
use chuhe_view::{
    BoardDesign, Labels, Layout, PieceSet, Scene, SmallLayout, StatusLine, Theme, Tray, View,
};
use embedded_graphics::framebuffer::Framebuffer;
use embedded_graphics::image::GetPixel;
use embedded_graphics::pixelcolor::raw::{BigEndian, LittleEndian};
use embedded_graphics::pixelcolor::{
    BinaryColor, Gray4, IntoStorage, PixelColor, Rgb565, Rgb888, RgbColor,
};
use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;
use std::collections::BTreeSet;

pub(crate) const VIEW: View<'static> = View {
    theme: &Theme::WOOD,
    set: PieceSet::Traditional,
    labels: Labels::Files,
    face: FULL,
    language: Language::English,
};

/// Asserts that the fonts have every character of a text. A line end and a tabulator need none.
#[track_caller]
pub(crate) fn assert_glyphs(text: impl Iterator<Item = char>) {
    let is_missing = |sign: &char| FULL.iter().all(|font| font.glyph(*sign).is_none());
    let signs = text.filter(|sign| !matches!(sign, '\n' | '\t'));
    let missing: String = signs.filter(is_missing).collect::<BTreeSet<char>>().iter().collect();
    assert!(
        missing.is_empty(),
        "add these to lib/view/glyphs/hanzi.txt or latin.txt and run lib/view/glyphs/glyphs.py: {missing}"
    );
}

/// A middle game, with captures on both sides.
const MIDDLE_GAME: &str = "2bakab2/4n4/c8/p1p1R3p/1r4pr1/1CP6/P3P1P1N/2N6/9/1RBAKAB2 w - - 0 13";

#[track_caller]
fn check(name: &str, picture: &Picture) {
    compare(name, picture).unwrap_or_else(|difference| panic!("{difference}"));
}

pub(crate) fn shades<C: PixelColor, D: GetPixel<Color = C>>(display: &D, size: Size) -> Picture
where
    Rgb888: From<C>,
{
    let mut picture = Picture::new(size.width as usize, size.height as usize);
    for (index, pixel) in picture.pixels.iter_mut().enumerate() {
        let at = Point::new(index as i32 % size.width as i32, index as i32 / size.width as i32);
        let color = Rgb888::from(display.pixel(at).expect("a pixel"));
        *pixel = u32::from_be_bytes([0, color.r(), color.g(), color.b()]);
    }
    picture
}

#[test]
fn small_displays() {
    let [from, cursor] = ["i3", "h5"].map(|name| Square::from_name(name).expect("a square"));
    let game = Game::new(position::<Xiangqi>(MIDDLE_GAME));
    let moves = game.position().legal_moves();
    let mut scene = Scene::new(Rules::Xiangqi, &game);
    scene.selected = from.into();
    scene.targets =
        moves.iter().filter(|mv| mv.from() == Some(from)).filter_map(|mv| mv.to()).collect();
    scene.cursor = Some(cursor);
    scene.status = StatusLine { text: "R8+4 Red", ..StatusLine::default() };
    let size = Size::new(128, 64);
    let small = SmallLayout::new(size, &BoardDesign::XIANGQI, false, cursor, false);

    let mut grey = Framebuffer::<Gray4, _, BigEndian, 128, 64, 4096>::new();
    let view = View { theme: &Theme::GREY, ..VIEW };
    let Ok(()) = view.small_scene(&mut Mixed(&mut grey), &small, &scene);
    check("small-grey", &shades(&grey, size));

    let mut mono = Framebuffer::<BinaryColor, _, BigEndian, 128, 64, 1024>::new();
    let view = View { theme: &Theme::MONO, ..VIEW };
    let Ok(()) = view.small_scene(&mut Threshold(&mut mono), &small, &scene);
    check("small-mono", &shades(&mono, size));

    // What was captured since the start of the game.
    for (side, kind, count) in [
        (Side::Red, Kind::Cannon, 1),
        (Side::Red, Kind::Soldier, 2),
        (Side::Black, Kind::Horse, 1),
        (Side::Black, Kind::Cannon, 1),
        (Side::Black, Kind::Soldier, 1),
    ] {
        scene.taken[Piece::new(side, kind).index()] = count;
    }
    let size = Size::new(240, 240);
    let small = SmallLayout::new(size, &BoardDesign::XIANGQI, true, cursor, false);
    let mut rgb = Framebuffer::<Rgb565, _, LittleEndian, 240, 240, { 240 * 240 * 2 }>::new();
    let Ok(()) = VIEW.small_scene(&mut Mixed(&mut rgb), &small, &scene);
    check("small-rgb565", &shades(&rgb, size));

    // The same display in parts of eight rows.
    let mut part = [Rgb565::BLACK; 240 * 8];
    for top in (0..240).step_by(8) {
        let mut strip = Strip { pixels: &mut part, width: 240, top };
        let Ok(()) = VIEW.small_scene(&mut strip, &small, &scene);
        let bytes = part.iter().flat_map(|pixel| pixel.into_storage().to_le_bytes());
        let rows = &rgb.data()[top as usize * 480..][..8 * 480];
        assert!(bytes.eq(rows.iter().copied()), "the rows from {top} on");
    }

    let size = Size::new(320, 240);
    let small = SmallLayout::new(size, &BoardDesign::XIANGQI, false, cursor, false);
    let mut rgb = Framebuffer::<Rgb565, _, LittleEndian, 320, 240, { 320 * 240 * 2 }>::new();
    let Ok(()) = VIEW.small_scene(&mut Mixed(&mut rgb), &small, &scene);
    check("small-rgb565-wide", &shades(&rgb, size));
}

/// An empty board that is drawn a few rows at a time, as in a page, is that of a whole picture.
#[test]
fn rows_of_a_picture_are_those_of_the_whole() {
    for design in [&BoardDesign::XIANGQI, &BoardDesign::CHESS] {
        let layout = Layout::board_only(design, false, 31);
        let Size { width, height } = layout.size;
        let mut whole = vec![0; (width * height) as usize];
        let Ok(()) = VIEW.background(&mut Canvas::new(&mut whole, layout.size), &layout);
        for (part, rows) in whole.chunks((100 * width) as usize).enumerate() {
            let (mut pixels, top) = (vec![0; rows.len()], 100 * part as i32);
            let size = Size::new(width, rows.len() as u32 / width);
            let Ok(()) = VIEW.background(&mut Canvas::rows(&mut pixels, size, top), &layout);
            assert!(pixels == rows, "the rows from {top} on");
        }
    }
}

/// A window in which a tray has no room for its pieces.
#[test]
fn a_tray_without_room_is_drawn() {
    let kinds = &Kind::ALL[..7];
    let tray = Tray { kinds, left: [1; Piece::COUNT], chosen: None };
    let layout = Layout::new(Size::new(340, 260), &BoardDesign::CHESS, false, 150);
    let layout = Layout { moves: Rectangle::zero(), ..layout };
    assert_eq!(layout.tray(&tray, 0).size.height, 0);
    let scene = Scene { tray: Some(tray), ..Scene::empty() };
    for theme in [&Theme::WOOD, &Theme::GREY] {
        let mut pixels = vec![0; 340 * 260];
        let view = View { set: PieceSet::Letters, theme, ..VIEW };
        let Ok(()) = view.scene(&mut Canvas::new(&mut pixels, layout.size), &layout, &scene);
    }
}
