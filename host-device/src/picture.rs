//! Draws the state of the handheld on displays of different sizes.

use crate::handheld::Handheld;
use crate::play::LONGEST_THOUGHT;
use crate::settings::{Person, Row};
use chuhe_core::played::TimeControl;
use chuhe_core::rules::Rules;
use chuhe_core::{Level, Position, Side};
use chuhe_view::letters::ENGLISH;
use chuhe_view::paint::{Blend, Mixed};
use chuhe_view::text::{Clock, Language, Text};
use chuhe_view::{
    BoardDesign, Control, Labels, Menu, PieceSet, Scene, SmallLayout, StatusLine, Theme, View,
};
use core::fmt::Write;
use embedded_graphics::framebuffer::{Framebuffer, buffer_size};
use embedded_graphics::pixelcolor::Gray4;
use embedded_graphics::pixelcolor::raw::{BigEndian, RawU4};
use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;
use heapless::String;

const WIDTH: usize = 128;
const HEIGHT: usize = 64;

pub const SIZE: Size = Size::new(WIDTH as u32, HEIGHT as u32);

/// A picture in 16 greys: two pixels in a byte, the left one in the high half.
pub type Picture =
    Framebuffer<Gray4, RawU4, BigEndian, WIDTH, HEIGHT, { buffer_size::<Gray4>(WIDTH, HEIGHT) }>;

const LANGUAGE: Language = Language::English;

const VIEW: View<'static> = View {
    theme: &Theme::WOOD,
    set: PieceSet::Traditional,
    labels: Labels::None,
    face: ENGLISH,
    language: LANGUAGE,
};

/// Selects a text in the handheld's language at compile time, so that texts in other languages take no flash.
macro_rules! text {
    ($text:expr) => {
        const { $text.get(LANGUAGE) }
    };
}

/// A text of at most 48 bytes, which is more than the display can show in one line.
type Words = String<48>;

/// Writes `value` in place of `{0}` in `text`.
fn words(text: &str, value: &dyn core::fmt::Display) -> Words {
    let mut words = Words::new();
    // A text that is too long is cut.
    let _ = match text.split_once("{0}") {
        Some((before, after)) => write!(words, "{before}{value}{after}"),
        None => words.write_str(text),
    };
    words
}

#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    handheld: &'a Handheld,
    looks: Option<u8>,
    now: u64,
    /// True if only the status line and the clocks differ from the last frame.
    is_update: bool,
}

impl<'a> Frame<'a> {
    /// Creates a frame. `looks` is the depth in plies that the computer has reached, or `None` if it does not think.
    pub const fn new(handheld: &'a Handheld, looks: Option<u8>) -> Self {
        Self { handheld, looks, now: handheld.now(), is_update: false }
    }

    /// Creates a frame for the time `now`. Only the status line and the clocks may differ from the last frame.
    pub const fn update(handheld: &'a Handheld, looks: Option<u8>, now: u64) -> Self {
        Self { handheld, looks, now, is_update: true }
    }

    pub const fn handheld(&self) -> &'a Handheld {
        self.handheld
    }

    /// True if any of the `rows` pixel rows from `top` on can differ from the last frame, on a display of this size.
    pub fn changes(&self, size: Size, top: i32, rows: u32) -> bool {
        let part = Rectangle::new(Point::new(0, top), Size::new(size.width, rows));
        let SmallLayout { status, clocks: [red, black], .. } = self.layout(size);
        let meets = |place: Rectangle| !place.intersection(&part).is_zero_sized();
        !self.is_update || [status, red, black].into_iter().any(meets)
    }

    fn clock(&self, side: Side) -> Option<u32> {
        self.handheld.clocks().left(side, self.now).map(|left| left as u32)
    }

    fn layout(&self, size: Size) -> SmallLayout {
        let Self { handheld, .. } = *self;
        let (board, flipped) = (BoardDesign::of(handheld.rules()), handheld.settings().flipped);
        SmallLayout::new(size, board, flipped, handheld.cursor(), handheld.has_clocks())
    }

    pub fn picture(&self, picture: &mut Picture) {
        let Ok(()) = self.draw(&mut Mixed(picture), SIZE, &Theme::GREY);
    }

    /// Draws on a display of `size`: at least 128 by 64 pixels, at most 480 by 320. A device with little memory draws
    /// the picture in parts, each on a [`Strip`](chuhe_view::paint::Strip).
    ///
    /// # Errors
    /// Fails only if the display refuses pixels. The picture may then be half drawn.
    pub fn draw<D: Blend>(
        &self,
        target: &mut D,
        size: Size,
        theme: &Theme,
    ) -> Result<(), D::Error> {
        let Self { handheld, looks, .. } = *self;
        let game = handheld.game();
        let small = self.layout(size);
        let mut scene = Scene::new(handheld.rules(), game);
        scene.cursor = Some(handheld.cursor());
        scene.selected = handheld.selection.chosen;
        scene.targets = handheld.selection.targets(game);
        for side in Side::ALL {
            scene.players[side.index()].clock = self.clock(side);
        }
        let status = self.status(small.map.is_some());
        let alarm = looks.is_none() && (game.ending().is_some() || game.position().in_check());
        scene.status = StatusLine { text: &status, alarm, refused: false };

        let title = match game.ending() {
            Some(ending) => {
                let mut title = Words::new();
                let _ = write!(title, "{status}: {}", ending.reason);
                title
            }
            None => words(text!(Text::SideMoves), &side(handheld.rules(), game.position().side())),
        };
        let settings = handheld.settings();
        let (level, clock) = (level(settings.level), clock(settings.clock));
        let items = Row::ALL.map(|row| item(handheld, row, &level, &clock));
        let menus = [Menu { title: &title, items: &items }];
        if let Some(row) = handheld.menu() {
            scene.menus = &menus;
            scene.open = Some((0, Row::ALL.iter().position(|other| *other == row)));
        }
        View { theme, ..VIEW }.small_scene(target, &small, &scene)
    }

    /// Returns the status line. If the display has no place for clocks, the line also shows the mover's time.
    fn status(&self, has_no_place: bool) -> Words {
        let Self { handheld, looks, .. } = *self;
        let game = handheld.game();
        if let Some(ending) = game.ending() {
            return match ending.winner {
                Some(winner) => words(text!(Text::SideWon), &side(handheld.rules(), winner)),
                None => words(text!(Text::DrawnGame), &""),
            };
        }
        let mover = game.position().side();
        let name = side(handheld.rules(), mover);
        let left = self.clock(mover).filter(|_| has_no_place);
        let mut status = match looks {
            Some(depth) if left.is_none() => words(text!(Text::LooksAhead), &depth),
            None if game.position().in_check() => words(text!(Text::Check), &""),
            _ if left.is_none() => words(text!(Text::SideMoves), &name),
            _ => Words::try_from(name).unwrap_or_default(),
        };
        if let Some(left) = left {
            let _ = write!(status, " {:.0}", Clock(left));
        }
        status
    }
}

fn side(rules: Rules, side: Side) -> &'static str {
    match Text::side(rules, side) {
        Text::Red => text!(Text::Red),
        Text::White => text!(Text::White),
        _ => text!(Text::Black),
    }
}

const fn game(rules: Rules) -> &'static str {
    match rules {
        Rules::Xiangqi => text!(Text::Xiangqi),
        Rules::Zhonggong => text!(Text::Zhonggong),
        Rules::Chess => text!(Text::Chess),
    }
}

fn person(rules: Rules, person: Person) -> &'static str {
    match person {
        Person::Plays(player) => side(rules, player),
        Person::PlaysBoth => text!(Text::BothSides),
    }
}

/// Writes a level as its number. Adds the time limit of the highest level, because that level has no other limit.
fn level(level: Level) -> String<8> {
    match level {
        Level::MAX => heapless::format!("{level}, {} s", LONGEST_THOUGHT / 1000),
        _ => heapless::format!("{level}"),
    }
    .unwrap_or_default()
}

/// Writes a clock as its minutes, and the seconds added after every move.
fn clock(control: TimeControl) -> Words {
    let TimeControl::Game { base, increment, .. } = control else {
        return words(text!(Text::NoClock), &"");
    };
    let mut clock = words(text!(Text::Minutes), &(base as u32 / 60_000));
    if increment > 0 {
        let _ = write!(clock, " + {}", words(text!(Text::Seconds), &(increment as u32 / 1000)));
    }
    clock
}

fn item<'a>(handheld: &Handheld, row: Row, level: &'a str, clock: &'a str) -> Control<'a> {
    let settings = handheld.settings();
    let (label, value) = match row {
        Row::Back => (text!(Text::BackToGame), ""),
        Row::MoveNow => (text!(Text::MoveNow), ""),
        Row::New => (text!(Text::NewGame), ""),
        Row::Undo => (text!(Text::Undo), ""),
        Row::Flip => (text!(Text::Flip), ""),
        Row::Rules => (text!(Text::Game), game(settings.rules)),
        Row::Clock => (text!(Text::Clock), clock),
        Row::Level => (text!(Text::Level), level),
        Row::Person => (text!(Text::YouPlay), person(settings.rules, settings.person)),
    };
    Control { enabled: handheld.can(row), ..Control::new(label, value) }
}
