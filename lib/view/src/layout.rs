use crate::board_design::{BoardDesign, Ground};
use crate::grid::Grid;
use crate::scene::{GameRecord, Tray};
use chuhe_core::Side;
use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;

/// The smallest size of a layout, in pixels. A smaller window shows only a part of the layout.
pub const SMALLEST: Size = Size::new(320, 240);

/// The layout of a window: the board, and a panel at its right or below it. Areas that lack room are empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The size of the window, in pixels.
    pub size: Size,
    /// The size of most text, in pixels.
    pub em: i32,
    /// The bar with the titles of the menus.
    pub menus: Rectangle,
    /// The board with its frame.
    pub frame: Rectangle,
    /// The squares of the board.
    pub grid: Grid,
    /// The strip at the left of the board. [`with_bar`](Self::with_bar) cuts the bar out of it.
    pub strip: Rectangle,
    /// The bar that shows who is better. It is empty without an analysis.
    pub bar: Rectangle,
    /// The card of the player at the top of the board, then the card of the player at the bottom.
    pub players: [Rectangle; 2],
    /// The list of moves, or the tray of an editor.
    pub moves: Rectangle,
    /// The computer's thinking, or the analysis.
    pub thinking: Rectangle,
    /// The chart of a report. It is empty without a report.
    pub chart: Rectangle,
    /// The small buttons under the moves, which step through the game.
    pub steps: Rectangle,
    /// The small buttons with icons.
    pub tools: Rectangle,
    /// The buttons with words.
    pub buttons: Rectangle,
    /// The number of buttons in a full row of `buttons`.
    pub abreast: usize,
    /// The number of rows of small buttons with icons: 1 or 2. With two rows, the buttons also have words.
    pub tool_rows: usize,
    /// The status: a card of the panel, or a line at the bottom of a small window.
    pub status: Rectangle,
}

/// Creates an area from its corner and size. A negative width or height becomes 0.
pub(crate) fn area(x: i32, y: i32, width: i32, height: i32) -> Rectangle {
    Rectangle::new(Point::new(x, y), Size::new(width.max(0) as u32, height.max(0) as u32))
}

pub(crate) trait Sides {
    fn width(self) -> i32;
    fn height(self) -> i32;
}

impl Sides for Rectangle {
    fn width(self) -> i32 {
        self.size.width as i32
    }

    fn height(self) -> i32 {
        self.size.height as i32
    }
}

/// Returns an area without `margin` pixels at its left and `margin` pixels at its right.
pub(crate) fn inset(whole: Rectangle, margin: i32) -> Rectangle {
    let at = whole.top_left;
    area(at.x + margin, at.y, whole.width() - 2 * margin, whole.height())
}

/// Cuts a strip and a gap off the top of an area, and returns the strip.
pub(crate) fn cut_top(rest: &mut Rectangle, height: i32, gap: i32) -> Rectangle {
    let (at, width, whole) = (rest.top_left, rest.width(), rest.height());
    let height = height.clamp(0, whole);
    *rest = area(at.x, at.y + height + gap, width, whole - height - gap);
    area(at.x, at.y, width, height)
}

pub(crate) fn cut_bottom(rest: &mut Rectangle, height: i32, gap: i32) -> Rectangle {
    let (at, width, whole) = (rest.top_left, rest.width(), rest.height());
    let height = height.clamp(0, whole);
    *rest = area(at.x, at.y, width, whole - height - gap);
    area(at.x, at.y + whole - height, width, height)
}

pub(crate) fn cut_left(rest: &mut Rectangle, width: i32, gap: i32) -> Rectangle {
    let (at, whole, height) = (rest.top_left, rest.width(), rest.height());
    let width = width.clamp(0, whole);
    *rest = area(at.x + width + gap, at.y, whole - width - gap, height);
    area(at.x, at.y, width, height)
}

/// Returns part `index` of `count` equal parts of a row. Gaps of `gap` pixels separate the parts.
fn share(row: Rectangle, index: usize, count: usize, gap: i32) -> Rectangle {
    let (index, count) = (index as i32, (count as i32).max(1));
    let (at, width) = (row.top_left, row.width() + gap);
    let (left, right) = (width * index / count, width * (index + 1) / count - gap);
    area(at.x + left, at.y, right - left, row.height())
}

/// Returns the frame and the grid of a board with its top left corner at `at`. Squares are `cell` pixels wide.
fn framed(board: &'static BoardDesign, flipped: bool, cell: i32, at: Point) -> (Rectangle, Grid) {
    let (wide, high) = frame_tenths(board);
    let (wide, high) = (cell * wide / 10, cell * high / 10);
    let (files, ranks) = (i32::from(board.files), i32::from(board.ranks));
    let edge = Point::new((wide - (files - 1) * cell) / 2, (high - (ranks - 1) * cell) / 2);
    let (origin, step) = (at + edge, Size::new_equal(cell as u32));
    (area(at.x, at.y, wide, high), Grid { board, origin, step, flipped })
}

const fn frame_tenths(board: &BoardDesign) -> (i32, i32) {
    let (files, ranks) = (board.files as i32, board.ranks as i32);
    match board.ground {
        Ground::Points => (10 * files + 11, 10 * ranks + 11),
        Ground::Squares => (10 * files + 13, 10 * ranks + 13),
    }
}

const fn button_row(em: i32) -> i32 {
    em * 19 / 10
}

const fn button_rows(em: i32, rows: i32) -> i32 {
    rows * button_row(em) + (rows - 1) * (em / 4)
}

impl Layout {
    fn panel_beside(self, mut rest: Rectangle, gap: i32, compact: bool) -> Self {
        let em = self.em;
        let tool_rows = if rest.height() >= 42 * em { 2 } else { 1 };
        let card = if compact { em * 3 } else { em * 15 / 4 };
        let buttons = cut_bottom(&mut rest, button_rows(em, 3), gap / 2);
        let tools = cut_bottom(&mut rest, button_rows(em, tool_rows), gap);
        let upper = cut_top(&mut rest, card, gap);
        let lower = cut_bottom(&mut rest, card, gap);
        let tool_rows = tool_rows as usize;
        let status = if compact { self.status } else { cut_top(&mut rest, em * 9 / 2, gap) };
        let thinking = match rest.height() / em {
            0..8 => 0,
            8..16 => em * 8 / 5,
            _ => em * 5,
        };
        let thinking = cut_bottom(&mut rest, thinking, if thinking > 0 { gap } else { 0 });
        let steps = cut_bottom(&mut rest, button_row(em), gap / 2);
        let players = [upper, lower];
        let whole = Self { players, moves: rest, thinking, steps, tools, buttons, status, ..self };
        Self { abreast: 2, tool_rows, ..whole }
    }

    /// Lays out a panel below the board: status at the top, buttons at the bottom. Between them, players and thinking
    /// are at the left, and moves at the right.
    fn panel_below(self, mut rest: Rectangle, gap: i32, compact: bool) -> Self {
        let em = self.em;
        let wide = rest.width() >= 56 * em;
        let (abreast, rows) = if wide { (8, 1) } else { (4, 2) };
        let lines = if wide { em * 9 / 5 } else { em * 16 / 5 };
        let status = if compact { self.status } else { cut_top(&mut rest, lines, gap) };
        let buttons = cut_bottom(&mut rest, button_rows(em, rows), gap / 2);
        let tools = cut_bottom(&mut rest, button_row(em), gap);
        let half = (rest.width() - gap) / 2;
        let mut left = cut_left(&mut rest, half, gap);
        let card = if compact { em * 3 } else { em * 15 / 4 };
        let upper = cut_top(&mut left, card, gap);
        let lower = cut_top(&mut left, card, gap);
        let steps = cut_bottom(&mut rest, button_row(em), gap / 2);
        let (players, moves, thinking) = ([upper, lower], rest, left);
        Self { players, moves, thinking, steps, tools, buttons, abreast, status, ..self }
    }

    /// Lays out a window. `percent` is the size of text in percent of the usual size, limited to 25 to 400.
    pub fn new(size: Size, board: &'static BoardDesign, flipped: bool, percent: u32) -> Self {
        let size = size.component_max(SMALLEST);
        let (width, height) = (size.width as i32, size.height as i32);
        let natural = (5 + (width / 96).min(height / 72)).max((width / 64).min(height / 48));
        let largest = (width / 34).min(height / 26);
        let em = (natural * percent.clamp(25, 400) as i32 / 100).clamp(9, largest.max(9));
        let gap = em / 2;

        let mut rest = area(0, 0, width, height);
        let menus = cut_top(&mut rest, em * 9 / 5, gap);
        // A low window has no room for a status card of several lines, so the status is one line at the bottom.
        let compact = height < 36 * em;
        let line = cut_bottom(&mut rest, if compact { em * 9 / 5 } else { 0 }, gap);
        let mut rest = area(gap, rest.top_left.y, width - 2 * gap, rest.height());

        let (across, down) = (rest.width(), rest.height());
        let (wide, high) = frame_tenths(board);
        let strip = em + gap;
        let cell_in = |width: i32, height: i32| (width * 10 / wide).min(height * 10 / high);
        let beside = cell_in(across - strip - 10 * em - gap, down);
        let above = cell_in(across - strip, down - 22 * em - gap);
        let tall = above > beside;
        let cell = above.max(beside);
        let (wide, high) = (cell * wide / 10, cell * high / 10);

        let mut row = if tall { cut_top(&mut rest, high, gap) } else { rest };
        let panel = if tall { 0 } else { (across - strip - wide - gap).min(24 * em) + gap };
        let spare = Size::new((across - strip - wide - panel).max(0) as u32, 0);
        row = Rectangle::new(row.top_left + spare / 2, row.size - spare);
        if !tall {
            let top = row.top_left.y + (down - high) / 2;
            row = area(row.top_left.x, top, row.width(), high);
        }
        let strip = cut_left(&mut row, em, gap);
        let frame = cut_left(&mut row, wide, gap);
        let (_, grid) = framed(board, flipped, cell, frame.top_left);
        let status = if compact { line } else { Rectangle::zero() };
        let whole = Self { menus, strip, status, ..Self::empty(size, em, frame, grid) };
        if tall {
            whole.panel_below(rest, gap, compact)
        } else {
            whole.panel_beside(row, gap, compact)
        }
    }

    fn empty(size: Size, em: i32, frame: Rectangle, grid: Grid) -> Self {
        let none = Rectangle::zero();
        Self {
            size,
            em,
            menus: none,
            frame,
            grid,
            strip: none,
            bar: none,
            players: [none; 2],
            moves: none,
            thinking: none,
            chart: none,
            steps: none,
            tools: none,
            buttons: none,
            abreast: 1,
            tool_rows: 1,
            status: none,
        }
    }

    /// Lays out a picture of the board alone, with squares of `cell` pixels. The other areas are empty.
    pub fn board_only(board: &'static BoardDesign, flipped: bool, cell: u32) -> Self {
        let (frame, grid) = framed(board, flipped, cell as i32, Point::zero());
        Self::empty(frame.size, cell as i32 / 4, frame, grid)
    }

    /// Returns the side at the top of the board, then the side at the bottom.
    pub const fn sides(&self) -> [Side; 2] {
        if self.grid.flipped { [Side::Red, Side::Black] } else { [Side::Black, Side::Red] }
    }

    /// Returns the area of one of `count` buttons with words. If a row is incomplete, it is the first row.
    pub fn button(&self, index: usize, count: usize) -> Rectangle {
        let gap = self.em / 4;
        let rows = count.div_ceil(self.abreast).max(1);
        let missing = rows * self.abreast - count.min(rows * self.abreast);
        let first = self.abreast - missing;
        let (row, column, abreast) = match index.checked_sub(first) {
            None => (0, index, first),
            Some(later) => (1 + later / self.abreast, later % self.abreast, self.abreast),
        };
        let high = ((self.buttons.height() + gap) / rows as i32 - gap).min(self.em * 2);
        let at = self.buttons.top_left;
        let y = at.y + row as i32 * (high + gap);
        share(area(at.x, y, self.buttons.width(), high), column, abreast, gap)
    }

    /// Returns the area of one of `count` small buttons under the moves.
    pub fn step(&self, index: usize, count: usize) -> Rectangle {
        share(self.steps, index, count, self.em / 4)
    }

    /// Returns the area of one of `count` small buttons with icons.
    pub fn tool(&self, index: usize, count: usize) -> Rectangle {
        let (rows, gap) = (self.tool_rows.max(1), self.em / 4);
        let across = count.div_ceil(rows).max(1);
        let mut rest = self.tools;
        let high = (rest.height() + gap) / rows as i32 - gap;
        cut_top(&mut rest, (index / across) as i32 * (high + gap), 0);
        share(cut_top(&mut rest, high, 0), index % across, across, gap)
    }

    /// Returns the height of a row of a list in pixels.
    pub const fn row(&self) -> i32 {
        self.em * 8 / 5
    }

    /// Returns the number of rows for which the list of moves has room.
    pub fn move_rows(&self) -> usize {
        ((self.moves.height() - self.em / 2) / self.row()).max(0) as usize
    }

    /// Returns the index of the first row of moves that is shown.
    pub fn first_move_row(&self, record: &GameRecord<'_>) -> usize {
        let last = record.rows().saturating_sub(self.move_rows());
        let wanted = record.row.unwrap_or_else(|| {
            let current = record.cell(record.played.saturating_sub(1)) / 2;
            current.saturating_sub(self.move_rows() * 2 / 3)
        });
        wanted.min(last)
    }

    pub(crate) fn move_row(&self, record: &GameRecord<'_>, row: usize) -> [Rectangle; 3] {
        self.move_cells(self.row_top(row.saturating_sub(self.first_move_row(record))))
    }

    /// Returns three areas of a row of moves whose top is at `y`: the row's number, then its two moves.
    pub(crate) fn move_cells(&self, y: i32) -> [Rectangle; 3] {
        let list = self.moves;
        let mut line = area(list.top_left.x + self.em / 4, y, list.width() - self.em, self.row());
        let number = cut_left(&mut line, self.em * 2, self.em / 4);
        let half = line.width() / 2;
        let left = cut_left(&mut line, half, 0);
        [number, left, line]
    }

    /// Returns the area of a ply in the list, or `None` if the ply is scrolled out of sight.
    pub fn ply(&self, record: &GameRecord<'_>, ply: usize) -> Option<Rectangle> {
        let cell = record.cell(ply);
        let first = self.first_move_row(record);
        let shown = first..first + self.move_rows();
        shown.contains(&(cell / 2)).then(|| self.move_row(record, cell / 2)[1 + cell % 2])
    }

    /// Returns the layout of an editor with `kinds` kinds of pieces. The tray replaces the list of moves. In a panel at
    /// the right of the board, a tray that needs more room also replaces the players and the computer's thinking.
    #[must_use]
    pub fn with_tray(self, kinds: usize) -> Self {
        let (em, gap, [upper, lower]) = (self.em, self.em / 2, self.players);
        let is_beside = self.moves.top_left.x == upper.top_left.x;
        if !is_beside || self.tray_rows(kinds).1 >= em * 5 / 4 {
            return self;
        }
        let top = self.menus.rows().end + gap;
        let mut rest = area(upper.top_left.x, top, upper.width(), lower.rows().end - top);
        let status = if self.status.top_left.y < self.moves.top_left.y {
            cut_top(&mut rest, self.status.height(), gap)
        } else {
            self.status
        };
        let steps = cut_bottom(&mut rest, button_row(em), gap / 2);
        let none = Rectangle::zero();
        Self { players: [none; 2], thinking: none, moves: rest, steps, status, ..self }
    }

    fn tray_rows(&self, kinds: usize) -> (Rectangle, i32) {
        let whole = self.moves.offset(-(self.em / 3));
        (whole, whole.height() / kinds.max(1) as i32)
    }

    /// Returns the area of a piece in an editor's tray. The area includes the number at the right of the piece.
    pub fn tray(&self, tray: &Tray<'_>, index: usize) -> Rectangle {
        let (whole, height) = self.tray_rows(tray.kinds.len());
        let (corner, width, em) = (whole.top_left, whole.width() / 2, self.em);
        let (column, row) = ((index % 2) as i32, (index / 2) as i32);
        let high = height.min(em * 5 / 2).min(width - em * 11 / 4);
        area(corner.x + column * width, corner.y + row * height, width, high)
    }
}
