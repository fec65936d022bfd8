//! The documents of the repository.

use chuhe_tests::{files, root, text};
use chuhe_uci::protocol::LEVEL_ELO;
use std::fs;
use std::path::Path;

/// Returns the lines of a document outside its blocks of code.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Returns the anchors of a document, made of its headings as GitHub makes them.
fn anchors(text: &str) -> Vec<String> {
    let headings = prose(text).filter(|(_, line)| line.starts_with('#'));
    let anchor = |heading: &str| {
        let kept = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = kept.replace(|c: char| !c.is_alphanumeric() && !" -_".contains(c), "");
        kept.replace(' ', "-")
    };
    headings.map(|(_, heading)| anchor(heading)).collect()
}

/// Says why a link of a document leads nowhere.
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

/// The dialog for a new game tells the Elo points of each level. They are those of the matches. `UCI_Elo` and
/// the README have their sums.
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
        for (number, line) in prose(&text) {
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
