//! What stands in the way until it is answered.

use super::program::AskedProgram;
use super::{Action, Choice};
use crate::settings::Settings;
use crate::trouble::Trouble;
use chuhe_core::{Ending, Move, Side};
use chuhe_view::text::Text;

/// A dialog, and which of its parts the keys go to.
#[derive(Clone, PartialEq, Debug)]
pub struct Dialog {
    /// What it is about.
    pub topic: Topic,
    /// The row or button that has the keys: rows first, then buttons.
    pub focus: usize,
    /// The first line of a page that is seen, unless that is further down than the page goes.
    pub scrolled: usize,
}

/// What a dialog is about.
#[derive(Clone, PartialEq, Debug)]
pub enum Topic {
    /// The game is over.
    Over(Ending),
    /// The map of the command line is refused; the program cannot go on.
    InvalidMap(Trouble),
    /// Whether to do what cannot be undone.
    Confirm(Action),
    /// A person offers another a draw.
    DrawOffered(Side),
    /// What a pawn becomes: its moves, and the one chosen; behind them comes the button.
    Promotion(Vec<Move>, usize),
    /// A game about to begin: its players, and which of the starts.
    NewGame(Box<Settings>, usize),
    /// Which program plays a side of the game about to begin.
    Program(Box<AskedProgram>),
    /// A program failed: its name and why, whose it was, and whether the game is lost by it.
    Failed(String, String, Side, bool),
    /// The rights of the position being set up.
    Rights,
    /// The settings.
    Settings,
    /// The saved games, the latest first, and the one chosen.
    Games(Vec<String>, usize),
    /// A page to read: the rules, the keys, or what the program is.
    Page(Action),
    /// The name of a map about to be written.
    MapName(String),
    /// Something went wrong.
    Trouble(Trouble),
}

/// Declares the buttons of dialogs, with their labels.
macro_rules! replies {
    ($($(#[$doc:meta])+ $name:ident: $label:ident;)+) => {
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
                    $(Self::$name => Text::$label,)+
                }
            }
        }
    };
}

replies! {
    /// Confirms the message; the consequences follow.
    Ok: Ok;
    /// Starts another game.
    NewGame: NewGame;
    /// Shows the finished game.
    Review: Review;
    /// Confirms.
    Yes: Yes;
    /// Refuses.
    No: No;
    /// Accepts the draw.
    Accept: Accept;
    /// Declines the draw.
    Decline: Decline;
    /// Starts the game.
    Start: Play;
    /// Leaves everything as it was.
    Cancel: Cancel;
    /// Closes the dialog.
    Close: Close;
    /// Opens the chosen game.
    Open: Load;
    /// Saves the map.
    Save: Save;
}

impl Topic {
    /// The rows with choices.
    #[must_use]
    pub const fn choices(&self) -> &'static [Choice] {
        match self {
            Self::NewGame(..) => Choice::NEW_GAME,
            Self::Rights => Choice::RIGHTS,
            Self::Settings => Choice::SETTINGS,
            _ => &[],
        }
    }

    /// The buttons; the first is for Enter and the last for Escape, unless something else has the
    /// keys.
    #[must_use]
    pub const fn replies(&self) -> &'static [Reply] {
        match self {
            Self::Over(_) => &[Reply::Ok, Reply::NewGame, Reply::Review],
            Self::InvalidMap(_) | Self::Trouble(_) | Self::Failed(..) => &[Reply::Ok],
            Self::Program(_) => &[Reply::Ok, Reply::Cancel],
            Self::Confirm(_) => &[Reply::Yes, Reply::No],
            Self::Promotion(..) => &[Reply::Cancel],
            Self::DrawOffered(_) => &[Reply::Accept, Reply::Decline],
            Self::NewGame(..) => &[Reply::Start, Reply::Cancel],
            Self::Rights | Self::Settings | Self::Page(_) => &[Reply::Close],
            Self::Games(..) => &[Reply::Open, Reply::Cancel],
            Self::MapName(_) => &[Reply::Save, Reply::Cancel],
        }
    }
}

impl Dialog {
    /// A dialog whose first button has the keys.
    #[must_use]
    pub fn new(topic: Topic) -> Self {
        let focus = topic.choices().len();
        Self { topic, focus, scrolled: 0 }
    }

    /// How many rows and buttons there are.
    #[must_use]
    pub fn parts(&self) -> usize {
        self.topic.choices().len() + self.topic.replies().len()
    }

    /// The row that has the keys.
    #[must_use]
    pub fn choice(&self) -> Option<Choice> {
        self.topic.choices().get(self.focus).copied()
    }

    /// The button that has the keys.
    #[must_use]
    pub fn reply(&self) -> Option<Reply> {
        let index = self.focus.checked_sub(self.topic.choices().len())?;
        self.topic.replies().get(index).copied()
    }

    /// Gives the keys to the next part or the one before, around the end.
    pub fn turn(&mut self, forward: bool) {
        let parts = self.parts();
        self.focus = (self.focus + if forward { 1 } else { parts - 1 }) % parts;
    }

    /// Lets other lines of a page be seen, so many further down.
    pub fn scroll(&mut self, lines: i32) {
        /// More lines than any page has.
        const MOST: usize = 100;
        self.scrolled = self.scrolled.saturating_add_signed(lines as isize).min(MOST);
    }
}
