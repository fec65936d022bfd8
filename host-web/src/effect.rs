//! The effects that the page carries out.

use crate::shelf::KeptGame;
use chuhe_app::game_model::PlayerCommand;
use chuhe_app::sound::wav;
use chuhe_app::{App, Effect};
use chuhe_host::analysis::AnalysisRequest;
use chuhe_web_orders::{AnalysisOrder, SearchOrder};
use serde::Serialize;

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum PageEffect {
    /// Ends the search that runs, and begins another one. The order is for the worker.
    Search { order: String },
    /// Ends the search with its best move so far.
    MoveNow,
    /// Ends the search without an answer.
    Stop,
    /// Analyses a position in place of the one before; without an order, ends the analysis. The order is
    /// for a worker.
    Analyse { order: Option<String> },
    /// Analyses a position for the report of the game, as above.
    Report { order: Option<String> },
    /// Plays a sound: the bytes of a WAV file.
    Sound { wav: Vec<u8> },
    Copy { text: String },
    /// Reads the clipboard.
    Paste,
    Settings { text: String },
    /// Keeps a game. The next visit restores the one that was played last.
    Game { game: KeptGame, is_played: bool },
    /// Reads all games that are kept.
    Shelf,
    /// Removes a game.
    Delete { id: i64 },
    /// Offers the game as a file.
    Download { name: String, bytes: Vec<u8> },
    /// Keeps a text that cannot be read under another name.
    SetAside { name: String, to: String },
}

impl PageEffect {
    /// The effect of the application in the words of the page; `None` for what a page has not.
    pub(crate) fn of(app: &App, effect: &Effect) -> Option<Self> {
        Some(match effect {
            Effect::Command(PlayerCommand::Search(id, request)) => {
                let order = SearchOrder::of(id.0, app.board().game.game(), request);
                Self::Search { order: serde_json::to_string(&order).ok()? }
            }
            Effect::Command(PlayerCommand::MoveNow) => Self::MoveNow,
            Effect::Command(PlayerCommand::Stop) => Self::Stop,
            Effect::Analyse(request) => Self::Analyse { order: order_of(request.as_deref()) },
            Effect::Report(request) => Self::Report { order: order_of(request.as_deref()) },
            Effect::Sound(sound) => Self::Sound { wav: wav(*sound) },
            Effect::Copy(text) => Self::Copy { text: text.clone() },
            Effect::Paste => Self::Paste,
            Effect::Keep(settings) => {
                Self::Settings { text: serde_json::to_string(settings).ok()? }
            }
            Effect::WriteFile(name, bytes) => {
                Self::Download { name: name.clone(), bytes: bytes.clone() }
            }
            Effect::Command(
                PlayerCommand::Ask(_) | PlayerCommand::Start(..) | PlayerCommand::Dismiss(_),
            )
            | Effect::ProbeEngine(..)
            | Effect::Live(_)
            | Effect::Store(..)
            | Effect::StoreStudy(..)
            | Effect::ChooseGame
            | Effect::List(_)
            | Effect::FetchListed(..)
            | Effect::DeleteListed(_)
            | Effect::Undelete(_)
            | Effect::Adopt(..)
            | Effect::WriteMap(..)
            | Effect::Notify(_)
            | Effect::Quit(_) => return None,
        })
    }
}

fn order_of(request: Option<&AnalysisRequest>) -> Option<String> {
    serde_json::to_string(&AnalysisOrder::of(request?)).ok()
}
