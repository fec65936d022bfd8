//! What a player can do beside moving pieces, each with its key.

use std::fmt;

/// Something that a button or a key does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Choose players and start, and play.
    NewGame,
    /// Play again from the same position.
    Restart,
    /// Take a move back.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Ask for advice.
    Hint,
    /// Ask the computer for another move than its last.
    Another,
    /// Tell the computer to move at once.
    MoveNow,
    /// Let the game rest, or go on.
    Pause,
    /// Offer a draw.
    OfferDraw,
    /// Give up.
    Resign,
    /// Turn the board around.
    Flip,
    /// Look at the start.
    First,
    /// Look one ply back.
    Back,
    /// Look one ply ahead.
    Forward,
    /// Look at the last position.
    Last,
    /// Set up a position.
    Edit,
    /// Copy the position.
    CopyPosition,
    /// Copy the game.
    CopyGame,
    /// Take a position or a game from the clipboard.
    Paste,
    /// Save the game.
    Save,
    /// Open a saved game.
    Open,
    /// Change the settings.
    Settings,
    /// Change the language.
    Language,
    /// Make everything larger.
    Larger,
    /// Make everything smaller.
    Smaller,
    /// Explain the keys.
    Help,
    /// End the program.
    Quit,
    /// In the editor: play the position.
    Play,
    /// In the editor: the other side to move.
    Turn,
    /// In the editor: only the generals.
    Clear,
    /// In the editor: the start position.
    Fill,
    /// In the editor: the position of the game.
    Take,
    /// In the editor: write the position as a map.
    WriteMap,
    /// In the editor: back to the game.
    Leave,
}

/// A key, as the keyboard's layout has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Key {
    /// A letter, always the small one, or a digit or sign.
    Char(char),
    /// Enter or the keypad's.
    Enter,
    /// Space.
    Space,
    /// Escape.
    Escape,
    /// Tab.
    Tab,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// An arrow.
    Up,
    /// An arrow.
    Down,
    /// An arrow.
    Left,
    /// An arrow.
    Right,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// A function key.
    F(u8),
}

/// A key with the two that change its meaning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Press {
    /// The key.
    pub key: Key,
    /// Whether control is held.
    pub control: bool,
    /// Whether shift is held.
    pub shift: bool,
}

impl Press {
    /// A key alone.
    #[must_use]
    pub const fn plain(key: Key) -> Self {
        Self { key, control: false, shift: false }
    }

    /// A letter's key with control.
    #[must_use]
    pub const fn control(letter: char) -> Self {
        Self { key: Key::Char(letter), control: true, shift: false }
    }
}

const fn letter(letter: char) -> Press {
    Press::plain(Key::Char(letter))
}

/// The keys of a played game, of an action's several the one to be shown first.
const PLAYING: &[(Action, Press)] = &[
    (Action::NewGame, letter('n')),
    (Action::Restart, Press::control('n')),
    (Action::Undo, letter('u')),
    (Action::Undo, Press::control('z')),
    (Action::Undo, Press::plain(Key::Backspace)),
    (Action::Redo, letter('r')),
    (Action::Redo, Press::control('y')),
    (Action::Hint, letter('h')),
    (Action::Another, letter('a')),
    (Action::MoveNow, letter('m')),
    (Action::Pause, letter('p')),
    (Action::OfferDraw, letter('d')),
    (Action::Resign, letter('g')),
    (Action::Flip, letter('f')),
    (Action::First, Press::plain(Key::Home)),
    (Action::Back, Press::plain(Key::PageUp)),
    (Action::Back, letter(',')),
    (Action::Forward, Press::plain(Key::PageDown)),
    (Action::Forward, letter('.')),
    (Action::Last, Press::plain(Key::End)),
    (Action::Edit, letter('e')),
    (Action::CopyGame, Press { shift: true, ..Press::control('c') }),
    (Action::Save, Press::control('s')),
    (Action::Open, Press::control('o')),
    (Action::Settings, letter('s')),
];

/// The keys of the editor, where letters put pieces down.
const EDITING: &[(Action, Press)] = &[
    (Action::Play, Press::plain(Key::F(5))),
    (Action::Turn, Press::plain(Key::Tab)),
    (Action::Clear, Press::control('n')),
    (Action::Fill, Press::control('a')),
    (Action::Take, Press::control('g')),
    (Action::WriteMap, Press::control('s')),
    (Action::Flip, Press::control('f')),
];

/// The keys that do the same in both.
const EVERYWHERE: &[(Action, Press)] = &[
    (Action::CopyPosition, Press::control('c')),
    (Action::Paste, Press::control('v')),
    (Action::Language, Press::control('l')),
    (Action::Larger, Press::control('+')),
    (Action::Larger, Press::control('=')),
    (Action::Smaller, Press::control('-')),
    (Action::Help, Press::plain(Key::F(1))),
    (Action::Quit, Press::control('q')),
];

fn keys(editing: bool) -> impl Iterator<Item = (Action, Press)> {
    let own = if editing { EDITING } else { PLAYING };
    own.iter().chain(EVERYWHERE).copied()
}

impl Action {
    /// What a key does.
    #[must_use]
    pub fn of(press: Press, editing: bool) -> Option<Self> {
        let same = |known: Press| {
            // A sign may need shift on one keyboard and not on another.
            let shift = matches!(known.key, Key::Char(sign) if !sign.is_alphanumeric());
            known == press || shift && Press { shift: false, ..press } == known
        };
        keys(editing).find(|&(_, known)| same(known)).map(|(action, _)| action)
    }

    /// The key that does it, as it is shown.
    #[must_use]
    pub fn key(self, editing: bool) -> Option<Press> {
        keys(editing).find(|&(action, _)| action == self).map(|(_, press)| press)
    }
}

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.control {
            f.write_str("Ctrl+")?;
        }
        if self.shift {
            f.write_str("Shift+")?;
        }
        match self.key {
            Key::Char(letter) => write!(f, "{}", letter.to_ascii_uppercase()),
            Key::F(number) => write!(f, "F{number}"),
            Key::Escape => f.write_str("Esc"),
            Key::PageUp => f.write_str("PgUp"),
            Key::PageDown => f.write_str("PgDn"),
            Key::Delete => f.write_str("Del"),
            other => write!(f, "{other:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_key_does_two_things() {
        for editing in [false, true] {
            let mut seen = HashSet::new();
            for (action, press) in keys(editing) {
                assert!(seen.insert(press), "{press} does {action:?} and something else");
            }
        }
    }

    #[test]
    fn signs_are_found_with_and_without_shift() {
        let plus = Press { shift: true, ..Press::control('+') };
        assert_eq!(Action::of(plus, false), Some(Action::Larger));
        assert_eq!(Action::of(letter('u'), false), Some(Action::Undo));
        assert_eq!(Action::of(letter('u'), true), None);
        let copy = Press { shift: true, ..Press::control('c') };
        assert_eq!(Action::of(copy, false), Some(Action::CopyGame));
    }
}
