//! A window of the system: what the player does in it comes out as [`Input`]s, pictures go in.
//!
//! The program asks nothing else of a system than the trait [`Window`], so that another library
//! can take minifb's place.

mod keys;
mod minifb;

use crate::app::{Place, Press};

pub use self::minifb::open;

/// Something that a player did in the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// The pointer is somewhere else.
    Moved(Place),
    /// The first button is pressed.
    Pressed(Place),
    /// The first button is released.
    Released(Place),
    /// Another button is pressed.
    OtherPressed,
    /// The wheel was turned so many rows down.
    Scrolled(i32),
    /// A key was pressed, or repeats itself.
    Key(Press),
    /// The window has another size, in pixels.
    Resized([usize; 2]),
    /// The window came to the front or lost it: what it shows may be gone.
    Focused,
    /// The window is to be closed.
    Closed,
}

/// A window of the system.
pub trait Window {
    /// Its size in pixels.
    fn size(&self) -> [usize; 2];

    /// Waits for a few milliseconds and appends what the player did meanwhile.
    fn poll(&mut self, inputs: &mut Vec<Input>);

    /// Shows a picture, `0x00RRGGBB` a pixel, row by row from the top left.
    ///
    /// # Errors
    /// In words, when the system does not take it.
    fn show(&mut self, pixels: &[u32], size: [usize; 2]) -> Result<(), String>;
}
