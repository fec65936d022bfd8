//! Draws the board of a game that is played on an automation server. Reads its boards, moves and points.

use chuhe_core::map::{self, Point};
use chuhe_core::rules::Rules;
use chuhe_core::{Bitboard, Piece, Promotion, Side, Square};
use chuhe_view::paint::Canvas;
use chuhe_view::text::{Language, Named};
use chuhe_view::{BoardDesign, Grid, Labels, Layout, PieceSet, Scene, Theme, View, letters};
use wasm_bindgen::prelude::wasm_bindgen;

const VIEW: View<'static> = View {
    theme: &Theme::WOOD,
    set: PieceSet::Traditional,
    labels: Labels::Coordinates,
    face: letters::ENGLISH,
    language: Language::English,
};

#[wasm_bindgen]
#[derive(Debug)]
pub struct Board {
    rules: Rules,
    scene: Scene<'static>,
    layout: Layout,
    pixels: Vec<u32>,
}

#[wasm_bindgen]
impl Board {
    /// Makes an empty board. `rules` is a name from the reply to the command `Rules`.
    #[wasm_bindgen(constructor)]
    pub fn new(rules: &str) -> Result<Self, String> {
        let rules = rules.parse().map_err(|_| format!("no game {rules}"))?;
        let layout = Layout::board_only(BoardDesign::of(rules), false, 8);
        Ok(Self { rules, scene: Scene::empty(), layout, pixels: Vec::new() })
    }

    /// Places the pieces that `text` lists, in the form in which the server sends a board.
    pub fn place(&mut self, text: &str) -> Result<(), String> {
        let pieces = map::pieces(text, self.rules).map_err(|error| error.to_string())?;
        self.scene = Scene::empty();
        for (square, it) in pieces {
            self.scene.pieces[square.index()] = Some(it.piece);
        }
        Ok(())
    }

    /// Marks the move `last` in coordinates, the point `chosen`, and the points `targets` that the chosen piece can
    /// reach. An empty text marks nothing.
    pub fn mark(&mut self, last: &str, chosen: &str, targets: &str) {
        let names = (0..last.len()).step_by(2).filter_map(|at| last.get(at..at + 2));
        self.scene.last = names.filter_map(|name| self.rules.square_named(name)).collect();
        self.scene.selected = self.points(chosen);
        self.scene.targets = self.points(targets);
    }

    /// Draws the board with squares `cell` pixels wide. If `flipped` is true, Black's side is at the bottom.
    pub fn draw(&mut self, cell: u32, flipped: bool) {
        let design = BoardDesign::of(self.rules);
        self.layout = Layout::board_only(design, flipped, cell.clamp(8, 400));
        let size = self.layout.size;
        self.pixels.clear();
        self.pixels.resize((size.width * size.height) as usize, 0);
        let mut canvas = Canvas::new(&mut self.pixels, size);
        let Ok(()) = VIEW.background(&mut canvas, &self.layout);
        let Ok(()) = VIEW.position(&mut canvas, &self.layout, &self.scene);
    }

    /// The numbers of rows and columns of the board, in this order.
    pub fn size(&self) -> Vec<u8> {
        let (files, ranks) = self.rules.size();
        vec![ranks, files]
    }

    /// The width of the picture in pixels.
    pub fn width(&self) -> u32 {
        self.layout.size.width
    }

    /// The x and y of the top left point, and the distances to the next column and row, in pixels.
    pub fn grid(&self) -> Vec<i32> {
        let Grid { origin, step, .. } = self.layout.grid;
        vec![origin.x, origin.y, step.width as i32, step.height as i32]
    }

    /// The picture. Each number is a pixel with the bytes red, green, blue and alpha.
    pub fn pixels(&self) -> Vec<u32> {
        self.pixels.clone()
    }

    /// The name of the piece on a point, in the language whose tag is `language`; empty if there is no piece.
    pub fn piece(&self, row: u8, column: u8, language: &str) -> String {
        let square = Point { row, column }.square(self.rules);
        self.named(square.and_then(|square| self.scene.piece_at(square)), language)
    }

    /// The name of the piece to which a pawn promotes. `letter` stands for this piece in the protocol.
    pub fn promotion(&self, letter: char, language: &str) -> String {
        let piece = Promotion::from_letter(letter).map(|it| Piece::new(Side::Red, it.kind()));
        self.named(piece, language)
    }

    fn named(&self, piece: Option<Piece>, language: &str) -> String {
        let language = Language::of_tag(language);
        piece.map_or_else(String::new, |piece| Named(piece, self.rules, language).to_string())
    }

    /// The squares of points in the form `row,column;`, such as `9,2;9,4;`.
    fn points(&self, text: &str) -> Bitboard {
        let square = |point: &str| -> Option<Square> {
            let (row, column) = point.split_once(',')?;
            Point { row: row.parse().ok()?, column: column.parse().ok()? }.square(self.rules)
        };
        text.split(';').filter_map(square).collect()
    }
}
