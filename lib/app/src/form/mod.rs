//! The parts of dialogs: options, sliders, fields, tables and cards.

mod text_field;

pub use text_field::{Allowed, Step, TextField};

use chuhe_view::{BoardPicture, Card, CardList, Column, Spot, TableRows};
use std::collections::BTreeMap;
use std::fmt::Debug;

macro_rules! part_ids {
    ($($(#[$doc:meta])* $name:ident;)+) => {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum PartId {
            $($(#[$doc])* $name,)+
            EngineOption(u8),
        }

        impl PartId {
            pub const ALL: &[Self] = &[$(Self::$name),+];
        }
    };
}

part_ids! {
    Text;
    Picture;
    Comment;
    TypedMove;
    Documents;
    Promotion;
    MapName;
    LibrarySearch;
    LibraryPlace;
    LibraryFile;
    LibraryFolder;
    LibraryRecent;
    LibraryRules;
    LibraryResult;
    LibraryPosition;
    LibraryGames;
    FoundGames;
    LibraryExport;
    LibraryExportAll;
    LibraryFaults;
    Faults;
    LibraryDelete;
    LibraryUndelete;
    ExportFormat;
    ExportName;
    Game;
    Map;
    Seat;
    Opponent;
    Level;
    RedPlayer;
    RedLevel;
    BlackPlayer;
    BlackLevel;
    Limit;
    Book;
    BookFile;
    /// The clock of both players, or of the first player only.
    Clock;
    ClockKind;
    ClockBase;
    /// The second value of a clock: the increment, the number of moves, or the seconds for a move.
    ClockSecond;
    SameClock;
    /// The clock of the second player.
    OtherClock;
    OtherClockKind;
    OtherClockBase;
    OtherClockSecond;
    EngineLine;
    EngineAdd;
    EngineOptions;
    EngineRemove;
    EngineList;
    WhiteShort;
    WhiteLong;
    BlackShort;
    BlackLong;
    Passed;
    Language;
    Theme;
    Pieces;
    Notation;
    Scale;
    Blink;
    ShowMoves;
    PieceNames;
    ShowGuards;
    ShowThinking;
    Animation;
    Sounds;
    AnalysisEngine;
    Threads;
    Memory;
    EndgameGroup;
    EndgameGrade;
    EndgameTheme;
    Endgame;
    LessonGame;
    LessonPiece;
}

#[derive(Debug)]
pub struct FormPart {
    pub id: PartId,
    pub label: String,
    pub widget: Widget,
    /// The reason why the part cannot be used; `None` if it can be used.
    pub disabled: Option<String>,
    /// True if the part stands to the right of the part before it.
    pub beside: bool,
    /// The minimum height of a text in lines. It keeps other parts in their places when the text changes.
    pub lines: usize,
}

impl FormPart {
    pub fn new(id: PartId, label: impl Into<String>, widget: Widget) -> Self {
        Self { id, label: label.into(), widget, disabled: None, beside: false, lines: 0 }
    }

    pub fn options<T: PartialEq>(
        id: PartId,
        label: impl Into<String>,
        values: &[T],
        present: &T,
        name: impl Fn(&T) -> String,
    ) -> Self {
        let chosen = values.iter().position(|value| value == present);
        Self::new(id, label, Widget::Options(values.iter().map(name).collect(), chosen))
    }

    pub fn button(id: PartId, label: &str) -> Self {
        Self::new(id, "", Widget::Options(vec![label.to_owned()], None))
    }

    pub fn field(id: PartId, label: &str, placeholder: &str) -> Self {
        Self::new(id, label, Widget::Field(placeholder.to_owned()))
    }

    pub fn heading(text: impl Into<String>) -> Self {
        Self::new(PartId::Text, text, Widget::Heading)
    }

    pub fn text(text: impl Into<String>) -> Self {
        Self::new(PartId::Text, "", Widget::Text(text.into()))
    }

    /// Creates a text that changes. It has room for at least `lines` lines.
    pub fn told(text: impl Into<String>, lines: usize) -> Self {
        Self { lines, ..Self::text(text) }
    }

    pub fn beside(self) -> Self {
        Self { beside: true, ..self }
    }

    pub fn unless(self, disabled: Option<String>) -> Self {
        Self { disabled, ..self }
    }

    /// True if a press at a spot of the part begins a drag.
    pub(crate) fn drags(&self, spot: Spot) -> bool {
        let slides = matches!((&self.widget, spot), (Widget::Slider { .. }, Spot::Item(_)));
        self.disabled.is_none() && (slides || matches!(spot, Spot::Caret(_) | Spot::Bar(_)))
    }

    pub(super) fn takes_focus(&self) -> bool {
        let looked_at = matches!(self.widget, Widget::Heading | Widget::Text(_) | Widget::Board(_));
        !looked_at && self.disabled.is_none()
    }
}

#[derive(Debug)]
pub enum Widget {
    Heading,
    Text(String),
    /// (labels, chosen): options in a row. If `chosen` is `None`, the options are buttons.
    Options(Vec<String>, Option<usize>),
    Slider {
        steps: usize,
        /// The index of the present step.
        at: usize,
        word: String,
    },
    Check(bool),
    /// A field for a line of text, with its placeholder. The text is in the part's [`TextField`] in [`Widgets`].
    Field(String),
    Table {
        columns: Vec<Column<'static>>,
        rows: Box<dyn TableRows>,
        chosen: Option<usize>,
        /// (column, upwards): the column by which the rows are sorted, and true for ascending order.
        sorted: Option<(usize, bool)>,
    },
    Cards {
        cards: Box<dyn CardList>,
        chosen: Option<usize>,
        /// The width of a card in multiples of the text size.
        ems: i32,
    },
    Board(Box<BoardPicture>),
}

impl Widget {
    pub fn table(
        columns: Vec<Column<'static>>,
        cells: Vec<Vec<String>>,
        chosen: Option<usize>,
    ) -> Self {
        let rows = Box::new(Rows { total: cells.len(), first: 0, cells });
        Self::Table { columns, rows, chosen, sorted: None }
    }
}

/// Creates a column that cuts off the ends of texts that are too wide.
pub(crate) const fn column(title: &'static str, share: u16) -> Column<'static> {
    Column { title, widest: "", share, right: false }
}

/// The rows that have arrived for a table, from row `first` on. Other rows are shown as dots.
#[derive(Debug)]
pub struct Rows {
    pub total: usize,
    pub first: usize,
    pub cells: Vec<Vec<String>>,
}

impl TableRows for Rows {
    fn len(&self) -> usize {
        self.total
    }

    fn cell(&self, row: usize, column: usize) -> &str {
        let cells = row.checked_sub(self.first).and_then(|index| self.cells.get(index));
        cells.map_or("…", |cells| &cells[column])
    }
}

#[derive(Debug)]
pub struct BoardCard {
    pub title: String,
    pub detail: String,
    pub board: BoardPicture,
    pub ticked: bool,
}

#[derive(Debug)]
pub struct BoardCards(pub Vec<BoardCard>);

impl CardList for BoardCards {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn card(&self, index: usize) -> Card<'_> {
        let BoardCard { title, detail, board, ticked } = &self.0[index];
        Card { title, detail, board: Some(*board), ticked: *ticked }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    Chosen(usize),
    Checked(bool),
    Edited,
    /// A row or card was opened by Enter or a double click, or Enter was pressed in a field.
    Opened,
    Sorted(usize),
}

impl Change {
    /// Ignores a change of a part. A debug build panics if the change is a choice or a tick.
    pub(crate) fn ignore(self, id: PartId) {
        let is_lost = matches!(self, Self::Chosen(_) | Self::Checked(_));
        debug_assert!(!is_lost, "no dialog takes {self:?} of {id:?}");
    }
}

/// The state of a dialog's fields and lists, by part.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Widgets {
    pub(super) fields: BTreeMap<PartId, TextField>,
    /// The first visible row of a list, or the first visible character of a field.
    pub(super) firsts: BTreeMap<PartId, usize>,
    /// True if lists and fields must be scrolled until the chosen rows and the caret are visible.
    pub(super) reveals: bool,
}

impl Widgets {
    pub fn with(mut self, id: PartId, field: TextField) -> Self {
        self.fields.insert(id, field);
        self
    }

    pub fn field(&self, id: PartId) -> Option<&TextField> {
        self.fields.get(&id)
    }

    /// The field of a part; an empty field is created if the part has none.
    pub fn field_mut(&mut self, id: PartId) -> &mut TextField {
        self.fields.entry(id).or_default()
    }

    pub fn text(&self, id: PartId) -> &str {
        self.fields.get(&id).map_or("", TextField::text)
    }

    pub fn first(&self, id: PartId) -> usize {
        self.firsts.get(&id).copied().unwrap_or_default()
    }
}
