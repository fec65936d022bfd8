//! The known engines, and the tests of which kinds of game they support.

use crate::words::program;
use crate::{Effect, PlayerSetting, Settings};
use chuhe_core::rules::Rules;
use chuhe_host::engine::EngineFacts;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Probe {
    Running,
    Plays(EngineFacts),
    Fails([String; 2]),
}

#[derive(Debug, Default)]
pub struct Engines {
    /// The command lines of engines found on this machine.
    pub found: Vec<String>,
    /// The tests, by the engine's command line and the name of the rules.
    probes: BTreeMap<(String, &'static str), Probe>,
}

impl Engines {
    /// The command lines of all known engines: those of the settings, then found engines, then present players.
    pub fn lines(&self, settings: &Settings) -> Vec<String> {
        let playing = [&settings.red, &settings.black];
        let playing = playing.into_iter().filter_map(|player| player.program());
        let mut lines = settings.programs.clone();
        for line in self.found.iter().chain(playing) {
            if !lines.contains(line) {
                lines.push(line.clone());
            }
        }
        lines
    }

    pub fn probe(&self, line: &str, rules: Rules) -> Option<&Probe> {
        self.probes.get(&(line.to_owned(), rules.name()))
    }

    pub(super) fn fails(&self, line: &str, rules: Rules) -> bool {
        matches!(self.probe(line, rules), Some(Probe::Fails(_)))
    }

    pub fn name(&self, line: &str, rules: Rules) -> String {
        match self.probe(line, rules) {
            Some(Probe::Plays(facts)) => facts.name.clone(),
            _ => program(line).to_owned(),
        }
    }

    /// (command line, name) of each engine that has passed its test for `rules`, and of the engine `present`.
    pub fn playing(
        &self,
        settings: &Settings,
        rules: Rules,
        present: Option<&str>,
    ) -> Vec<(String, String)> {
        let mut lines = self.lines(settings);
        lines.retain(|line| matches!(self.probe(line, rules), Some(Probe::Plays(_))));
        if let Some(present) = present.filter(|present| !lines.iter().any(|line| line == present)) {
            lines.push(present.to_owned());
        }
        let names: Vec<_> = lines.iter().map(|line| self.name(line, rules)).collect();
        lines.into_iter().zip(names).collect()
    }

    pub(super) fn test(&mut self, line: String, rules: Rules, effects: &mut Vec<Effect>) {
        if let Entry::Vacant(entry) = self.probes.entry((line.clone(), rules.name())) {
            entry.insert(Probe::Running);
            effects.push(Effect::ProbeEngine(line, rules));
        }
    }

    pub(super) fn test_again(&mut self, line: String, rules: Rules, effects: &mut Vec<Effect>) {
        self.probes.retain(|(known, _), _| *known != line);
        self.test(line, rules, effects);
    }

    pub(super) fn probed(&mut self, line: String, rules: Rules, probe: Probe) {
        self.probes.insert((line, rules.name()), probe);
    }

    pub(super) fn remove(&mut self, line: &str, settings: &mut Settings) {
        settings.programs.retain(|known| known != line);
        self.found.retain(|known| known != line);
    }

    /// Replaces an engine's command line by `other` in the settings. The results of its tests are copied to `other`.
    pub(super) fn replace(&mut self, line: &str, other: String, settings: &mut Settings) {
        let facts = self.probes.iter().filter(|((known, _), _)| known == line);
        let facts: Vec<_> =
            facts.map(|((_, rules), probe)| ((other.clone(), *rules), probe.clone())).collect();
        self.probes.extend(facts);
        match settings.programs.iter_mut().find(|known| *known == line) {
            Some(known) => known.clone_from(&other),
            None => settings.remember(&other),
        }
        if settings.analysis_engine == line {
            settings.analysis_engine.clone_from(&other);
        }
        for player in [&mut settings.red, &mut settings.black] {
            if player.program().is_some_and(|known| known == line) {
                *player = PlayerSetting::Program(other.clone());
            }
        }
    }
}
