//! The form of the scripts.

use chuhe_tests::script::{ScriptLine, fits};

#[test]
fn a_line_is_parsed_as_the_manual_says() {
    for (text, line) in [
        ("", None),
        ("# > a comment", None),
        (">", Some(ScriptLine::Send(""))),
        ("> # text", Some(ScriptLine::Send("# text"))),
        ("<  two spaces ", Some(ScriptLine::Expect(" two spaces "))),
        ("<~ a", Some(ScriptLine::ExpectStart("a"))),
        ("<* a *", Some(ScriptLine::ExpectLater("a *"))),
        ("! a", Some(ScriptLine::Forbid("a"))),
        ("wait 5", Some(ScriptLine::Directive("wait", "5"))),
    ] {
        assert_eq!(ScriptLine::parse(text), line, "{text}");
    }
}

#[test]
fn a_pattern_fits_what_it_says() {
    for (text, pattern, fit) in [
        ("", "", true),
        ("", "*", true),
        ("a", "", false),
        ("bestmove a0a1", "bestmove *", true),
        ("bestmove a0a1", "bestmove ????", true),
        ("bestmove a0a1 x", "bestmove ????", false),
        ("a b c d", "a * d", true),
        ("炮", "?", true),
    ] {
        assert_eq!(fits(text, pattern), fit, "{text} {pattern}");
    }
}
