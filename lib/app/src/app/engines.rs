//! The known engines, and their tests against games.

use super::dialog::{EngineList, NewGame};
use super::form::PartId;
use super::{App, Dialog, Effect, Topic};
use crate::words::program;
use chuhe_core::rules::Rules;
use chuhe_host::engine::EngineFacts;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The state of an engine's test against a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Probe {
    /// The test runs.
    Running,
    /// The engine plays the game.
    Plays(EngineFacts),
    /// The engine does not play the game, for this reason.
    Fails(String),
}

/// The tests of engines, by their line and the name of the game.
pub(super) type Probes = BTreeMap<(String, &'static str), Probe>;

impl App {
    /// The lines of all known engines: those that have played, then those found on this machine.
    #[must_use]
    pub fn engine_lines(&self) -> Vec<String> {
        let known = &self.settings.programs;
        let playing = [&self.settings.red, &self.settings.black];
        let playing = playing.into_iter().filter_map(|player| player.program());
        let mut lines = known.clone();
        for line in self.new_game.programs.iter().chain(playing) {
            if !lines.contains(line) {
                lines.push(line.clone());
            }
        }
        lines
    }

    /// The test of an engine against a game; `None` before it began.
    #[must_use]
    pub fn probe(&self, line: &str, rules: Rules) -> Option<&Probe> {
        self.probes.get(&(line.to_owned(), rules.name()))
    }

    /// The name of an engine: its own if it was told.
    #[must_use]
    pub fn engine_name(&self, line: &str, rules: Rules) -> String {
        match self.probe(line, rules) {
            Some(Probe::Plays(facts)) => facts.name.clone(),
            _ => program(line).to_owned(),
        }
    }

    /// The lines and names of the engines that play a game, or whose test has not ended. The engine
    /// `present` is always among them.
    #[must_use]
    pub fn engines_for(&self, rules: Rules, present: Option<&str>) -> Vec<(String, String)> {
        let mut lines = self.engine_lines();
        lines.retain(|line| !matches!(self.probe(line, rules), Some(Probe::Fails(_))));
        if let Some(present) = present.filter(|present| !lines.iter().any(|line| line == present)) {
            lines.push(present.to_owned());
        }
        let named = |line: String| {
            let name = self.engine_name(&line, rules);
            (line, name)
        };
        lines.into_iter().map(named).collect()
    }

    /// Tests all known engines against a game, except those that were tested already.
    pub(super) fn probe_engines(&mut self, rules: Rules) {
        for line in self.engine_lines() {
            self.probe_engine(line, rules);
        }
    }

    /// Tests an engine against a game, unless it was tested already.
    pub(super) fn probe_engine(&mut self, line: String, rules: Rules) {
        if let Entry::Vacant(entry) = self.probes.entry((line.clone(), rules.name())) {
            entry.insert(Probe::Running);
            self.effects.push(Effect::ProbeEngine(line, rules));
        }
    }

    /// Forgets the tests of an engine.
    pub(super) fn forget_probes(&mut self, line: &str) {
        self.probes.retain(|(known, _), _| known != line);
    }

    /// Puts another line in the place of an engine's line: in the list, for the analysis, and for the
    /// players.
    pub(super) fn replace_engine(&mut self, line: &str, other: String) {
        let facts: Vec<_> = self.probes.iter().filter(|((known, _), _)| known == line).collect();
        let facts: Vec<_> = facts
            .into_iter()
            .map(|((_, rules), probe)| ((other.clone(), *rules), probe.clone()))
            .collect();
        self.probes.extend(facts);
        let settings = &mut self.settings;
        match settings.programs.iter_mut().find(|known| *known == line) {
            Some(known) => known.clone_from(&other),
            None => settings.remember(&other),
        }
        if settings.analysis_engine == line {
            settings.analysis_engine.clone_from(&other);
        }
        for player in [&mut settings.red, &mut settings.black] {
            if player.program().is_some_and(|known| known == line) {
                *player = crate::player::PlayerSetting::Program(other.clone());
            }
        }
        self.use_players();
    }

    /// Handles the end of an engine's test.
    pub(super) fn engine_probed(
        &mut self,
        line: String,
        rules: Rules,
        outcome: Result<EngineFacts, String>,
    ) {
        if let (Err(_), Some(Dialog { topic: Topic::NewGame(form), .. })) =
            (&outcome, &mut self.dialog)
        {
            form.drop_engine(&line);
        }
        let probe = outcome.map_or_else(Probe::Fails, Probe::Plays);
        self.probes.insert((line, rules.name()), probe);
    }

    /// Opens the list of engines. With a new game, the chosen engine plays there, in place of the
    /// player of a part.
    pub(super) fn open_engines(&mut self, back: Option<(NewGame, PartId)>, rules: Rules) {
        self.probe_engines(rules);
        let form = EngineList::new(back.map(Box::new), rules);
        self.open(Topic::Engines(Box::new(form)));
        if let Some(dialog) = &mut self.dialog {
            dialog.part = Some(PartId::EngineLine);
        }
    }
}
