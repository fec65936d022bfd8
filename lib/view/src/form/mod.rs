mod hit;
mod places;

pub(crate) use places::{FormLayout, Place};

use crate::board_design::{BoardDesign, pieces_of};
use crate::control::Control;
use chuhe_core::{Bitboard, Piece, Position, Square};
use core::fmt;

/// The body of a dialog that has widgets, such as buttons or a table.
#[derive(Clone, Copy, Debug)]
pub struct Form<'a> {
    /// The parts, row by row, and each row from left to right.
    pub parts: &'a [Part<'a>],
    /// The index of the part with the keyboard focus.
    pub focus: Option<usize>,
    /// The width in multiples of the size of text. In a narrow window, the form is narrower.
    pub ems: i32,
    /// The height to fill, in multiples of the size of text. A low window limits it. 0: the height that the parts need.
    pub high: i32,
}

/// A part of a dialog: a widget and its label.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The name at the left of the widget. If the name is empty, the widget takes up the whole width.
    pub label: &'a str,
    /// The widget, at the right of the label. A heading or a check box contains the label.
    pub widget: Widget<'a>,
    /// True if a person can use the widget. Otherwise its colours are muted.
    pub enabled: bool,
    /// True if the part stands at the right of the part before it.
    pub beside: bool,
    /// The smallest height of a [`Widget::Text`], in lines. Below a shorter text, the part stays empty.
    pub lines: usize,
}

impl<'a> Part<'a> {
    /// Creates an enabled part that stands below the part before it.
    pub const fn new(label: &'a str, widget: Widget<'a>) -> Self {
        Self { label, widget, enabled: true, beside: false, lines: 0 }
    }
}

/// An element of a form: a text, a control, a list or a picture.
#[derive(Clone, Copy, Debug)]
pub enum Widget<'a> {
    /// The label of the part, as a headline.
    Heading,
    /// A text, wrapped to the width of the part.
    Text(&'a str),
    /// Buttons in rows. A chosen button has its field `checked` set.
    Options(&'a [Control<'a>]),
    /// A scale of values, of which one is chosen.
    Slider(Slider<'a>),
    /// A box with the label at its right. True: the box is checked.
    Check(bool),
    /// A line of text to edit.
    Field(Field<'a>),
    /// A table, with a scroll bar if there is no room for all rows.
    Table(Table<'a>),
    /// A grid of cards, each with a title and a picture.
    Cards(Cards<'a>),
    /// A small board for display only.
    Board(BoardPicture),
}

impl Widget<'_> {
    /// True if the keyboard can act on the widget.
    pub const fn takes_focus(&self) -> bool {
        !matches!(self, Self::Heading | Self::Text(_) | Self::Board(_))
    }
}

/// A value on a scale with a knob.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slider<'a> {
    /// The number of values to choose from.
    pub steps: usize,
    /// The chosen value, counted from 0.
    pub at: usize,
    /// The chosen value in words, shown at the right of the scale.
    pub word: &'a str,
}

/// A line of text to edit. All places in the text are byte offsets, at borders between characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Field<'a> {
    /// The text as edited so far.
    pub text: &'a str,
    /// The text shown in a muted colour while the field is empty.
    pub placeholder: &'a str,
    /// The place where typed text is inserted.
    pub caret: usize,
    /// The end of the selection opposite to the caret. Without a selection, it equals `caret`.
    pub anchor: usize,
    /// The place in the text at which the shown part begins.
    pub first: usize,
}

/// A column of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column<'a> {
    /// The title in the head of the table.
    pub title: &'a str,
    /// The widest text for which the column needs room, as for its title. If empty, texts and title can be cut off.
    pub widest: &'a str,
    /// The column's share of the spare width, relative to the other columns.
    pub share: u16,
    /// True if texts end at the right edge of the column, as is usual for numbers.
    pub right: bool,
}

/// The rows of a table, which the host stores.
pub trait TableRows: fmt::Debug {
    /// The number of rows below the head.
    fn len(&self) -> usize;

    /// Returns the text in a row and a column, both counted from 0.
    fn cell(&self, row: usize, column: usize) -> &str;

    /// True if the table has no rows.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A table in which one row can be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// The columns from left to right. If none has a title, the table has no head.
    pub columns: &'a [Column<'a>],
    /// The rows below the head.
    pub rows: &'a dyn TableRows,
    /// The index of the chosen row.
    pub chosen: Option<usize>,
    /// The index of the first row that is shown.
    pub first: usize,
    /// (column, upwards): the column by which the rows are sorted, and true for ascending order.
    pub sorted: Option<(usize, bool)>,
}

/// A card of a grid: from top to bottom a picture, a title and a detail.
#[derive(Clone, Copy, Debug)]
pub struct Card<'a> {
    /// The line right below the picture, such as `3. Mate in 2`. A long title has smaller letters.
    pub title: &'a str,
    /// A smaller, muted line at the bottom. If it is empty, the card has no such line.
    pub detail: &'a str,
    /// The picture above the title. `None`: the card has only texts.
    pub board: Option<BoardPicture>,
    /// True if the card has a tick, such as the card of a solved problem.
    pub ticked: bool,
}

/// The cards of a grid, which the host stores.
pub trait CardList: fmt::Debug {
    /// The number of cards, including those scrolled out of sight.
    fn len(&self) -> usize;

    /// Returns the card at an index, counted from 0.
    fn card(&self, index: usize) -> Card<'_>;

    /// True if the grid has no cards.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A grid of cards in which one card can be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Cards<'a> {
    /// The cards, row by row.
    pub cards: &'a dyn CardList,
    /// The index of the chosen card.
    pub chosen: Option<usize>,
    /// The index of the first row of cards that is shown.
    pub first: usize,
    /// The intended width of a card, in multiples of the size of text. To fill a row, cards become up to 3/2 as wide.
    pub ems: i32,
}

/// A small picture of a board, with pieces and marks.
#[derive(Clone, Copy, Debug)]
pub struct BoardPicture {
    /// The printed board, with the rules of its game.
    pub board: &'static BoardDesign,
    /// The pieces, indexed by [`Square::index`].
    pub pieces: [Option<Piece>; Square::COUNT],
    /// The squares of the last move.
    pub last: Bitboard,
    /// The squares marked as destinations.
    pub targets: Bitboard,
    /// The squares of pieces that block moves, each marked with a cross.
    pub blocks: Bitboard,
    /// True if Black plays from the bottom.
    pub flipped: bool,
}

impl BoardPicture {
    /// Creates the picture of a position, without marks and with Red at the bottom.
    pub fn of<P: Position>(position: &P) -> Self {
        let (board, pieces) = (BoardDesign::of(position.rules()), pieces_of(position));
        let [last, targets, blocks] = [Bitboard::EMPTY; 3];
        Self { board, pieces, last, targets, blocks, flipped: false }
    }
}

/// A place in a part of a form, such as a row of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Spot {
    /// A place of the part outside its items, such as its label.
    Whole,
    /// An option, a row, a card, or a value of a slider, counted from 0. The item of a check box is 0.
    Item(usize),
    /// The head of a column of a table. Columns are counted from 0.
    Column(usize),
    /// A place in the text of a field, as a byte offset.
    Caret(usize),
    /// A place of the scroll bar, given as a row. A click there makes this row the first one shown.
    Bar(usize),
}

/// The part of a list or a field that is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Page {
    /// The first row that is shown, or the first place in the text of a field.
    pub first: usize,
    /// The number of rows that are shown. It is 0 for a field.
    pub shown: usize,
    /// The number of cards in a row. It is 1 for a table or a field.
    pub across: usize,
}
