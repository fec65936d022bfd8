//! A window of the system: inputs come out as [`Input`]s, pictures go in.

mod keys;
mod minifb;
mod pointer;
#[cfg(target_os = "linux")]
mod x11;

use chuhe_app::{Press, WindowPoint};
use std::path::PathBuf;

pub use self::minifb::Window;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    Moved(WindowPoint),
    /// The left button was pressed.
    Pressed(WindowPoint),
    /// The left button was released.
    Released(WindowPoint),
    /// The right button was pressed.
    OtherPressed(WindowPoint),
    /// The right button was released.
    OtherReleased(WindowPoint),
    /// The wheel was turned down by a number of rows.
    Scrolled(i32),
    /// A key was pressed, or repeats, without a character.
    Key(Press),
    /// A character was typed, with its key if that is known.
    Typed(char, Option<Press>),
    /// The window has a new size in pixels.
    Resized([usize; 2]),
    /// The window got or lost the focus. Its picture may be gone.
    Focused,
    Dropped(PathBuf),
    Closed,
}
