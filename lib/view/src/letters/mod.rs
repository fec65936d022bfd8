//! Draws characters as outlines of any size, and wraps and writes lines of text.

mod font;
mod wrap;
mod write;

pub use font::{ENGLISH, FULL, Fallback, Font, Glyph, PlacedGlyph, Typeface};
pub(crate) use font::{SIGNS, glyph};
pub use wrap::Wrapped;
pub use write::{Align, Type};
