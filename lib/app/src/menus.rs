//! Lists the actions of each menu in groups, and the actions of the editor. Handles the open menu.

use crate::action::{Action, Key, STUDY};
use crate::event::Target;

pub const MENUS: [&[&[Action]]; 6] = [
    &[
        &[Action::NewGame, Action::Endgames, Action::NextProblem, Action::Train, Action::Restart],
        &[Action::Save, Action::Open, Action::CopyGame, Action::CopyMoves],
        &[Action::OfferDraw, Action::Resign],
        &[Action::Quit],
    ],
    &[
        &[Action::Undo, Action::Redo, Action::Exchange],
        &[Action::Hint, Action::Another, Action::MoveNow, Action::Pause],
        &[Action::Analysis, Action::MoreLines, Action::FewerLines, Action::Report],
        &[Action::Explorer, Action::ExplorerGames],
        &[Action::First, Action::Back, Action::Forward, Action::Last],
    ],
    &[&[Action::Study, Action::Documents, Action::PlayOn], STUDY[0], STUDY[1], STUDY[2]],
    &[&[Action::Edit, Action::CopyPosition, Action::Paste, Action::TypeMove]],
    &[
        &[Action::Flip, Action::ShowThinking],
        &[Action::Larger, Action::Smaller],
        &[Action::Language, Action::Settings],
    ],
    &[&[Action::FirstSteps, Action::Rules, Action::Keys, Action::About]],
];

pub fn menu_actions(menu: usize) -> impl Iterator<Item = Action> {
    MENUS[menu].iter().copied().flatten().copied()
}

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

#[derive(Debug, Default)]
pub(crate) struct MenuBar {
    /// (menu, item): the open menu, and its item with the keyboard focus.
    pub(crate) open: Option<(usize, usize)>,
}

impl MenuBar {
    pub(crate) fn key(&mut self, key: Key) -> Option<Action> {
        let (menu, item) = self.open?;
        let (menus, items) = (MENUS.len(), menu_actions(menu).count());
        self.open = match key {
            Key::Left => Some(((menu + menus - 1) % menus, 0)),
            Key::Right => Some(((menu + 1) % menus, 0)),
            Key::Up => Some((menu, (item + items - 1) % items)),
            Key::Down => Some((menu, (item + 1) % items)),
            Key::Enter | Key::Space => return menu_actions(menu).nth(item),
            Key::Escape | Key::F(10) => None,
            _ => self.open,
        };
        None
    }

    /// Lets the focus follow the pointer in an open menu. Returns true if another menu opens.
    pub(crate) fn follow(&mut self, target: Option<Target>) -> bool {
        match (self.open, target) {
            (Some((menu, _)), Some(Target::Action(action))) => {
                let item = menu_actions(menu).position(|known| known == action);
                self.open = item.map_or(self.open, |item| Some((menu, item)));
                false
            }
            (Some((menu, _)), Some(Target::Menu(other))) if menu != other => {
                self.open = Some((other, 0));
                true
            }
            _ => false,
        }
    }

    /// Handles a press while a menu is open. Returns false if no menu is open.
    pub(crate) fn press(&mut self, target: Option<Target>) -> bool {
        let Some((open, _)) = self.open else { return false };
        match target {
            Some(Target::Action(_)) => {}
            Some(Target::Menu(title)) if title != open => self.open = Some((title, 0)),
            _ => self.open = None,
        }
        true
    }
}
