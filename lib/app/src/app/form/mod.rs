//! Dialogs made of parts: options, sliders, fields, tables and cards.

mod input;
mod keys;
mod text_field;

pub use text_field::{Allowed, Step, TextField};

use super::{App, Dialog, Reply};
use chuhe_view::{BoardPicture, CardList, TableRows};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Declares the names of the parts of all dialogs.
macro_rules! part_ids {
    ($($(#[$doc:meta])+ $name:ident;)+) => {
        /// The name of a part of a dialog.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum PartId {
            $($(#[$doc])+ $name,)+
            /// An option of an engine, by its number.
            EngineOption(u8),
        }

        impl PartId {
            /// All names without a number, in the order of their declaration.
            pub const ALL: &[Self] = &[$(Self::$name),+];
        }
    };
}

part_ids! {
    /// A text or a headline, which is only looked at.
    Text;
    /// A picture, which is only looked at.
    Picture;
    /// The comment of a move.
    Comment;
    /// The name of a map.
    MapName;
    /// The words that a game of the library has.
    LibrarySearch;
    /// The folder or file that the library lists.
    LibraryPlace;
    /// The rules of the games in the library.
    LibraryRules;
    /// The result of the games in the library.
    LibraryResult;
    /// The games of the library.
    LibraryGames;
    /// The games of a text or file.
    FoundGames;
    /// Exports the chosen game.
    LibraryExport;
    /// Deletes the chosen game.
    LibraryDelete;
    /// Brings back the game that was deleted last.
    LibraryUndelete;
    /// The format of an exported file.
    ExportFormat;
    /// The name of an exported file.
    ExportName;
    /// The game.
    Game;
    /// The map with which a game begins.
    Map;
    /// The side that the person plays.
    Seat;
    /// The opponent of the person.
    Opponent;
    /// The opponent's level.
    Level;
    /// The player of Red.
    RedPlayer;
    /// The level of Red.
    RedLevel;
    /// The player of Black.
    BlackPlayer;
    /// The level of Black.
    BlackLevel;
    /// The computer's limit.
    Limit;
    /// The use of an opening book.
    Book;
    /// The file of an opening book.
    BookFile;
    /// The clock of both sides, or of the first player.
    Clock;
    /// The kind of a clock with values of its own.
    ClockKind;
    /// The minutes of the clock.
    ClockBase;
    /// The increment, the number of moves, or the seconds for a move.
    ClockSecond;
    /// The use of one clock for both sides.
    SameClock;
    /// The clock of the second player.
    OtherClock;
    /// The kind of the second player's clock.
    OtherClockKind;
    /// The minutes of the second player's clock.
    OtherClockBase;
    /// The second number of the second player's clock.
    OtherClockSecond;
    /// The line that starts an engine.
    EngineLine;
    /// The button that adds the engine.
    EngineAdd;
    /// The button that opens the options of an engine.
    EngineOptions;
    /// The button that removes an engine.
    EngineRemove;
    /// The list of engines.
    EngineList;
    /// The right of White to castle short.
    WhiteShort;
    /// The right of White to castle long.
    WhiteLong;
    /// The right of Black to castle short.
    BlackShort;
    /// The right of Black to castle long.
    BlackLong;
    /// The square of a possible capture en passant.
    Passed;
    /// The language.
    Language;
    /// The theme.
    Theme;
    /// The signs on the pieces.
    Pieces;
    /// The notation of moves.
    Notation;
    /// The size of text.
    Scale;
    /// The blinking of the selected piece.
    Blink;
    /// The marks on the destinations of a piece.
    ShowMoves;
    /// The tip with the name of a piece.
    PieceNames;
    /// The marks on guards and liberties of generals.
    ShowGuards;
    /// The panel of the computer's search.
    ShowThinking;
    /// The animation of moves.
    Animation;
    /// The sounds.
    Sounds;
    /// The engine that analyses.
    AnalysisEngine;
    /// The games of endgame problems, and the maps.
    EndgameGroup;
    /// The grade of the endgame problems.
    EndgameGrade;
    /// The endgame problems or maps.
    Endgame;
    /// The game of the first steps.
    LessonGame;
    /// The piece of the first steps.
    LessonPiece;
}

/// A part of a dialog: its name, its label and its widget.
#[derive(Debug)]
pub struct Part<'a> {
    /// The name.
    pub id: PartId,
    /// The label.
    pub label: String,
    /// The widget.
    pub widget: Widget<'a>,
    /// The reason why the part cannot be used now.
    pub disabled: Option<String>,
    /// True if the part stands at the right of the part before it.
    pub beside: bool,
}

impl<'a> Part<'a> {
    /// Creates a part that can be used, below the part before it.
    #[must_use]
    pub fn new(id: PartId, label: impl Into<String>, widget: Widget<'a>) -> Self {
        Self { id, label: label.into(), widget, disabled: None, beside: false }
    }

    /// Creates a headline.
    #[must_use]
    pub fn heading(text: impl Into<String>) -> Self {
        Self::new(PartId::Text, text, Widget::Heading)
    }

    /// Creates a text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(PartId::Text, "", Widget::Text(text.into()))
    }

    /// Puts the part at the right of the part before it.
    #[must_use]
    pub fn beside(self) -> Self {
        Self { beside: true, ..self }
    }

    /// Disables the part if there is a reason.
    #[must_use]
    pub fn unless(self, disabled: Option<String>) -> Self {
        Self { disabled, ..self }
    }

    /// True if the keyboard can go to the part.
    fn takes_focus(&self) -> bool {
        let looked_at = matches!(self.widget, Widget::Heading | Widget::Text(_) | Widget::Board(_));
        !looked_at && self.disabled.is_none()
    }
}

/// A thing to use or to look at in a dialog.
#[derive(Debug)]
pub enum Widget<'a> {
    /// The label as a headline.
    Heading,
    /// A text, wrapped.
    Text(String),
    /// Options in a row, and the chosen one. Without a chosen one they are buttons.
    Options(Vec<String>, Option<usize>),
    /// A value of a number of values, in words.
    Slider {
        /// The number of values.
        steps: usize,
        /// The value, counted from 0.
        at: usize,
        /// The value in words.
        word: String,
    },
    /// A box that is checked or not.
    Check(bool),
    /// A line of text; the text shown while it is empty. The dialog keeps its [`TextField`].
    Field(String),
    /// Rows with columns.
    Table {
        /// The columns.
        columns: Vec<TableColumn>,
        /// The rows.
        rows: Box<dyn TableRows + 'a>,
        /// The chosen row.
        chosen: Option<usize>,
        /// The column by which the rows are sorted; true if upwards.
        sorted: Option<(usize, bool)>,
    },
    /// A grid of cards.
    Cards {
        /// The cards.
        cards: Box<dyn CardList + 'a>,
        /// The chosen card.
        chosen: Option<usize>,
        /// The width of a card in sizes of text.
        ems: i32,
    },
    /// A small board.
    Board(Box<BoardPicture>),
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableColumn {
    /// The title.
    pub title: String,
    /// A text that must have room in the column, as the title has; empty if any text may be cut.
    pub widest: &'static str,
    /// The share of the room that no text needs.
    pub share: u16,
    /// True for numbers.
    pub right: bool,
}

/// A change that a person made in a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// An option, a value, a row or a card was chosen.
    Chosen(usize),
    /// A box was checked or cleared.
    Checked(bool),
    /// The text of a field has changed.
    Edited,
    /// A row or card was opened: by Enter or a double click. In a field, Enter was pressed.
    Opened,
    /// The head of a column was clicked.
    Sorted(usize),
}

/// A dialog made of parts.
///
/// While [`changed`](Self::changed) runs, the application has no open dialog. One that it opens
/// replaces this one.
pub trait Form: Debug {
    /// The width in sizes of text.
    fn ems(&self) -> i32 {
        36
    }

    /// The parts from top to bottom.
    fn parts<'a>(&'a self, app: &'a App, widgets: &'a Widgets) -> Vec<Part<'a>>;

    /// Handles a change of a part. Returns the button that the change presses.
    fn changed(
        &mut self,
        app: &mut App,
        widgets: &mut Widgets,
        id: PartId,
        change: Change,
    ) -> Option<Reply>;
}

/// The state of a dialog's fields and lists, by the names of their parts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Widgets {
    fields: BTreeMap<PartId, TextField>,
    /// The first row of a list that is shown, or the first place of a field.
    firsts: BTreeMap<PartId, usize>,
    /// True if the chosen rows and the caret must come into sight.
    reveals: bool,
}

impl Widgets {
    /// Adds a field.
    #[must_use]
    pub fn with(mut self, id: PartId, field: TextField) -> Self {
        self.fields.insert(id, field);
        self
    }

    /// The field of a part.
    #[must_use]
    pub fn field(&self, id: PartId) -> Option<&TextField> {
        self.fields.get(&id)
    }

    /// The field of a part, which is empty at first.
    pub fn field_mut(&mut self, id: PartId) -> &mut TextField {
        self.fields.entry(id).or_default()
    }

    /// The text of a field.
    #[must_use]
    pub fn text(&self, id: PartId) -> &str {
        self.fields.get(&id).map_or("", TextField::text)
    }

    /// The first row of a list that is shown, or the first place of a field.
    #[must_use]
    pub fn first(&self, id: PartId) -> usize {
        self.firsts.get(&id).copied().unwrap_or_default()
    }

    /// Brings the chosen rows and the caret into sight.
    pub const fn reveal(&mut self) {
        self.reveals = true;
    }
}

impl Dialog {
    /// The parts of the dialog; none if it is not made of parts.
    #[must_use]
    pub fn form_parts<'a>(&'a self, app: &'a App) -> Vec<Part<'a>> {
        let form = self.topic.form();
        form.map_or_else(Vec::new, |form| form.parts(app, &self.widgets))
    }
}

impl App {
    /// Tells the open dialog that a part has changed.
    pub(super) fn part_changed(&mut self, id: PartId, change: Change) {
        let Some(mut dialog) = self.dialog.take() else { return };
        let Dialog { topic, widgets, .. } = &mut dialog;
        let reply = topic.form_mut().and_then(|form| form.changed(self, widgets, id, change));
        widgets.reveal();
        if self.dialog.is_none() {
            self.dialog = Some(dialog);
            reply.into_iter().for_each(|reply| self.reply(reply));
        }
    }
}
