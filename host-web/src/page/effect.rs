//! The effects that the page carries out.

use super::game_store::KeptGame;
use chuhe_app::Effect;
use chuhe_app::game_model::PlayerCommand;
use chuhe_app::sound::wav;
use chuhe_host::analysis::AnalysisRequest;
use serde::Serialize;
use tsify::Tsify;

#[derive(Debug, Serialize, Tsify)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum PageEffect {
    /// Ends the search that runs, and begins another one. The request is for the worker.
    Search { id: u32, request: String },
    /// Ends the search with its best move so far.
    MoveNow,
    /// Ends the search without an answer.
    Stop,
    /// Analyses a position in place of the one before; without a request, ends the analysis. The request
    /// is for a worker.
    Analyse { id: u64, request: Option<String> },
    /// Analyses a position for the report of the game, as above.
    Report { id: u64, request: Option<String> },
    /// Plays a sound: the bytes of a WAV file.
    Sound { wav: Vec<u8> },
    /// Writes a text to the clipboard.
    Copy { text: String },
    /// Reads the clipboard.
    Paste,
    /// Keeps the settings for the next visit.
    Settings { text: String },
    /// Keeps a game, by its order in this visit, or one that was deleted. The next visit restores the one that was
    /// played last.
    Game { game: KeptGame, order: Option<u32>, is_played: bool },
    /// Keeps the study that is shown, or that it is left, for a reload.
    Study { pgn: Option<String> },
    /// Reads all games that are kept.
    ReadGames,
    /// Removes a game.
    Delete { id: i64 },
    /// Offers the game as a file.
    Download { name: String, bytes: Vec<u8> },
    /// Keeps a text that cannot be read under another name.
    SetAside { name: &'static str },
}

impl PageEffect {
    /// The effect of the application in the words of the page; `None` for what a page has not.
    pub(crate) fn of(effect: Effect) -> Option<Self> {
        Some(match effect {
            Effect::Command(PlayerCommand::Search(id, request)) => {
                Self::Search { id: id.0, request: serde_json::to_string(&request).ok()? }
            }
            Effect::Command(PlayerCommand::MoveNow) => Self::MoveNow,
            Effect::Command(PlayerCommand::Stop) => Self::Stop,
            Effect::Analyse(request) => {
                let (id, request) = for_worker(request.as_deref());
                Self::Analyse { id, request }
            }
            Effect::Report(request) => {
                let (id, request) = for_worker(request.as_deref());
                Self::Report { id, request }
            }
            Effect::Sound(sound) => Self::Sound { wav: wav(sound) },
            Effect::Copy(text) => Self::Copy { text },
            Effect::Paste => Self::Paste,
            Effect::Keep(settings) => {
                Self::Settings { text: serde_json::to_string(&settings).ok()? }
            }
            Effect::WriteFile(name, bytes) => Self::Download { name, bytes },
            Effect::Command(
                PlayerCommand::Ask(_) | PlayerCommand::Start(..) | PlayerCommand::Dismiss(_),
            )
            | Effect::ProbeEngine(..)
            | Effect::Live(_)
            | Effect::Store(..)
            | Effect::StoreStudy(..)
            | Effect::ChooseGame
            | Effect::ChoosePlace(..)
            | Effect::Library(_)
            | Effect::Adopt(..)
            | Effect::WriteMap(..)
            | Effect::Notify(_)
            | Effect::Quit(_) => return None,
        })
    }
}

/// The number and the text of a request.
fn for_worker(request: Option<&AnalysisRequest>) -> (u64, Option<String>) {
    let text = request.and_then(|request| serde_json::to_string(request).ok());
    (request.map_or(0, |request| request.id), text)
}
