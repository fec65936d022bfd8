//! The form of the scripts.

use chuhe_tests::rows;
use chuhe_tests::script::{ScriptLine, fits};

#[test]
fn a_line_is_parsed_as_the_manual_says() {
    for (at, [text, line]) in rows("script_lines.csv") {
        assert_eq!(format!("{:?}", ScriptLine::parse(&text)), line, "{at}");
    }
    assert_eq!(ScriptLine::parse("wait 5"), Some(ScriptLine::Directive("wait", "5")));
}

#[test]
fn a_pattern_fits_what_it_says() {
    for (at, [text, pattern, fit]) in rows("patterns.csv") {
        assert_eq!(fits(&text, &pattern).to_string(), fit, "{at}");
    }
}
