//! Weights as text: a file between two commands, and the table that the core is built with.

use crate::fit::Weight;
use chuhe_core::rules::Rules;
use std::fmt::{self, Write};

/// A line for each weight: its values for a full and for an empty board.
pub(crate) fn write(weights: &[Weight]) -> String {
    weights.iter().map(|[full, empty]| format!("{full:.3}\t{empty:.3}\n")).collect()
}

/// Reads as many weights as the estimate of the game has.
pub(crate) fn read(text: &str, count: usize) -> Result<Vec<Weight>, String> {
    let weights: Option<Vec<Weight>> = text
        .lines()
        .map(|line| {
            let (full, empty) = line.split_once('\t')?;
            Some([full.parse().ok()?, empty.parse().ok()?])
        })
        .collect();
    let weights = weights.ok_or("each line has two numbers with a tab between them")?;
    if weights.len() == count {
        Ok(weights)
    } else {
        Err(format!("{} weights, and {count} are wanted", weights.len()))
    }
}

/// Weights as the Rust source of `core/src/rules/NAME/weights.rs`.
pub(crate) fn source(rules: Rules, weights: &[Weight]) -> Result<String, fmt::Error> {
    let mut text = format!(
        "//! The weights of the estimate of {rules}, as `chuhe-tune print` writes them.\n\n\
         use super::terms::COUNT;\n\
         use crate::rules::nine::values::Pair;\n\n\
         const fn p(full: i16, empty: i16) -> Pair {{\n    Pair::new(full, empty)\n}}\n\n\
         /// In the order of the terms.\n\
         #[rustfmt::skip]\n\
         pub(super) const WEIGHTS: [Pair; COUNT] = [\n"
    );
    for term in rules.terms() {
        writeln!(text, "    // {term}")?;
        for row in weights[term.range()].chunks(term.columns()) {
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

/// Without the sign of a zero.
fn rounded(value: f64) -> f64 {
    value.round() + 0.0
}
