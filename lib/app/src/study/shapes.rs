//! The commands of a comment that draw: `[%csl Ge5]` a circle, and `[%cal Gc2c4,Rd1d8]` arrows.

use chuhe_core::Square;
use chuhe_core::rules::Rules;

/// A circle, whose two squares are one, or an arrow.
pub type Shape = (Square, Square);

const COMMANDS: [&str; 2] = ["[%csl ", "[%cal "];

/// The first command of a text: the text before it, its shapes, and the text behind it.
fn split(text: &str) -> Option<(&str, &str, &str)> {
    let begin = COMMANDS.iter().filter_map(|command| text.find(command)).min()?;
    let (before, command) = text.split_at(begin);
    let (shapes, behind) = command.split_once(']')?;
    Some((before, &shapes[COMMANDS[0].len()..], behind))
}

/// A comment without its commands.
pub(super) fn words(comment: &str) -> String {
    let (mut words, mut rest) = (String::new(), comment);
    while let Some((before, _, behind)) = split(rest) {
        words.push_str(before);
        rest = behind;
    }
    words + rest
}

/// The circles and arrows of a comment.
pub(super) fn shapes(comment: &str, rules: Rules) -> Vec<Shape> {
    let shape = |text: &str| {
        // The first letter is the colour.
        let (from, to) = text.trim().get(1..)?.split_at_checked(2)?;
        let to = if to.is_empty() { from } else { to };
        Some((rules.square_named(from)?, rules.square_named(to)?))
    };
    let lists = std::iter::successors(split(comment), |&(.., behind)| split(behind));
    lists.flat_map(|(_, list, _)| list.split(',')).filter_map(shape).collect()
}
