//! The rules of plain prose that a program can check, for comments and documents.

use std::fmt;

/// The longest sentence allowed, in words. A piece of inline code counts as one word.
const LONGEST_SENTENCE: usize = 25;

/// Words that no doc comment begins with.
const BAD_OPENINGS: [&str; 8] =
    ["What", "How", "Whether", "Whom", "Whose", "Why", "The same", "Same as"];

/// Phrases that no prose contains, in lower case, each with what to write instead.
const BAD_PHRASES: [(&str, &str); 20] = [
    ("so many", "a number, or `n`"),
    ("so much", "a number, or `n`"),
    ("so often", "`n` times"),
    ("beside", "besides, apart from, or next to"),
    ("anew", "again"),
    ("whence", "from where"),
    ("whom", "which, or a sentence with a subject"),
    ("he", "they"),
    ("him", "them"),
    ("his", "their"),
    ("she", "they"),
    ("her", "their"),
    (", for it", "because it"),
    (", for they", "because they"),
    (", for there", "because there"),
    (", for this", "because this"),
    (", for that", "because that"),
    (", for nobody", "because nobody"),
    (", for no", "because no"),
    (", for the", "because the"),
];

/// A place where prose breaks a rule.
#[derive(Debug)]
pub struct Finding {
    line: usize,
    fault: String,
    text: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.line, self.fault, self.text)
    }
}

/// Returns the faults in the comments of a Rust file.
pub fn check_rust(text: &str) -> Vec<Finding> {
    check_comments(text, &["///", "//!", "//"])
}

/// Returns the faults in the comments of a script or a configuration file.
pub fn check_script(text: &str) -> Vec<Finding> {
    check_comments(text, &["#"])
}

/// Returns the faults in the comments that begin with one of the markers. The longer of two
/// markers stands before the shorter one.
fn check_comments(text: &str, markers: &[&'static str]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut block = Block::default();
    let mut marker = "";
    for (number, line) in (1..).zip(text.lines()) {
        let (found, comment) = comment(line, markers);
        if found != marker {
            block.finish(marker.len() > 2, &mut findings);
            marker = found;
        }
        if !found.is_empty() {
            block.push(number, comment);
        }
    }
    block.finish(marker.len() > 2, &mut findings);
    findings
}

/// Returns the faults in a Markdown file.
pub fn check_markdown(text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut block = Block::default();
    for (number, line) in (1..).zip(text.lines()) {
        block.push(number, line);
    }
    block.finish(false, &mut findings);
    findings
}

/// Splits a line into the marker of its comment and the comment. The marker of a line without a
/// whole-line comment is empty.
fn comment<'a>(line: &'a str, markers: &[&'static str]) -> (&'static str, &'a str) {
    let line = line.trim_start();
    markers
        .iter()
        .find_map(|marker| Some((*marker, line.strip_prefix(marker)?)))
        .unwrap_or(("", ""))
}

/// Lines of Markdown that belong together.
#[derive(Default)]
struct Block<'a> {
    lines: Vec<(usize, &'a str)>,
}

impl<'a> Block<'a> {
    fn push(&mut self, number: usize, line: &'a str) {
        self.lines.push((number, line));
    }

    /// Checks the paragraphs of the block and empties it.
    fn finish(&mut self, is_doc: bool, findings: &mut Vec<Finding>) {
        let paragraphs = paragraphs(&self.lines);
        if let Some((line, text)) = paragraphs.first().filter(|_| is_doc)
            && BAD_OPENINGS.iter().any(|opening| begins_with(text, opening))
        {
            findings.push(finding(*line, "a doc comment begins with a noun or a verb", text));
        }
        for (line, text) in &paragraphs {
            check_phrases(*line, text, findings);
            for sentence in sentences(text) {
                let words = count_words(sentence);
                if words > LONGEST_SENTENCE {
                    findings.push(finding(*line, &format!("{words} words"), sentence));
                }
            }
        }
        self.lines.clear();
    }
}

fn finding(line: usize, fault: &str, text: &str) -> Finding {
    Finding { line, fault: fault.to_owned(), text: text.to_owned() }
}

fn begins_with(text: &str, opening: &str) -> bool {
    text.strip_prefix(opening).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// Joins the lines of each paragraph and list item. Code, tables and headings are left out, and
/// inline code and the targets of links are replaced by one word.
fn paragraphs(lines: &[(usize, &str)]) -> Vec<(usize, String)> {
    let mut paragraphs: Vec<(usize, String)> = Vec::new();
    let (mut is_code, mut is_open) = (false, false);
    for &(number, line) in lines {
        let line = line.trim();
        if line.starts_with("```") {
            is_code = !is_code;
            is_open = false;
        } else if is_code || line.is_empty() || line.starts_with(['#', '|', '<']) {
            is_open = false;
        } else if let Some(last) = paragraphs.last_mut().filter(|_| is_open && !is_item(line)) {
            last.1.push(' ');
            last.1.push_str(line);
        } else {
            paragraphs.push((number, without_bullet(line).to_owned()));
            is_open = true;
        }
    }
    paragraphs.into_iter().map(|(number, text)| (number, without_code(&text))).collect()
}

fn is_item(line: &str) -> bool {
    without_bullet(line).len() < line.len()
}

fn without_bullet(line: &str) -> &str {
    let item = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let item = if item.len() < line.len() { item.strip_prefix(". ") } else { None };
    item.or_else(|| line.strip_prefix("- ")).or_else(|| line.strip_prefix("* ")).unwrap_or(line)
}

/// Replaces inline code by the word `code`, and drops the targets of links.
fn without_code(text: &str) -> String {
    let pieces = text.split('`').enumerate();
    let text: String =
        pieces.map(|(index, piece)| if index % 2 == 0 { piece } else { "code" }).collect();
    let mut kept = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("](") {
        kept.push_str(before);
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    kept + rest
}

fn check_phrases(line: usize, text: &str, findings: &mut Vec<Finding>) {
    let lower = text.to_lowercase();
    for (phrase, instead) in BAD_PHRASES {
        let found = lower.match_indices(phrase).any(|(at, _)| {
            let joins = |c: char| c.is_alphanumeric() || c == '-';
            !lower[..at].ends_with(joins) && !lower[at + phrase.len()..].starts_with(joins)
        });
        if found {
            findings.push(finding(line, &format!("{phrase:?}: write {instead}"), text));
        }
    }
}

/// Splits a paragraph at each full stop, question mark or exclamation mark that is followed by
/// white space and anything but a lower-case letter.
fn sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut begin = 0;
    for (at, _) in text.match_indices(['.', '?', '!', '。']) {
        let rest = text[at..].trim_start_matches(['.', '?', '!', '。', ')', '"', '»', '*', '_']);
        let next = rest.trim_start();
        let ends = next.len() < rest.len() && !next.starts_with(char::is_lowercase);
        if ends && text.len() - next.len() > begin {
            sentences.push(text[begin..text.len() - next.len()].trim());
            begin = text.len() - next.len();
        }
    }
    sentences.push(text[begin..].trim());
    sentences
}

fn count_words(sentence: &str) -> usize {
    sentence.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count()
}

#[cfg(test)]
mod tests {
    use super::{check_markdown, check_rust};

    fn faults(text: &str) -> Vec<String> {
        check_rust(text).into_iter().map(|finding| finding.fault).collect()
    }

    #[test]
    fn openings_are_told_from_words_that_begin_alike() {
        assert_eq!(faults("/// What moves.").len(), 1);
        assert_eq!(faults("/// Whatever moves.").len(), 0);
        assert_eq!(faults("// What moves.").len(), 0);
        assert_eq!(faults("/// Moves.\nfn f() {}\n/// The same again.").len(), 1);
    }

    #[test]
    fn sentences_are_counted_over_lines_but_not_over_paragraphs_or_code() {
        let words = |count| vec!["word"; count].join(" ");
        assert_eq!(faults(&format!("// {}\n// {}.", words(13), words(13))), ["26 words"]);
        assert_eq!(faults(&format!("// {}.\n// X {}.", words(13), words(13))).len(), 0);
        assert_eq!(faults(&format!("// {}\n//\n// {}", words(13), words(13))).len(), 0);
        assert_eq!(faults(&format!("// {} `{}`", words(13), words(13))).len(), 0);
        assert_eq!(check_markdown(&format!("- {}\n- {}", words(13), words(13))).len(), 0);
    }

    #[test]
    fn phrases_are_whole_words() {
        assert_eq!(faults("// Back whence they came.").len(), 1);
        assert_eq!(faults("// The board besides this one.").len(), 0);
        assert_eq!(faults("// A `so many` in code.").len(), 0);
    }
}
