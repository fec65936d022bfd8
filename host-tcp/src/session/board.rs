//! `Board`: begins a game from a position that the client describes.

use crate::command::{COMMA, CommandError};
use crate::game::ClientGame;
use crate::lines::Reply;
use chuhe_core::notation::Fen;
use chuhe_core::{Numbers, Position, Side, map};
use chuhe_host::Map;
use std::sync::Arc;

/// Begins a game with the rules of the current game. If `text` contains commas, it lists pieces as `RequestBoard` does,
/// and Red moves first. Any other text is a FEN.
pub(super) fn set_up(
    game: &mut dyn ClientGame,
    text: &str,
) -> Result<Reply<'static>, CommandError> {
    let rules = game.game().position().rules();
    let text = text.replace(COMMA, ",");
    let (position, numbers) = if text.contains(',') {
        map::read(&text, rules, Side::Red).map_err(|error| format!("The pieces: {error}."))?
    } else {
        let fen = Fen::read(rules, &text).map_err(|error| format!("The FEN: {error}."))?;
        let position = fen.position;
        let numbers = Numbers::in_reading_order(&position);
        (position, numbers)
    };
    if position.ending().is_some() {
        return Err("The game would be over before it begins.".into());
    }
    game.restart(Some(Arc::new(Map { name: "of a client".to_owned(), position, numbers })));
    Ok(Reply::True)
}
