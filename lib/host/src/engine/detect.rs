//! Starts an engine from a line that may not name its protocol, and tests it against a game.

use super::child::QueryControl;
use super::error::EngineError;
use super::option::EngineOption;
use super::player::Engine;
use super::spec::{Protocol, Spec, split};
use chuhe_core::rules::Rules;
use std::time::Duration;

/// The time that an engine may take to identify itself in a protocol that was guessed.
const PATIENCE: Duration = Duration::from_secs(5);

/// Starts an engine and prepares it for a game. The line is a [`Spec`], or the command alone. With the
/// command alone several protocols are tried. The control can cancel this.
pub fn start_line(line: &str, rules: Rules, control: &QueryControl) -> Result<Engine, String> {
    let prepare = |spec: Spec| {
        let mut engine = Engine::start_with(spec, rules, control)?;
        engine.new_game().map(|()| engine)
    };
    if line.contains("cmd=") {
        let spec: Spec = line.parse().map_err(|error| format!("{error}"))?;
        return prepare(spec).map_err(|error| error.to_string());
    }
    let command = split(line).map_err(|error| error.to_string())?;
    let mut faults = Vec::new();
    for protocol in [Protocol::Uci, Protocol::Cecp, Protocol::Ucci] {
        let spec = Spec { command: command.clone(), patience: PATIENCE, ..Spec::new("", protocol) };
        match prepare(spec) {
            Ok(engine) => return Ok(engine),
            // An engine that speaks this protocol and plays another game speaks no other one.
            Err(
                error @ (EngineError::Start { .. }
                | EngineError::NoCommand
                | EngineError::Cancelled
                | EngineError::Rules(_)),
            ) => return Err(error.to_string()),
            Err(error) => faults.push(format!("{protocol}: {error}")),
        }
    }
    Err(faults.join("; "))
}

/// The facts that an engine tells about itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineFacts {
    pub name: String,
    pub protocol: Protocol,
    pub options: Vec<EngineOption>,
}

/// Starts an engine, tests that it plays a game, and ends it. The line is as that of [`start_line`]. The
/// control can cancel this.
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
