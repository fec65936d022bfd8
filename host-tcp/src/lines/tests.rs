use super::*;
use crate::replay::{escaped, unescaped};
use std::{env, fs, path::Path};

/// Adds `bytes`. Returns (whole, paused): whether they complete a command, and whether a pause then completes one more.
fn put(splitter: &mut Splitter, bytes: &[u8]) -> (bool, bool) {
    splitter.space()[..bytes.len()].copy_from_slice(bytes);
    splitter.filled(bytes.len());
    let whole = splitter.next_frame().is_some();
    (whole, splitter.ends_with_pause() && splitter.rest().is_some())
}

/// Returns the commands of a stream that arrives in `pieces`, one on each line. The name of its line end stands before
/// each command.
fn split(pieces: &[&[u8]]) -> String {
    let told = |frame: Frame<'_>| {
        let bytes = escaped(frame.bytes);
        let text = if frame.is_overlong() { frame.to_string() } else { bytes };
        format!("{} {text}", frame.line_end.name())
    };
    let mut splitter = Splitter::default();
    let mut frames = Vec::new();
    for mut piece in pieces.iter().copied() {
        while !piece.is_empty() {
            let space = splitter.space();
            let count = piece.len().min(space.len());
            space[..count].copy_from_slice(&piece[..count]);
            splitter.filled(count);
            piece = &piece[count..];
            while let Some(frame) = splitter.next_frame() {
                frames.push(told(frame));
            }
        }
    }
    frames.extend(splitter.rest().map(told));
    frames.join("\n")
}

#[test]
fn any_cut_gives_the_same_commands() {
    for (at, [stream, commands]) in chuhe_tests::rows("streams.txt") {
        let stream = unescaped(&stream).unwrap();
        for cut in 0..=stream.len() {
            assert_eq!(split(&[&stream[..cut], &stream[cut..]]), commands, "cut at {cut}: {at}");
        }
        let bytes: Vec<&[u8]> = stream.chunks(1).collect();
        assert_eq!(split(&bytes), commands, "{at}");
    }
}

#[test]
fn a_line_end_after_the_pause_is_no_command() {
    for late in [b"\n" as &[u8], b"\r\n"] {
        for cut in 0..late.len() {
            let mut splitter = Splitter::default();
            assert_eq!(put(&mut splitter, b"Undo"), (false, true));
            assert_eq!(put(&mut splitter, &late[..cut]), (false, false));
            assert_eq!(put(&mut splitter, &late[cut..]), (false, false));
            assert_eq!(put(&mut splitter, b"\n"), (true, false), "an empty command");
        }
    }
}

/// A line of the server after `Format:json`.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum Line<'a> {
    Reply(Reply<'a>),
    Push(Push<'a>),
}

#[test]
fn the_schema_in_the_documents_is_that_of_the_types() {
    let schema = schemars::schema_for!(Line<'_>);
    let schema = format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/protocol.schema.json");
    if env::var_os("UPDATE_SNAPSHOTS").is_some_and(|value| value == "1") {
        fs::write(&kept, &schema).unwrap();
    }
    assert_eq!(fs::read_to_string(kept).unwrap(), schema, "UPDATE_SNAPSHOTS=1 writes it");
}
