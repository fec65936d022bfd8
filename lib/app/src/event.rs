//! The events that a host sends to the application, and the effects that the host executes.

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
    /// A move in the list of moves, as the number of plies up to and including this move.
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
    /// A character was typed, with its key press if known. A focused text field takes the character. Otherwise the
    /// key acts.
    Typed(char, Option<Press>),
    Resized([u16; 2]),
    Thinking(QuestionId, SearchLine),
    Answer(QuestionId, Move),
    SearchFailed(QuestionId, String),
    /// (side, number, name): an engine was started, or the start failed.
    Ready(Side, u64, Result<String, String>),
    Played(QuestionId, Result<engine::Decision, String>),
    /// (request, report): a report of the analysis, or the reason why the analysis failed.
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
    /// The place chosen in the dialog of the system; `None` if nothing was chosen or the system has no dialog.
    PlaceChosen(Option<String>),
    Faults(Result<Vec<ListedFault>, AppError>),
    /// The games of the list were written to a file.
    Exported(Result<Exported, AppError>),
    /// A game of the library was moved to the trash, where it has this name.
    Deleted(Result<String, AppError>),
    Undeleted(Result<(), AppError>),
    /// (name, content): a file with games in any format was read.
    Opened(String, Result<Vec<u8>, AppError>),
    /// The file with this path was written.
    Saved(Result<String, AppError>),
    /// Tells that games cannot be written any more, or that all games are written again.
    Stored(Result<(), AppError>),
    MapWritten(Result<Box<Map>, AppError>),
    Closed,
    /// The program may end at any moment, without a further event.
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
    /// Tests whether an engine plays a game; the answer is [`AppEvent::EngineProbed`].
    ProbeEngine(String, Rules),
    Copy(String),
    /// Reads the clipboard; the answer is [`AppEvent::Pasted`].
    Paste,
    Keep(Settings),
    /// Writes the game in play to the file of its number. The next start restores this game. The event
    /// [`AppEvent::Stored`] follows when writing begins to fail, and when all games are written again.
    Store(GameNumber, Box<GameTree>),
    /// Writes a study to the file of its number. The next start restores the game in play instead.
    StoreStudy(GameNumber, Box<GameTree>),
    /// Lets the person choose a game. A host with a library answers by [`AppEvent::Library`], a host without a
    /// library by [`AppEvent::Opened`].
    ChooseGame,
    /// Opens the dialog of the system at a place; the answer is [`AppEvent::PlaceChosen`].
    ChoosePlace(PlaceKind, String),
    Library(LibraryTask),
    /// (number, path): later writes with this number go to the file from which the game was read.
    Adopt(GameNumber, PathBuf),
    /// Writes a new file. A name without a folder means the folder of exports. In a page the browser saves the file.
    /// The answer is [`AppEvent::Saved`].
    WriteFile(String, Vec<u8>),
    /// Saves a position as a map; the answer is [`AppEvent::MapWritten`].
    WriteMap(String, Box<AnyPosition>),
    Notify(Notification),
    /// Ends the program, with success if true.
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
