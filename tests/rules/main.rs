//! Rules, notation and played games: tests that need only the core.

mod cases;
mod examples;
mod fen;
mod game;
mod maps;
mod notation;
mod perft;
mod played;
mod position;
mod why_not;
