//! The binary formats.

mod ccbridge;
mod support;
mod xqf;
