//! The parameters of the search as options, in builds with the feature `tune`.

use super::{OptionFault, Setting};
use chuhe_core::{PARAMETERS, Parameter};

/// Reads the value of a parameter; `None` if there is no parameter of this name.
pub(super) fn set(name: &str, value: &str) -> Option<Result<Setting, OptionFault>> {
    let named = |parameter: &&Parameter| parameter.name.eq_ignore_ascii_case(name);
    let index = PARAMETERS.iter().position(named)?;
    let bounds = PARAMETERS[index].min..=PARAMETERS[index].max;
    let value = value.parse().ok().filter(|value| bounds.contains(value));
    Some(value.map(|value| Setting::Parameter { index, value }).ok_or(OptionFault::Value))
}

/// Describes the parameters as options of UCI, one per line.
pub(super) fn describe() -> String {
    let lines = PARAMETERS.iter().map(|Parameter { name, default, min, max, .. }| {
        format!("option name {name} type spin default {default} min {min} max {max}\n")
    });
    lines.collect()
}

/// Returns the answer to `spsa`: a line for each parameter, in the form of OpenBench's tests. A line has
/// the name, the type, the value, the least and the greatest one, the last step and the last learning rate.
pub fn spsa_input() -> String {
    const LEARNING_RATE: &str = "0.002";
    if PARAMETERS.is_empty() {
        return "info string no parameters: this build is not made for tuning".to_owned();
    }
    let lines = PARAMETERS.iter().map(|parameter| {
        let Parameter { name, min, max, step, .. } = parameter;
        format!("{name}, int, {}, {min}, {max}, {step}, {LEARNING_RATE}", parameter.get())
    });
    lines.collect::<Vec<_>>().join("\n")
}
