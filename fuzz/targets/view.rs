//! Draws any scene on a display of any size, and checks that no pixel lies outside the display. The hit test finds
//! only parts of the scene that the pointer can reach, and nothing behind a dialog or an open menu.
#![no_main]

use chuhe_core::{Game, Kind, Move, Piece, Position, Side, Square};
use chuhe_tests::choices::Choices;
use chuhe_view::letters::FULL;
use chuhe_view::paint::Blend;
use chuhe_view::text::Language;
use chuhe_view::{
    BoardDesign, BoardPicture, Body, Card, CardList, Cards, Column, Control, Dialog, Field, Form,
    HitTarget, Labels, Layout, Lifted, Menu, Part, PieceSet, Scene, Slider, SmallLayout, Spot,
    StatusLine, Table, TableRows, Theme, Thinking, Tray, View, Widget,
};
use core::convert::Infallible;
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::{Dimensions, DrawTarget, OriginDimensions, Pixel, Point, Size};
use embedded_graphics::primitives::Rectangle;
use libfuzzer_sys::fuzz_target;

struct Strict(Size);

impl OriginDimensions for Strict {
    fn size(&self) -> Size {
        self.0
    }
}

impl Strict {
    fn assert_holds(&self, point: Point) {
        assert!(self.bounding_box().contains(point), "{point} on {}", self.0);
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
    fn blend_row(&mut self, start: Point, ink: Rgb888, coverage: &[u8]) -> Result<(), Infallible> {
        self.fill_solid(&Rectangle::new(start, Size::new(coverage.len() as u32, 1)), ink)
    }
}

/// Chooses a point on the display, near it, or almost as far away as 16-bit mouse coordinates can be.
fn point(choices: &mut Choices<'_>) -> Point {
    let far = if choices.byte() < 8 { 1 << 7 } else { 3 };
    let mut at = || (i32::from(choices.byte()) - 20) * far;
    Point::new(at(), at())
}

fn square(choices: &mut Choices<'_>) -> Square {
    Square::at(usize::from(choices.byte()) % Square::COUNT)
}

#[derive(Debug)]
struct Listed<'a> {
    words: &'a [&'a str],
    len: usize,
    board: Option<BoardPicture>,
}

impl TableRows for Listed<'_> {
    fn len(&self) -> usize {
        self.len
    }

    fn cell(&self, row: usize, column: usize) -> &str {
        self.words[(row + column) % self.words.len()]
    }
}

impl CardList for Listed<'_> {
    fn len(&self) -> usize {
        self.len
    }

    fn card(&self, index: usize) -> Card<'_> {
        let title = self.words[index % self.words.len()];
        Card { title, detail: self.words[0], board: self.board, ticked: index % 2 == 0 }
    }
}

fn widget<'a>(
    choices: &mut Choices<'_>,
    text: &'a str,
    options: &'a [Control<'a>],
    columns: &'a [Column<'a>],
    listed: &'a Listed<'a>,
) -> Widget<'a> {
    let mut number = || usize::from(choices.byte());
    let kind = number();
    let (one, other, third) = (number(), number(), number());
    match kind % 9 {
        0 => Widget::Heading,
        1 => Widget::Text(text),
        2 => Widget::Options(options),
        3 => Widget::Slider(Slider { steps: one, at: other, word: text }),
        4 => Widget::Check(one % 2 == 0),
        5 => {
            let (caret, anchor, first) = (one, other, third);
            Widget::Field(Field { text, placeholder: listed.words[0], caret, anchor, first })
        }
        6 => Widget::Table(Table {
            columns,
            rows: listed,
            chosen: Some(one),
            first: other,
            sorted: Some((third, one % 2 == 0)),
        }),
        7 => {
            let ems = third as i32 - 9;
            Widget::Cards(Cards { cards: listed, chosen: Some(one), first: other, ems })
        }
        _ => listed.board.map_or(Widget::Heading, Widget::Board),
    }
}

fn has(part: &Part<'_>, spot: Spot) -> bool {
    match (part.widget, spot) {
        (Widget::Options(items), Spot::Item(index)) => index < items.len(),
        (Widget::Slider(slider), Spot::Item(value)) => value < slider.steps.max(1),
        (Widget::Check(_), Spot::Item(index)) => index == 0,
        (Widget::Field(field), Spot::Caret(at)) => field.text.is_char_boundary(at),
        (Widget::Table(table), Spot::Item(row)) => row < table.rows.len(),
        (Widget::Table(table), Spot::Bar(first)) => first <= table.rows.len(),
        (Widget::Table(table), Spot::Column(column)) => column < table.columns.len(),
        (Widget::Cards(cards), Spot::Item(index)) => index < cards.cards.len(),
        (Widget::Cards(cards), Spot::Bar(first)) => first <= cards.cards.len(),
        (widget, Spot::Whole) => widget.takes_focus(),
        _ => false,
    }
}

/// Returns true if the scene shows `target` at the point `at`, and nothing hides it.
fn can_be_found(target: HitTarget, layout: &Layout, scene: &Scene<'_>, at: Point) -> bool {
    let whole = Rectangle::new(Point::zero(), layout.size);
    if target == HitTarget::Nowhere && !whole.contains(at) {
        return true;
    }
    if let Some(dialog) = &scene.dialog {
        return match target {
            HitTarget::Answer(index) => index < dialog.answers.len(),
            HitTarget::Part(index, spot) => match dialog.body {
                Body::Form(form) => form.parts.get(index).is_some_and(|part| has(part, spot)),
                _ => false,
            },
            HitTarget::Row(index) => {
                matches!(dialog.body, Body::Pieces { pieces, .. } if index < pieces.len())
            }
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
        HitTarget::Player(side) => {
            let index = layout.sides().into_iter().position(|shown| shown == side);
            index.is_some_and(|index| layout.players[index].contains(at))
        }
        HitTarget::Thinking => layout.thinking.contains(at),
        // Without a dialog or a menu, `Inside` means a long status text, which covers a part of the scene.
        HitTarget::Inside | HitTarget::Nowhere => true,
        _ => false,
    }
}

fuzz_target!(|bytes: &[u8]| {
    let choices = &mut Choices(bytes);
    let Some(start) = choices.position() else { return };
    let mut game = Game::new(start);
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
        set: choices.pick(&PieceSet::ALL),
        labels: choices.pick(&[Labels::None, Labels::Files, Labels::Coordinates]),
        face: FULL,
        language: choices.pick(&Language::ALL),
    };
    let control = Control { enabled: is(1), checked: is(2), ..Control::new(&text, words[0]) };
    let controls = vec![control; usize::from(choices.byte() % 20)];
    let menus = vec![Menu { title: words[0], items: &controls }; usize::from(choices.byte() % 8)];
    let pictured = BoardPicture {
        last: [square(choices)].into_iter().collect(),
        targets: [square(choices)].into_iter().collect(),
        blocks: [square(choices)].into_iter().collect(),
        flipped,
        ..BoardPicture::of(game.position())
    };
    let len = usize::from(choices.byte()) * usize::from(choices.byte() % 8);
    let listed = Listed { words: &words, len, board: is(3).then_some(pictured) };
    let (title, widest) = (words[0], words[words.len() - 1]);
    let column = Column { title, widest, share: choices.byte().into(), right: is(5) };
    let columns = vec![column; usize::from(choices.byte() % 5)];
    let parts: Vec<Part<'_>> = (0..choices.byte() % 12)
        .map(|index| Part {
            label: if choices.byte() % 2 == 0 { words[0] } else { "" },
            widget: widget(choices, &text, &controls, &columns, &listed),
            enabled: is(1),
            beside: index > 0 && choices.byte() % 3 == 0,
            lines: usize::from(choices.byte() % 4),
        })
        .collect();
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
        score: words[0],
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
            1 => {
                let (chosen, at) = (Some(choices.byte().into()), Some(square(choices)));
                Body::Pieces { pieces: &pieces, chosen, at }
            }
            _ => Body::Form(Form {
                parts: &parts,
                focus: Some(choices.byte().into()),
                ems: choices.byte().into(),
                high: choices.byte().into(),
            }),
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
    if let (Some(dialog), HitTarget::Part(part, from)) = (&scene.dialog, found) {
        let to = view.dragged(&layout, dialog, (part, from), point(choices));
        let drags = HitTarget::Part(part, to);
        assert!(can_be_found(drags, &layout, &scene, at), "{from:?} is dragged to {to:?}");
        core::hint::black_box(view.page(&layout, dialog, part, is(2)));
        core::hint::black_box(view.first_line(&layout, dialog, is(3)));
    }
    let size = size.component_max(Size::new(128, 64));
    let small = SmallLayout::new(size, board, flipped, square(choices), is(3));
    let mut display = Strict(size);
    let Ok(()) = view.small_scene(&mut display, &small, &scene);
});
