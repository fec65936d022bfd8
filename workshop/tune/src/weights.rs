//! Weights as text: a file for other commands, or the source file of the core.

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

/// Returns weights as the Rust source of `core/src/rules/NAME/weights.rs`.
pub(crate) fn source(rules: Rules, weights: &[Weight]) -> Result<String, fmt::Error> {
    let mut text = format!(
        "//! The weights of the evaluation of {rules}, as `chuhe-tune print` writes them.\n\n\
         use super::terms::COUNT;\n\
         use crate::rules::tapered_score::TaperedScore;\n\n\
         const fn p(middlegame: i16, endgame: i16) -> TaperedScore {{\n    TaperedScore::new(middlegame, endgame)\n}}\n\n\
         /// In the order of the terms.\n\
         #[rustfmt::skip]\n\
         pub(super) const WEIGHTS: [TaperedScore; COUNT] = [\n"
    );
    for term in tuning::terms(rules) {
        writeln!(text, "    // {term}")?;
        for row in weights[term.range()].chunks(term.columns) {
            text.push_str("   ");
            for value in row {
                write!(text, " p({:.0}, {:.0}),", rounded(value[0]), rounded(value[1]))?;
            }
            text.push('\n');
        }
    }
    text.push_str("];\n");
    Ok(text)
}

/// Rounds a number. A zero has no sign.
fn rounded(value: f64) -> f64 {
    value.round() + 0.0
}
