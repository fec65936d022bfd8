//! Converts minifb's keys.

use chuhe_app::{Key, Press};
use minifb::Key as Code;

/// Collects the pressed keys; minifb calls it for each key.
#[derive(Debug, Default)]
pub(super) struct Keyboard {
    pressed: Vec<Press>,
    /// The modifiers that are held: left and right control, left and right shift.
    control: [bool; 2],
    shift: [bool; 2],
}

impl Keyboard {
    /// Returns the keys pressed since the last call.
    pub(super) fn take(&mut self) -> Vec<Press> {
        std::mem::take(&mut self.pressed)
    }

    /// Forgets the held modifiers, because another window will get their release.
    pub(super) fn forget(&mut self) {
        (self.control, self.shift) = ([false; 2], [false; 2]);
    }

    pub(super) fn set(&mut self, code: Code, down: bool) {
        match code {
            Code::LeftCtrl => self.control[0] = down,
            Code::RightCtrl => self.control[1] = down,
            Code::LeftShift => self.shift[0] = down,
            Code::RightShift => self.shift[1] = down,
            _ if down => {
                let (control, shift) = (self.control != [false; 2], self.shift != [false; 2]);
                self.pressed.extend(key(code).map(|key| Press { key, control, shift }));
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
        keyboard.forget();
        keyboard.set(Code::Up, true);
        let expected =
            ["Ctrl+Z", "Shift+F10", "Shift+7", "Up"].map(|name| Press::named(name).unwrap());
        assert_eq!(keyboard.take(), expected);
        assert!(keyboard.take().is_empty());
    }
}
