//! The picture of the board.

use chuhe_app::App;
use chuhe_app::picture::Picture;
use chuhe_core::rules::Rules;
use chuhe_core::{Piece, Square};
use chuhe_view::paint::Canvas;
use chuhe_view::{BoardDesign, Grid, Layout, Lifted, Scene, View};
use embedded_graphics::prelude::{Point, Size};
use wasm_bindgen::prelude::wasm_bindgen;

#[derive(Debug, Default)]
pub(crate) struct BoardPicture {
    drawn: Option<Drawn>,
    pixels: Vec<u32>,
}

/// The ground, with the layout and the view for which it was drawn.
#[derive(Debug)]
struct Drawn {
    layout: Layout,
    view: View<'static>,
    ground: Vec<u32>,
}

impl BoardPicture {
    /// Draws the board of the state with squares of `cell` pixels.
    pub(crate) fn draw(&mut self, app: &App, texts: &Picture, cell: u32) {
        let cell = cell.clamp(8, 400);
        let layout =
            Layout::board_only(BoardDesign::of(app.cx().rules), app.board().is_flipped, cell);
        let view = *texts.view();
        let is_drawn = self.drawn.as_ref().is_some_and(|drawn| {
            drawn.layout == layout
                && drawn.view.theme == view.theme
                && drawn.view.labels == view.labels
                && drawn.view.set == view.set
        });
        if !is_drawn {
            let count = (layout.size.width * layout.size.height) as usize;
            let mut ground = vec![0; count];
            let Ok(()) = view.background(&mut Canvas::new(&mut ground, layout.size), &layout);
            self.drawn = Some(Drawn { layout, view, ground });
        }
        let Some(Drawn { layout, view, ground }) = &self.drawn else { return };
        self.pixels.clone_from(ground);
        let mut canvas = Canvas::new(&mut self.pixels, layout.size);
        texts.show(|scene| {
            let lifted = gliding(app, &layout.grid).or(scene.lifted);
            let Ok(()) = view.position(&mut canvas, layout, &Scene { lifted, ..*scene });
        });
    }

    pub(crate) fn size(&self) -> Size {
        self.drawn.as_ref().map_or(Size::zero(), |drawn| drawn.layout.size)
    }

    /// The middle of the top left square, and the distance between neighbouring squares.
    pub(crate) fn grid(&self) -> [i32; 4] {
        self.drawn.as_ref().map_or([0; 4], |drawn| {
            let Grid { origin, step, .. } = drawn.layout.grid;
            [origin.x, origin.y, step.width as i32, step.height as i32]
        })
    }

    /// The square at a pixel.
    pub(crate) fn square_at(&self, x: i32, y: i32) -> Option<Square> {
        self.drawn.as_ref()?.layout.grid.square_at(Point::new(x, y))
    }

    /// The pixels as a canvas of the browser takes them.
    pub(crate) fn rgba(&self) -> Vec<u8> {
        rgba(&self.pixels)
    }
}

/// Red, green, blue and alpha of each pixel.
fn rgba(pixels: &[u32]) -> Vec<u8> {
    let bytes = pixels.iter().map(|pixel| {
        let [_, red, green, blue] = pixel.to_be_bytes();
        [red, green, blue, 0xff]
    });
    bytes.flatten().collect()
}

/// A small picture: the board of a dialog, or a captured piece.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct SmallPicture {
    /// The width in pixels.
    pub width: u32,
    /// Red, green, blue and alpha of each pixel.
    pub pixels: Vec<u8>,
}

impl SmallPicture {
    /// Draws a small board that is at most `width` pixels wide.
    pub(crate) fn board(view: &View<'_>, board: &chuhe_view::BoardPicture, width: u32) -> Self {
        let layout = |cell| Layout::board_only(board.board, board.flipped, cell);
        let cell = width.clamp(40, 2000) * 100 / layout(100).size.width;
        let layout = layout(cell);
        let mut pixels = vec![0; (layout.size.width * layout.size.height) as usize];
        let Ok(()) = view.small_board(&mut Canvas::new(&mut pixels, layout.size), &layout, board);
        Self { width: layout.size.width, pixels: rgba(&pixels) }
    }

    /// Draws a piece of a game on a ground of one colour, `width` pixels wide.
    pub(crate) fn piece(view: &View<'_>, of: (Rules, Piece), ground: u32, width: u32) -> Self {
        let (rules, piece) = of;
        let width = width.clamp(8, 200);
        let mut pixels = vec![ground; (width * width) as usize];
        let mut canvas = Canvas::new(&mut pixels, Size::new_equal(width));
        let Ok(()) = view.single_piece(&mut canvas, BoardDesign::of(rules), piece);
        Self { width, pixels: rgba(&pixels) }
    }
}

/// The piece that is on its way, at its place on this board.
fn gliding(app: &App, grid: &Grid) -> Option<Lifted> {
    let (from, square, part) = app.board().gliding(app.cx().now)?;
    let [from, to] = [from, square].map(|at| grid.center(at));
    let at = from + Point::new((to.x - from.x) * part / 256, (to.y - from.y) * part / 256);
    Some(Lifted { square, at })
}
