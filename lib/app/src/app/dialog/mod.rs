//! The dialogs.

mod clocks;
mod comment;
mod endgames;
mod engine_options;
mod engines;
mod first_steps;
mod map_name;
mod new_game;
mod players;
mod rights;
mod settings;

pub use comment::Comment;
pub use endgames::Endgames;
pub use engine_options::EngineOptions;
pub use engines::EngineList;
pub use first_steps::FirstSteps;
pub use map_name::MapName;
pub use new_game::NewGame;
pub use players::ELO_STEPS;
pub use rights::Rights;
pub use settings::SettingsForm;

use super::Action;
use super::form::{Form, PartId, Widgets};
use super::library::{Export, FoundGames, LibraryScreen};
use crate::app_error::AppError;
use chuhe_core::{Ending, Move, Side};
use chuhe_view::text::Text;

/// A dialog, and its keyboard focus.
#[derive(Clone, PartialEq, Debug)]
pub struct Dialog {
    /// The topic.
    pub topic: Topic,
    /// The button with the keyboard focus.
    pub focus: usize,
    /// The part with the keyboard focus; then no button has it.
    pub part: Option<PartId>,
    /// The first line of a page that is shown; a too large number shows the last page.
    pub scrolled: usize,
    /// The state of fields and lists.
    pub widgets: Widgets,
}

/// The topic of a dialog.
#[derive(Clone, PartialEq, Debug)]
pub enum Topic {
    /// The game is over.
    Over(Ending),
    /// The problem of an attempt is solved.
    Solved(Ending),
    /// The map of the command line is not valid; the program cannot go on.
    InvalidMap(AppError),
    /// The confirmation of an action that cannot be undone.
    Confirm(Action),
    /// The side that a person takes to play on from the position shown.
    PlayOn,
    /// A person offers a draw to another person.
    DrawOffered(Side),
    /// A promotion: its moves, and the index of the chosen one. The index after the last move is
    /// that of the button.
    Promotion(Vec<Move>, usize),
    /// The choices for a new game.
    NewGame(Box<NewGame>),
    /// The list of engines.
    Engines(Box<EngineList>),
    /// The options of an engine.
    EngineOptions(Box<EngineOptions>),
    /// An engine failed: its name, the error, its side, and true if it loses the game by this.
    Failed(String, String, Side, bool),
    /// The rights of the position in the editor.
    Rights(Rights),
    /// The settings.
    Settings(SettingsForm),
    /// The library of games.
    Library(LibraryScreen),
    /// The file for a game.
    Export(Export),
    /// The games of a text or file.
    FoundGames(FoundGames),
    /// A page: the rules, the keys, or the page about the program.
    Page(Action),
    /// The offer of the first steps, at the first start.
    Welcome,
    /// A page of the first steps.
    FirstSteps(FirstSteps),
    /// The comment of a move in a study.
    Comment(Comment),
    /// Endgame problems and maps.
    Endgames(Endgames),
    /// The name of a map to save.
    MapName(MapName),
    /// An error.
    Error(AppError),
}

/// Declares the buttons of dialogs, with their labels.
macro_rules! replies {
    ($($(#[$doc:meta])+ $name:ident: $label:expr;)+) => {
        /// A button of a dialog.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Reply {
            $($(#[$doc])+ $name,)+
        }

        impl Reply {
            /// All buttons, in the order of their declaration.
            pub const ALL: [Self; [$(Self::$name),+].len()] = [$(Self::$name),+];

            /// The label of the button.
            #[must_use]
            pub const fn label(self) -> Text {
                match self {
                    $(Self::$name => $label,)+
                }
            }
        }
    };
}

replies! {
    /// Confirms the message; the consequences follow.
    Ok: Text::Ok;
    /// Quits the program after a game.
    Quit: Text::OkQuit;
    /// Starts another game.
    NewGame: Text::NewGame;
    /// Starts the next problem.
    NextProblem: Text::NextProblem;
    /// Shows the finished game.
    Review: Text::Review;
    /// Shows the next page.
    NextPage: Text::NextPage;
    /// Shows the previous page.
    PreviousPage: Text::PreviousPage;
    /// Opens the first steps.
    FirstSteps: Text::FirstSteps;
    /// Begins to play without the first steps.
    StartPlaying: Text::StartPlaying;
    /// Makes a report of the finished game.
    Report: Text::Report;
    /// Confirms.
    Yes: Text::Yes;
    /// Refuses.
    No: Text::No;
    /// Plays Red, or White.
    PlayRed: Text::Red;
    /// Plays Black.
    PlayBlack: Text::Black;
    /// Plays both sides.
    PlayBoth: Text::PlayBoth;
    /// Accepts the draw.
    Accept: Text::Accept;
    /// Declines the draw.
    Decline: Text::Decline;
    /// Starts the game.
    Start: Text::Play;
    /// Leaves everything as it was.
    Cancel: Text::Cancel;
    /// Closes the dialog.
    Close: Text::Close;
    /// Opens the chosen game.
    Open: Text::Load;
    /// Lets the chosen engine play.
    Use: Text::Use;
    /// Saves the map.
    Save: Text::Save;
}

impl Topic {
    /// The parts of the dialog, if it is made of parts.
    #[must_use]
    pub fn form(&self) -> Option<&dyn Form> {
        match self {
            Self::Comment(form) => Some(form),
            Self::FirstSteps(form) => Some(form),
            Self::NewGame(form) => Some(&**form),
            Self::Engines(form) => Some(&**form),
            Self::EngineOptions(form) => Some(&**form),
            Self::Rights(form) => Some(form),
            Self::Settings(form) => Some(form),
            Self::Endgames(form) => Some(form),
            Self::MapName(form) => Some(form),
            Self::Library(form) => Some(form),
            Self::Export(form) => Some(form),
            Self::FoundGames(form) => Some(form),
            _ => None,
        }
    }

    /// The parts of the dialog to change, if it is made of parts.
    pub(super) fn form_mut(&mut self) -> Option<&mut dyn Form> {
        match self {
            Self::Comment(form) => Some(form),
            Self::FirstSteps(form) => Some(form),
            Self::NewGame(form) => Some(&mut **form),
            Self::Engines(form) => Some(&mut **form),
            Self::EngineOptions(form) => Some(&mut **form),
            Self::Rights(form) => Some(form),
            Self::Settings(form) => Some(form),
            Self::Endgames(form) => Some(form),
            Self::MapName(form) => Some(form),
            Self::Library(form) => Some(form),
            Self::Export(form) => Some(form),
            Self::FoundGames(form) => Some(form),
            _ => None,
        }
    }

    /// True if it is a banner, which leaves the board free.
    #[must_use]
    pub const fn is_banner(&self) -> bool {
        matches!(self, Self::Over(_) | Self::Solved(_) | Self::Welcome)
    }

    /// The buttons. Enter chooses the first one, unless a row has the focus.
    #[must_use]
    pub fn replies(&self) -> &'static [Reply] {
        match self {
            Self::Solved(_) => &[Reply::NextProblem, Reply::Review, Reply::Quit],
            Self::Over(_) => &[Reply::NewGame, Reply::Review, Reply::Report, Reply::Quit],
            Self::InvalidMap(_) | Self::Error(_) | Self::Failed(..) => &[Reply::Ok],
            Self::Engines(list) if list.chooses() => &[Reply::Use, Reply::Cancel],
            Self::EngineOptions(_) => &[Reply::Ok, Reply::Cancel],
            Self::Confirm(_) => &[Reply::Yes, Reply::No],
            Self::Promotion(..) => &[Reply::Cancel],
            Self::Welcome => &[Reply::FirstSteps, Reply::StartPlaying],
            Self::FirstSteps(page) => page.replies(),
            Self::Comment(_) => &[Reply::Ok, Reply::Cancel],
            Self::PlayOn => &[Reply::PlayRed, Reply::PlayBlack, Reply::PlayBoth, Reply::Cancel],
            Self::DrawOffered(_) => &[Reply::Accept, Reply::Decline],
            Self::NewGame(..) => &[Reply::Start, Reply::Cancel],
            Self::Engines(_) | Self::Rights(_) | Self::Settings(_) | Self::Page(_) => {
                &[Reply::Close]
            }
            Self::Library(_) => &[Reply::Open, Reply::Close],
            Self::FoundGames(_) => &[Reply::Open, Reply::Cancel],
            Self::MapName(_) | Self::Export(_) => &[Reply::Save, Reply::Cancel],
            Self::Endgames(_) => &[Reply::Start, Reply::Close],
        }
    }
}

impl Topic {
    /// The button that Escape chooses: the one that changes least.
    #[must_use]
    pub fn escape(&self) -> Option<Reply> {
        match self {
            Self::Over(_) | Self::Solved(_) => Some(Reply::Review),
            Self::FirstSteps(_) => Some(Reply::Close),
            _ => self.replies().last().copied(),
        }
    }
}

impl Dialog {
    /// Creates a dialog whose first button has the focus.
    #[must_use]
    pub fn new(topic: Topic) -> Self {
        let mut widgets = Widgets::default();
        widgets.reveal();
        Self { topic, focus: 0, part: None, scrolled: 0, widgets }
    }

    /// The button with the focus.
    #[must_use]
    pub fn reply(&self) -> Option<Reply> {
        self.topic.replies().get(self.focus).copied()
    }

    /// Moves the focus to the next or the previous button.
    pub fn turn(&mut self, forward: bool) {
        let buttons = self.topic.replies().len().max(1);
        self.focus = (self.focus + if forward { 1 } else { buttons - 1 }) % buttons;
    }

    /// Scrolls a page down, or up if negative.
    pub fn scroll(&mut self, lines: i32) {
        /// More lines than any page has.
        const MOST: usize = 100;
        self.scrolled = self.scrolled.saturating_add_signed(lines as isize).min(MOST);
    }
}
