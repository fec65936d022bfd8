//! The buttons next to the board, and their drawings.

use super::{Action, App};
use chuhe_core::played::Purpose;
use chuhe_view::Icon;

/// The buttons next to the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Buttons {
    /// The small ones under the moves.
    pub steps: Vec<Action>,
    /// The small ones with drawings alone.
    pub tools: Vec<Action>,
    /// Those with words; the first one comes first for most people.
    pub words: Vec<Action>,
}

/// The actions of the editor alone.
pub const EDITOR_ACTIONS: [Action; 10] = [
    Action::Play,
    Action::Leave,
    Action::Turn,
    Action::Rights,
    Action::Take,
    Action::Clear,
    Action::Fill,
    Action::Mirror,
    Action::SwapSides,
    Action::WriteMap,
];

impl App {
    /// The buttons next to the board.
    #[must_use]
    pub fn buttons(&self) -> Buttons {
        let Some(editor) = &self.editor else { return self.buttons_of_game() };
        let rights = editor.rules().has_rights().then_some(Action::Rights);
        let tools = [Action::Take, Action::Mirror, Action::SwapSides, Action::CopyPosition];
        Buttons {
            steps: vec![Action::Undo, Action::Redo],
            tools: rights.into_iter().chain(tools).chain([Action::WriteMap]).collect(),
            words: vec![Action::Play, Action::Leave, Action::Turn, Action::Clear, Action::Fill],
        }
    }

    fn buttons_of_game(&self) -> Buttons {
        let exchanges = !self.rules().prices().is_empty();
        // The hint is for a person's turn, the other one for the computer's.
        let thinks = self.game_model.thinking() == Some(Purpose::Move);
        let advice = if thinks { Action::MoveNow } else { Action::Hint };
        let another = if exchanges { Action::Exchange } else { Action::Another };
        let first = self.attempt.map_or(Action::NewGame, |_| Action::NextProblem);
        let tools = [
            Action::OfferDraw,
            Action::Resign,
            Action::Pause,
            Action::Flip,
            Action::Analysis,
            Action::Report,
        ];
        Buttons {
            steps: vec![Action::First, Action::Back, Action::Forward, Action::Last],
            tools: tools.to_vec(),
            words: vec![first, Action::Undo, Action::Redo, advice, another],
        }
    }

    /// True if an action is what most people want next.
    #[must_use]
    pub fn is_primary(&self, action: Action) -> bool {
        match action {
            Action::Play => true,
            Action::NewGame => self.game_model.turn().is_none(),
            _ => false,
        }
    }
}

impl Action {
    /// The drawing of the button.
    #[must_use]
    pub const fn icon(self) -> Option<Icon> {
        Some(match self {
            Self::NewGame => Icon::Plus,
            Self::Undo => Icon::Undo,
            Self::Redo => Icon::Redo,
            Self::Hint => Icon::Bulb,
            Self::MoveNow => Icon::Bolt,
            Self::Another => Icon::Fork,
            Self::Exchange => Icon::Swap,
            Self::OfferDraw => Icon::Half,
            Self::Resign => Icon::Flag,
            Self::Pause => Icon::Pause,
            Self::Flip => Icon::Turn,
            Self::Analysis => Icon::Lens,
            Self::Report => Icon::Chart,
            Self::First => Icon::First,
            Self::Back | Self::Leave => Icon::Back,
            Self::Forward | Self::Play => Icon::Forward,
            Self::Last => Icon::Last,
            Self::Mirror => Icon::Mirror,
            Self::SwapSides | Self::Turn => Icon::Contrast,
            Self::CopyPosition => Icon::Sheets,
            Self::WriteMap | Self::Save => Icon::Tray,
            Self::Take | Self::Fill => Icon::Board,
            Self::Clear => Icon::Plus,
            Self::Rights => Icon::Castle,
            _ => return None,
        })
    }
}
