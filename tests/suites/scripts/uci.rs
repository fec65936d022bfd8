//! Scripts of `tests/data/uci`: the engine for other programs.

use crate::uci::Engine;
use chuhe_tests::script::{self, ScriptLine};

/// An engine, and the lines that it must not say before the next expected one.
pub(super) struct Session {
    engine: Engine,
    forbidden: Vec<String>,
}

impl Session {
    pub(super) fn new() -> Self {
        Self { engine: Engine::start(), forbidden: Vec::new() }
    }
}

impl script::Session for Session {
    fn run(&mut self, line: ScriptLine<'_>) {
        match line {
            ScriptLine::Send(text) => self.engine.say(text),
            ScriptLine::ExpectLater(pattern) => {
                self.engine.await_without(pattern, &self.forbidden);
                self.forbidden.clear();
            }
            ScriptLine::Forbid(pattern) => self.forbidden.push(pattern.to_owned()),
            ScriptLine::Directive("ends", "") => while self.engine.hear().is_some() {},
            _ => panic!("the engine's scripts have no such line"),
        }
    }

    fn end(self) {
        self.engine.end();
    }
}
