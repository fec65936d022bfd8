//! Properties of every picture that the view draws, at any size, in any colours and words.

use crate::view::{VIEW, assert_glyphs, shades};
use chuhe_app::settings::SCALES;
use chuhe_core::rules::{Chess, Rules, Xiangqi};
use chuhe_core::{Game, Kind, Move, Piece, Side, Square};
use chuhe_tests::{position, rows};
use chuhe_view::letters::{FULL, Type, Wrapped};
use chuhe_view::paint::{Canvas, Mixed};
use chuhe_view::text::{Language, Text};
use chuhe_view::{
    BoardDesign, Body, Control, Dialog, Field, Form, HitTarget, Layout, Menu, Part, SMALLEST,
    Scene, SmallLayout, Spot, Theme, Tray, Widget,
};
use embedded_graphics::framebuffer::Framebuffer;
use embedded_graphics::pixelcolor::raw::LittleEndian;
use embedded_graphics::pixelcolor::{Rgb888, RgbColor};
use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;
use proptest::prelude::{ProptestConfig, prop_assert, prop_assert_eq, proptest};
use std::collections::{BTreeSet, HashSet};

static BOARDS: [BoardDesign; 3] =
    [BoardDesign::XIANGQI, BoardDesign::ZHONGGONG, BoardDesign::CHESS];

/// Characters of moves in Chinese that are no names of pieces. The tables of words and of pieces have
/// the others.
const MOVES: &str = "进退平進前中后後一二三四五六七八九１２３４５６７８９兑兌";

#[test]
fn every_word_has_its_glyphs() {
    let texts = Text::ALL.iter().flat_map(|text| Language::ALL.map(|language| text.get(language)));
    let names = Language::ALL.map(Language::name);
    // Errors have words of their own.
    let errors = include_str!("../../lib/app/src/app_error.rs").chars();
    let errors = errors.filter(|sign| !sign.is_ascii());
    assert_glyphs(texts.chain(names).chain([MOVES]).flat_map(str::chars).chain(errors));
}

/// The `{0}`, `{1}` of a text.
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

/// A text of more words than a label has is a sentence, and a sentence ends like one in both
/// languages.
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
        // What ends a sentence begins with a small letter.
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

/// The words that those who drive the program from outside wait for.
#[test]
fn results_have_their_exact_words() {
    let english = |text: Text| text.get(Language::English);
    assert_eq!(english(Text::outcome(Rules::Xiangqi, Some(Side::Red))), "Red player has won!");
    assert_eq!(english(Text::outcome(Rules::Xiangqi, Some(Side::Black))), "Black player has won!");
    assert_eq!(english(Text::InvalidMap), "Invalid map");
}

/// The ratio of two colours' luminance as the Web Content Accessibility Guidelines 2.1 define it.
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

/// Text needs a contrast of 4.5 to 1, other marks 3 to 1; in high contrast, 7 to 1 and 4.5 to 1.
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

/// Returns the target in the middle of an area of that window.
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
    // The pointer that selects text may leave the field.
    let far = Point::new(0, 0);
    assert_eq!(VIEW.dragged(&layout, &dialog, (3, Spot::Caret(2)), far), Spot::Caret(0));
    for index in 0..2 {
        let area = VIEW.answer(&layout, &parts, dialog.answers, index);
        assert_eq!(hit(&scene, area), HitTarget::Answer(index));
    }
    assert_eq!(hit(&scene, parts.title), HitTarget::Inside);
    assert_eq!(hit(&scene, layout.menus), HitTarget::Outside);
}

/// A banner leaves the rest of the picture in use, and the whole board free.
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

/// The words of the buttons next to the board are not cut at any usual size.
#[test]
fn buttons_have_room_for_their_words() {
    let words = [
        Text::NewGame,
        Text::Hint,
        Text::Undo,
        Text::Redo,
        Text::MoveNow,
        Text::AnotherMove,
        Text::Flip,
        Text::Resign,
        Text::Pause,
        Text::OfferDraw,
        Text::Restart,
    ];
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

/// The pieces of an editor and their numbers have room at every size of text, and can be hit.
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

/// A pawn takes a knight and becomes a queen: the knight alone was captured.
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

/// Every page can be read to its end by scrolling, in the smallest window too.
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
