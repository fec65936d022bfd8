//! Draws the board, and the small pictures of dialogs.

use chuhe_app::App;
use chuhe_app::picture::{Picture, gliding};
use chuhe_core::rules::{Rules, Safety};
use chuhe_core::{Bitboard, Move, Piece, Square};
use chuhe_view::paint::Canvas;
use chuhe_view::{BoardDesign, Grid, Layout, Scene, View};
use embedded_graphics::pixelcolor::raw::RawU24;
use embedded_graphics::prelude::{DrawTarget, Point, Size};
use embedded_graphics::primitives::Rectangle;
use wasm_bindgen::prelude::wasm_bindgen;

#[derive(Debug, Default)]
pub(crate) struct BoardPicture {
    drawn: Option<Drawn>,
}

/// The shown picture `pixels` and its layers: `ground` is the empty board, `still` the position without a lifted piece.
#[derive(Debug)]
struct Drawn {
    layout: Layout,
    view: View<'static>,
    ground: Vec<u32>,
    still: Vec<u32>,
    /// The content of the layer `still`; `None` before this layer is drawn.
    marks: Option<Marks>,
    pixels: Vec<u32>,
    /// The area in which `pixels` shows the lifted piece.
    lifted: Option<Rectangle>,
}

/// Pieces, sets of squares, single squares, blinking, safety of the generals, arrows of the computer and of the person.
type Marks = (
    [Option<Piece>; Square::COUNT],
    [Bitboard; 6],
    [Option<Square>; 2],
    bool,
    [Option<Safety>; 2],
    Vec<Move>,
    Vec<(Square, Square)>,
);

impl BoardPicture {
    /// Draws the application's board with squares that are `cell` pixels wide. Returns the area that has changed.
    pub(crate) fn draw(&mut self, app: &App, texts: &Picture, cell: u32) -> Rectangle {
        let drawn = self.sized(app, texts, cell);
        while drawn.draw_ground() {}
        texts.show(|scene| {
            let lifted = gliding(app, &drawn.layout.grid).or(scene.lifted);
            drawn.show(&Scene { lifted, ..*scene })
        })
    }

    /// Draws the next rows of the empty board. Returns false if no row was left to draw.
    pub(crate) fn prepare(&mut self, app: &App, texts: &Picture, cell: u32) -> bool {
        self.sized(app, texts, cell).draw_ground()
    }

    /// Returns the picture with squares that are `cell` pixels wide. A new picture is created only if the layout or the
    /// style has changed.
    fn sized(&mut self, app: &App, texts: &Picture, cell: u32) -> &mut Drawn {
        let design = BoardDesign::of(app.cx().rules);
        let layout = Layout::board_only(design, app.board().is_flipped, cell.clamp(8, 400));
        let view = *texts.view();
        let last = self.drawn.take().filter(|drawn| drawn.is_of(&layout, &view));
        self.drawn.insert(last.unwrap_or_else(|| Drawn::new(layout, view)))
    }

    pub(crate) fn size(&self) -> Size {
        self.drawn.as_ref().map_or(Size::zero(), |drawn| drawn.layout.size)
    }

    /// The x and y of the middle of the top left square, and the distances to the next column and row, in pixels.
    pub(crate) fn grid(&self) -> [i32; 4] {
        self.drawn.as_ref().map_or([0; 4], |drawn| {
            let Grid { origin, step, .. } = drawn.layout.grid;
            [origin.x, origin.y, step.width as i32, step.height as i32]
        })
    }

    pub(crate) fn square_at(&self, x: i32, y: i32) -> Option<Square> {
        self.drawn.as_ref()?.layout.grid.square_at(Point::new(x, y))
    }

    /// The pixels in the form that a canvas of the browser needs.
    pub(crate) fn pixels(&self) -> &[u32] {
        self.drawn.as_ref().map_or(&[], |drawn| &drawn.pixels)
    }
}

impl Drawn {
    fn new(layout: Layout, view: View<'static>) -> Self {
        let pixels = vec![0; (layout.size.width * layout.size.height) as usize];
        let (ground, still) = (Vec::new(), Vec::new());
        Self { layout, view, ground, still, marks: None, pixels, lifted: None }
    }

    /// Draws up to a quarter of the empty board, so that a slow phone does not hang. Returns false if no row was left.
    fn draw_ground(&mut self) -> bool {
        let Size { width, height } = self.layout.size;
        let top = self.ground.len() as u32 / width;
        let rows = (height - top).min(height.div_ceil(4));
        let start = self.ground.len();
        self.ground.resize(start + (rows * width) as usize, 0);
        let mut canvas =
            Canvas::rows(&mut self.ground[start..], Size::new(width, rows), top as i32);
        let Ok(()) = self.view.background(&mut canvas, &self.layout);
        rows > 0
    }

    fn is_of(&self, layout: &Layout, view: &View<'_>) -> bool {
        self.layout == *layout
            && self.view.theme == view.theme
            && self.view.labels == view.labels
            && self.view.set == view.set
    }

    /// Draws a scene, and returns the area that has changed. The lifted piece is drawn last. While this piece moves,
    /// only the areas of its old and its new place change.
    fn show(&mut self, scene: &Scene<'_>) -> Rectangle {
        let Self { layout, view, ground, still, pixels, .. } = self;
        let whole = Rectangle::new(Point::zero(), layout.size);
        let mut pieces = scene.pieces;
        let lifted =
            scene.lifted.and_then(|lifted| Some((lifted, pieces[lifted.square.index()].take()?)));
        let resting = Scene { pieces, lifted: None, ..*scene };
        let marks = Some(marks(&resting));
        let mut changed = self.lifted.unwrap_or_default();
        if self.marks != marks {
            still.clone_from(ground);
            let Ok(()) = view.position(&mut Canvas::new(still, layout.size), layout, &resting);
            (self.marks, changed) = (marks, whole);
        }
        copy_area(still, pixels, layout.size.width as usize, &changed);
        self.lifted = lifted.map(|(lifted, piece)| {
            let mut alone = Scene { lifted: Some(lifted), ..Scene::empty() };
            alone.pieces[lifted.square.index()] = Some(piece);
            let Ok(()) = view.position(&mut Canvas::new(pixels, layout.size), layout, &alone);
            // A piece with its shadow is less than two squares wide.
            let side = Size::new_equal(2 * layout.grid.cell() as u32);
            Rectangle::with_center(lifted.at, side).intersection(&whole)
        });
        around(changed, self.lifted.unwrap_or_default())
    }
}

/// The part of a scene that the layer `still` of a picture shows.
fn marks(scene: &Scene<'_>) -> Marks {
    (
        scene.pieces,
        [scene.last, scene.selected, scene.targets, scene.offered, scene.hinted, scene.culprits],
        [scene.check, scene.cursor],
        scene.blink,
        scene.safety,
        scene.hints.to_vec(),
        scene.drawn.to_vec(),
    )
}

/// The smallest rectangle that contains `one` and `other`.
fn around(one: Rectangle, other: Rectangle) -> Rectangle {
    match (one.bottom_right(), other.bottom_right()) {
        (Some(end), Some(other_end)) => Rectangle::with_corners(
            one.top_left.component_min(other.top_left),
            end.component_max(other_end),
        ),
        (Some(_), None) => one,
        (None, _) => other,
    }
}

/// Copies an area from one picture to another. Both are `width` pixels wide.
fn copy_area(from: &[u32], to: &mut [u32], width: usize, area: &Rectangle) {
    for y in area.rows() {
        let start = y as usize * width + area.top_left.x as usize;
        let row = start..start + area.size.width as usize;
        to[row.clone()].copy_from_slice(&from[row]);
    }
}

/// A small picture: the board of a dialog, or a captured piece.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct SmallPicture {
    #[wasm_bindgen(readonly)]
    pub width: u32,
    #[wasm_bindgen(readonly)]
    pub pixels: Vec<u32>,
}

impl SmallPicture {
    /// Draws a small board that is at most `width` pixels wide.
    pub(crate) fn board(view: &View<'_>, board: &chuhe_view::BoardPicture, width: u32) -> Self {
        let layout = |cell| Layout::board_only(board.board, board.flipped, cell);
        let cell = width.clamp(40, 2000) * 100 / layout(100).size.width;
        let layout = layout(cell);
        let mut pixels = vec![0; (layout.size.width * layout.size.height) as usize];
        let Ok(()) = view.small_board(&mut Canvas::new(&mut pixels, layout.size), &layout, board);
        Self { width: layout.size.width, pixels }
    }

    /// Draws a piece on the background colour `ground`. The picture is `width` pixels wide and high.
    pub(crate) fn piece(view: &View<'_>, of: (Rules, Piece), ground: u32, width: u32) -> Self {
        let (rules, piece) = of;
        let width = width.clamp(8, 200);
        let mut pixels = vec![0; (width * width) as usize];
        let mut canvas = Canvas::new(&mut pixels, Size::new_equal(width));
        let Ok(()) = canvas.clear(RawU24::new(ground).into());
        let Ok(()) = view.single_piece(&mut canvas, BoardDesign::of(rules), piece);
        Self { width, pixels }
    }
}
