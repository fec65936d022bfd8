//! What a player can do beside moving pieces, each with its key.

/// Something that a button or a key does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Choose players and start, and play.
    NewGame,
    /// Play again from the same position.
    Restart,
    /// Give up soldiers for a piece.
    Exchange,
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
    /// Explain the rules of the game.
    Rules,
    /// Explain the keys.
    Keys,
    /// Say what the program is.
    About,
    /// End the program.
    Quit,
    /// In the editor: play the position.
    Play,
    /// In the editor: the other side to move.
    Turn,
    /// In the editor: who may castle, and what can be taken in passing.
    Rights,
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

/// The keys of a played game; of an action's several the first is shown.
const PLAYING: &[(Action, &str)] = &[
    (Action::NewGame, "N"),
    (Action::Restart, "Ctrl+N"),
    (Action::Exchange, "X"),
    (Action::Undo, "U Ctrl+Z Backspace"),
    (Action::Redo, "R Ctrl+Y"),
    (Action::Hint, "H"),
    (Action::Another, "A"),
    (Action::MoveNow, "M"),
    (Action::Pause, "P"),
    (Action::OfferDraw, "D"),
    (Action::Resign, "G"),
    (Action::Flip, "F"),
    (Action::First, "Home"),
    (Action::Back, "PgUp ,"),
    (Action::Forward, "PgDn ."),
    (Action::Last, "End"),
    (Action::Edit, "E"),
    (Action::CopyGame, "Ctrl+Shift+C"),
    (Action::Save, "Ctrl+S"),
    (Action::Open, "Ctrl+O"),
    (Action::Settings, "S"),
];

/// The keys of the editor, where letters put pieces down.
const EDITING: &[(Action, &str)] = &[
    (Action::Play, "F5"),
    (Action::Turn, "Tab"),
    (Action::Rights, "F6"),
    (Action::Clear, "Ctrl+N"),
    (Action::Fill, "Ctrl+A"),
    (Action::Take, "Ctrl+G"),
    (Action::WriteMap, "Ctrl+S"),
    (Action::Flip, "Ctrl+F"),
    (Action::Leave, "Esc"),
];

/// The keys that do the same in both.
const EVERYWHERE: &[(Action, &str)] = &[
    (Action::CopyPosition, "Ctrl+C"),
    (Action::Paste, "Ctrl+V"),
    (Action::Language, "Ctrl+L"),
    (Action::Larger, "Ctrl++ Ctrl+="),
    (Action::Smaller, "Ctrl+-"),
    (Action::Keys, "F1"),
    (Action::Rules, "F2"),
    (Action::About, "F3"),
    (Action::Quit, "Ctrl+Q"),
];

/// What the names of keys stand for, but for letters, signs and function keys.
const NAMES: [(&str, Key); 14] = [
    ("Enter", Key::Enter),
    ("Space", Key::Space),
    ("Esc", Key::Escape),
    ("Tab", Key::Tab),
    ("Backspace", Key::Backspace),
    ("Del", Key::Delete),
    ("Up", Key::Up),
    ("Down", Key::Down),
    ("Left", Key::Left),
    ("Right", Key::Right),
    ("Home", Key::Home),
    ("End", Key::End),
    ("PgUp", Key::PageUp),
    ("PgDn", Key::PageDown),
];

fn keys(editing: bool) -> impl Iterator<Item = (Action, &'static str)> {
    let own = if editing { EDITING } else { PLAYING };
    own.iter().chain(EVERYWHERE).copied()
}

impl Press {
    /// The press that a name such as `Ctrl+Shift+C`, `F5`, `PgUp` or `+` stands for.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        if let Some(rest) = name.strip_prefix("Ctrl+") {
            return Some(Self { control: true, ..Self::named(rest)? });
        }
        if let Some(rest) = name.strip_prefix("Shift+") {
            return Some(Self { shift: true, ..Self::named(rest)? });
        }
        let mut letters = name.chars();
        let key = match (letters.next()?, letters.as_str()) {
            (letter, "") => Key::Char(letter.to_ascii_lowercase()),
            ('F', number) => Key::F(number.parse().ok()?),
            _ => NAMES.into_iter().find(|&(known, _)| known == name)?.1,
        };
        Some(Self { key, control: false, shift: false })
    }
}

impl Action {
    /// What a key does.
    #[must_use]
    pub fn of(press: Press, editing: bool) -> Option<Self> {
        // A sign may need shift on one keyboard and not on another.
        let sign = matches!(press.key, Key::Char(sign) if !sign.is_alphanumeric());
        let press = Press { shift: press.shift && !sign, ..press };
        let does = |names: &str| names.split(' ').any(|name| Press::named(name) == Some(press));
        keys(editing).find(|&(_, names)| does(names)).map(|(action, _)| action)
    }

    /// The keys that do it, as they are shown, the usual one first.
    pub fn keys(self, editing: bool) -> impl Iterator<Item = &'static str> {
        let names = keys(editing).find(|&(action, _)| action == self).map(|(_, names)| names);
        names.into_iter().flat_map(|names| names.split(' '))
    }

    /// Whether it makes sense while a position is set up.
    pub(super) const fn is_for_editor(self) -> bool {
        !matches!(
            self,
            Self::Restart
                | Self::Exchange
                | Self::Undo
                | Self::Redo
                | Self::Hint
                | Self::Another
                | Self::MoveNow
                | Self::Pause
                | Self::OfferDraw
                | Self::Resign
                | Self::First
                | Self::Back
                | Self::Forward
                | Self::Last
                | Self::Edit
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_key_has_a_name_and_does_one_thing() {
        for editing in [false, true] {
            let mut seen = HashSet::new();
            for (action, names) in keys(editing) {
                for name in names.split(' ') {
                    let press = Press::named(name).unwrap_or_else(|| panic!("{name} is no key"));
                    assert!(seen.insert(press), "{name} does {action:?} and something else");
                    assert_eq!(Action::of(press, editing), Some(action), "{name}");
                }
            }
        }
    }

    #[test]
    fn signs_are_found_with_and_without_shift() {
        let of = |name| Action::of(Press::named(name).unwrap(), false);
        assert_eq!(of("Ctrl+Shift++"), Some(Action::Larger));
        assert_eq!(of("Ctrl+C"), Some(Action::CopyPosition));
        assert_eq!(of("Ctrl+Shift+C"), Some(Action::CopyGame));
        assert_eq!(Action::of(Press::named("u").unwrap(), true), None);
    }

    #[test]
    fn what_is_no_key_has_no_name() {
        for name in ["", "Ctrl+", "Fx", "Hyper", "Ctrl+Nope"] {
            assert_eq!(Press::named(name), None, "{name}");
        }
    }
}
