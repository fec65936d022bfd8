use crate::{Evaluation, Node, ReportMark};
use chuhe_core::rules::PgnForm;
use std::time::Duration;

/// (signs, number) of each numeric annotation glyph. Spaces separate signs with the same meaning.
const SIGNS: [(&str, u8); 16] = [
    ("!", 1),
    ("?", 2),
    ("!! ‼", 3),
    ("?? ⁇", 4),
    ("!? ⁉", 5),
    ("?! ⁈", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("+= ⩲", 14),
    ("=+ ⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("+-", 18),
    ("-+", 19),
    ("N", 146),
];

/// The values of the command `[%report …]` in a comment.
const REPORT_MARKS: [(&str, ReportMark); 2] =
    [("glyph", ReportMark::Glyph), ("move", ReportMark::Move)];

/// Words after a move that only repeat a fact about the move, such as a check. The reader skips these words.
const EMPTY_WORDS: [&str; 9] = ["+", "++", "#", "ch", "ch.", "mate", "e.p.", "ep", "e.p"];

pub(super) enum Sign {
    Nag(u8),
    /// A word that the reader skips.
    Empty,
}

/// Reads a word such as `$1`, `!?`, `+-` or `e.p.`; `None` if the word is not known.
pub(super) fn sign(word: &str) -> Option<Sign> {
    if let Some(number) = word.strip_prefix('$') {
        return number.parse().ok().map(Sign::Nag).or(is_number(number).then_some(Sign::Empty));
    }
    if EMPTY_WORDS.contains(&word) {
        return Some(Sign::Empty);
    }
    let is_it = |(signs, _): &&(&str, u8)| signs.split(' ').any(|sign| sign == word);
    SIGNS.iter().find(is_it).map(|(_, nag)| Sign::Nag(*nag))
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Separates a move from the signs that judge it: `Nf3!?` becomes `Nf3` and glyph 5.
pub(super) fn split_praise(word: &str) -> (&str, Option<u8>) {
    let text = word.trim_end_matches(['!', '?', '！', '？', '‼', '⁇', '⁉', '⁈']);
    let praise = word[text.len()..].replace('！', "!").replace('？', "?");
    match sign(&praise) {
        Some(Sign::Nag(nag)) => (text, Some(nag)),
        _ => (text, None),
    }
}

pub(super) fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

/// Adds a comment to a node. Known commands in the comment, such as `[%clk 0:01:00]`, become values of the node.
pub(crate) fn add_comment(node: &mut Node, comment: &str, form: PgnForm) {
    let mut rest = comment;
    let mut text = String::new();
    while let Some(start) = rest.find("[%") {
        let Some(length) = rest[start..].find(']') else { break };
        let (before, behind) = (&rest[..start], &rest[start + length + 1..]);
        if command(node, &rest[start + 2..start + length]).is_some() {
            // The spaces around a command do not belong to the text.
            text.push_str(before.trim_end_matches(' '));
            rest = behind;
            if !text.is_empty() && !rest.starts_with(char::is_whitespace) && !rest.is_empty() {
                text.push(' ');
            }
        } else {
            text.push_str(&rest[..start + length + 1]);
            rest = behind;
        }
    }
    text.push_str(rest);
    join(&mut node.comment, &normalized(&text, form));
}

/// Returns a comment without white space around it. In the standard form, white space between words becomes one space.
pub(super) fn normalized(text: &str, form: PgnForm) -> String {
    match form {
        PgnForm::Standard => text.split_whitespace().collect::<Vec<_>>().join(" "),
        PgnForm::Xqbase => trimmed_lines(text),
    }
}

/// Returns a text without the white space around the text and around each line.
pub(crate) fn trimmed_lines(text: &str) -> String {
    text.trim().lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

fn command(node: &mut Node, text: &str) -> Option<()> {
    let (name, value) = text.trim().split_once(char::is_whitespace)?;
    let value = value.trim();
    match name {
        "clk" => node.clock = Some(duration(value)?),
        "emt" => node.elapsed = Some(duration(value)?),
        "eval" => node.evaluation = Some(evaluation(value)?),
        "report" => node.report = Some(REPORT_MARKS.iter().find(|(word, _)| *word == value)?.1),
        _ => return None,
    }
    Some(())
}

/// Reads a time such as `1:02:03.5`, `2:03` or `3`. The last number gives the seconds.
fn duration(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let parts: Vec<&str> = whole.split(':').collect();
    if parts.len() > 3 || fraction.len() > 9 || !is_number(fraction) {
        return None;
    }
    let mut seconds = 0_u64;
    for part in parts {
        let number = Some(part).filter(|part| is_number(part) && part.len() <= 6)?;
        seconds = seconds * 60 + number.parse::<u64>().ok()?;
    }
    let nanos = format!("{fraction:0<9}").parse().ok()?;
    Some(Duration::new(seconds, nanos))
}

/// Reads a score in pawns, such as `-1.2`, or in moves to mate, such as `#-3`. A depth after a comma is ignored.
fn evaluation(text: &str) -> Option<Evaluation> {
    let score = text.split(',').next()?.trim();
    if let Some(mate) = score.strip_prefix('#') {
        return mate.parse().ok().map(Evaluation::Mate);
    }
    let negative = score.starts_with('-');
    let digits = score.strip_prefix(['-', '+']).unwrap_or(score);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() || whole.len() > 6 || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let hundredths: String = fraction.chars().chain("00".chars()).take(2).collect();
    let centipawns = whole.parse::<i32>().ok()? * 100 + hundredths.parse::<i32>().ok()?;
    Some(Evaluation::Centipawns(if negative { -centipawns } else { centipawns }))
}

/// Returns the comment of a node as it is written to a file. The commands for the node's values come first.
pub(super) fn text(node: &Node) -> String {
    let mut parts = Vec::new();
    match node.evaluation {
        Some(Evaluation::Centipawns(score)) => {
            let sign = if score < 0 { "-" } else { "" };
            let score = score.unsigned_abs();
            parts.push(format!("[%eval {sign}{}.{:02}]", score / 100, score % 100));
        }
        Some(Evaluation::Mate(moves)) => parts.push(format!("[%eval #{moves}]")),
        None => {}
    }
    let word = REPORT_MARKS.iter().find(|(_, mark)| node.report == Some(*mark));
    parts.extend(word.map(|(word, _)| format!("[%report {word}]")));
    parts.extend(node.clock.map(|time| format!("[%clk {}]", duration_text(time))));
    parts.extend(node.elapsed.map(|time| format!("[%emt {}]", duration_text(time))));
    if !node.comment.is_empty() {
        parts.push(node.comment.clone());
    }
    parts.join(" ")
}

/// Returns a time in the form `1:02:03`, or `1:02:03.5` with a fraction of a second.
fn duration_text(time: Duration) -> String {
    let (seconds, nanos) = (time.as_secs(), time.subsec_nanos());
    let fraction = match nanos {
        0 => String::new(),
        _ => format!(".{nanos:09}").trim_end_matches('0').to_owned(),
    };
    format!("{}:{:02}:{:02}{fraction}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
