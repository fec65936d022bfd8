mod hit;
mod places;

pub(crate) use places::{FormLayout, Place};

use crate::board_design::{BoardDesign, pieces_of};
use crate::control::Control;
use chuhe_core::{Bitboard, Piece, Position, Square};
use core::fmt;

/// The parts of a dialog, from top to bottom.
#[derive(Clone, Copy, Debug)]
pub struct Form<'a> {
    /// The parts.
    pub parts: &'a [Part<'a>],
    /// The part with the keyboard focus.
    pub focus: Option<usize>,
    /// The width in sizes of text; a narrow window has less.
    pub ems: i32,
    /// The height in sizes of text that the parts fill if the window has it; 0 for the height that they need.
    pub high: i32,
}

/// A part of a dialog.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The name, at the left of the widget. Without a name the widget has the whole width.
    pub label: &'a str,
    /// The thing to use or to look at.
    pub widget: Widget<'a>,
    /// True if the widget can be used now.
    pub enabled: bool,
    /// True if the part stands at the right of the part before it.
    pub beside: bool,
    /// The lines that a text has room for at least.
    pub lines: usize,
}

impl<'a> Part<'a> {
    /// Creates a part that can be used, below the part before it.
    pub const fn new(label: &'a str, widget: Widget<'a>) -> Self {
        Self { label, widget, enabled: true, beside: false, lines: 0 }
    }
}

/// A thing to use or to look at in a dialog.
#[derive(Clone, Copy, Debug)]
pub enum Widget<'a> {
    /// The label as a headline over the parts below it.
    Heading,
    /// A text, wrapped.
    Text(&'a str),
    /// Buttons in a row. The chosen ones are checked.
    Options(&'a [Control<'a>]),
    /// A value on a scale.
    Slider(Slider<'a>),
    /// A box that is checked or not, with the label at its right.
    Check(bool),
    /// A line of text to edit.
    Field(Field<'a>),
    /// Rows with columns.
    Table(Table<'a>),
    /// A grid of cards.
    Cards(Cards<'a>),
    /// A small board.
    Board(BoardPicture),
}

impl Widget<'_> {
    /// True if the keyboard can act on the widget.
    pub const fn takes_focus(&self) -> bool {
        !matches!(self, Self::Heading | Self::Text(_) | Self::Board(_))
    }
}

/// A value on a scale.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slider<'a> {
    /// The number of values.
    pub steps: usize,
    /// The value, counted from 0.
    pub at: usize,
    /// The value in words.
    pub word: &'a str,
}

/// A line of text to edit. All places are numbers of bytes, at the border of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Field<'a> {
    /// The text.
    pub text: &'a str,
    /// The text shown while the field is empty.
    pub placeholder: &'a str,
    /// The place where typed text goes.
    pub caret: usize,
    /// The other end of the selection; the caret's place without a selection.
    pub anchor: usize,
    /// The first place that is shown.
    pub first: usize,
}

/// A column of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column<'a> {
    /// The title.
    pub title: &'a str,
    /// A text that must have room in the column, as the title has; empty if any text may be cut.
    pub widest: &'a str,
    /// The share of the room that no text needs.
    pub share: u16,
    /// True if numbers stand at the right of the column.
    pub right: bool,
}

/// The rows of a table, held by the host.
pub trait TableRows: fmt::Debug {
    /// The number of rows.
    fn len(&self) -> usize;

    /// Returns the text in a row and a column.
    fn cell(&self, row: usize, column: usize) -> &str;

    /// True if there is no row.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Rows with columns.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// The columns. A table whose columns have no titles has no head.
    pub columns: &'a [Column<'a>],
    /// The rows.
    pub rows: &'a dyn TableRows,
    /// The chosen row.
    pub chosen: Option<usize>,
    /// The first row that is shown.
    pub first: usize,
    /// The column by which the rows are sorted; true if upwards.
    pub sorted: Option<(usize, bool)>,
}

/// A card of a grid.
#[derive(Clone, Copy, Debug)]
pub struct Card<'a> {
    /// The title.
    pub title: &'a str,
    /// A line below the title.
    pub detail: &'a str,
    /// The picture.
    pub board: Option<BoardPicture>,
    /// True if the card has a tick: solved, or done.
    pub ticked: bool,
}

/// The cards of a grid, held by the host.
pub trait CardList: fmt::Debug {
    /// The number of cards.
    fn len(&self) -> usize;

    /// Returns a card.
    fn card(&self, index: usize) -> Card<'_>;

    /// True if there is no card.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A grid of cards.
#[derive(Clone, Copy, Debug)]
pub struct Cards<'a> {
    /// The cards.
    pub cards: &'a dyn CardList,
    /// The chosen card.
    pub chosen: Option<usize>,
    /// The first row of cards that is shown.
    pub first: usize,
    /// The width of a card, in sizes of text.
    pub ems: i32,
}

/// A small picture of a board.
#[derive(Clone, Copy, Debug)]
pub struct BoardPicture {
    /// The printed board.
    pub board: &'static BoardDesign,
    /// The piece on each square.
    pub pieces: [Option<Piece>; Square::COUNT],
    /// The squares of the last move.
    pub last: Bitboard,
    /// The squares marked as destinations.
    pub targets: Bitboard,
    /// The squares of pieces that limit the moves, with a cross.
    pub blocks: Bitboard,
    /// True if Black plays from the bottom.
    pub flipped: bool,
}

impl BoardPicture {
    /// The picture of a position, without marks and with Red at the bottom.
    pub fn of<P: Position>(position: &P) -> Self {
        let (board, pieces) = (BoardDesign::of(position.rules()), pieces_of(position));
        let [last, targets, blocks] = [Bitboard::EMPTY; 3];
        Self { board, pieces, last, targets, blocks, flipped: false }
    }
}

/// A place in a part of a dialog.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Spot {
    /// The part, apart from its items.
    Whole,
    /// An option, a row, a card, or a value of a slider.
    Item(usize),
    /// The head of a column.
    Column(usize),
    /// A place in the text of a field.
    Caret(usize),
    /// The scroll bar, at the place that makes this row the first one.
    Bar(usize),
}

/// The part of a list that is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Page {
    /// The first row, or the first place of a field.
    pub first: usize,
    /// The number of rows that are shown.
    pub shown: usize,
    /// The number of cards in a row.
    pub across: usize,
}
