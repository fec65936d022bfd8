//! Weights as text: a file for other commands, or the file of the core.

use crate::fit::Weight;
use chuhe_core::rules::Rules;
use chuhe_core::tuning;
use std::fmt::{self, Write};

/// Writes a line for each weight: its middlegame and its endgame value.
pub(crate) fn write(weights: &[Weight]) -> String {
    weights.iter().map(|[middlegame, endgame]| format!("{middlegame:.3}\t{endgame:.3}\n")).collect()
}

pub(crate) fn read(text: &str, count: usize) -> Result<Vec<Weight>, String> {
    let weights: Option<Vec<Weight>> = text
        .lines()
        .map(|line| {
            let (middlegame, endgame) = line.split_once('\t')?;
            Some([middlegame.parse().ok()?, endgame.parse().ok()?])
        })
        .collect();
    let weights = weights.ok_or("each line has two numbers with a tab between them")?;
    if weights.len() == count {
        Ok(weights)
    } else {
        Err(format!("{} weights, and {count} are wanted", weights.len()))
    }
}

/// Returns weights as `core/src/rules/NAME/weights.txt` has them.
pub(crate) fn source(rules: Rules, weights: &[Weight]) -> Result<String, fmt::Error> {
    let mut text = format!(
        "# The weights of the evaluation of {rules}, as `chuhe-tune print` writes them: \
         middlegame/endgame.\n"
    );
    for term in tuning::terms(rules) {
        writeln!(text, "# {term}")?;
        for row in weights[term.range()].chunks(term.columns) {
            let row = row.iter().map(|value| value.map(rounded));
            let row: Vec<String> = row.map(|[one, other]| format!("{one:.0}/{other:.0}")).collect();
            writeln!(text, "{}", row.join(" "))?;
        }
    }
    Ok(text)
}

/// Rounds a number. A zero has no sign.
fn rounded(value: f64) -> f64 {
    value.round() + 0.0
}
