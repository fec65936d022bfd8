//! Lays out a tree of moves. The main line has two columns. Variations and comments stand between its rows.

use crate::layout::{Layout, Sides, area};
use crate::letters::Type;
use crate::scene::{MoveItem, MovePlace};
use embedded_graphics::primitives::Rectangle;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlacedItem {
    pub(crate) index: usize,
    pub(crate) row: usize,
    pub(crate) x: i32,
    pub(crate) width: i32,
}

pub(crate) struct MoveFlow<'a> {
    items: &'a [MoveItem<'a>],
    ty: Type<'a>,
    em: i32,
    /// The columns of pixels at which the moves of a row begin and end. The row's number stands further left.
    left: i32,
    right: i32,
    index: usize,
    rows: usize,
    /// The column of pixels at which the free part of the current row begins.
    x: i32,
    open: OpenRow,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OpenRow {
    None,
    /// A row with only the first of its two moves.
    Pair,
    Text,
}

impl<'a> MoveFlow<'a> {
    pub(crate) fn new(layout: &Layout, items: &'a [MoveItem<'a>], ty: Type<'a>) -> Self {
        let [_, left, right] = layout.move_cells(layout.moves.top_left.y);
        let (left, right) = (left.top_left.x, right.columns().end);
        let (em, open) = (layout.em, OpenRow::None);
        Self { items, ty, em, left, right, index: 0, rows: 0, x: left, open }
    }

    pub(crate) fn text_type(&self, comment: bool) -> Type<'a> {
        self.ty.sized(if comment { self.em * 9 / 10 } else { self.em * 17 / 20 })
    }

    fn place(&mut self, place: MovePlace, text: &str) -> (i32, i32) {
        let half = (self.right - self.left) / 2;
        match place {
            MovePlace::Main { second, .. } => {
                if !(second && self.open == OpenRow::Pair) {
                    self.rows += 1;
                }
                self.open = if second { OpenRow::None } else { OpenRow::Pair };
                (self.left + if second { half } else { 0 }, half)
            }
            MovePlace::Text { indent, begins, glued, comment } => {
                let width = self.text_type(comment).columns(&text);
                let space = match (glued, comment) {
                    (true, _) => 0,
                    (_, true) => self.text_type(true).columns(&" "),
                    _ => self.em / 3,
                };
                let begins = begins || self.open != OpenRow::Text;
                if begins || self.x + space + width > self.right {
                    self.rows += 1;
                    let steps = i32::from(indent.min(MAX_INDENT));
                    self.x = self.left - self.em + steps * self.em;
                } else {
                    self.x += space;
                }
                self.open = OpenRow::Text;
                let x = self.x;
                self.x += width;
                (x, width.min(self.right - x))
            }
        }
    }
}

/// The largest indent, in steps of one em. Variations at a greater depth have this indent, too.
const MAX_INDENT: u8 = 4;

impl Iterator for MoveFlow<'_> {
    type Item = PlacedItem;

    fn next(&mut self) -> Option<PlacedItem> {
        let item = self.items.get(self.index)?;
        let index = self.index;
        self.index += 1;
        let (x, width) = self.place(item.place, item.text);
        Some(PlacedItem { index, row: self.rows - 1, x, width })
    }
}

impl Layout {
    /// Returns (first row shown, number of all rows) of a tree of moves.
    pub(crate) fn tree_rows(&self, items: &[MoveItem<'_>], ty: Type<'_>) -> (usize, usize) {
        let (mut current, mut rows) = (0, 0);
        for placed in MoveFlow::new(self, items, ty) {
            rows = placed.row + 1;
            if items[placed.index].is_current {
                current = placed.row;
            }
        }
        let shown = self.move_rows();
        let first = current.saturating_sub(shown * 2 / 3).min(rows.saturating_sub(shown));
        (first, rows)
    }

    pub(crate) fn tree_rule(&self, row: Rectangle, indent: u8) -> Rectangle {
        let [_, left, _] = self.move_cells(row.top_left.y);
        let x = left.top_left.x + self.em * (i32::from(indent.min(MAX_INDENT)) - 1) - self.em / 2;
        area(x, row.top_left.y, (self.em / 8).max(1), row.height())
    }

    pub(crate) fn tree_item(&self, placed: PlacedItem, first: usize) -> Option<Rectangle> {
        let below = placed.row.checked_sub(first).filter(|&below| below < self.move_rows())?;
        Some(area(placed.x, self.row_top(below), placed.width, self.row()))
    }

    pub(crate) fn row_top(&self, below: usize) -> i32 {
        self.moves.top_left.y + self.em / 4 + below as i32 * self.row()
    }
}
