//! The commands of menus, buttons and keys, with their labels. A move on the board is not an [`Action`].

use chuhe_view::Icon;
use chuhe_view::text::Text;

/// Declares the actions. An entry gives the label, the keys outside the position editor, the keys inside it, and
/// optionally an icon. If the keys inside the editor are `None`, the editor does not allow the action.
macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident: $label:expr, $keys:expr, $editor_keys:expr $(, $icon:expr)?;)+) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Action {
            $($(#[$doc])* $name,)+
        }

        impl Action {
            pub const ALL: &[Self] = &[$(Self::$name),+];

            pub const fn label(self) -> Text {
                match self {
                    $(Self::$name => $label,)+
                }
            }

            pub(crate) fn icon(self) -> Option<Icon> {
                let icons: &[Icon] = match self {
                    $(Self::$name => &[$($icon)?],)+
                };
                icons.first().copied()
            }

            /// The names of the action's keys, separated by spaces. Menus show the first name.
            pub(crate) const fn key_names(self, editing: bool) -> Option<&'static str> {
                match self {
                    $(Self::$name => if editing { $editor_keys } else { Some($keys) },)+
                }
            }
        }
    };
}

actions! {
    NewGame: Text::NewGameDots, "N", Some(""), Icon::Plus;
    Restart: Text::Restart, "Ctrl+N", None;
    Exchange: Text::Exchange, "X", None, Icon::Swap;
    Undo: Text::Undo, "U Ctrl+Z Backspace", Some("Ctrl+Z"), Icon::Undo;
    Redo: Text::Redo, "R Ctrl+Y Ctrl+Shift+Z", Some("Ctrl+Y Ctrl+Shift+Z"), Icon::Redo;
    Hint: Text::Hint, "H", None, Icon::Bulb;
    Another: Text::AnotherMove, "A", None, Icon::Fork;
    MoveNow: Text::MoveNow, "M", None, Icon::Bolt;
    Pause: Text::Pause, "P", None, Icon::Pause;
    Analysis: Text::Analysis, "L", None, Icon::Lens;
    MoreLines: Text::MoreLines, "Ctrl+Right", None;
    FewerLines: Text::FewerLines, "Ctrl+Left", None;
    /// Shows or hides the list of moves that were played in games of the library from the position shown.
    Explorer: Text::Explorer, "B", None;
    ExplorerGames: Text::ExplorerGames, "Ctrl+B", None;
    Report: Text::Report, "J", None, Icon::Chart;
    Study: Text::Study, "V", None;
    Documents: Text::Documents, "Ctrl+D", None;
    PlayOn: Text::PlayOn, "C", None;
    NextVariation: Text::NextVariation, "Ctrl+Down", None;
    PreviousVariation: Text::PreviousVariation, "Ctrl+Up", None;
    NextMistake: Text::NextMistake, "Ctrl+PgDn", None;
    PreviousMistake: Text::PreviousMistake, "Ctrl+PgUp", None;
    /// Asks the person for a better move than the bad move shown.
    TryAgain: Text::TryAgain, "Ctrl+T", None;
    Promote: Text::Promote, "Ctrl+Shift+Up", None;
    /// Deletes the last move shown, with all moves and variations after it.
    DeleteMove: Text::DeleteMove, "Del", None;
    Comment: Text::CommentDots, "Ctrl+M", None;
    Good: Text::GoodMove, "!", None;
    Mistake: Text::MistakeMove, "?", None;
    Brilliant: Text::BrilliantMove, "", None;
    Blunder: Text::BlunderMove, "", None;
    Interesting: Text::InterestingMove, "", None;
    Dubious: Text::DubiousMove, "", None;
    OfferDraw: Text::OfferDraw, "D", None, Icon::Half;
    Endgames: Text::Endgames, "Ctrl+E", None;
    NextProblem: Text::NextProblem, "Ctrl+K", None;
    Train: Text::Train, "K", None;
    Resign: Text::Resign, "G", None, Icon::Flag;
    Flip: Text::Flip, "F", Some("Ctrl+F"), Icon::Turn;
    ShowThinking: Text::ShowThinking, "T", None;
    First: Text::FirstMove, "Home", None, Icon::First;
    Back: Text::PreviousMove, "PgUp ,", None, Icon::Back;
    Forward: Text::NextMove, "PgDn .", None, Icon::Forward;
    Last: Text::LastMove, "End", None, Icon::Last;
    Edit: Text::EditPosition, "E", None;
    CopyPosition: Text::CopyPosition, "Ctrl+C", Some("Ctrl+C"), Icon::Sheets;
    CopyGame: Text::CopyGame, "Ctrl+Shift+C", Some("");
    /// Copies only the moves of the main line, as one line of text.
    CopyMoves: Text::CopyMoves, "", Some("");
    Paste: Text::Paste, "Ctrl+V", Some("Ctrl+V");
    TypeMove: Text::TypeMove, "I", None;
    Save: Text::SaveGame, "Ctrl+S", Some(""), Icon::Tray;
    Open: Text::LoadGame, "Ctrl+O", Some("");
    Settings: Text::Settings, "S", Some("");
    Language: Text::ToggleLanguage, "Ctrl+L", Some("Ctrl+L");
    Larger: Text::Larger, "Ctrl++ Ctrl+=", Some("Ctrl++ Ctrl+=");
    Smaller: Text::Smaller, "Ctrl+-", Some("Ctrl+-");
    FirstSteps: Text::FirstSteps, "F4", Some("F4");
    Rules: Text::RulesOfGame, "F2", Some("F2");
    Keys: Text::Keys, "F1", Some("F1");
    About: Text::About, "F3", Some("F3");
    Quit: Text::Quit, "Ctrl+Q", Some("Ctrl+Q");
    Play: Text::Play, "", Some("F5"), Icon::Forward;
    Turn: Text::OtherSide, "", Some("Tab"), Icon::Contrast;
    /// Editor: opens the dialog for the rights to castle and to capture en passant.
    Rights: Text::Rights, "", Some("F6"), Icon::Castle;
    /// Editor: removes all pieces except the generals, and puts the generals on their start squares.
    Clear: Text::Clear, "", Some("Ctrl+N"), Icon::Plus;
    Fill: Text::StartPosition, "", Some("Ctrl+A"), Icon::Board;
    Take: Text::FromGame, "", Some("Ctrl+G"), Icon::First;
    Mirror: Text::Mirror, "", Some("Ctrl+M"), Icon::Mirror;
    SwapSides: Text::SwapSides, "", Some("Ctrl+X"), Icon::Swap;
    WriteMap: Text::SaveMap, "", Some("Ctrl+S"), Icon::Tray;
    Leave: Text::Leave, "", Some("Esc"), Icon::Back;
}

/// The actions of a study, in groups. Actions that judge a move stand in the order of their NAG numbers.
pub(crate) const STUDY: [&[Action]; 3] = [
    &[Action::NextVariation, Action::PreviousVariation, Action::Promote, Action::DeleteMove],
    &[Action::NextMistake, Action::PreviousMistake, Action::TryAgain],
    &[
        Action::Comment,
        Action::Good,
        Action::Mistake,
        Action::Brilliant,
        Action::Blunder,
        Action::Interesting,
        Action::Dubious,
    ],
];

/// A key by its meaning in the user's keyboard layout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Key {
    /// A letter in lower case, a digit or a sign.
    Char(char),
    Enter,
    Space,
    Escape,
    Tab,
    Backspace,
    Delete,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    F(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Press {
    pub key: Key,
    pub control: bool,
    pub shift: bool,
}

/// The names of keys, except letters, signs and function keys.
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

impl Press {
    /// Returns the key press for a name such as `Ctrl+Shift+C`, `F5`, `PgUp` or `+`; `None` for an unknown name.
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

    /// Returns the key press for a typed character. For a sign, the key is the sign itself, without shift. If the host
    /// reports no `press`, the key press is derived from the character alone.
    pub(crate) fn typed(letter: char, press: Option<Self>) -> Option<Self> {
        let is_sign = letter.is_ascii_punctuation();
        let own =
            Self { key: Key::Char(letter.to_ascii_lowercase()), control: false, shift: false };
        match press {
            Some(press) if is_sign => Some(Self { control: press.control, ..own }),
            None if letter.is_ascii_graphic() => {
                Some(Self { shift: letter.is_ascii_uppercase(), ..own })
            }
            press => press,
        }
    }
}

impl Action {
    pub fn of(press: Press, editing: bool) -> Option<Self> {
        // Some keyboards need shift for a sign and others do not, so shift is ignored for signs.
        let sign = matches!(press.key, Key::Char(sign) if !sign.is_alphanumeric());
        let press = Press { shift: press.shift && !sign, ..press };
        let has_key =
            |action: &Self| action.keys(editing).any(|name| Press::named(name) == Some(press));
        Self::ALL.iter().copied().find(has_key)
    }

    pub fn keys(self, editing: bool) -> impl Iterator<Item = &'static str> {
        let names = self.key_names(editing).unwrap_or_default();
        names.split(' ').filter(|name| !name.is_empty())
    }

    /// The names of the keys. A page leaves out the keys with which browsers reload, search, print, copy and zoom.
    pub fn keys_in(self, in_page: bool, editing: bool) -> impl Iterator<Item = &'static str> {
        let has = move |name: &str| !in_page || (self.is_of_page() && is_key_of_page(name));
        self.keys(editing).filter(move |name| has(name))
    }

    pub const fn is_of_page(self) -> bool {
        !matches!(
            self,
            Self::Quit
                | Self::Larger
                | Self::Smaller
                | Self::WriteMap
                | Self::TypeMove
                | Self::Train
                | Self::Explorer
                | Self::ExplorerGames
        )
    }

    pub(super) fn is_of_study(self) -> bool {
        STUDY.iter().any(|group| group.contains(&self))
    }

    /// True if the action needs a game in progress. A study refuses such actions, except a hint in "Try again".
    pub(super) const fn is_of_game(self) -> bool {
        matches!(
            self,
            Self::Redo
                | Self::Hint
                | Self::Another
                | Self::MoveNow
                | Self::Pause
                | Self::OfferDraw
                | Self::Resign
        )
    }
}

fn is_key_of_page(name: &str) -> bool {
    const WITH_CONTROL: [&str; 11] =
        ["Z", "Y", "Shift+Z", "S", "O", "M", "Left", "Right", "Up", "Down", "Shift+Up"];
    match name.strip_prefix("Ctrl+") {
        Some(key) => WITH_CONTROL.contains(&key),
        None => !["F3", "F5", "F6", "Tab"].contains(&name),
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
            for &action in Action::ALL {
                for name in action.keys(editing) {
                    let press = Press::named(name).unwrap_or_else(|| panic!("{name} is no key"));
                    assert!(seen.insert(press), "{name} does {action:?} and something else");
                    assert_eq!(Action::of(press, editing), Some(action), "{name}");
                }
            }
        }
        for name in ["", "Ctrl+", "Fx", "Hyper", "Ctrl+Nope"] {
            assert_eq!(Press::named(name), None, "{name}");
        }
    }

    #[test]
    fn signs_are_found_with_and_without_shift() {
        let of = |name| Action::of(Press::named(name).unwrap(), false);
        assert_eq!(of("Ctrl+Shift++"), Some(Action::Larger));
        for (sign, expected) in
            [('!', Action::Good), ('?', Action::Mistake), ('.', Action::Forward)]
        {
            for press in [None, Press::named("Shift+1"), Press::named("Shift+/"), Press::named(".")]
            {
                let press = Press::typed(sign, press).unwrap();
                assert_eq!(Action::of(press, false), Some(expected), "{sign}");
            }
        }
        assert_eq!(of("Ctrl+C"), Some(Action::CopyPosition));
        assert_eq!(of("Ctrl+Shift+C"), Some(Action::CopyGame));
        assert_eq!(Action::of(Press::named("u").unwrap(), true), None);
    }
}
