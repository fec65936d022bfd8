//! The buttons next to the board, and their icons.

use crate::{Action, App, MENUS, Words};
use chuhe_core::played::Purpose;
use chuhe_view::Control;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Buttons {
    /// The small buttons under the list of moves.
    pub(super) steps: Vec<Action>,
    /// The small buttons that show only an icon.
    pub(super) tools: Vec<Action>,
    /// The buttons with words, the most useful one first.
    pub(super) words: Vec<Action>,
}

impl Buttons {
    pub(super) fn of(app: &App) -> Self {
        let Some(editor) = &app.cx.editor else { return Self::of_game(app) };
        let rights = editor.rules().has_rights().then_some(Action::Rights);
        let tools = [Action::Take, Action::Mirror, Action::SwapSides, Action::CopyPosition];
        Self {
            steps: vec![Action::Undo, Action::Redo],
            tools: rights.into_iter().chain(tools).chain([Action::WriteMap]).collect(),
            words: vec![Action::Play, Action::Leave, Action::Turn, Action::Clear, Action::Fill],
        }
    }

    fn of_game(app: &App) -> Self {
        let exchanges = !app.cx.rules.prices().is_empty();
        // While the computer thinks about its move, "Move now" replaces the hint.
        let thinks = app.board.game.thinking() == Some(Purpose::Move);
        let advice = if thinks { Action::MoveNow } else { Action::Hint };
        let another = if exchanges { Action::Exchange } else { Action::Another };
        let first = app.board.attempt.map_or(Action::NewGame, |_| Action::NextProblem);
        let tools = [
            Action::Flip,
            Action::Analysis,
            Action::Report,
            Action::Pause,
            Action::OfferDraw,
            Action::Resign,
        ];
        Self {
            steps: vec![Action::First, Action::Back, Action::Forward, Action::Last],
            tools: tools.to_vec(),
            words: vec![first, advice, Action::Undo, another, Action::Redo],
        }
    }
}

pub(crate) fn control(app: &App, words: Words, action: Action) -> Control<'static> {
    let is_over = app.board.game.turn().is_none();
    Control {
        enabled: app.refusal(action).is_none(),
        checked: match action {
            Action::Pause => app.board.game.is_paused(),
            Action::Analysis => app.analysis.is_on(),
            Action::Explorer => app.explorer.is_on(),
            Action::Report => app.reporting.making.is_some(),
            Action::Exchange => app.board.selection.given().is_some(),
            Action::ShowThinking => app.cx.settings.show_thinking,
            _ => false,
        },
        // The button of the usual next action is highlighted.
        primary: action == Action::Play || action == Action::NewGame && is_over,
        icon: action.icon(),
        ..Control::new(
            words.action(action, app.board.mode(&app.cx)),
            action.keys_in(app.cx.in_page, app.cx.editor.is_some()).next().unwrap_or_default(),
        )
    }
}

/// The rows of a menu: its actions, and `None` for each separator between two groups.
pub(super) fn menu_rows(menu: usize) -> impl Iterator<Item = Option<Action>> {
    let groups = MENUS[menu].iter().enumerate();
    groups.flat_map(|(index, group)| {
        let line = (index > 0).then_some(None);
        line.into_iter().chain(group.iter().copied().map(Some))
    })
}

pub(super) fn row_of(menu: usize, item: usize) -> Option<usize> {
    let rows = menu_rows(menu).enumerate().filter(|(_, row)| row.is_some());
    rows.map(|(row, _)| row).nth(item)
}
