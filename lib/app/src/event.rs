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
    /// A piece to choose at a promotion, as its index in the dialog.
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
    /// (character, press): a character was typed by this key press; `None` if unknown. A focused text field inserts
    /// the character. If no text field has the focus, the character acts as a key press.
    Typed(char, Option<Press>),
    Resized([u16; 2]),
    Thinking(QuestionId, SearchLine),
    Answer(QuestionId, Move),
    /// (question, reason): the reason in English and in Chinese, as in the failures below.
    SearchFailed(QuestionId, [String; 2]),
    /// (side, number, result): the engine that was started with this number has this name, or its start failed.
    Ready(Side, u64, Result<String, [String; 2]>),
    Played(QuestionId, Result<engine::Decision, [String; 2]>),
    /// (request, result): new results of the analysis with this number, or the reason why it failed.
    Analysed(u64, Result<Analysis, [String; 2]>),
    /// As `Analysed`, for the report of a game.
    Reported(u64, Result<Analysis, [String; 2]>),
    EngineProbed(String, Rules, Result<engine::EngineFacts, [String; 2]>),
    BookRefused(AppError),
    Pasted(Result<String, String>),
    Library,
    Listed(Box<ListPage>),
    Explored(Box<Explored>),
    ListedOpened(ListedUse, Result<Box<OpenedGame>, AppError>),
    /// The file or folder chosen in the system's dialog; `None` if nothing was chosen or the system has no such dialog.
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
    /// Reports that a game or the settings could not be stored, or that all are stored again after such a fault.
    Stored(Result<(), AppError>),
    MapWritten(Result<Box<Map>, AppError>),
    Closed,
    /// The program can end at any moment from now on, without a further event.
    Left,
}

#[derive(Clone, Debug)]
pub enum Effect {
    Command(PlayerCommand),
    /// Analyses a position; `None` ends the analysis. Each answer is an [`AppEvent::Analysed`].
    Analyse(Option<Box<AnalysisRequest>>),
    /// As `Analyse`, but for the report of the game. Each answer is an [`AppEvent::Reported`].
    Report(Option<Box<AnalysisRequest>>),
    /// Writes the current game for other programs to read.
    Live(Box<GameTree>),
    Sound(Sound),
    /// Tests whether an engine supports the rules; the answer is [`AppEvent::EngineProbed`].
    ProbeEngine(String, Rules),
    Copy(String),
    /// Reads the clipboard; the answer is [`AppEvent::Pasted`].
    Paste,
    Keep(Settings),
    /// Writes the game in play to the file of its number. The next start of the program restores this game. The event
    /// [`AppEvent::Stored`] follows when writing begins to fail, and when all games are stored after such a fault.
    Store(GameNumber, Box<GameTree>),
    /// Writes a study to the file of its number. The next start of the program still restores the game in play.
    StoreStudy(GameNumber, Box<GameTree>),
    /// Lets the person choose a game. A host with a library answers by [`AppEvent::Library`], a host without a
    /// library by [`AppEvent::Opened`].
    ChooseGame,
    /// Opens the system's dialog for a file or folder at a place; the answer is [`AppEvent::PlaceChosen`].
    ChoosePlace(PlaceKind, String),
    Library(LibraryTask),
    /// (number, path): later writes with this number go to the file at `path`, from which the game was read.
    Adopt(GameNumber, PathBuf),
    /// Writes a new file. A name without a folder means a file in the folder of exports. In a page the browser saves
    /// the file. The answer is [`AppEvent::Saved`].
    WriteFile(String, Vec<u8>),
    /// Saves a position as a map; the answer is [`AppEvent::MapWritten`].
    WriteMap(String, Box<AnyPosition>),
    Notify(Notification),
    /// Ends the program. If true, the exit status means success.
    Quit(bool),
}

#[derive(Clone, Debug)]
pub enum LibraryTask {
    /// Lists games; the answer is [`AppEvent::Listed`].
    List(ListRequest),
    /// Finds the moves that were played from a position. Each answer is an [`AppEvent::Explored`].
    Explore(Box<ExploreRequest>),
    /// Reads a game of the list; the answer is [`AppEvent::ListedOpened`].
    Fetch(GameId, ListedUse),
    /// Lists the faults found in a folder or file; the answer is [`AppEvent::Faults`].
    Faults(String),
    /// Writes all games of a list to a file in the folder of exports; the answer is [`AppEvent::Exported`].
    Export(Box<ListRequest>, Style),
    /// Moves a game of the list to the trash; the answer is [`AppEvent::Deleted`].
    Delete(GameId),
    /// Moves the game with this name from the trash back to the library; the answer is [`AppEvent::Undeleted`].
    Undelete(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notification {
    ComputerMoved,
    Over(Ending),
}
