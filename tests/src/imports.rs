//! Finds the imports among the source files of a package, and the circles in these imports.
//!
//! The files are read as text. An import from a module that only re-exports the name counts as an
//! import of the file that defines the name. Unit tests are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The imported modules of each module. A module is written as its path from the root, such as
/// `search::node`; the path of the root is empty.
pub type Imports = BTreeMap<String, BTreeSet<String>>;

/// Returns the circles of imports: files that import each other, directly or through others. Imports between a
/// module and its parent are allowed, so they are left out.
pub fn circles(mut imports: Imports) -> BTreeSet<Vec<String>> {
    for (from, all) in &mut imports {
        all.retain(|to| parent(from) != Some(to) && parent(to) != Some(from));
    }
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        imports.keys().map(|module| (module, reached_from(module, &imports))).collect();
    let circle_of = |module: &String| -> Vec<String> {
        let both = reached[module].iter().filter(|other| reached[**other].contains(module));
        both.map(|other| (*other).clone()).collect()
    };
    imports.keys().map(circle_of).filter(|circle| !circle.is_empty()).collect()
}

fn reached_from<'a>(start: &'a String, imports: &'a Imports) -> BTreeSet<&'a String> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![start]);
    while let Some(module) = open.pop() {
        open.extend(imports[module].iter().filter(|named| reached.insert(*named)));
    }
    reached
}

pub fn imports(package: &Path) -> Imports {
    let texts = read_modules(&package.join("src"));
    assert!(!texts.is_empty(), "{} holds no sources", package.display());
    let mut names: BTreeMap<&str, Vec<Name>> = BTreeMap::new();
    for (module, text) in &texts {
        let is_module = |path: &str| texts.contains_key(path);
        names.insert(module, names_in(text, module, &is_module));
    }
    let imported = |module: &str| {
        let files = names[module].iter().map(|name| definition(&name.path, &names));
        files.filter(|file| file != module).collect()
    };
    texts.keys().map(|module| (module.clone(), imported(module))).collect()
}

/// Reads the code of a folder's modules without comments and unit tests.
fn read_modules(folder: &Path) -> BTreeMap<String, String> {
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for path in crate::files(folder, &["rs"]) {
        let name = path.strip_prefix(folder).expect("below the folder").with_extension("");
        let names: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
        if names.iter().any(|name| name == "tests" || name == "bin") {
            continue;
        }
        let own = names.iter().filter(|name| !["lib", "main", "mod"].contains(&&***name));
        let module = own.fold(String::new(), |module, name| joined(&module, name));
        let text = crate::text(&path);
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
        texts.entry(module).or_default().extend(lines.flat_map(|line| [line, "\n"]));
    }
    texts
}

struct Name {
    /// The name by which the file uses the item; empty for a path outside a `use`.
    name: String,
    path: String,
}

/// Returns the names in a module's code: paths within the module's package, and items that the module defines.
fn names_in(code: &str, module: &str, is_module: &dyn Fn(&str) -> bool) -> Vec<Name> {
    let mut names = Vec::new();
    let mut name = |name: &str, path: Option<String>| {
        names.extend(path.map(|path| Name { name: name.to_owned(), path }));
    };
    let mut tokens = Tokens(code);
    let mut before = "";
    while let Some(token) = tokens.next() {
        match token {
            "use" => {
                let mut uses = Vec::new();
                tokens.read_use("", &mut uses);
                for (path, alias) in uses {
                    let last = path.rsplit("::").next().unwrap_or_default();
                    let own = if alias.is_empty() { last } else { alias };
                    name(own, absolute(&path, module, is_module));
                }
            }
            // A path of a visibility, as in `pub(in crate::rules)`, is no import.
            "in" if before == "(" => {
                let first = tokens.next().unwrap_or_default();
                tokens.read_path(first);
            }
            "struct" | "enum" | "fn" | "trait" | "type" | "const" | "static" => {
                let item = tokens.next().unwrap_or_default();
                name(item, Some(joined(module, item)));
            }
            _ if is_word(token) => {
                name("", absolute(&tokens.read_path(token), module, is_module));
            }
            _ => {}
        }
        before = token;
    }
    names
}

/// Resolves a path in a module to a path from the root. `None`: the path leads to another package.
fn absolute(path: &str, module: &str, is_module: &dyn Fn(&str) -> bool) -> Option<String> {
    let (first, rest) = path.split_once("::")?;
    match first {
        "crate" => Some(rest.to_owned()),
        "self" => Some(joined(module, rest)),
        "super" => {
            let (mut above, mut rest) = (parent(module)?, rest);
            while let Some(after) = rest.strip_prefix("super::") {
                (above, rest) = (parent(above)?, after);
            }
            Some(joined(above, rest))
        }
        _ => is_module(&joined(module, first)).then(|| joined(module, path)),
    }
}

fn definition(path: &str, names: &BTreeMap<&str, Vec<Name>>) -> String {
    let mut module = path;
    while !names.contains_key(module) {
        module = parent(module).unwrap_or_default();
    }
    let rest = path[module.len()..].trim_start_matches("::");
    let item = rest.split("::").next().unwrap_or_default();
    let named = |name: &&Name| name.name == item && !item.is_empty();
    if let Some(name) = names[module].iter().find(named) {
        return if name.path == path { module.to_owned() } else { definition(&name.path, names) };
    }
    let mut globs = names[module].iter().filter_map(|name| name.path.strip_suffix("::*"));
    let holds = |glob: &&str| names.get(*glob).is_some_and(|all| all.iter().any(|n| named(&n)));
    match globs.find(holds) {
        Some(glob) => definition(&joined(glob, item), names),
        None => module.to_owned(),
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

fn joined(module: &str, name: &str) -> String {
    if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") }
}

fn parent(path: &str) -> Option<&str> {
    (!path.is_empty()).then(|| path.rsplit_once("::").map_or("", |(parent, _)| parent))
}

struct Tokens<'a>(&'a str);

impl<'a> Tokens<'a> {
    /// Reads the rest of a path that begins with `first`.
    fn read_path(&mut self, first: &str) -> String {
        let mut path = first.to_owned();
        while let Some(rest) = self.0.strip_prefix("::").filter(|rest| is_word(rest)) {
            self.0 = rest;
            path = joined(&path, self.next().unwrap_or_default());
        }
        path
    }

    /// Reads a part of a `use` statement whose paths begin with `prefix`. Appends (path, alias) for each import;
    /// without `as` the alias is empty. Returns the token after the part.
    fn read_use(&mut self, prefix: &str, paths: &mut Vec<(String, &'a str)>) -> &'a str {
        let (mut path, mut alias, mut is_list) = (prefix.to_owned(), "", false);
        loop {
            match self.next() {
                Some("{") => {
                    is_list = true;
                    while self.read_use(&path, paths) == "," {}
                }
                Some("as") => alias = self.next().unwrap_or_default(),
                Some(":") => {}
                Some("self") if !prefix.is_empty() => {}
                Some(word) if is_word(word) || word == "*" => path = joined(&path, word),
                end => {
                    if !is_list && path != prefix {
                        paths.push((path, alias));
                    }
                    return end.unwrap_or_default();
                }
            }
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.0 = self.0.trim_start();
        let first = self.0.chars().next()?;
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let end =
            if is_part(first) { self.0.find(|c| !is_part(c)) } else { Some(first.len_utf8()) };
        let (token, rest) = self.0.split_at(end.unwrap_or(self.0.len()));
        self.0 = rest;
        Some(token)
    }
}
