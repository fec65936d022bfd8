//! The menus.

use super::Action;

/// The menus, each with its groups of actions.
pub const MENUS: [&[&[Action]]; 6] = [
    &[
        &[Action::NewGame, Action::Endgames, Action::NextProblem, Action::Restart],
        &[Action::Save, Action::Open, Action::CopyGame],
        &[Action::OfferDraw, Action::Resign],
        &[Action::Quit],
    ],
    &[
        &[Action::Undo, Action::Redo, Action::Exchange],
        &[Action::Hint, Action::Another, Action::MoveNow, Action::Pause],
        &[Action::Analysis, Action::MoreLines, Action::FewerLines, Action::Report],
        &[Action::First, Action::Back, Action::Forward, Action::Last],
    ],
    &[
        &[Action::Study, Action::PlayOn],
        &[Action::NextVariation, Action::PreviousVariation, Action::Promote, Action::DeleteMove],
        &[
            Action::Comment,
            Action::Good,
            Action::Mistake,
            Action::Brilliant,
            Action::Blunder,
            Action::Interesting,
            Action::Dubious,
        ],
    ],
    &[&[Action::Edit, Action::CopyPosition, Action::Paste]],
    &[
        &[Action::Flip, Action::ShowThinking],
        &[Action::Larger, Action::Smaller],
        &[Action::Language, Action::Settings],
    ],
    &[&[Action::FirstSteps, Action::Rules, Action::Keys, Action::About]],
];

/// The actions of a menu, without its groups.
pub fn menu_actions(menu: usize) -> impl Iterator<Item = Action> {
    MENUS[menu].iter().copied().flatten().copied()
}
