//! Records that nobody can forge.

use super::super::record::{Formatter, MAX_MESSAGE, Scratch};
use super::super::{LogFormat, LogTarget};
use chrono::DateTime;
use log::Level;
use proptest::prelude::*;
use serde_json::Value;
use std::time::{Duration, SystemTime};

fn line(target: LogTarget, format: LogFormat, text: &str) -> String {
    let formatter = Formatter { program: "trial", pid: 7, target, format };
    let now = SystemTime::UNIX_EPOCH + Duration::from_millis(1_700_000_000_417);
    let origin = (Level::Info, module_path!());
    let mut scratch = Scratch::default();
    let line = formatter.line(&mut scratch, now, origin, format_args!("{text}"));
    String::from_utf8(line.to_vec()).expect("UTF-8")
}

/// The message as it is logged: a text of bounded length.
fn bounded(text: &str) -> String {
    let end = text.floor_char_boundary(MAX_MESSAGE);
    let left_out = text.len() - end;
    let note =
        if left_out > 0 { format!("… ({left_out} bytes left out)") } else { String::new() };
    format!("{}{note}", &text[..end])
}

/// Asserts that a record is one line, which shows all of its characters.
fn assert_one_line(line: &str) {
    let (text, end) = line.split_at(line.len() - 1);
    assert_eq!(end, "\n");
    let is_hidden = |c: char| {
        let direction =
            ('\u{200b}'..='\u{200f}').contains(&c) || ('\u{202a}'..='\u{202e}').contains(&c);
        let isolate = ('\u{2066}'..='\u{2069}').contains(&c) || c == '\u{61c}';
        c.is_control() || direction || isolate || ['\u{2028}', '\u{2029}', '\u{feff}'].contains(&c)
    };
    assert!(!text.contains(is_hidden), "{text:?}");
    assert!(line.len() < 8 * MAX_MESSAGE, "{} bytes", line.len());
}

fn assert_cannot_be_forged(text: &str) {
    for (_, target) in LogTarget::ALL {
        let plain = line(target, LogFormat::Text, text);
        assert_one_line(&plain);
        let json = line(target, LogFormat::Json, text);
        assert_one_line(&json);
        let json = json.strip_prefix("<6>").unwrap_or(&json);
        let value: Value = serde_json::from_str(json).expect("JSON");
        assert_eq!(value["message"], bounded(text));
        assert_eq!(value["level"], "info");
    }
}

/// Texts of bytes, and texts of the characters that do harm.
fn any_text() -> impl Strategy<Value = String> {
    let bytes = prop::collection::vec(any::<u8>(), 0..3000);
    let harmful = prop::sample::select(
        "\r\n\0\u{1b}[2J\u{7f}\u{85}\u{9b}\u{202e}\u{2066}\u{2028}\u{feff}\u{e0041}\"\\楚😀a"
            .chars()
            .collect::<Vec<_>>(),
    );
    prop_oneof![
        bytes.prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
        prop::collection::vec(harmful, 0..600).prop_map(String::from_iter),
        prop::collection::vec(any::<char>(), 0..600).prop_map(String::from_iter),
    ]
}

proptest! {
    #[test]
    fn no_text_can_forge_a_record(text in any_text()) {
        assert_cannot_be_forged(&text);
    }
}

#[test]
fn a_record_says_when_and_who() {
    let text = line(LogTarget::File, LogFormat::Text, "client 1: \r\u{1b}[2J\u{202e}楚河");
    let (time, rest) = text.split_once(' ').expect("a time");
    assert_eq!(rest, "INFO  trial[7]: client 1: \\r\\u{1b}[2J\\u{202e}楚河\n");
    let time = DateTime::parse_from_rfc3339(time).expect("a time with its zone");
    assert_eq!(time.timestamp_millis(), 1_700_000_000_417);
    let json = line(LogTarget::Stderr, LogFormat::Json, "a\u{1b}\u{9b}\"");
    let json = json.replace(&time.to_rfc3339_opts(chrono::SecondsFormat::Millis, false), "TIME");
    let expected = r#"{"ts":"TIME","level":"info","program":"trial","pid":7,"target":"#;
    assert!(json.starts_with(expected), "{json}");
    assert!(json.ends_with("\"message\":\"a\\u001b\\u009b\\\"\"}\n"), "{json}");
    assert_eq!(line(LogTarget::Journal, LogFormat::Text, "a\nb"), "<6>a\\nb\n");
}

#[test]
fn a_later_record_has_a_later_time() {
    let (target, format) = (LogTarget::File, LogFormat::Text);
    let formatter = Formatter { program: "trial", pid: 7, target, format };
    let mut scratch = Scratch::default();
    for millis in [1_700_000_000_417, 1_700_000_000_418, 1_700_000_001_000, 1_700_000_060_999] {
        let now = SystemTime::UNIX_EPOCH + Duration::from_millis(millis);
        let origin = (Level::Info, module_path!());
        let line = formatter.line(&mut scratch, now, origin, format_args!("a"));
        let (time, _) = std::str::from_utf8(line).expect("UTF-8").split_once(' ').expect("a time");
        let time = DateTime::parse_from_rfc3339(time).expect("a time with its zone");
        assert_eq!(time.timestamp_millis().unsigned_abs(), millis);
    }
}

#[test]
fn a_long_message_says_how_much_was_left_out() {
    let text = line(LogTarget::Journal, LogFormat::Text, &"楚".repeat(10_000));
    let expected = format!("<6>{}… (28977 bytes left out)\n", "楚".repeat(341));
    assert_eq!(text, expected);
}
