//! Converts minifb's keys and characters into [`Input`]s.

use super::Input;
use chuhe_app::{Key, Press};
use minifb::Key as Code;

/// Collects keys and characters. For each press minifb first sends the key, which does not depend on shift. Then it
/// sends the characters that the keyboard's layout gives. An input method sends characters without a key.
#[derive(Debug, Default)]
pub(super) struct Keyboard {
    inputs: Vec<Input>,
    /// True if the last input is a key whose characters may follow.
    fresh: bool,
    /// The left and the right control key: true while the key is held. `shift` has the same form.
    control: [bool; 2],
    shift: [bool; 2],
}

impl Keyboard {
    pub(super) fn take(&mut self) -> Vec<Input> {
        self.fresh = false;
        std::mem::take(&mut self.inputs)
    }

    /// Adds a typed character. If a key was just pressed, the character belongs to that key.
    pub(super) fn add(&mut self, letter: char) {
        let press = match (self.fresh, self.inputs.last()) {
            (true, Some(&Input::Key(press))) => Some(press),
            _ => None,
        };
        let control = self.control != [false; 2];
        // Control with a letter types a control character, which is dropped, because the key was added already.
        if letter.is_control() {
        } else if let Some(press) = press {
            self.inputs.pop();
            self.inputs.push(Input::Typed(letter, Some(press)));
        } else if control {
            // The character comes from a key that minifb does not know, such as `+` of a German keyboard.
            let press = Press { key: Key::Char(letter), control, shift: false };
            self.inputs.push(Input::Key(press));
        } else {
            self.inputs.push(Input::Typed(letter, None));
        }
        self.fresh = false;
    }

    /// Forgets the held modifiers when the window loses its focus, because another window will get their release.
    /// When the window gets the focus, no modifier is forgotten: a held one may have been pressed after that moment.
    pub(super) fn focus(&mut self, active: bool) {
        if !active {
            (self.control, self.shift) = ([false; 2], [false; 2]);
        }
    }

    pub(super) fn set(&mut self, code: Code, down: bool) {
        match code {
            Code::LeftCtrl => self.control[0] = down,
            Code::RightCtrl => self.control[1] = down,
            Code::LeftShift => self.shift[0] = down,
            Code::RightShift => self.shift[1] = down,
            _ if down => {
                let (control, shift) = (self.control != [false; 2], self.shift != [false; 2]);
                let press = key(code).map(|key| Press { key, control, shift });
                self.fresh = press.is_some();
                self.inputs.extend(press.map(Input::Key));
            }
            _ => {}
        }
    }
}

fn key(code: Code) -> Option<Key> {
    let number = code as u8;
    let within = |first: Code, last: Code| (first as u8..=last as u8).contains(&number);
    let counted = |first: u8, base: Code| (first + (number - base as u8)) as char;
    Some(match code {
        _ if within(Code::Key0, Code::Key9) => Key::Char(counted(b'0', Code::Key0)),
        _ if within(Code::NumPad0, Code::NumPad9) => Key::Char(counted(b'0', Code::NumPad0)),
        _ if within(Code::A, Code::Z) => Key::Char(counted(b'a', Code::A)),
        _ if within(Code::F1, Code::F15) => Key::F(number - Code::F1 as u8 + 1),
        Code::Equal => Key::Char('='),
        Code::NumPadPlus => Key::Char('+'),
        Code::Minus | Code::NumPadMinus => Key::Char('-'),
        Code::Comma => Key::Char(','),
        Code::Period | Code::NumPadDot => Key::Char('.'),
        Code::Slash | Code::NumPadSlash => Key::Char('/'),
        Code::Enter | Code::NumPadEnter => Key::Enter,
        Code::Space => Key::Space,
        Code::Escape => Key::Escape,
        Code::Tab => Key::Tab,
        Code::Backspace => Key::Backspace,
        Code::Delete => Key::Delete,
        Code::Up => Key::Up,
        Code::Down => Key::Down,
        Code::Left => Key::Left,
        Code::Right => Key::Right,
        Code::Home => Key::Home,
        Code::End => Key::End,
        Code::PageUp => Key::PageUp,
        Code::PageDown => Key::PageDown,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_with_what_is_held() {
        let mut keyboard = Keyboard::default();
        for (code, down) in [
            (Code::LeftCtrl, true),
            (Code::Z, true),
            (Code::Z, false),
            (Code::RightShift, true),
            (Code::LeftCtrl, false),
            (Code::F10, true),
            (Code::NumPad7, true),
        ] {
            keyboard.set(code, down);
        }
        keyboard.focus(false);
        keyboard.set(Code::Up, true);
        // If the program is slow, the focus comes back in the same step as the next key. The key is handled first.
        keyboard.set(Code::LeftCtrl, true);
        keyboard.focus(true);
        keyboard.set(Code::Q, true);
        let expected = ["Ctrl+Z", "Shift+F10", "Shift+7", "Up", "Ctrl+Q"];
        assert_eq!(keyboard.take(), expected.map(|name| Input::Key(Press::named(name).unwrap())));
        assert!(keyboard.take().is_empty());
    }

    #[test]
    fn a_character_belongs_to_the_key_pressed_with_it() {
        let press = |name| Press::named(name);
        let mut keyboard = Keyboard::default();
        for (code, down, letter) in [
            (Code::A, true, Some('a')),
            (Code::LeftShift, true, None),
            (Code::Key7, true, Some('/')),
            (Code::LeftShift, false, None),
            // First a key that minifb does not know types a character, then an input method.
            (Code::Unknown, true, Some('ö')),
            (Code::Unknown, false, Some('象')),
            (Code::Backspace, true, Some('\u{8}')),
            (Code::LeftCtrl, true, None),
            (Code::C, true, Some('\u{3}')),
            (Code::Unknown, true, Some('+')),
        ] {
            keyboard.set(code, down);
            letter.into_iter().for_each(|letter| keyboard.add(letter));
        }
        let expected = [
            Input::Typed('a', press("a")),
            Input::Typed('/', press("Shift+7")),
            Input::Typed('ö', None),
            Input::Typed('象', None),
            Input::Key(press("Backspace").unwrap()),
            Input::Key(press("Ctrl+c").unwrap()),
            Input::Key(press("Ctrl++").unwrap()),
        ];
        assert_eq!(keyboard.take(), expected);
    }
}
