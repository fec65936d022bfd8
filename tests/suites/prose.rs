//! Checks that comments and documents follow the rules for prose, and that their links lead to files.

use chuhe_tests::{files, root, rows, text};
use chuhe_uci::protocol::LEVEL_ELO;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// The longest sentence allowed, in words. A piece of inline code counts as one word.
const LONGEST_SENTENCE: usize = 25;

const BAD_OPENINGS: [&str; 8] =
    ["What", "How", "Whether", "Whom", "Whose", "Why", "The same", "Same as"];

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

/// Returns (line, fault) for each fault in comments that begin with one of `markers`. Longer markers must come first.
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

/// Joins the lines of each paragraph and list item. Leaves out code, tables and headings.
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

/// Splits a paragraph into sentences. A sentence ends at a mark and white space, if no lower-case letter follows.
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

fn outside_code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Returns the anchors that GitHub makes from the headings of a document.
fn anchors(text: &str) -> Vec<String> {
    let headings = outside_code(text).filter(|(_, line)| line.starts_with('#'));
    let anchor = |heading: &str| {
        let kept = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = kept.replace(|c: char| !c.is_alphanumeric() && !" -_".contains(c), "");
        kept.replace(' ', "-")
    };
    headings.map(|(_, heading)| anchor(heading)).collect()
}

fn broken(document: &Path, link: &str) -> Option<String> {
    if link.contains("://") {
        return None;
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let file = match path {
        "" => document.to_owned(),
        _ => document.parent().expect("a document is in a folder").join(path),
    };
    if !file.exists() {
        return Some(format!("{link}: no such file"));
    }
    let text = fs::read_to_string(&file).unwrap_or_default();
    let is_known = anchor.is_empty() || anchors(&text).iter().any(|known| known == anchor);
    (!is_known).then(|| format!("{link}: no such heading"))
}

/// The dialog for a new game shows the differences in Elo between neighbouring levels, as measured in matches. The Elo
/// values of the levels for `UCI_Elo` and in the README must have the same differences.
#[test]
fn the_elo_of_levels_is_that_of_their_matches() {
    let levels = text(&root().join("docs/lab/levels.md"));
    let step = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let level: usize = cells[0].parse().ok()?;
        let points = cells.last()?.split(' ').next()?.strip_prefix('+')?;
        Some((level, points.parse().ok()?))
    };
    let told: Vec<(usize, u16)> = levels.lines().filter_map(step).collect();
    let shown: Vec<(usize, u16)> = (1..).zip(chuhe_app::ELO_STEPS).collect();
    assert_eq!(told, shown);

    let readme = text(&root().join("README.md"));
    let row =
        readme.lines().find_map(|line| line.strip_prefix("| Elo |")).expect("a row of levels");
    let cells = row.trim_end_matches('|').split('|').map(|cell| cell.trim().parse().expect("Elo"));
    assert_eq!(cells.collect::<Vec<u16>>(), LEVEL_ELO);
    assert!(LEVEL_ELO.windows(2).map(|pair| pair[1] - pair[0]).eq(chuhe_app::ELO_STEPS));
}

#[test]
fn every_link_in_a_document_leads_to_a_file() {
    let mut count = 0;
    let mut faults = Vec::new();
    for document in files(root(), &["md"]) {
        let text = text(&document);
        for (number, line) in outside_code(&text) {
            for link in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                count += 1;
                let fault = broken(&document, link);
                let place = document.display();
                faults.extend(fault.map(|fault| format!("{place}:{number}: {fault}")));
            }
        }
    }
    assert!(count > 40, "only {count} links");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
