//! Reads the options that an engine offers, and sets options in its configuration.

use super::spec::{Protocol, split};
use std::borrow::Cow;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    pub name: String,
    pub kind: OptionKind,
    /// The value when the engine starts; empty for a button.
    pub default: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// The value is `true` or `false`.
    Check,
    Spin {
        min: i64,
        max: i64,
    },
    Combo(Vec<String>),
    Text,
    /// A command without a value.
    Button,
}

/// The words that stand before a value in a description.
const KEYS: [&str; 5] = ["type", "default", "min", "max", "var"];

impl EngineOption {
    /// Reads a description such as `Hash type spin default 16 min 1 max 1024`, which follows
    /// `option name` in UCI and `option` in UCCI. Returns `None` for an unknown type.
    ///
    /// ```
    /// use chuhe_host::engine::{EngineOption, OptionKind};
    /// let option = EngineOption::read("Skill Level type spin default 20 min 0 max 20").unwrap();
    /// assert_eq!(option.name, "Skill Level");
    /// assert_eq!(option.kind, OptionKind::Spin { min: 0, max: 20 });
    /// assert_eq!(EngineOption::read("Strange type colour"), None);
    /// ```
    pub fn read(description: &str) -> Option<Self> {
        let mut values: Vec<(&str, Vec<&str>)> = vec![("name", Vec::new())];
        for word in description.split_whitespace() {
            // A key begins a value. But the first word belongs to the name, even if it is also a key.
            let is_first = values[0].1.is_empty();
            if KEYS.contains(&word) && !is_first {
                values.push((word, Vec::new()));
            } else if let Some((_, words)) = values.last_mut() {
                words.push(word);
            }
        }
        let values_of = |key: &'static str| {
            let of_key = values.iter().filter(move |(known, _)| *known == key);
            of_key.map(|(_, words)| words.join(" "))
        };
        let value = |key| values_of(key).next();
        let number =
            |key, other: i64| value(key).and_then(|text| text.parse().ok()).unwrap_or(other);
        let default = value("default").filter(|text| text != "<empty>").unwrap_or_default();
        let kind = match value("type")?.as_str() {
            "check" => OptionKind::Check,
            "spin" => {
                let (min, max) = (number("min", i64::MIN), number("max", i64::MAX));
                OptionKind::Spin { min: min.min(max), max }
            }
            "combo" => OptionKind::Combo(values_of("var").collect()),
            "string" => OptionKind::Text,
            "button" => OptionKind::Button,
            _ => return None,
        };
        Some(Self { name: value("name")?, kind, default })
    }

    pub fn takes(&self, value: &str) -> bool {
        match &self.kind {
            OptionKind::Check => matches!(value, "true" | "false"),
            OptionKind::Spin { min, max } => {
                value.parse::<i64>().is_ok_and(|number| (*min..=*max).contains(&number))
            }
            OptionKind::Combo(values) => values.iter().any(|known| known == value),
            OptionKind::Text => !value.contains(['"', '\'', '\n']),
            OptionKind::Button => value.is_empty(),
        }
    }
}

/// Returns the configuration `line` after `options` have replaced its options. If `line` is only a command, the
/// result is a full configuration (see [`Spec`](super::Spec)) that also names `protocol`.
///
/// ```
/// use chuhe_host::engine::{Protocol, Spec, with_options};
/// let options = [("Skill Level".to_owned(), "5".to_owned())];
/// let line = with_options("/opt/my engine --fast", Protocol::Uci, &options).unwrap();
/// assert_eq!(line, "'cmd=/opt/my engine --fast' proto=uci 'option.Skill Level=5'");
/// assert_eq!(line.parse::<Spec>().unwrap().options, options);
/// ```
pub fn with_options(
    line: &str,
    protocol: Protocol,
    options: &[(String, String)],
) -> Result<String, String> {
    let mut words = match line.contains("cmd=") {
        true => split(line)?,
        false => vec![format!("cmd={}", line.trim()), format!("proto={protocol}")],
    };
    words.retain(|word| !word.starts_with("option."));
    words.extend(options.iter().map(|(name, value)| format!("option.{name}={value}")));
    let quoted: Result<Vec<_>, _> = words.iter().map(|word| quoted(word)).collect();
    Ok(quoted?.join(" "))
}

fn quoted(word: &str) -> Result<Cow<'_, str>, String> {
    let is_plain = |sign: u8| sign.is_ascii_alphanumeric() || b"=+-./:@_,%".contains(&sign);
    match word.bytes().all(is_plain) {
        true => Ok(Cow::Borrowed(word)),
        false => shlex::try_quote(word).map_err(|error| error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::spec::Spec;
    use super::*;

    #[test]
    fn options_are_replaced_and_the_rest_stays() {
        let options = [("Hash".to_owned(), "64".to_owned())];
        let line = r#"cmd="'/a b/c' -x" proto=cecp dir=/tmp option.Hash=1 "option.Skill Level=2""#;
        let other = with_options(line, Protocol::Uci, &options).unwrap();
        let (spec, before) = (other.parse::<Spec>().unwrap(), line.parse::<Spec>().unwrap());
        assert_eq!(spec.options, options);
        assert_eq!(spec, Spec { options: options.to_vec(), ..before });
        let plain = with_options("/bin/x \"a b\"", Protocol::Ucci, &[]).unwrap();
        assert_eq!(plain.parse::<Spec>().unwrap().command, ["/bin/x", "a b"]);
        let fast = [("Fast".to_owned(), String::new())];
        let unclosed = with_options("'cmd=a", Protocol::Uci, &fast);
        assert_eq!(unclosed, Err("a quote is never closed".to_owned()));
    }

    #[test]
    fn descriptions_of_engines_are_read() {
        for row in include_str!("options.txt").lines() {
            let [text, kind, default, takes, refuses] = row.split(" | ").collect::<Vec<_>>()[..]
            else {
                panic!("{row}");
            };
            let option = EngineOption::read(text).unwrap();
            assert_eq!((&*format!("{:?}", option.kind), &*option.default), (kind, default));
            assert!(option.takes(takes) && !option.takes(refuses), "{row}");
        }
        for text in ["", "Hash", "type", "x type", "x type list"] {
            assert_eq!(EngineOption::read(text), None, "{text}");
        }
    }
}
