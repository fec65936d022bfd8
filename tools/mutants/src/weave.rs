//! A source file with a switch for each of its mutants.

use crate::operators::{Place, Site};
use std::fmt::Write;
use std::ops::Range;

/// The number of a mutant, which switches it on.
pub(crate) type Id = u32;

/// A file with switches.
#[derive(Debug, Default)]
pub(crate) struct Woven {
    pub(crate) text: String,
    /// The parts of the text that mutants account for.
    regions: Vec<Region>,
}

/// A part of a text and its mutants.
#[derive(Debug)]
struct Region {
    range: Range<usize>,
    mutants: Vec<Id>,
    /// The code of one mutant, and not the whole place with all of its mutants.
    is_code: bool,
}

impl Woven {
    /// Returns the mutants that a part of the text can be blamed on.
    ///
    /// This is the mutant whose own code holds the part, or else all of the innermost place.
    pub(crate) fn blamed(&self, part: &Range<usize>, only_code: bool) -> &[Id] {
        let holds = |region: &&Region| {
            region.is_code >= only_code
                && region.range.start <= part.start
                && part.end <= region.range.end
        };
        let innermost = self.regions.iter().filter(holds).min_by_key(|region| region.range.len());
        innermost.map_or(&[], |region| &region.mutants)
    }
}

/// Writes a source with switches for those mutants of its sites that are kept.
///
/// Each site comes with the number of its first mutant. No line of the source gets another number.
pub(crate) fn weave(source: &str, sites: &[(Id, &Site)], is_kept: &dyn Fn(Id) -> bool) -> Woven {
    let mut weaver = Weaver { source, is_kept, woven: Woven::default() };
    weaver.copy(0..source.len(), sites);
    weaver.woven
}

struct Weaver<'a> {
    source: &'a str,
    is_kept: &'a dyn Fn(Id) -> bool,
    woven: Woven,
}

fn switch(id: Id) -> String {
    format!("::mutant_switch::is_on({id})")
}

impl Weaver<'_> {
    /// Copies a part of the source with the switches of all sites in it.
    fn copy(&mut self, part: Range<usize>, mut sites: &[(Id, &Site)]) {
        let mut copied = part.start;
        while let Some(((first, site), rest)) = sites.split_first() {
            let range = site.place.range();
            let inner = rest.iter().take_while(|(_, other)| other.place.range().start < range.end);
            let (inner, others) = rest.split_at(inner.count());
            self.woven.text.push_str(&self.source[copied..range.start]);
            self.site(*first, site, inner);
            copied = range.end;
            sites = others;
        }
        self.woven.text.push_str(&self.source[copied..part.end]);
    }

    fn site(&mut self, first: Id, site: &Site, inner: &[(Id, &Site)]) {
        let kept: Vec<(Id, &str)> = (first..)
            .zip(site.changes.iter().map(|change| change.code.as_str()))
            .filter(|(id, _)| (self.is_kept)(*id))
            .collect();
        let range = site.place.range();
        if kept.is_empty() {
            return self.copy(range, inner);
        }
        let start = self.woven.text.len();
        match &site.place {
            Place::Expression(_) => {
                self.woven.text.push('(');
                for (id, code) in &kept {
                    self.alternative(*id, code);
                    self.woven.text.push_str(" else ");
                }
                self.woven.text.push_str("{ ");
                self.copy(range, inner);
                self.woven.text.push_str(" })");
            }
            Place::Entry(_) => {
                for (id, code) in &kept {
                    self.woven.text.push(' ');
                    self.alternative(*id, &format!("{code};"));
                }
            }
            Place::Statement(_) => {
                _ = write!(self.woven.text, "if !{} {{ ", switch(kept[0].0));
                self.copy(range, inner);
                self.woven.text.push_str(" }");
            }
            Place::Guard(_) => self.guard(&kept, range, inner),
            Place::Arm(_) => _ = write!(self.woven.text, " if !{}", switch(kept[0].0)),
        }
        let mutants = kept.iter().map(|(id, _)| *id).collect();
        let range = start..self.woven.text.len();
        self.woven.regions.push(Region { range, mutants, is_code: false });
    }

    fn guard(&mut self, kept: &[(Id, &str)], range: Range<usize>, inner: &[(Id, &Site)]) {
        let switches = |value: &str| {
            kept.iter().filter(|(_, code)| *code == value).map(|(id, _)| switch(*id)).next()
        };
        let on = switches("true").map(|on| format!("{on} || ")).unwrap_or_default();
        let off = switches("false").map(|off| format!("!{off} && ")).unwrap_or_default();
        _ = write!(self.woven.text, "({on}{off}(");
        self.copy(range, inner);
        self.woven.text.push_str("))");
    }

    /// Writes the code of one mutant behind its switch.
    fn alternative(&mut self, id: Id, code: &str) {
        let start = self.woven.text.len();
        // In one line, so that the lines keep their numbers.
        let code = code.lines().map(|line| line.split(" // ").next().unwrap_or_default().trim());
        let code = code.filter(|line| !line.starts_with("//")).collect::<Vec<_>>().join(" ");
        _ = write!(self.woven.text, "if {} {{ {code} }}", switch(id));
        let range = start..self.woven.text.len();
        self.woven.regions.push(Region { range, mutants: vec![id], is_code: true });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operators::sites;

    fn woven(source: &str) -> Woven {
        let sites = sites(source).expect("the source is Rust");
        let mut next = 0;
        let numbered = sites.iter().map(|site| {
            let first = next;
            next += Id::try_from(site.changes.len()).expect("few changes");
            (first, site)
        });
        weave(source, &numbered.collect::<Vec<_>>(), &|_| true)
    }

    #[test]
    fn each_mutant_has_its_switch() {
        let cases = [
            (
                "fn main() { a() || !b }",
                "fn main() { (if ON(0) { a() && (!b) } else { a() || (if ON(1) { b } else { !b }) }) }",
            ),
            ("fn f() { a }", "fn f() { if ON(0) { return; } a }"),
            ("fn main() { a(); }", "fn main() { if !ON(0) { a(); } }"),
            (
                "fn main() { match a { 1 => 2, _ => 3 } }",
                "fn main() { match a { 1 if !ON(0) => 2, _ => 3 } }",
            ),
            (
                "fn main() { match a { 1 if b => 2, _ => 3 } }",
                "fn main() { match a { 1 if (ON(0) || !ON(1) && (b)) => 2, _ => 3 } }",
            ),
        ];
        for (source, expected) in cases {
            let text = woven(source).text.replace("::mutant_switch::is_on", "ON");
            let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(plain(&text), plain(expected));
        }
    }

    #[test]
    fn lines_keep_their_numbers() {
        let source = "fn main() {\n    a\n        + b // plus\n}\n";
        let woven = woven(source);
        assert_eq!(woven.text.lines().count(), source.lines().count());
        assert!(woven.text.lines().nth(2).is_some_and(|line| line.ends_with(" // plus")));
    }

    #[test]
    fn a_fault_is_blamed_on_the_code_of_its_mutant() {
        let woven = woven("fn main() { a + (b - c) }");
        let find = |code: &str| {
            let start = woven.text.find(code).expect("the code is there");
            start..start + code.len()
        };
        assert_eq!(woven.blamed(&find("a * (b"), true), [1]);
        assert_eq!(woven.blamed(&find("b + c"), true), [2]);
        assert_eq!(woven.blamed(&find("{ b - c }"), true), [0; 0]);
        assert_eq!(woven.blamed(&find("{ b - c }"), false), [2, 3]);
        assert_eq!(woven.blamed(&(0..3), false), [0; 0]);
    }
}
