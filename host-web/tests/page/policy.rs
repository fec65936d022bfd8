//! Tests that the security policy of the pages allows no inline code and no other host. If a page violates the policy,
//! the browser reports the violation, and the test script fails.

use chuhe_tests::programs::{Trial, test_named};
use std::path::{Path, PathBuf};

/// The directives that the policy of each page must contain, with exactly this spelling.
const DIRECTIVES: [&str; 5] = [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
];

const WEAK: [&str; 5] = ["unsafe-inline", "'unsafe-eval'", "http:", "https:", "*"];

/// Returns the path and the text of each source file of the pages whose name ends with `ending`.
fn files(ending: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("www");
    let paths = chuhe_tests::files(&folder, &[ending]);
    assert!(!paths.is_empty(), "no .{ending}");
    paths.into_iter().map(|path| (path.clone(), chuhe_tests::text(&path))).collect()
}

pub(crate) fn trials() -> impl Iterator<Item = Trial> {
    let tests: [(&str, fn()); 2] = [
        ("each_page_has_a_strict_policy", each_page_has_a_strict_policy),
        ("no_file_names_another_host_or_makes_code_of_text", no_file_has_refused_text),
    ];
    tests.into_iter().map(|(name, test)| test_named(&format!("policy/{name}"), None, test))
}

fn each_page_has_a_strict_policy() {
    const BEGIN: &str = "\n<meta http-equiv=\"Content-Security-Policy\" content=\"";
    for (path, page) in files("html") {
        let policy = page.split_once(BEGIN).and_then(|(_, rest)| rest.split('"').next());
        let policy = policy.unwrap_or_else(|| panic!("{}: no policy", path.display()));
        let directives: Vec<&str> = policy.split(';').map(str::trim).collect();
        for directive in DIRECTIVES {
            assert!(directives.contains(&directive), "{}: no {directive}", path.display());
        }
        for weak in WEAK {
            assert!(!policy.contains(weak), "{}: {weak}", path.display());
        }
    }
}

fn no_file_has_refused_text() {
    const REFUSED: [&str; 6] =
        ["http://", "https://", "eval(", "new Function", "innerHTML", "document.write"];
    for (path, text) in ["html", "js", "css", "webmanifest"].iter().flat_map(|end| files(end)) {
        for refused in REFUSED {
            assert!(!text.contains(refused), "{}: {refused}", path.display());
        }
    }
}
