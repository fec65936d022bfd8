//! Measures the cost of a redraw: draws a middle game at 960 by 720 pixels. The first argument is
//! the number of redraws. Each one starts from a copy of the background.
//!
//! Run `valgrind --tool=callgrind target/release/examples/redraw 1`, and the same command with
//! `11`. The difference is the cost of ten redraws. Without valgrind the program prints the time of
//! one.

#![allow(clippy::print_stdout)]

use chuhe_core::Game;
use chuhe_core::rules::{Rules, Xiangqi};
use chuhe_view::letters::FULL;
use chuhe_view::paint::Canvas;
use chuhe_view::text::Language;
use chuhe_view::{
    BoardDesign, Control, Labels, Layout, PieceSet, Player, Scene, StatusLine, Theme, Thinking,
    View,
};
use embedded_graphics::prelude::Size;
use std::time::Instant;

fn main() {
    let times: u32 = std::env::args().nth(1).and_then(|times| times.parse().ok()).unwrap_or(1);
    let size = Size::new(960, 720);
    let layout = Layout::new(size, &BoardDesign::XIANGQI, false, 100);
    let view = View {
        theme: &Theme::WOOD,
        set: PieceSet::Traditional,
        labels: Labels::Files,
        face: FULL,
        language: Language::English,
    };
    let game = Game::new(Xiangqi::start());
    let plies = ["C2=5", "H8+7", "H2+3", "R9=8", "R1=2", "P7+1", "R2+6", "H2+3", "P7+1", "C2=1"];
    let plies = plies.repeat(3);
    let plies = plies.as_slice();
    let buttons =
        ["New game", "Hint", "Undo", "Redo", "Move now", "Another move", "Flip", "Resign"]
            .map(|label| Control::new(label, "Ctrl+Z"));
    let mut scene = Scene::new(Rules::Xiangqi, &game);
    scene.record.plies = &plies;
    scene.record.played = plies.len();
    scene.buttons = &buttons;
    scene.status = StatusLine { text: "Black played C2=1. Red to move.", ..StatusLine::default() };
    scene.players = [
        Player { name: "Person", detail: "", clock: Some(583_000) },
        Player { name: "Computer", detail: "Hard · 2 s", clock: Some(412_400) },
    ];
    scene.thinking = Some(Thinking {
        depth: 17,
        score: "+0.84",
        nodes: 2_431_870,
        per_second: 1_204_000,
        line: "C5+4 A4+5 R5=6 R1+2 H3+4 C1=5 R8+9 H3-4 C5-2",
    });

    let pixels = (size.width * size.height) as usize;
    let mut ground = vec![0; pixels];
    let Ok(()) = view.background(&mut Canvas::new(&mut ground, size), &layout);
    let mut picture = ground.clone();
    let start = Instant::now();
    for _ in 0..times {
        picture.copy_from_slice(&ground);
        let Ok(()) = view.scene(&mut Canvas::new(&mut picture, size), &layout, &scene);
    }
    println!("{:?} a redraw", start.elapsed() / times.max(1));
}
