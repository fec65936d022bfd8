//! Opens a window of the system. The window returns [`Input`]s and shows pictures.

mod keys;
mod minifb;
#[cfg(target_os = "linux")]
mod x11;

use chuhe_app::{Press, WindowPoint};
use std::path::PathBuf;

pub(crate) use self::minifb::Window;

/// An input of the window, in whose name "Other" means the right mouse button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    Moved(WindowPoint),
    Pressed(WindowPoint),
    Released(WindowPoint),
    OtherPressed(WindowPoint),
    OtherReleased(WindowPoint),
    /// The wheel was turned down by this number of rows; a negative number means up.
    Scrolled(i32),
    Key(Press),
    /// A character was typed, with its key if that is known.
    Typed(char, Option<Press>),
    Resized([usize; 2]),
    /// The window got or lost the focus. The picture may be gone, and must be sent again.
    Focused,
    Dropped(PathBuf),
    Closed,
}
