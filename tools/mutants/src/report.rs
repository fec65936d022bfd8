//! The table of outcomes and the list of survivors.

use crate::mutant::Mutant;
use crate::outcome::Outcome;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The counts of a file, or of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    caught: usize,
    timed_out: usize,
    missed: usize,
    unreached: usize,
    refused: usize,
}

impl Counts {
    fn add(&mut self, outcome: &Outcome) {
        let count = match outcome {
            Outcome::Caught(_) => &mut self.caught,
            Outcome::TimedOut(_) => &mut self.timed_out,
            Outcome::Missed => &mut self.missed,
            Outcome::Unreached => &mut self.unreached,
            Outcome::Refused => &mut self.refused,
        };
        *count += 1;
    }

    fn run(&self) -> usize {
        self.caught + self.timed_out + self.missed + self.unreached
    }

    /// The caught ones in a hundred, those that never end included.
    fn share(&self) -> f64 {
        let run = u32::try_from(self.run().max(1)).unwrap_or(u32::MAX);
        let caught = u32::try_from(self.caught + self.timed_out).unwrap_or(u32::MAX);
        100.0 * f64::from(caught) / f64::from(run)
    }

    fn row(&self, name: &str) -> String {
        let Counts { caught, timed_out, missed, unreached, .. } = self;
        let (run, share) = (self.run(), self.share());
        format!(
            "| {name} | {run} | {caught} | {timed_out} | {missed} | {unreached} | {share:.1} |\n"
        )
    }
}

/// Returns the report on all mutants with their outcomes, as Markdown.
pub(crate) fn report(outcomes: &[(&Mutant, &Outcome)]) -> String {
    let mut files: BTreeMap<&str, Counts> = BTreeMap::new();
    let mut all = Counts::default();
    for (mutant, outcome) in outcomes {
        files.entry(&mutant.file).or_default().add(outcome);
        all.add(outcome);
    }
    let mut text = String::from(
        "| file | mutants | caught | timed out | missed | unreached | caught, % |\n\
         | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for (file, counts) in files {
        text.push_str(&counts.row(&format!("`{file}`")));
    }
    text.push_str(&all.row("all"));
    _ = writeln!(text, "\n{} more do not compile.", all.refused);
    for (kind, title) in [
        (Outcome::Missed, "Missed: every test that reaches them passes"),
        (Outcome::Unreached, "Unreached: no test runs this code"),
    ] {
        let of_kind = outcomes.iter().filter(|(_, outcome)| **outcome == kind);
        let lines = of_kind.map(|(mutant, _)| format!("- {mutant}\n")).collect::<String>();
        if !lines.is_empty() {
            _ = write!(text, "\n{title}:\n\n{lines}");
        }
    }
    text
}
