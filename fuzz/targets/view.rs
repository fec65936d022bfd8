//! Any scene is drawn on a display of any size without a pixel outside. At any point the hit test
//! finds only what the scene has and what can be reached: behind a dialog or an open menu, nothing.
#![no_main]

use chuhe_core::AnyPosition;
use chuhe_core::{Game, Kind, Move, Piece, Position, Score, Side, Square};
use chuhe_tests::choices::Choices;
use chuhe_view::letters::FULL;
use chuhe_view::paint::Blend;
use chuhe_view::text::Language;
use chuhe_view::{
    BoardDesign, Body, Control, Dialog, HitTarget, Labels, Layout, Lifted, Menu, PieceSet, Scene,
    Setting, SmallLayout, StatusLine, Theme, Thinking, Tray, View,
};
use core::convert::Infallible;
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::{DrawTarget, OriginDimensions, Pixel, Point, Size};
use embedded_graphics::primitives::Rectangle;
use libfuzzer_sys::fuzz_target;

/// A display that panics at a pixel outside.
struct Strict(Size);

impl OriginDimensions for Strict {
    fn size(&self) -> Size {
        self.0
    }
}

impl Strict {
    fn assert_holds(&self, Point { x, y }: Point) {
        let inside = |at: i32, length: u32| u32::try_from(at).is_ok_and(|at| at < length);
        assert!(inside(x, self.0.width) && inside(y, self.0.height), "{x}, {y} on {}", self.0);
    }
}

impl DrawTarget for Strict {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(
        &mut self,
        pixels: I,
    ) -> Result<(), Infallible> {
        pixels.into_iter().for_each(|Pixel(point, _)| self.assert_holds(point));
        Ok(())
    }

    fn fill_solid(&mut self, area: &Rectangle, _: Rgb888) -> Result<(), Infallible> {
        if let Some(last) = area.bottom_right() {
            self.assert_holds(area.top_left);
            self.assert_holds(last);
        }
        Ok(())
    }
}

impl Blend for Strict {
    fn blend_row(&mut self, start: Point, _: Rgb888, coverage: &[u8]) -> Result<(), Infallible> {
        if let Some(last) = coverage.len().checked_sub(1) {
            self.assert_holds(start);
            self.assert_holds(start + Point::new(last as i32, 0));
        }
        Ok(())
    }
}

/// Chooses a point on the display, near it, or as far away as the 16 bits of a pointer allow.
fn point(choices: &mut Choices<'_>) -> Point {
    let far = if choices.byte() < 8 { 1 << 7 } else { 3 };
    let mut at = || (i32::from(choices.byte()) - 20) * far;
    Point::new(at(), at())
}

fn square(choices: &mut Choices<'_>) -> Square {
    Square::at(usize::from(choices.byte()) % Square::COUNT)
}

/// True if the scene has the thing at a point, and nothing hides it.
fn can_be_found(target: HitTarget, layout: &Layout, scene: &Scene<'_>, at: Point) -> bool {
    if let Some(dialog) = &scene.dialog {
        let rows = match dialog.body {
            Body::Text(_) => 0,
            Body::List { rows, .. } => rows.len(),
            Body::Pieces { pieces, .. } => pieces.len(),
            Body::Form(_) => 0,
            Body::Settings { rows, .. } => rows.len(),
        };
        let has_steps = matches!(dialog.body, Body::Settings { .. });
        return match target {
            HitTarget::Answer(index) => index < dialog.answers.len(),
            HitTarget::Part(index, _) => {
                matches!(dialog.body, Body::Form(form) if index < form.parts.len())
            }
            HitTarget::Row(index) => index < rows,
            HitTarget::Less(index) | HitTarget::More(index) => has_steps && index < rows,
            HitTarget::Inside | HitTarget::Outside => true,
            _ => false,
        };
    }
    if let HitTarget::Menu(index) = target {
        return index < scene.menus.len();
    }
    if let Some((open, _)) = scene.open {
        let items = scene.menus.get(open).map_or(0, |menu| menu.items.len());
        return match target {
            HitTarget::Item(index) => index < items,
            HitTarget::Inside | HitTarget::Outside => true,
            _ => false,
        };
    }
    match target {
        HitTarget::Button(index) => {
            let count = scene.buttons.len();
            index < count && layout.button(index, count).contains(at)
        }
        HitTarget::Square(square) => layout.grid.area(square).contains(at),
        HitTarget::Ply(index) => scene.tray.is_none() && index < scene.record.plies.len(),
        HitTarget::Moves => scene.tray.is_none() && layout.moves.contains(at),
        HitTarget::Tray(piece) => scene.tray.is_some_and(|tray| tray.kinds.contains(&piece.kind())),
        HitTarget::Nowhere => true,
        _ => false,
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices(bytes);
    let choices = &mut choices;
    let Some(start) = choices.position() else { return };
    let mut game: Game<AnyPosition> = Game::new(start);
    while choices.byte() % 4 > 0
        && let Some(mv) = choices.legal_move(game.position())
        && game.play(mv).is_ok()
    {}
    let rules = game.start().rules();
    let flag = choices.byte();
    let is = |bit: u8| flag >> bit & 1 == 1;
    let (board, flipped) = (BoardDesign::of(rules), is(0));
    let size = Size::new(u32::from(choices.byte()) * 4, u32::from(choices.byte()) * 3);
    let text = String::from_utf8_lossy(&choices.0[choices.0.len() / 2..]).into_owned();
    let words: Vec<&str> = text.split(' ').collect();
    let view = View {
        theme: choices.pick(&Theme::ALL.each_ref()),
        set: choices.pick(&[
            PieceSet::Traditional,
            PieceSet::Simplified,
            PieceSet::Letters,
            PieceSet::Figures,
        ]),
        labels: choices.pick(&[Labels::None, Labels::Files, Labels::Coordinates]),
        face: FULL,
        language: choices.pick(&Language::ALL),
    };
    let control = Control { enabled: is(1), checked: is(2), ..Control::new(&text, words[0]) };
    let controls = vec![control; usize::from(choices.byte() % 20)];
    let menus = vec![Menu { title: words[0], items: &controls }; usize::from(choices.byte() % 8)];
    let setting = Setting { label: &text, value: words[0], less: is(1), more: is(2) };
    let settings = vec![setting; usize::from(choices.byte() % 20)];
    let hints: Vec<Move> =
        (0..choices.byte() % 4).filter_map(|_| choices.legal_move(game.position())).collect();
    let mut scene = Scene::new(rules, &game);
    let plies = words.as_slice();
    scene.record.plies = &plies;
    scene.record.played = choices.byte().into();
    scene.record.row = is(3).then(|| choices.byte().into());
    scene.selected = (0..choices.byte() % 6).map(|_| square(choices)).collect();
    scene.targets = (0..choices.byte() % 20).map(|_| square(choices)).collect();
    scene.blink = is(4);
    scene.cursor = is(5).then(|| square(choices));
    scene.lifted = is(6).then(|| Lifted { square: square(choices), at: point(choices) });
    scene.pointer = is(7).then(|| point(choices));
    scene.hints = &hints;
    scene.status = StatusLine { text: &text, alarm: is(1), refused: is(3) };
    scene.buttons = &controls;
    scene.menus = &menus;
    scene.open = is(2).then(|| (choices.byte().into(), Some(choices.byte().into())));
    for player in &mut scene.players {
        (player.name, player.detail) = (&text, words[0]);
        player.clock = is(3).then(|| u32::from(choices.byte()) << (choices.byte() % 25));
    }
    scene.thinking = is(4).then(|| Thinking {
        depth: choices.byte().into(),
        score: Score::from_eval(i32::from(choices.byte()) * 300 - 38_000),
        nodes: u64::MAX >> (choices.byte() % 64),
        per_second: u64::MAX >> (choices.byte() % 64),
        line: &text,
    });
    scene.tray = is(5).then(|| Tray {
        kinds: &Kind::ALL[..usize::from(choices.byte() % 9)],
        left: [choices.byte(); Piece::COUNT],
        chosen: Some(Piece::new(choices.pick(&Side::ALL), choices.pick(&Kind::ALL))),
    });
    let pieces = [(); 4].map(|()| Piece::new(choices.pick(&Side::ALL), choices.pick(&Kind::ALL)));
    scene.dialog = is(6).then(|| Dialog {
        title: words[0],
        body: match choices.byte() % 4 {
            0 => Body::Text(&text),
            1 => Body::List { rows: &plies, chosen: Some(choices.byte().into()) },
            2 => Body::Pieces { pieces: &pieces, chosen: Some(choices.byte().into()) },
            _ => Body::Settings { rows: &settings, chosen: Some(choices.byte().into()) },
        },
        first: choices.byte().into(),
        answers: &controls,
        focus: Some(choices.byte().into()),
    });

    let layout = Layout::new(size, board, flipped, u32::from(choices.byte()) * 2);
    let mut display = Strict(layout.size);
    let Ok(()) = view.background(&mut display, &layout);
    let Ok(()) = view.scene(&mut display, &layout, &scene);
    let at = point(choices);
    let found = view.hit_test(&layout, &scene, at);
    assert!(can_be_found(found, &layout, &scene, at), "{found:?} at {at}");
    let small =
        SmallLayout::new(size.component_max(Size::new(128, 64)), board, flipped, square(choices));
    let mut display = Strict(size.component_max(Size::new(128, 64)));
    let Ok(()) = view.small_scene(&mut display, &small, &scene);
});
