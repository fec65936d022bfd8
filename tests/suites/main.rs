//! Tests that cross packages, in one program: each module is a suite.

mod abuse;
mod architecture;
mod desktop_words;
mod endpoint;
mod engines;
mod journal;
mod keeping;
mod pgn;
mod properties;
mod prose;
mod scripts;
mod search;
mod text_field;
mod uci;
mod variants;
mod variety;
mod view;
