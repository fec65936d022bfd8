//! Events of the state and its effects.

use crate::game_model::PlayerCommand;
use crate::{
    Action, AppError, ExploreRequest, Explored, Exported, GameNumber, ListPage, ListRequest,
    ListedFault, ListedUse, OpenedGame, PartId, PlaceKind, Press, Reply, Settings, Sound,
};
use chuhe_core::notation::Style;
use chuhe_core::played::QuestionId;
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Ending, Move, Piece, SearchLine, Side, Square};
use chuhe_host::analysis::{Analysis, AnalysisRequest};
use chuhe_host::{Map, engine};
use chuhe_records::{GameId, GameTree, NodeId};
use chuhe_view::Spot;
use std::path::PathBuf;

/// A point in the window, in pixels.
pub type WindowPoint = (i32, i32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Square(Square),
    /// A button, or an item of the open menu.
    Action(Action),
    Menu(usize),
    /// A position of the game, by the number of plies, in the list of moves.
    Ply(usize),
    Node(NodeId),
    Line(usize),
    Tray(Piece),
    Player(Side),
    /// A row of a dialog's list.
    Entry(usize),
    Part(PartId, Spot),
    Reply(Reply),
}

#[derive(Clone, Debug)]
pub enum AppEvent {
    Tick,
    Moved(Option<Target>, WindowPoint),
    Pressed(Option<Target>, WindowPoint),
    Released(Option<Target>, WindowPoint),
    OtherPressed(Option<Target>, WindowPoint),
    OtherReleased(Option<Target>),
    Cancelled,
    /// The wheel was turned by a number of rows; down is positive.
    Scrolled(i32),
    Key(Press),
    /// A character was typed, with the key of the same press if it is known. Only one of both acts:
    /// the character if a text field has the focus, otherwise the key.
    Typed(char, Option<Press>),
    Resized([u16; 2]),
    Thinking(QuestionId, SearchLine),
    Answer(QuestionId, Move),
    SearchFailed(QuestionId, String),
    /// An engine was started and has this name, or the start failed.
    Ready(Side, u64, Result<String, String>),
    Played(QuestionId, Result<engine::Decision, String>),
    /// A report of the analysis with the number of its request, or the reason why it failed.
    Analysed(u64, Result<Analysis, String>),
    /// As `Analysed`, for the report of a game.
    Reported(u64, Result<Analysis, String>),
    EngineProbed(String, Rules, Result<engine::EngineFacts, String>),
    BookRefused(AppError),
    Pasted(Result<String, String>),
    Library,
    Listed(Box<ListPage>),
    Explored(Box<Explored>),
    ListedOpened(ListedUse, Result<Box<OpenedGame>, AppError>),
    /// The place that was chosen in the dialog of the system; `None` also if there is no such dialog.
    PlaceChosen(Option<String>),
    Faults(Result<Vec<ListedFault>, AppError>),
    /// All games that were found are written to a file.
    Exported(Result<Exported, AppError>),
    /// A game of the library was deleted; its name in the trash.
    Deleted(Result<String, AppError>),
    Undeleted(Result<(), AppError>),
    /// The content of the file of this name, with games in any format.
    Opened(String, Result<Vec<u8>, AppError>),
    /// The file was written; its path.
    Saved(Result<String, AppError>),
    /// Games cannot be written any more, or all of them are written again.
    Stored(Result<(), AppError>),
    MapWritten(Result<Box<Map>, AppError>),
    Closed,
    /// The program may end at any moment, and hears no more of it.
    Left,
}

#[derive(Clone, Debug)]
pub enum Effect {
    Command(PlayerCommand),
    /// Analyses a position, or ends the analysis; the answers are [`AppEvent::Analysed`].
    Analyse(Option<Box<AnalysisRequest>>),
    /// As `Analyse`, for the report of the game; the answers are [`AppEvent::Reported`].
    Report(Option<Box<AnalysisRequest>>),
    /// Writes the current game for other programs to read.
    Live(Box<GameTree>),
    Sound(Sound),
    /// Tests an engine against a game; the answer is [`AppEvent::EngineProbed`].
    ProbeEngine(String, Rules),
    Copy(String),
    /// Reads the clipboard; the answer is [`AppEvent::Pasted`].
    Paste,
    Keep(Settings),
    /// Writes the game that is played to the file of its number, which the next start restores. The answer
    /// is [`AppEvent::Stored`] when writing begins to fail, and when all is written again.
    Store(GameNumber, Box<GameTree>),
    /// Writes a study as a game is written. The next start restores the game that is played.
    StoreStudy(GameNumber, Box<GameTree>),
    /// Lets the person choose a game. A host with a library answers by [`AppEvent::Library`], one
    /// without by [`AppEvent::Opened`].
    ChooseGame,
    /// Opens the dialog of the system at a place; the answer is [`AppEvent::PlaceChosen`].
    ChoosePlace(PlaceKind, String),
    Library(LibraryTask),
    /// Continues a game in the file from which it was read.
    Adopt(GameNumber, PathBuf),
    /// Writes a new file. A name without a folder goes to the folder of exports, or a page lets the
    /// browser save it. The answer is [`AppEvent::Saved`].
    WriteFile(String, Vec<u8>),
    /// Saves a position as a map; the answer is [`AppEvent::MapWritten`].
    WriteMap(String, Box<AnyPosition>),
    Notify(Notification),
    /// Ends the program; true is success.
    Quit(bool),
}

#[derive(Clone, Debug)]
pub enum LibraryTask {
    /// Lists games; the answer is [`AppEvent::Listed`].
    List(ListRequest),
    /// Finds the moves that were played from a position; the answers are [`AppEvent::Explored`].
    Explore(Box<ExploreRequest>),
    /// Reads a game of the list; the answer is [`AppEvent::ListedOpened`].
    Fetch(GameId, ListedUse),
    /// Reads the faults of a folder or file; the answer is [`AppEvent::Faults`].
    Faults(String),
    /// Writes all games of a list to a file in the folder of exports; the answer is [`AppEvent::Exported`].
    Export(Box<ListRequest>, Style),
    /// Moves a game of the list to the trash; the answer is [`AppEvent::Deleted`].
    Delete(GameId),
    /// Brings a game of the trash back; the answer is [`AppEvent::Undeleted`].
    Undelete(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notification {
    ComputerMoved,
    Over(Ending),
}
