//! Displays the text that a closure writes, like `core::fmt::from_fn` of Rust 1.93.

use core::fmt;

struct FromFn<F>(F);

impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for FromFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}

pub(crate) const fn from_fn(
    write: impl Fn(&mut fmt::Formatter<'_>) -> fmt::Result,
) -> impl fmt::Display {
    FromFn(write)
}
