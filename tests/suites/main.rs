//! Tests that cross packages, in one program: each module is a suite.

mod analysis;
mod api;
mod architecture;
mod desktop_words;
mod documents;
mod endpoint;
mod engines;
mod journal;
mod keeping;
mod pgn;
mod properties;
mod prose;
mod scripts;
mod search;
mod tcp_abuse;
mod text_field;
mod uci;
mod variants;
mod variety;
mod view;
mod view_rules;
mod web_abuse;
