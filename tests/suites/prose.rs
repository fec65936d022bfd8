//! Prose of the repository: comments and documents follow the rules that a program can check.

use chuhe_tests::{files, root, rows, text};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The longest sentence allowed, in words. A piece of inline code counts as one word.
const LONGEST_SENTENCE: usize = 25;

/// Words that no doc comment begins with.
const BAD_OPENINGS: [&str; 8] =
    ["What", "How", "Whether", "Whom", "Whose", "Why", "The same", "Same as"];

/// Phrases that no prose contains, each with what to write instead.
static BAD_PHRASES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    toml::from_str(include_str!("../data/phrases.toml")).expect("a table of phrases")
});

const OF_RUST: &[&str] = &["///", "//!", "//"];

#[test]
fn comments_and_documents_are_plain() {
    let mut findings = Vec::new();
    let paths = files(root(), &["rs", "md", "toml", "py", "properties", ""]);
    assert!(paths.len() > 300, "only {} files", paths.len());
    for path in paths {
        let name = path.strip_prefix(root()).expect("below the root").display().to_string();
        let markers: &[&str] = match path.extension().and_then(|extension| extension.to_str()) {
            Some("rs") => OF_RUST,
            Some("md") => &[""],
            None if !name.starts_with(".ci") => continue,
            _ => &["#"],
        };
        let faults = check(&text(&path), markers);
        findings.extend(faults.iter().map(|(line, fault)| format!("{name}:{line}: {fault}")));
    }
    assert!(findings.is_empty(), "{} findings\n{}", findings.len(), findings.join("\n"));
}

/// Returns the faults in the lines behind the markers of comments, each with its line. The longer of two
/// markers stands before the shorter one.
fn check(text: &str, markers: &[&str]) -> Vec<(usize, String)> {
    let comment = |(number, line): (usize, &str)| {
        let line = line.trim_start().to_owned();
        let marker = markers.iter().find(|marker| line.starts_with(**marker));
        (marker.copied(), number, line[marker.map_or(0, |marker| marker.len())..].to_owned())
    };
    let lines: Vec<_> = (1..).zip(text.lines()).map(comment).collect();
    let mut findings = Vec::new();
    for block in lines.chunk_by(|one, other| one.0 == other.0) {
        let Some(marker) = block[0].0 else { continue };
        let paragraphs = paragraphs(block.iter().map(|(_, number, line)| (*number, line.trim())));
        for (index, (line, text)) in paragraphs.iter().enumerate() {
            let opens_doc = index == 0 && marker.len() > 2;
            findings.extend(faults(text, opens_doc).into_iter().map(|fault| (*line, fault)));
        }
    }
    findings
}

/// Returns the faults of a paragraph, which may be the first one of a doc comment.
fn faults(text: &str, opens_doc: bool) -> Vec<String> {
    let mut faults = Vec::new();
    let opens =
        |word: &&str| text.strip_prefix(*word).is_some_and(|rest| !rest.starts_with(is_word));
    if opens_doc && BAD_OPENINGS.iter().any(opens) {
        faults.push(format!("a doc comment begins with a noun or a verb: {text}"));
    }
    let lower = text.to_lowercase();
    for (phrase, instead) in &*BAD_PHRASES {
        let joins = |sign: char| is_word(sign) || sign == '-';
        let stands_alone = |(at, _)| {
            let (before, after): (&str, &str) = lower.split_at(at);
            let begins = !phrase.starts_with(is_word) || !before.ends_with(joins);
            begins && !after[phrase.len()..].starts_with(joins)
        };
        if lower.match_indices(phrase.as_str()).any(stands_alone) {
            faults.push(format!("{phrase:?}: write {instead}: {text}"));
        }
    }
    for sentence in sentences(text) {
        let words = sentence.split_whitespace().filter(|word| word.contains(is_word)).count();
        if words > LONGEST_SENTENCE {
            faults.push(format!("{words} words: {sentence}"));
        }
    }
    faults
}

fn is_word(sign: char) -> bool {
    sign.is_alphanumeric()
}

/// Joins the lines of each paragraph and list item. Code, tables and headings are left out, and
/// inline code and the targets of links are replaced by one word.
fn paragraphs<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Vec<(usize, String)> {
    let mut paragraphs: Vec<(usize, String)> = Vec::new();
    let (mut is_code, mut is_open) = (false, false);
    for (number, line) in lines {
        let item = without_bullet(line);
        if line.starts_with("```") {
            is_code = !is_code;
            is_open = false;
        } else if is_code || line.is_empty() || line.starts_with(['#', '|', '<']) {
            is_open = false;
        } else if let Some(last) = paragraphs.last_mut().filter(|_| is_open && item == line) {
            last.1 += " ";
            last.1 += line;
        } else {
            paragraphs.push((number, item.to_owned()));
            is_open = true;
        }
    }
    paragraphs.iter_mut().for_each(|(_, text)| *text = without_code(text));
    paragraphs
}

fn without_bullet(line: &str) -> &str {
    let number = line.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let item = if number.len() < line.len() { number.strip_prefix(". ") } else { None };
    item.or_else(|| line.strip_prefix("- ")).or_else(|| line.strip_prefix("* ")).unwrap_or(line)
}

/// Replaces inline code by the word `code`, and drops the targets of links.
fn without_code(text: &str) -> String {
    let pieces = text.split('`').enumerate();
    let text: String = pieces.map(|(index, it)| if index % 2 == 0 { it } else { "code" }).collect();
    let mut links = text.split("](");
    let first = links.next().unwrap_or_default().to_owned();
    let behind = |link: &str| link.split_once(')').map_or(String::new(), |(_, rest)| rest.into());
    links.map(behind).fold(first, |kept, rest| kept + &rest)
}

/// Splits a paragraph at each full stop, question mark or exclamation mark that is followed by
/// white space and anything but a lower-case letter.
fn sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut begin = 0;
    for (at, _) in text.match_indices(['.', '?', '!', '。']) {
        let rest = text[at..].trim_start_matches(['.', '?', '!', '。', ')', '"', '»', '*', '_']);
        let next = rest.trim_start();
        let end = text.len() - next.len();
        if next.len() < rest.len() && !next.starts_with(char::is_lowercase) && end > begin {
            sentences.push(&text[begin..end]);
            begin = end;
        }
    }
    sentences.push(&text[begin..]);
    sentences
}

#[test]
fn faults_are_told_from_what_only_looks_like_one() {
    for (at, [count, text]) in rows("prose.txt") {
        let markers = if text.starts_with('/') { OF_RUST } else { &[""] };
        let text = text.replace("{}", &["word"; 13].join(" "));
        assert_eq!(check(&text, markers).len().to_string(), count, "{at}");
    }
}
