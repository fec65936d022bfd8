//! Compares drawings for small displays with pictures, and tests drawings of all sizes, themes and languages. The
//! pictures of the window are in `tests/data/desktop/pictures.txt`.

use chuhe_app::settings::SCALES;
use chuhe_core::rules::{Chess, Rules, Xiangqi};
use chuhe_core::{Game, Kind, Move, Piece, Position, Side, Square};
use chuhe_tests::snapshot::{Picture, compare};
use chuhe_tests::{position, rows};
use chuhe_view::letters::{FULL, Type, Wrapped};
use chuhe_view::paint::{Canvas, Mixed, Strip, Threshold};
use chuhe_view::text::{Language, Text};
use chuhe_view::{
    BoardDesign, Body, Control, Dialog, Field, Form, HitTarget, Labels, Layout, Menu, Part,
    PieceSet, SMALLEST, Scene, SmallLayout, Spot, StatusLine, Theme, Tray, View, Widget,
};
use embedded_graphics::framebuffer::Framebuffer;
use embedded_graphics::image::GetPixel;
use embedded_graphics::pixelcolor::raw::{BigEndian, LittleEndian};
use embedded_graphics::pixelcolor::{
    BinaryColor, Gray4, IntoStorage, PixelColor, Rgb565, Rgb888, RgbColor,
};
use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;
use proptest::prelude::{ProptestConfig, prop_assert, prop_assert_eq, proptest};
use std::collections::{BTreeSet, HashSet};

const VIEW: View<'static> = View {
    theme: &Theme::WOOD,
    set: PieceSet::Traditional,
    labels: Labels::Files,
    face: FULL,
    language: Language::English,
};

/// Asserts that the fonts have every character of a text. A line end and a tabulator need no glyph.
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

const MIDDLE_GAME: &str = "2bakab2/4n4/c8/p1p1R3p/1r4pr1/1CP6/P3P1P1N/2N6/9/1RBAKAB2 w - - 0 13";

#[track_caller]
fn check(name: &str, picture: &Picture) {
    compare(name, picture).unwrap_or_else(|difference| panic!("{difference}"));
}

fn shades<C: PixelColor, D: GetPixel<Color = C>>(display: &D, size: Size) -> Picture
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

    // Pieces captured since the start of the game.
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

    // The same display, drawn in parts of eight pixel rows.
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

static BOARDS: [BoardDesign; 3] =
    [BoardDesign::XIANGQI, BoardDesign::ZHONGGONG, BoardDesign::CHESS];

/// Characters of Chinese moves that the tables of words and of pieces do not have.
const MOVES: &str = "进退平進前中后後一二三四五六七八九１２３４５６７８９兑兌";

#[test]
fn every_word_has_its_glyphs() {
    let texts = Text::ALL.iter().flat_map(|text| Language::ALL.map(|language| text.get(language)));
    let names = Language::ALL.map(Language::name);
    // The messages of errors are not in the tables.
    let errors = include_str!("../../lib/app/src/app_error.rs").chars();
    let errors = errors.filter(|sign| !sign.is_ascii());
    assert_glyphs(texts.chain(names).chain([MOVES]).flat_map(str::chars).chain(errors));
}

/// The numbers in the slots `{0}`, `{1}` of a text.
fn slots(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|after| Some(after.split_once('}')?.0)).collect()
}

#[test]
fn all_languages_ask_for_the_same_values() {
    for text in Text::ALL {
        let [english, chinese, traditional] =
            Language::ALL.map(|language| slots(text.get(language)));
        assert_eq!(english, chinese, "{text:?}");
        assert_eq!(english, traditional, "{text:?}");
        let wanted = (0..english.len()).map(|slot| slot.to_string()).collect::<BTreeSet<_>>();
        assert!(english.iter().copied().eq(wanted.iter()), "{text:?}");
    }
}

/// A text of more than five words is a sentence: it must end with a full stop or another end mark in both languages.
#[test]
fn sentences_end_with_a_full_stop() {
    const LABEL: usize = 5;
    let ends = |text: &str| text.ends_with(['.', '!', '?', '。', '！', '？', '…', '}', '\n']);
    for text in Text::ALL {
        let [english, chinese] =
            [Language::English, Language::Chinese].map(|language| text.get(language));
        let stops = english.ends_with(['.', '!', '?']);
        assert_eq!(stops, chinese.ends_with(['。', '！', '？']), "{text:?}");
        let long = english.split(' ').count() > LABEL && !english.contains('\t');
        assert!(!long || ends(english) && ends(chinese), "{text:?} is a sentence");
        // These two texts are ends of a sentence, so they begin with a small letter.
        let part = *text == Text::DiskFull || *text == Text::FolderRefuses;
        let begins = english.starts_with(|first: char| !first.is_lowercase());
        assert!(!stops || begins || part, "{text:?}");
    }
}

#[test]
fn values_are_filled_in() {
    let text = Text::Took.with(Language::English, &[&"Red", &"C2=5", &"soldier"]);
    assert_eq!(text.to_string(), "Red played C2=5 and took the soldier.");
    assert_eq!(Text::Moved.with(Language::Chinese, &[&"红方"]).to_string(), "红方走了。");
}

/// Other programs wait for exactly these words.
#[test]
fn results_have_their_exact_words() {
    let english = |text: Text| text.get(Language::English);
    assert_eq!(english(Text::outcome(Rules::Xiangqi, Some(Side::Red))), "Red player has won!");
    assert_eq!(english(Text::outcome(Rules::Xiangqi, Some(Side::Black))), "Black player has won!");
    assert_eq!(english(Text::InvalidMap), "Invalid map");
}

/// The contrast ratio of two colours by the Web Content Accessibility Guidelines 2.1.
fn contrast(one: Rgb888, other: Rgb888) -> f64 {
    let luminance = |color: Rgb888| {
        let channel = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(color.r()) + 0.7152 * channel(color.g()) + 0.0722 * channel(color.b())
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Text needs a contrast of 4.5, other marks 3. In the theme of high contrast, text needs 7 and other marks 4.5.
#[test]
fn every_theme_has_contrast_enough() {
    let mut faults = Vec::new();
    for (index, theme) in Theme::ALL.iter().enumerate() {
        let (read, seen) = if index == 2 { (7.0, 4.5) } else { (4.5, 3.0) };
        let mut check = |what: &str, one, other, least| {
            let ratio = contrast(one, other);
            if ratio < least {
                faults.push(format!("theme {index}, {what}: {ratio:.2} is below {least}"));
            }
        };
        for ground in [theme.card, theme.button[0], theme.button[1], theme.background] {
            check("text", theme.text, ground, read);
        }
        check("muted text", theme.muted, theme.card, read);
        check("muted text on a button", theme.muted, theme.button[0], read.min(4.5));
        check("alarm", theme.alarm, theme.background, read);
        check("text on the accent", theme.on_accent, theme.accent, read);
        check("accent", theme.accent, theme.card, seen);
        for disc in &theme.discs {
            for face in disc.face {
                check("sign", disc.sign, face, read);
            }
        }
        for wood in theme.wood {
            check("print", theme.print, wood, seen);
            check("last move", theme.last, wood, seen);
            check("selection", theme.chosen, wood, seen);
            check("cursor", theme.cursor, wood, seen);
            check("check", theme.check, wood, seen.min(3.0));
        }
        let [red, black] = theme.discs;
        check("red and black discs", red.face[0], black.face[0], seen);
        assert_ne!(red.rings, black.rings, "theme {index}");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn lies_in(inner: Rectangle, outer: Rectangle) -> bool {
    inner.is_zero_sized() || outer.intersection(&inner) == inner
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_layout_keeps_order(
        width in 1_u32..3000, height in 1_u32..2200, board in 0_usize..3, flipped: bool,
        percent in 10_u32..500, has_tray: bool,
    ) {
        let board = &BOARDS[board];
        let layout = Layout::new(Size::new(width, height), board, flipped, percent);
        let layout = if has_tray { layout.with_tray(7) } else { layout };
        prop_assert_eq!(layout.size, Size::new(width, height).component_max(SMALLEST));
        let window = Rectangle::new(Point::zero(), layout.size);
        let [upper, lower] = layout.players;
        let areas = [
            layout.menus, layout.frame, layout.strip, upper, lower, layout.moves, layout.thinking,
            layout.steps, layout.tools, layout.buttons, layout.status,
        ];
        for (index, area) in areas.iter().enumerate() {
            prop_assert!(lies_in(*area, window), "area {index} {area:?} in {layout:?}");
            for (other, beside) in areas.iter().enumerate().skip(index + 1) {
                let shared = area.intersection(beside);
                prop_assert!(shared.is_zero_sized(), "areas {index} and {other} in {layout:?}");
            }
        }
        prop_assert!(lies_in(layout.grid.field(), layout.frame));
        prop_assert!(layout.grid.cell() >= 8);
        for index in 0..11 {
            prop_assert!(lies_in(layout.button(index, 11), layout.buttons));
            prop_assert!(lies_in(layout.step(index, 11), layout.steps));
            prop_assert!(lies_in(layout.tool(index, 11), layout.tools));
        }
        for square in board.squares() {
            prop_assert_eq!(layout.grid.square_at(layout.grid.center(square)), Some(square));
            for corner in [Point::zero(), Point::new_equal(layout.grid.cell() - 1)] {
                let pixel = layout.grid.area(square).top_left + corner;
                prop_assert_eq!(layout.grid.square_at(pixel), Some(square));
            }
        }
    }

    #[test]
    fn a_small_display_shows_the_square_in_focus(
        width in 128_u32..500, height in 64_u32..400, board in 0_usize..3, flipped: bool,
        clocks: bool, focus in 0_usize..Square::COUNT,
    ) {
        let board = &BOARDS[board];
        let focus = Square::at(focus);
        if board.contains(focus) {
            let size = Size::new(width, height);
            let small = SmallLayout::new(size, board, flipped, focus, clocks);
            let display = Rectangle::new(Point::zero(), size);
            let map = small.map.map_or(Rectangle::zero(), |map| map.field());
            let ([below, above], [red, black]) = (small.taken, small.clocks);
            let around = [small.turn, small.status, map, below, above, red, black];
            for area in around {
                prop_assert!(lies_in(area, display), "{area:?} in {small:?}");
                let shared = area.intersection(&small.window);
                prop_assert!(shared.is_zero_sized(), "{area:?} over the board in {small:?}");
            }
            prop_assert!(lies_in(small.window, display), "{small:?}");
            prop_assert_eq!(clocks && small.map.is_none(), !red.is_zero_sized(), "{:?}", small);
            prop_assert!(small.window.contains(small.grid.center(focus)), "{small:?}");
            prop_assert_eq!(small.square_at(small.grid.center(focus)), Some(focus));
        }
    }
}

fn layout() -> Layout {
    Layout::new(Size::new(960, 720), &BoardDesign::XIANGQI, true, 100)
}

fn hit(scene: &Scene<'_>, area: Rectangle) -> HitTarget {
    VIEW.hit_test(&layout(), scene, area.center())
}

#[test]
fn every_place_answers_for_itself() {
    let items = [Control::new("Undo", "Z"), Control::SEPARATOR, Control::new("Redo", "Y")];
    let menus = [Menu { title: "Game", items: &items }, Menu { title: "Help", items: &items }];
    let buttons = [Control::new("Undo", "Z"); 8];
    let (steps, tools) = ([Control::new("Next", ""); 4], [Control::new("Flip", "F"); 5]);
    let plies = ["C2=5", "H8+7", "H2+3"];
    let plies = plies.as_slice();
    let mut scene = Scene::new(Rules::Xiangqi, &Game::new(Xiangqi::start()));
    (scene.menus, scene.buttons, scene.record.plies) = (&menus, &buttons, &plies);
    (scene.steps, scene.tools) = (&steps, &tools);
    let layout = layout();
    let board = |name| {
        let square = Square::from_name(name).expect("a square");
        (layout.grid.area(square), HitTarget::Square(square))
    };
    let ply = |ply| layout.ply(&scene.record, ply).expect("it is shown");
    let title = |index| (VIEW.menu_title(&layout, &menus, index), HitTarget::Menu(index));
    let places = (0..8)
        .map(|index| (layout.button(index, 8), HitTarget::Button(index)))
        .chain((0..4).map(|index| (layout.step(index, 4), HitTarget::Step(index))))
        .chain((0..5).map(|index| (layout.tool(index, 5), HitTarget::Tool(index))))
        .chain((0..3).map(|index| (ply(index), HitTarget::Ply(index))))
        .chain((0..2).map(title))
        .chain([
            (layout.players[0], HitTarget::Player(layout.sides()[0])),
            (layout.thinking, HitTarget::Thinking),
            (layout.menus, HitTarget::Nowhere),
            board("e0"),
        ]);
    for (area, target) in places {
        assert_eq!(hit(&scene, area), target);
    }
    scene.open = Some((1, None));
    for index in 0..3 {
        let area = VIEW.menu_item(&layout, &menus, 1, index);
        assert_eq!(hit(&scene, area), HitTarget::Item(index));
    }
    assert_eq!(hit(&scene, board("e0").0), HitTarget::Outside);
}

#[test]
fn every_part_of_a_dialog_answers_for_itself() {
    let mut scene = Scene::new(Rules::Xiangqi, &Game::new(Xiangqi::start()));
    let layout = layout();
    let answers = [Control::new("Undo", "Z"); 2];
    let options = ["one", "two", "three"].map(|label| Control::new(label, ""));
    let rows = [
        Part::new("Options", Widget::Options(&options)),
        Part::new("", Widget::Text("Nothing is hit here.")),
        Part::new("Check", Widget::Check(true)),
        Part::new("Field", Widget::Field(Field { text: "text", ..Field::default() })),
    ];
    let body = Body::Form(Form { parts: &rows, focus: None, ems: 30, high: 0 });
    let dialog = Dialog { title: "Parts", body, first: 0, answers: &answers, focus: None };
    scene.dialog = Some(dialog);
    let parts = VIEW.dialog_layout(&layout, &dialog);
    let body = parts.body;
    let found = body.columns().flat_map(|x| body.rows().map(move |y| Point::new(x, y)));
    let found = found.filter_map(|point| match VIEW.hit_test(&layout, &scene, point) {
        HitTarget::Part(part, spot) => Some((part, spot)),
        _ => None,
    });
    let carets = (0..=4).map(|at| (3, Spot::Caret(at)));
    let items = [(0, Spot::Item(0)), (0, Spot::Item(1)), (0, Spot::Item(2)), (2, Spot::Item(0))];
    let others = [(0, Spot::Whole), (3, Spot::Whole)];
    let expected: HashSet<_> = items.into_iter().chain(carets).chain(others).collect();
    assert_eq!(found.collect::<HashSet<_>>(), expected);
    // A pointer that selects text goes on selecting outside the field.
    let far = Point::new(0, 0);
    assert_eq!(VIEW.dragged(&layout, &dialog, (3, Spot::Caret(2)), far), Spot::Caret(0));
    for index in 0..2 {
        let area = VIEW.answer(&layout, &parts, dialog.answers, index);
        assert_eq!(hit(&scene, area), HitTarget::Answer(index));
    }
    assert_eq!(hit(&scene, parts.title), HitTarget::Inside);
    assert_eq!(hit(&scene, layout.menus), HitTarget::Outside);
}

#[test]
fn a_banner_covers_no_other_place() {
    let mut scene = Scene::new(Rules::Xiangqi, &Game::new(Xiangqi::start()));
    let layout = layout();
    let answers = [Control::new("Undo", "Z"); 2];
    let body = Body::Text("Checkmate.");
    let banner = Dialog { title: "Parts", body, first: 0, answers: &answers, focus: None };
    scene.banner = Some(banner);
    let parts = VIEW.banner_layout(&layout, &banner);
    for index in 0..2 {
        assert_eq!(hit(&scene, parts.answer(index)), HitTarget::Answer(index));
    }
    assert!(parts.card.intersection(&layout.frame).is_zero_sized());
    let e0 = Square::from_name("e0").expect("a square");
    assert_eq!(hit(&scene, layout.grid.area(e0)), HitTarget::Square(e0));
}

#[test]
fn buttons_have_room_for_their_words() {
    const NAMES: &str =
        "NewGame Hint Undo Redo MoveNow AnotherMove Flip Resign Pause OfferDraw Restart";
    let is_named = |text: &&Text| NAMES.split(' ').any(|name| name == format!("{text:?}"));
    let words: Vec<&Text> = Text::ALL.iter().filter(is_named).collect();
    assert_eq!(words.len(), 11);
    for (width, height) in [(640, 480), (800, 600), (960, 720), (1500, 1100), (600, 900)] {
        let layout = Layout::new(Size::new(width, height), &BoardDesign::XIANGQI, false, 100);
        let room = layout.button(0, 8).size.width as i32 - layout.em;
        for (text, language) in words.iter().flat_map(|text| Language::ALL.map(|one| (text, one))) {
            let label = text.get(language);
            let ty = Type { face: FULL, size: layout.em }.fitted(&label, room);
            assert!(ty.columns(&label) <= room, "{label} at {width}x{height}");
        }
    }
}

#[test]
fn a_tray_can_be_read() {
    for board in &BOARDS {
        let kinds = Kind::ALL.into_iter().filter(|&kind| board.rules.piece_type(kind).is_some());
        let kinds: Vec<_> = kinds.collect();
        let tray = Tray { kinds: &kinds, left: [10; Piece::COUNT], chosen: None };
        let scene = Scene { tray: Some(tray), ..Scene::empty() };
        let sizes = [(320, 240), (347, 418), (640, 480), (600, 900), (733, 628), (720, 780)];
        let sizes = sizes.into_iter().flat_map(|size| SCALES.map(|percent| (size, percent)));
        for ((width, height), percent) in sizes {
            let whole = Layout::new(Size::new(width, height), board, false, percent.into());
            let layout = whole.with_tray(kinds.len());
            let number = Type { face: FULL, size: layout.em }.columns(&"×10");
            let cells: Vec<_> = (0..2 * kinds.len()).map(|of| layout.tray(&tray, of)).collect();
            for (index, (piece, &cell)) in tray.pieces().zip(&cells).enumerate() {
                let at = format!("{cell:?} in {width}x{height} at {percent} %");
                let (wide, high) = (cell.size.width as i32, cell.size.height as i32);
                assert!(high >= layout.em * 5 / 4, "{at}");
                assert!(wide >= high + layout.em / 2 + number, "{at}");
                assert!(lies_in(cell, layout.moves), "{at}");
                let is_free = |other: &Rectangle| cell.intersection(other).is_zero_sized();
                assert!(cells[..index].iter().all(is_free), "{at}");
                assert_eq!(VIEW.hit_test(&layout, &scene, cell.center()), HitTarget::Tray(piece));
            }
        }
    }
}

#[test]
fn a_pawn_that_promotes_is_not_captured() {
    let mut game = Game::new(position::<Chess>("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"));
    game.play(Move::from_name("a6b7").expect("a move")).expect("a legal move");
    let scene = Scene::new(Rules::Chess, &game);
    let knight = (Piece::new(Side::Black, Kind::KNIGHT), 1);
    assert!(scene.captured(Rules::Chess, Side::WHITE).eq([knight]));
    assert_eq!(scene.captured(Rules::Chess, Side::Black).next(), None);
}

#[test]
fn lines_break_where_they_may() {
    let ty = Type { face: FULL, size: 20 };
    for (at, [text, widest, lines]) in rows("wrapped.txt") {
        assert!(Wrapped::new(&text, ty, ty.columns(&widest)).eq(lines.split('\n')), "{at}");
    }
}

#[test]
fn pages_can_be_read_whole() {
    let layout = Layout::new(SMALLEST, &BoardDesign::XIANGQI, false, 100);
    let pages = [Text::XiangqiRules, Text::ZhonggongRules, Text::ChessRules, Text::KeysPage];
    let controls = [Control::new("Close", "Esc")];
    for (page, language) in pages.iter().flat_map(|page| Language::ALL.map(|one| (page, one))) {
        let text = page.get(language);
        let body = Body::Text(text);
        let dialog = |first| Dialog { title: "Page", body, first, answers: &controls, focus: None };
        let parts = VIEW.dialog_layout(&layout, &dialog(0));
        assert!(parts.shown >= parts.all.min(5) && parts.shown <= parts.all, "{page:?}");
        let last = dialog(usize::MAX);
        assert!(parts.line(&last, parts.all - 1).is_some(), "{page:?}");
        let ty = Type { face: FULL, size: layout.em };
        let width = parts.body.size.width as i32;
        for line in Wrapped::new(text, ty, width) {
            assert!(ty.columns(&line) <= width, "{line}");
        }
    }
}

#[test]
fn a_lent_picture_and_a_framebuffer_show_the_same() {
    const SIZE: Size = Size::new(320, 240);
    let scene = Scene::new(Rules::Xiangqi, &Game::new(Xiangqi::start()));
    let layout = Layout::new(SIZE, &BoardDesign::XIANGQI, false, 100);
    let mut pixels = vec![0; 320 * 240];
    let mut canvas = Canvas::new(&mut pixels, SIZE);
    let mut framebuffer =
        Box::new(Framebuffer::<Rgb888, _, LittleEndian, 320, 240, { 320 * 240 * 3 }>::new());
    let Ok(()) = VIEW.background(&mut canvas, &layout);
    let Ok(()) = VIEW.scene(&mut canvas, &layout, &scene);
    let mut mixed = Mixed(&mut *framebuffer);
    let Ok(()) = VIEW.background(&mut mixed, &layout);
    let Ok(()) = VIEW.scene(&mut mixed, &layout, &scene);
    let shown = shades(&*framebuffer, SIZE).pixels;
    let different = (0..pixels.len()).find(|&index| pixels[index] != shown[index]);
    assert_eq!(different, None, "the first pixel that differs");
}
