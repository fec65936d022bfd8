//! Tests an engine against a game.

use super::{EngineOption, Protocol, QueryControl, start_line};
use chuhe_core::rules::Rules;

/// The facts that an engine tells about itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineFacts {
    /// The name.
    pub name: String,
    /// The protocol that it speaks.
    pub protocol: Protocol,
    /// The options.
    pub options: Vec<EngineOption>,
}

/// Starts an engine, tests that it plays a game, and ends it. The line is as that of [`start_line`]. The
/// control can cancel this.
///
/// # Errors
/// Says why the engine does not play the game.
pub fn probe(line: &str, rules: Rules, control: &QueryControl) -> Result<EngineFacts, String> {
    let engine = start_line(line, rules, control)?;
    let facts = EngineFacts {
        name: engine.name().to_owned(),
        protocol: engine.protocol(),
        options: engine.options(),
    };
    engine.quit();
    Ok(facts)
}
