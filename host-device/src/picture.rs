//! Draws the handheld.

use crate::handheld::Handheld;
use crate::menu::Row;
use crate::play::LONGEST_THOUGHT;
use chuhe_core::rules::Rules;
use chuhe_core::{Level, Position, Side};
use chuhe_view::letters::ENGLISH;
use chuhe_view::paint::{Blend, Mixed};
use chuhe_view::text::{Language, Text};
use chuhe_view::{
    BoardDesign, Control, Labels, Menu, PieceSet, Scene, SmallLayout, StatusLine, Theme, View,
};
use core::fmt::Write;
use embedded_graphics::framebuffer::{Framebuffer, buffer_size};
use embedded_graphics::pixelcolor::Gray4;
use embedded_graphics::pixelcolor::raw::{BigEndian, RawU4};
use embedded_graphics::prelude::Size;
use heapless::String;

const WIDTH: usize = 128;
const HEIGHT: usize = 64;

/// The size of the display.
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

/// The texts that a handheld shows. No other text is in its flash.
const SHOWN: [Text; 20] = [
    Text::BackToGame,
    Text::Black,
    Text::BothSides,
    Text::Check,
    Text::DrawnGame,
    Text::Flip,
    Text::Game,
    Text::Level,
    Text::LooksAhead,
    Text::MoveNow,
    Text::NewGame,
    Text::Red,
    Text::SideMoves,
    Text::SideWon,
    Text::Undo,
    Text::White,
    Text::YouPlay,
    Text::game(Rules::Xiangqi),
    Text::game(Rules::Zhonggong),
    Text::game(Rules::Chess),
];

/// The shown texts in the language of the handheld.
static STRINGS: [&str; SHOWN.len()] = {
    let mut strings = [""; SHOWN.len()];
    let mut index = 0;
    while index < SHOWN.len() {
        strings[index] = SHOWN[index].get(LANGUAGE);
        index += 1;
    }
    strings
};

/// Returns one of the shown texts.
///
/// # Panics
/// Panics if the text is not listed.
fn string(text: Text) -> &'static str {
    let index = SHOWN.iter().position(|shown| *shown == text);
    STRINGS[index.expect("the text is among those shown")]
}

/// A text. It holds more than a line of the display, so that only the display cuts it.
type Words = String<48>;

/// Puts a value in the place `{0}` of a text.
fn words(text: Text, value: &dyn core::fmt::Display) -> Words {
    let mut words = Words::new();
    let text = string(text);
    // A longer text is cut.
    let _ = match text.split_once("{0}") {
        Some((before, after)) => write!(words, "{before}{value}{after}"),
        None => words.write_str(text),
    };
    words
}

/// A state of the handheld, to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    handheld: &'a Handheld,
    looks: Option<u8>,
}

impl<'a> Frame<'a> {
    /// Creates a frame. `looks` is the computer's current depth in plies, if it thinks.
    pub const fn new(handheld: &'a Handheld, looks: Option<u8>) -> Self {
        Self { handheld, looks }
    }

    pub const fn handheld(&self) -> &'a Handheld {
        self.handheld
    }

    /// The computer's current depth in plies, if it thinks. From one depth to the next, only the status
    /// line changes.
    pub const fn looks(&self) -> Option<u8> {
        self.looks
    }

    /// Draws in greys, for the display of 128 by 64 pixels.
    pub fn picture(&self, picture: &mut Picture) {
        let Ok(()) = self.draw(&mut Mixed(picture), SIZE, &Theme::GREY);
    }

    /// Draws on a display of a size, from 128 by 64 pixels to 480 by 320. A device without memory for a
    /// picture of this size draws it in parts, each on a [`Strip`](chuhe_view::paint::Strip).
    ///
    /// # Errors
    /// Returns the error of the display.
    pub fn draw<D: Blend>(
        &self,
        target: &mut D,
        size: Size,
        theme: &Theme,
    ) -> Result<(), D::Error> {
        let Self { handheld, looks } = *self;
        let game = handheld.game();
        let board = BoardDesign::of(handheld.rules());
        let small = SmallLayout::new(size, board, handheld.settings().flipped, handheld.cursor());
        let mut scene = Scene::new(handheld.rules(), game);
        scene.cursor = Some(handheld.cursor());
        scene.selected = handheld.chosen();
        scene.targets = handheld.targets();
        let status = status(handheld, looks);
        let alarm = looks.is_none() && (game.ending().is_some() || game.position().in_check());
        scene.status = StatusLine { text: &status, alarm, refused: false };

        let title = match game.ending() {
            Some(ending) => {
                let mut title = Words::new();
                let _ = write!(title, "{status}: {}", ending.reason);
                title
            }
            None => words(Text::SideMoves, &side(handheld.rules(), game.position().side())),
        };
        let level = level(handheld.settings().level);
        let items = Row::ALL.map(|row| item(handheld, row, &level));
        let menus = [Menu { title: &title, items: &items }];
        if let Some(row) = handheld.menu() {
            scene.menus = &menus;
            scene.open = Some((0, Row::ALL.iter().position(|other| *other == row)));
        }
        View { theme, ..VIEW }.small_scene(target, &small, &scene)
    }
}

fn side(rules: Rules, side: Side) -> &'static str {
    string(Text::side(rules, side))
}

/// A level by its number. The highest one is bounded by time alone, and tells it.
fn level(level: Level) -> String<8> {
    match level {
        Level::MAX => heapless::format!("{level}, {} s", LONGEST_THOUGHT / 1000),
        _ => heapless::format!("{level}"),
    }
    .unwrap_or_default()
}

fn status(handheld: &Handheld, looks: Option<u8>) -> Words {
    let game = handheld.game();
    match (game.ending(), looks) {
        (Some(ending), _) => match ending.winner {
            Some(winner) => words(Text::SideWon, &side(handheld.rules(), winner)),
            None => words(Text::DrawnGame, &""),
        },
        (None, Some(depth)) => words(Text::LooksAhead, &depth),
        (None, None) if game.position().in_check() => words(Text::Check, &""),
        (None, None) => words(Text::SideMoves, &side(handheld.rules(), game.position().side())),
    }
}

fn item<'a>(handheld: &Handheld, row: Row, level: &'a str) -> Control<'a> {
    let settings = handheld.settings();
    let (label, value) = match row {
        Row::Back => (Text::BackToGame, ""),
        Row::MoveNow => (Text::MoveNow, ""),
        Row::New => (Text::NewGame, ""),
        Row::Undo => (Text::Undo, ""),
        Row::Flip => (Text::Flip, ""),
        Row::Rules => (Text::Game, string(Text::game(settings.rules))),
        Row::Level => (Text::Level, level),
        Row::Person => (Text::YouPlay, string(settings.person.text(settings.rules))),
    };
    Control { enabled: handheld.can(row), ..Control::new(string(label), value) }
}

#[cfg(test)]
mod tests {
    use super::{Rules, Side, Text, side, string};
    use crate::settings::Person;

    #[test]
    fn the_texts_of_every_game_are_among_those_shown() {
        for &rules in Rules::ALL {
            string(Text::game(rules));
            string(Person::PlaysBoth.text(rules));
            for player in Side::ALL {
                side(rules, player);
                string(Person::Plays(player).text(rules));
            }
        }
    }
}
